// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A YAML document walked node by node: mappings become paths, scalars and lists their values.

#include "io/load.h"

#include <stdlib.h>
#include <string.h>

void position_mark(position *at, struct fy_node *node) {
  struct fy_token *token = fy_node_get_scalar_token(node);
  const struct fy_mark *start = token != NULL ? fy_token_start_mark(token) : NULL;
  if (start != NULL) {
    at->line = start->line + 1;
    at->column = start->column + 1;
  }
}

static carom_status too_many_values(scene_reader *r, const position *at) {
  return reader_fail(r, CAROM_BAD_FILE, at->line, at->column,
                     "%s: more than %d values; allowed are at most that many", at->path,
                     (int)MOST_VALUES);
}

static carom_status set_value(scene_reader *r, const position *at, const char *text) {
  if (++r->values > MOST_VALUES)
    return too_many_values(r, at);
  carom_scene_position(r->scene, at->line, at->column);
  r->status = carom_scene_set(r->scene, at->path, text, r->error);
  return r->status;
}

static bool append_text(scene_reader *r, const char *text, size_t length) {
  if (r->list_length + length + 1 > r->list_capacity) {
    const size_t capacity = 2 * (r->list_length + length + 64);
    char *wider = realloc(r->list, capacity);
    if (wider == NULL)
      return false;
    r->list = wider;
    r->list_capacity = capacity;
  }
  memcpy(r->list + r->list_length, text, length);
  r->list_length += length;
  r->list[r->list_length] = '\0';
  return true;
}

// A list is passed on as text, so its words must not contain what separates them.
static bool is_list_word(const char *text, size_t length) {
  for (size_t i = 0; i < length; ++i)
    if (text[i] == '\0' || strchr("[], \t\r\n", text[i]) != NULL)
      return false;
  return length > 0;
}

struct fy_node *reader_resolve_alias(struct fy_node *node) {
  for (int i = 0; node != NULL && fy_node_is_alias(node) && i < DEEPEST; ++i)
    node = fy_node_resolve_alias(node);
  return node;
}

// Appends a sequence as "[a, [b, c]]".
static carom_status append_list(scene_reader *r, struct fy_node *node, const position *at,
                                int depth) {
  if (depth > 3)
    return reader_fail(r, CAROM_BAD_VALUE, at->line, at->column,
                       "%s: lists are nested too deeply; allowed are lists of numbers and of pairs",
                       at->path);
  bool good = append_text(r, "[", 1);
  const char *comma = "";
  void *iterator = NULL;
  struct fy_node *element = NULL;
  while (good && (element = fy_node_sequence_iterate(node, &iterator)) != NULL) {
    element = reader_resolve_alias(element);
    good = append_text(r, comma, strlen(comma));
    comma = ", ";
    if (++r->values > MOST_VALUES)
      return too_many_values(r, at);
    if (element != NULL && fy_node_is_sequence(element)) {
      if (append_list(r, element, at, depth + 1) != CAROM_OK)
        return r->status;
    } else if (element != NULL && fy_node_is_scalar(element)) {
      size_t length = 0;
      const char *text = fy_node_get_scalar(element, &length);
      if (text == NULL || !is_list_word(text, length))
        return reader_fail(r, CAROM_BAD_VALUE, at->line, at->column,
                           "%s: '%.*s' in a list; allowed are numbers, words and lists", at->path,
                           (int)(length < 60 ? length : 60), text != NULL ? text : "");
      good = good && append_text(r, text, length);
    } else {
      return reader_fail(r, CAROM_BAD_VALUE, at->line, at->column,
                         "%s: a mapping in a list; allowed are numbers, words and lists", at->path);
    }
  }
  good = good && append_text(r, "]", 1);
  return good ? CAROM_OK : reader_fail(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
}

static carom_status walk_pair(scene_reader *r, struct fy_node_pair *pair, const position *at) {
  struct fy_node *key = fy_node_pair_key(pair);
  size_t length = 0;
  const char *name =
      key != NULL && fy_node_is_scalar(key) ? fy_node_get_scalar(key, &length) : NULL;
  position inner = *at;
  inner.depth = at->depth + 1;
  if (key != NULL)
    position_mark(&inner, key);
  if (name == NULL)
    return reader_fail(r, CAROM_BAD_FILE, inner.line > 0 ? inner.line : 1,
                       inner.column > 0 ? inner.column : 1,
                       "%s: a key that is not a word; allowed are plain names", at->path);
  if (memchr(name, '\0', length) != NULL)
    return reader_fail(r, CAROM_UNKNOWN_KEY, inner.line, inner.column,
                       "%s: a key with a zero byte; allowed are plain names", at->path);
  if (at->length + length + 1 > LONGEST_PATH)
    return reader_fail(r, CAROM_UNKNOWN_KEY, inner.line, inner.column,
                       "%s: unknown key: a name of %zu characters", at->path, length);
  // A dot inside a name would be taken for a path.
  if (memchr(name, '.', length) != NULL)
    return reader_fail(r, CAROM_UNKNOWN_KEY, inner.line, inner.column,
                       "%.*s: unknown key; names do not contain dots, nest the keys instead",
                       (int)length, name);
  if (r->derived && at->depth == 0 && length == 5 && memcmp(name, "score", 5) == 0)
    carom_scene_remove(r->scene, "score", NULL); // gestures without names are not matched
  if (at->length > 0)
    inner.path[inner.length++] = '.';
  memcpy(inner.path + inner.length, name, length);
  inner.length += length;
  inner.path[inner.length] = '\0';
  return reader_walk(r, fy_node_pair_value(pair), &inner);
}

static bool is_section(const char *path) {
  for (int i = 0; i < carom_section_count(); ++i)
    if (strcmp(path, carom_section_at(i)) == 0)
      return true;
  return false;
}

static carom_status walk_mapping(scene_reader *r, struct fy_node *node, const position *at) {
  if (reader_check_duplicates(r, node, at) != CAROM_OK)
    return r->status;
  if (at->depth == 0 && reader_follow_like(r, node) != CAROM_OK)
    return r->status;
  const char *before = r->derived ? carom_scene_get(r->scene, at->path) : NULL;
  if (before != NULL && before[0] == '{') // a value by note replaces the other as a whole
    carom_scene_remove(r->scene, at->path, NULL);
  void *iterator = NULL;
  struct fy_node_pair *pair = NULL;
  int count = 0;
  while ((pair = fy_node_mapping_iterate(node, &iterator)) != NULL) {
    ++count;
    if (at->depth == 0 && pair == fy_node_mapping_lookup_pair_by_string(node, "like", FY_NT))
      continue;
    if (walk_pair(r, pair, at) != CAROM_OK)
      return r->status;
  }
  if (count == 0 && at->depth > 0 && !is_section(at->path))
    return reader_fail(r, CAROM_MISSING, at->line, at->column, "%s: is empty; keys are needed here",
                       at->path);
  return CAROM_OK;
}

static carom_status walk_scalar(scene_reader *r, struct fy_node *node, position at) {
  size_t length = 0;
  const char *text = fy_node_get_scalar(node, &length);
  const bool quoted = fy_node_get_style(node) != FYNS_PLAIN;
  if (text == NULL || (length == 0 && !quoted)) {
    if (is_section(at.path))
      return CAROM_OK;
    if (at.depth == 0)
      return reader_fail(r, CAROM_BAD_FILE, 1, 1, "empty; allowed is a scene file");
    return reader_fail(r, CAROM_BAD_VALUE, at.line, at.column, "%s: has no value", at.path);
  }
  if (at.depth > 0 && r->derived && !quoted &&
      ((length == 1 && text[0] == '~') || (length == 4 && memcmp(text, "null", 4) == 0))) {
    position_mark(&at, node);
    carom_scene_position(r->scene, at.line, at.column);
    r->status = carom_scene_remove(r->scene, at.path, r->error); // what it is like has it
    return r->status;
  }
  if (is_section(at.path) || at.depth == 0)
    return reader_fail(r, CAROM_BAD_FILE, at.line > 0 ? at.line : 1, at.column > 0 ? at.column : 1,
                       "%s%sallowed is a mapping of keys to values", at.path,
                       at.depth == 0 ? "not a scene; " : ": ");
  position_mark(&at, node);
  char *copy = malloc(length + 1);
  if (copy == NULL)
    return reader_fail(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
  memcpy(copy, text, length);
  copy[length] = '\0';
  if (strlen(copy) != length)
    reader_fail(r, CAROM_BAD_VALUE, at.line, at.column, "%s: contains a zero byte", at.path);
  else
    set_value(r, &at, copy);
  free(copy);
  return r->status;
}

// A score may be a list; its gestures are then numbered from 1.
static carom_status walk_score(scene_reader *r, struct fy_node *node, const position *at) {
  void *iterator = NULL;
  struct fy_node *gesture = NULL;
  int number = 0;
  while ((gesture = fy_node_sequence_iterate(node, &iterator)) != NULL) {
    position inner = *at;
    inner.depth = at->depth + 1;
    position_mark(&inner, gesture);
    inner.length += (size_t)snprintf(inner.path + inner.length, sizeof inner.path - inner.length,
                                     ".%d", ++number);
    if (!fy_node_is_mapping(reader_resolve_alias(gesture)))
      return reader_fail(r, CAROM_BAD_VALUE, inner.line, inner.column,
                         "%s: not a gesture; allowed is a mapping, {gesture: pluck, at: 0.5, ...}",
                         inner.path);
    if (reader_walk(r, gesture, &inner) != CAROM_OK)
      return r->status;
  }
  return CAROM_OK;
}

carom_status reader_walk(scene_reader *r, struct fy_node *node, const position *at) {
  if (at->depth > DEEPEST)
    return reader_fail(
        r, CAROM_BAD_FILE, at->line, at->column,
        "%.60s...: nested too deeply, or an alias that contains itself; allowed are %d "
        "levels",
        at->path, (int)DEEPEST);
  const bool alias = node != NULL && fy_node_is_alias(node);
  node = reader_resolve_alias(node);
  if (node == NULL && alias)
    return reader_fail(r, CAROM_BAD_VALUE, at->line, at->column,
                       "%s: an alias of nothing; allowed is the name of an anchor above it",
                       at->path);
  if (node == NULL)
    return is_section(at->path) ? CAROM_OK
                                : reader_fail(r, CAROM_BAD_VALUE, at->line, at->column,
                                              "%s: has no value", at->path);
  if (fy_node_is_mapping(node))
    return walk_mapping(r, node, at);
  if (fy_node_is_scalar(node))
    return walk_scalar(r, node, *at);
  if (strcmp(at->path, "score") == 0)
    return walk_score(r, node, at);
  if (at->depth == 0 || is_section(at->path))
    return reader_fail(r, CAROM_BAD_FILE, at->line > 0 ? at->line : 1,
                       at->column > 0 ? at->column : 1,
                       "%s%sallowed is a mapping of keys to values", at->path,
                       at->depth == 0 ? "not a scene; " : ": ");
  r->list_length = 0;
  if (append_list(r, node, at, 1) != CAROM_OK)
    return r->status;
  return set_value(r, at, r->list);
}
