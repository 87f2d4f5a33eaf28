// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is wrong with a scene, in a sentence that names the file, the line and what is allowed.

#include "scene/scene.h"

#include "scene/path.h"
#include <stdarg.h>
#include <string.h>

static void begin_complaint(const carom_scene *scene, origin from, carom_error *error,
                            sentence *out) {
  *out = sentence_in(error->text, sizeof error->text);
  error->line = from.line;
  error->column = from.column;
  if (from.source >= 0)
    sentence_add(out, "%s:", scene->sources[from.source]);
  if (from.source >= 0 && from.line > 0)
    sentence_add(out, "%d:%d:", from.line, from.column);
  if (from.source >= 0)
    sentence_add(out, " ");
}

carom_status scene_complain(const carom_scene *scene, const item *it, const char *key,
                            carom_status status, carom_error *error, const char *format, ...) {
  if (error == NULL)
    return status;
  error->status = status;
  const int row = key != NULL ? key_find(it->in, key) : -1; // or the name of a section
  const char *part = row >= 0 ? key_part(row, key) : NULL;
  const entry *e = part != NULL ? item_part(it, carom_key_at(row)->name, part, strlen(part))
                   : row >= 0   ? item_find(it, row)
                                : NULL;
  sentence out;
  begin_complaint(scene, e != NULL ? e->from : it->from, error, &out);
  if (it->in != SECTION_TOP)
    sentence_add(&out, "%s.%s%s", section_name(it->in), it->name, key != NULL ? "." : ": ");
  if (key != NULL)
    sentence_add(&out, "%s: ", key);
  if (it->family != NULL)
    sentence_add(&out, "of the family %s: ", it->family);
  char rest[1600];
  va_list args;
  va_start(args, format);
  text_print(rest, sizeof rest, format, args);
  va_end(args);
  sentence_add(&out, "%s", rest);
  text_one_line(error->text);
  return status;
}

carom_status scene_complain_path(const carom_scene *scene, const char *path, carom_status status,
                                 carom_error *error, const char *format, ...) {
  if (error == NULL)
    return status;
  error->status = status;
  sentence out;
  begin_complaint(scene, scene->now, error, &out);
  char rest[1600];
  va_list args;
  va_start(args, format);
  text_print(rest, sizeof rest, format, args);
  va_end(args);
  sentence_add(&out, "%.100s: %s", path, rest);
  text_one_line(error->text);
  return status;
}

// The type written for an item, or NULL while there is none.
static const char *type_of(const item *it) {
  const char *key = section_type_key(it->in);
  const int row = key != NULL ? key_find(it->in, key) : -1; // or the name of a section
  const entry *e = row >= 0 ? item_find(it, row) : NULL;
  return e != NULL ? e->value.text : NULL;
}

carom_status scene_unknown_key(const carom_scene *s, const char *path, carom_error *error) {
  const scene_path at = path_split(path);
  char text[1400];
  sentence hint = sentence_in(text, sizeof text);
  const int index = scene_find(s, at.in, at.name, at.name_length);
  key_suggest(at.in, index >= 0 ? type_of(&s->items[index]) : NULL, at.key, &hint);
  if (at.in == SECTION_TOP)
    for (int i = 0; i < carom_section_count(); ++i)
      sentence_add(&hint, ", %s", carom_section_at(i));
  char first[NAME_LONGEST] = "";
  const size_t length = strcspn(path, ".");
  if (length < sizeof first)
    memcpy(first, path, length);
  for (int in = SECTION_BODIES; at.in == SECTION_TOP && in < SECTION_COUNT; ++in)
    if (text_distance(first, section_name((section)in)) <= 2)
      return scene_complain_path(s, path, CAROM_UNKNOWN_KEY, error,
                                 "unknown key; did you mean '%s'? %s", section_name((section)in),
                                 text);
  return scene_complain_path(s, path, CAROM_UNKNOWN_KEY, error, "unknown key; %s", text);
}
