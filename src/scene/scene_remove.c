// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is taken out of a scene: keys, items, sections, late gestures, members of families.

#include "base/error.h"
#include "scene/scene_items.h"
#include <string.h>

bool scene_has_member(const carom_scene *s, const scene_path *at) {
  char family[NAME_LONGEST + 2];
  size_t stem = at->name_length;
  while (stem > 0 && at->name[stem - 1] >= '0' && at->name[stem - 1] <= '9')
    --stem;
  if (at->in == SECTION_TOP || at->key[0] != '\0' || stem == 0 || stem == at->name_length ||
      at->name_length > NAME_LONGEST)
    return false;
  memcpy(family, at->name, stem);
  family[stem] = '*';
  return scene_find(s, at->in, family, stem + 1) >= 0;
}

carom_status scene_leave_out(carom_scene *s, const char *path, const scene_path *at,
                             carom_error *error) {
  const int index = scene_find(s, at->in, at->name, at->name_length);
  item *it = index >= 0 ? &s->items[index] : scene_add_item(s, at->in, at->name, at->name_length);
  if (it == NULL)
    return scene_complain_path(s, path, CAROM_NO_MEMORY, error, "out of memory");
  for (int i = 0; i < it->count; ++i)
    scene_free_entry(s, &it->entries[i]);
  it->count = 0;
  it->left_out = true;
  it->from = s->now;
  return CAROM_OK;
}

// Removes the items that a test names, in one pass, however many there are; returns how many.
static int remove_items(carom_scene *s, bool (*goes)(const item *it, const void *what),
                        const void *what) {
  int kept = 1;
  for (int i = 1; i < s->item_count; ++i)
    if (goes(&s->items[i], what))
      scene_free_item(s, &s->items[i]);
    else
      s->items[kept++] = s->items[i];
  const int removed = s->item_count - kept;
  s->item_count = kept;
  if (removed > 0)
    scene_refill_table(s);
  return removed;
}

static bool is_in(const item *it, const void *in) {
  return it->in == *(const section *)in;
}

static bool is_item(const item *it, const void *what) {
  return it == what;
}

carom_status carom_scene_remove(carom_scene *s, const char *path, carom_error *error) {
  if (s == NULL || path == NULL)
    return error_null(error, s == NULL ? "scene" : "path");
  const scene_path at = path_split(path);
  if (at.in != SECTION_TOP && strchr(path, '.') == NULL) {
    remove_items(s, is_in, &at.in);
    return CAROM_OK;
  }
  if (scene_has_member(s, &at))
    return scene_leave_out(s, path, &at, error);
  const int index = scene_find(s, at.in, at.name, at.name_length);
  if (index < 0)
    return scene_complain_path(s, path, CAROM_BAD_REFERENCE, error, "the scene has no such item");
  if (at.key[0] == '\0' && index > 0) {
    remove_items(s, is_item, &s->items[index]);
    return CAROM_OK;
  }
  item *it = &s->items[index];
  entry *e = (entry *)item_written(it, key_find(at.in, at.key), at.key);
  if (e == NULL)
    return scene_complain_path(s, path, CAROM_UNKNOWN_KEY, error,
                               "the scene does not set this key");
  scene_free_entry(s, e);
  memmove(e, e + 1, (size_t)(it->entries + --it->count - e) * sizeof *e);
  scene_path_changed(s, &at);
  return CAROM_OK;
}

static bool is_late(const item *it, const void *duration) {
  return it->in == SECTION_SCORE && item_number(it, "at") > *(const double *)duration;
}

int carom_scene_cut_score(carom_scene *s) {
  if (s == NULL)
    return 0;
  const double duration = item_number(&s->items[0], "duration");
  return remove_items(s, is_late, &duration);
}
