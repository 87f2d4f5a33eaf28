// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One value of a curve by its path, bodies.bar*.length.C3: the curve grows by it.

#include "base/text.h"
#include "scene/note_curve.h"
#include "scene/path.h"
#include "scene/scene.h"
#include <string.h>

/// A path whose last part is a note.
typedef struct {
  char path[PATH_LONGEST + 1]; // without the note
  int key;
  const char *name; // of the note
  int note;
} noted;

static bool read_noted(const char *path, noted *n) {
  const char *dot = strrchr(path, '.');
  if (dot == NULL || strlen(path) > PATH_LONGEST)
    return false;
  memcpy(n->path, path, (size_t)(dot - path));
  n->path[dot - path] = '\0';
  n->name = dot + 1;
  const scene_path at = path_split(n->path);
  n->key = key_find(at.in, at.key);
  return n->key >= 0 && key_part(n->key, at.key) == NULL &&
         curve_note(n->name, strlen(n->name), &n->note);
}

static void add_piece(sentence *text, const char *name, size_t name_length, const char *value,
                      size_t length) {
  sentence_add(text, "%s%.*s: %.*s", text->length == 0 ? "{" : ", ", (int)name_length, name,
               (int)length, value);
}

// The curve with its new value in place of the one before, or behind the others; false where the
// note has a value by another name.
static bool write_curve(const noted *n, const char *old, const char *value, sentence *text) {
  curve_piece piece;
  bool placed = false;
  const size_t name_length = strlen(n->name);
  for (const char *at = old; (at = curve_next(at, &piece)) != NULL;) {
    const bool same = piece.note == n->note;
    if (same && (piece.name_length != name_length || memcmp(piece.name, n->name, name_length) != 0))
      return false;
    add_piece(text, piece.name, piece.name_length, same ? value : piece.value,
              same ? strlen(value) : piece.length);
    placed = placed || same;
  }
  if (!placed)
    add_piece(text, n->name, name_length, value, strlen(value));
  sentence_add(text, "}");
  return true;
}

// Whether the value alone is good.
static bool check_alone(const carom_scene *s, const noted *n, const char *text, sentence *problem,
                        bool *out_of_memory) {
  scene_value v;
  *out_of_memory = !key_read(n->key, text, &s->notes, &s->memory, &v);
  if (*out_of_memory)
    return false;
  const bool one = curve_count(text) == 1;
  const bool good = key_accepts(n->key, &v, problem) && one;
  if (problem->length == 0 && !one)
    sentence_add(problem, "'%.60s' is more than one value; allowed is one for each note", text);
  value_end(&v, &s->memory);
  return good;
}

carom_status scene_set_noted(carom_scene *s, const char *path, const char *value,
                             carom_error *error) {
  noted n = {.path = ""};
  if (!read_noted(path, &n))
    return scene_unknown_key(s, path, error);
  const char *before = carom_scene_get(s, n.path);
  const char *old = before != NULL && curve_is(before) ? before : "";
  const size_t room = strlen(old) + strlen(n.name) + strlen(value) + 8;
  char *whole = s->memory.resize(s->memory.user, NULL, 0, room);
  bool short_of_memory = whole == NULL;
  char complaint[400];
  sentence problem = sentence_in(complaint, sizeof complaint);
  bool good = false;
  if (whole != NULL) {
    sentence text = sentence_in(whole, room);
    add_piece(&text, n.name, strlen(n.name), value, strlen(value));
    sentence_add(&text, "}");
    good = check_alone(s, &n, whole, &problem, &short_of_memory);
    text = sentence_in(whole, room);
    if (good && !write_curve(&n, old, value, &text)) {
      sentence_add(&problem, "this note has a value by its other name; allowed is one of both");
      good = false;
    }
  }
  carom_status status = CAROM_OK;
  if (short_of_memory)
    status = scene_complain_path(s, path, CAROM_NO_MEMORY, error, "out of memory");
  else if (!good)
    status = scene_complain_path(s, path, CAROM_BAD_VALUE, error, "%s", complaint);
  else
    status = carom_scene_set(s, n.path, whole, error);
  if (whole != NULL)
    s->memory.resize(s->memory.user, whole, room, 0);
  return status;
}
