// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a scene says, by path.

#include "scene/path.h"
#include "scene/scene.h"
#include <math.h>
#include <string.h>

// The value of a path or its default; NULL if the key is unknown or has neither.
static const scene_value *value_at(const carom_scene *s, const char *path) {
  if (s == NULL || path == NULL)
    return NULL;
  const scene_path at = path_split(path);
  const int index = scene_find(s, at.in, at.name, at.name_length);
  const int key = key_find(at.in, at.key);
  if (index < 0 || key < 0)
    return NULL;
  const entry *e = item_written(&s->items[index], key, at.key);
  const scene_value *v = e != NULL ? &e->value : &s->defaults[key];
  return v->text != NULL ? v : NULL;
}

const char *carom_scene_get(const carom_scene *s, const char *path) {
  const scene_value *v = value_at(s, path);
  return v != NULL ? v->text : NULL;
}

double carom_scene_number(const carom_scene *s, const char *path) {
  const scene_value *v = value_at(s, path);
  return v != NULL && v->rows > 0 ? v->at_0 : (double)NAN;
}

int carom_scene_numbers(const carom_scene *s, const char *path, double *numbers, int room) {
  const scene_value *v = value_at(s, path);
  const int count = v != NULL ? v->rows * v->width : 0;
  for (int i = 0; i < count && i < room; ++i)
    numbers[i] = value_numbers(v)[i];
  return count;
}

bool carom_scene_flag(const carom_scene *s, const char *path) {
  const scene_value *v = value_at(s, path);
  if (v == NULL)
    return false;
  const scene_path at = path_split(path);
  return key_kind_of(key_find(at.in, at.key)) == KEY_FLAG && v->choice == 1;
}

int carom_scene_count(const carom_scene *s, const char *name) {
  if (s == NULL || name == NULL)
    return 0;
  const int in = section_find(name, strlen(name));
  int count = 0;
  for (int i = 0; i < s->item_count; ++i)
    count += (int)s->items[i].in == in;
  return count;
}

const char *carom_scene_name(const carom_scene *s, const char *name, int index) {
  if (s == NULL || name == NULL)
    return NULL;
  const int in = section_find(name, strlen(name));
  for (int i = 0; i < s->item_count; ++i)
    if ((int)s->items[i].in == in && index-- == 0)
      return s->items[i].name;
  return NULL;
}
