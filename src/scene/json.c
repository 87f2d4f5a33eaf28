// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene read from JSON: mappings become paths, texts and lists their values, as in scene files.

#include "scene/json.h"

#include "base/error.h"
#include "scene/note_curve.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

carom_status json_fail(json_reader *r, carom_status status, int line, int column,
                       const char *format, ...) {
  r->status = status;
  if (r->error == NULL)
    return status;
  carom_error *e = r->error;
  e->status = status;
  e->line = line;
  e->column = column;
  sentence out = sentence_in(e->text, sizeof e->text);
  sentence_add(&out, "%s:", r->name);
  if (line > 0)
    sentence_add(&out, "%d:%d:", line, column);
  sentence_add(&out, " ");
  va_list args;
  va_start(args, format);
  text_print(e->text + out.length, sizeof e->text - out.length, format, args);
  va_end(args);
  text_one_line(e->text);
  return status;
}

/// Where an error or a value is.
typedef struct {
  int line, column;
} place;

static place place_of(const json_token *t) {
  return (place){.line = t->line, .column = t->column};
}

static carom_status fail(json_reader *r, carom_status status, place at, const char *what) {
  return json_fail(r, status, at.line, at.column, "%s%s%s", r->path, r->path_length > 0 ? ": " : "",
                   what);
}

// The syntax is known to be good, so commas and colons say nothing more.
static json_token next(json_reader *r) {
  json_token t;
  do
    t = json_next(&r->at);
  while (t.kind == JSON_COMMA || t.kind == JSON_COLON);
  return t;
}

// The text of a token at a place in the scratch, with a zero at its end.
static size_t decode(json_reader *r, const json_token *t, size_t at) {
  assert(at + t->length < r->room);
  const size_t length = json_decode(t, r->scratch + at);
  r->scratch[at + length] = '\0';
  return length;
}

static bool is_section(const json_reader *r) {
  return section_find(r->path, r->path_length) >= 0;
}

// --- Values -------------------------------------------------------------------------------------

static carom_status count_value(json_reader *r, place at) {
  if (++r->values > JSON_MOST_VALUES)
    return json_fail(r, CAROM_BAD_FILE, at.line, at.column,
                     "%s: more than %d values; allowed are at most that many", r->path,
                     (int)JSON_MOST_VALUES);
  return CAROM_OK;
}

// Sets what the path names to the text in the scratch.
static carom_status set_value(json_reader *r, place at) {
  if (count_value(r, at) != CAROM_OK)
    return r->status;
  carom_scene_position(r->scene, at.line, at.column);
  r->status = carom_scene_set(r->scene, r->path, r->scratch, r->error);
  return r->status;
}

static carom_status no_mapping(json_reader *r, place at) {
  return fail(r, CAROM_BAD_FILE, at,
              r->path_length == 0 ? "not a scene; allowed is a mapping of keys to values"
                                  : "allowed is a mapping of keys to values");
}

static carom_status walk_text(json_reader *r, const json_token *t) {
  const size_t length = decode(r, t, 0);
  if (strlen(r->scratch) != length)
    return fail(r, CAROM_BAD_VALUE, place_of(t), "contains a zero byte");
  return set_value(r, place_of(t));
}

// --- Lists --------------------------------------------------------------------------------------

// A list is passed on as text, so its words must not contain what separates them.
static bool is_list_word(const char *text, size_t length) {
  for (size_t i = 0; i < length; ++i)
    if (text[i] == '\0' || strchr("[], \t\r\n", text[i]) != NULL)
      return false;
  return length > 0;
}

static carom_status append_word(json_reader *r, const json_token *t) {
  const char *word = r->scratch + r->list_length;
  const size_t length = decode(r, t, r->list_length);
  if (!is_list_word(word, length))
    return json_fail(r, CAROM_BAD_VALUE, t->line, t->column,
                     "%s: '%.*s' in a list; allowed are numbers, words and lists", r->path,
                     (int)(length < 60 ? length : 60), word);
  r->list_length += length;
  return CAROM_OK;
}

static void append(json_reader *r, const char *text) {
  const size_t length = strlen(text);
  assert(r->list_length + length < r->room);
  memcpy(r->scratch + r->list_length, text, length + 1);
  r->list_length += length;
}

// Appends a list, whose bracket has been read, as "[a, [b, c]]".
static carom_status append_list(json_reader *r, place at, int depth) {
  if (depth > 3)
    return fail(r, CAROM_BAD_VALUE, at,
                "lists are nested too deeply; allowed are lists of numbers and of pairs");
  const char *before = "[";
  for (json_token t = next(r); t.kind != JSON_CLOSE_LIST; t = next(r)) {
    append(r, before);
    before = ", ";
    if (count_value(r, place_of(&t)) != CAROM_OK)
      return r->status;
    if (t.kind == JSON_OPEN)
      return fail(r, CAROM_BAD_VALUE, place_of(&t),
                  "a mapping in a list; allowed are numbers, words and lists");
    if (t.kind == JSON_OPEN_LIST)
      append_list(r, place_of(&t), depth + 1);
    else
      append_word(r, &t);
    if (r->status != CAROM_OK)
      return r->status;
  }
  append(r, before[0] == '[' ? "[]" : "]");
  return CAROM_OK;
}

// --- Mappings -----------------------------------------------------------------------------------

static carom_status walk(json_reader *r, const json_token *t, place key, int depth);

// Adds a key to the path.
static carom_status enter(json_reader *r, const json_token *key) {
  const size_t length = decode(r, key, 0);
  const char *name = r->scratch;
  if (memchr(name, '\0', length) != NULL)
    return fail(r, CAROM_UNKNOWN_KEY, place_of(key),
                "a key with a zero byte; allowed are plain names");
  if (r->path_length + length + 1 > PATH_LONGEST)
    return json_fail(r, CAROM_UNKNOWN_KEY, key->line, key->column,
                     "%s%sunknown key: a name of %zu characters; allowed are paths of %d", r->path,
                     r->path_length > 0 ? ": " : "", length, (int)PATH_LONGEST);
  // A dot inside a name would be taken for a path.
  if (memchr(name, '.', length) != NULL)
    return json_fail(r, CAROM_UNKNOWN_KEY, key->line, key->column,
                     "%s: unknown key; names do not contain dots, nest the keys instead", name);
  if (r->path_length > 0)
    r->path[r->path_length++] = '.';
  memcpy(r->path + r->path_length, name, length + 1);
  r->path_length += length;
  return CAROM_OK;
}

static void leave(json_reader *r, size_t path_length) {
  r->path_length = path_length;
  r->path[path_length] = '\0';
}

// A mapping whose brace has been read.
static carom_status walk_mapping(json_reader *r, place at, int depth) {
  if (json_check_keys(r) != CAROM_OK || (depth == 0 && json_follow_like(r) != CAROM_OK))
    return r->status;
  const size_t length = r->path_length;
  const char *before = r->derived ? carom_scene_get(r->scene, r->path) : NULL;
  if (before != NULL && curve_is(before)) // a value by note replaces the other as a whole
    carom_scene_remove(r->scene, r->path, NULL);
  int count = 0;
  for (json_token key = next(r); key.kind != JSON_CLOSE; key = next(r)) {
    if (enter(r, &key) != CAROM_OK)
      return r->status;
    if (depth == 0 && strcmp(r->path, "score") == 0 && r->derived)
      carom_scene_remove(r->scene, r->path, NULL); // gestures without names are not matched
    const json_token value = next(r);
    const bool like = depth == 0 && strcmp(r->path, "like") == 0;
    if (!like && walk(r, &value, place_of(&key), depth + 1) != CAROM_OK)
      return r->status;
    leave(r, length);
    ++count;
  }
  if (count == 0 && depth > 0 && !is_section(r))
    return fail(r, CAROM_MISSING, at, "is empty; keys are needed here");
  return CAROM_OK;
}

// A score may be a list; its gestures are then numbered from 1.
static carom_status walk_score(json_reader *r, int depth) {
  const size_t length = r->path_length;
  int number = 0;
  for (json_token t = next(r); t.kind != JSON_CLOSE_LIST; t = next(r)) {
    r->path_length += (size_t)snprintf(r->path + length, sizeof r->path - length, ".%d", ++number);
    if (t.kind != JSON_OPEN)
      return fail(r, CAROM_BAD_VALUE, place_of(&t),
                  "not a gesture; allowed is a mapping, {gesture: pluck, at: 0.5, ...}");
    if (walk(r, &t, place_of(&t), depth + 1) != CAROM_OK)
      return r->status;
    leave(r, length);
  }
  return CAROM_OK;
}

// What a token begins: the value of the path, whose last key is at a place.
static carom_status walk(json_reader *r, const json_token *t, place key, int depth) {
  if (depth > JSON_DEEPEST)
    return json_fail(r, CAROM_BAD_FILE, key.line, key.column,
                     "%.60s...: nested too deeply; allowed are %d levels", r->path,
                     (int)JSON_DEEPEST);
  if (t->kind == JSON_OPEN)
    return walk_mapping(r, key, depth);
  if (t->kind == JSON_OPEN_LIST && strcmp(r->path, "score") == 0)
    return walk_score(r, depth);
  if (depth > 0 && r->derived && t->kind == JSON_PLAIN && t->length == 4 && t->raw[0] == 'n') {
    carom_scene_position(r->scene, t->line, t->column);
    r->status = carom_scene_remove(r->scene, r->path, r->error); // what it is like has it
    return r->status;
  }
  if (depth == 0 || is_section(r))
    return no_mapping(r, key);
  if (t->kind != JSON_OPEN_LIST)
    return walk_text(r, t);
  r->list_length = 0;
  return append_list(r, key, 1) == CAROM_OK ? set_value(r, key) : r->status;
}

static carom_status out_of_memory(json_reader *r) {
  return json_fail(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
}

carom_status carom_scene_parse_json(carom_scene *scene, const char *name, const char *text,
                                    size_t length, carom_error *error) {
  if (scene == NULL || text == NULL)
    return error_null(error, scene == NULL ? "scene" : "text");
  json_reader r = {.scene = scene, .error = error, .name = name, .at = json_begin(text, length)};
  if (json_check(&r) != CAROM_OK)
    return r.status;
  if (carom_scene_source(scene, name) != CAROM_OK)
    return out_of_memory(&r);
  const carom_memory *memory = scene_memory(scene);
  r.scratch = memory->resize(memory->user, NULL, 0, r.room);
  if (r.scratch != NULL) {
    const json_token top = next(&r);
    carom_scene_position(scene, 1, 1);
    walk(&r, &top, place_of(&top), 0);
    memory->resize(memory->user, r.scratch, r.room, 0);
  } else {
    out_of_memory(&r);
  }
  carom_scene_source(scene, NULL); // what is set from now on is not from this text
  return r.status;
}
