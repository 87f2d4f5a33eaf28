// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The keys of a mapping of JSON before its values are read: those that occur twice, and `like`.

#include "scene/json.h"

#include <string.h>

// The next key of a mapping, its value skipped; false at the mapping's end.
static bool next_key(json_cursor *at, json_token *key) {
  do
    *key = json_next(at);
  while (key->kind == JSON_COMMA);
  if (key->kind != JSON_STRING)
    return false;
  json_next(at); // the colon
  int depth = 0;
  do {
    const json_kind kind = json_next(at).kind;
    depth += (kind == JSON_OPEN || kind == JSON_OPEN_LIST) -
             (kind == JSON_CLOSE || kind == JSON_CLOSE_LIST);
  } while (depth > 0);
  return true;
}

static json_token token_of(const json_reader *r, json_key key) {
  return (json_token){.kind = JSON_STRING, .raw = r->at.text + key.start, .length = key.length};
}

// By their texts; keys of the same text in the order of the text.
static bool before(const json_reader *r, json_key a, json_key b) {
  const json_token x = token_of(r, a);
  const json_token y = token_of(r, b);
  const int order = json_compare(&x, &y);
  return order != 0 ? order < 0 : a.start < b.start;
}

// --- Heap sort, in place, fast whatever the keys are --------------------------------------------

static void sift_down(const json_reader *r, json_key *keys, size_t at, size_t count) {
  for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && before(r, keys[child], keys[child + 1]))
      ++child;
    if (!before(r, keys[at], keys[child]))
      return;
    const json_key moved = keys[at];
    keys[at] = keys[child];
    keys[child] = moved;
    at = child;
  }
}

static void sort(const json_reader *r, json_key *keys, size_t count) {
  for (size_t i = count / 2; i > 0; --i)
    sift_down(r, keys, i - 1, count);
  for (size_t end = count; end > 1; --end) {
    const json_key largest = keys[0];
    keys[0] = keys[end - 1];
    keys[end - 1] = largest;
    sift_down(r, keys, 0, end - 1);
  }
}

// --- Checks -------------------------------------------------------------------------------------

// The first in the text of those that come again; NULL if there is none.
static const json_key *find_second(const json_reader *r, const json_key *keys, size_t count) {
  const json_key *second = NULL;
  for (size_t i = 1; i < count; ++i) {
    const json_token a = token_of(r, keys[i - 1]);
    const json_token b = token_of(r, keys[i]);
    if ((second == NULL || keys[i].start < second->start) && json_compare(&a, &b) == 0)
      second = &keys[i];
  }
  return second;
}

carom_status json_check_keys(json_reader *r) {
  json_key *keys = (json_key *)(void *)r->scratch;
  size_t count = 0;
  json_token key;
  for (json_cursor at = r->at; next_key(&at, &key); ++count)
    keys[count] =
        (json_key){.start = (unsigned)(key.raw - r->at.text), .length = (unsigned)key.length};
  sort(r, keys, count);
  const json_key *second = find_second(r, keys, count);
  if (second == NULL)
    return CAROM_OK;
  const char *raw = r->at.text + second->start;
  for (json_cursor at = r->at; next_key(&at, &key) && key.raw != raw;)
    continue;
  const size_t length = json_decode(&key, r->scratch);
  return json_fail(r, CAROM_DUPLICATE, key.line, key.column,
                   "%s%s%.*s: given twice; allowed is once", r->path, r->path_length > 0 ? "." : "",
                   (int)(length < 60 ? length : 60), r->scratch);
}

// The name is none: these are.
static carom_status refuse_like(json_reader *r, const json_token *value, const char *name) {
  char names[1000];
  sentence all = sentence_in(names, sizeof names);
  for (int i = 0; i < carom_builtin_count(); ++i)
    sentence_add(&all, "%s%s", i > 0 ? ", " : "", carom_builtin_name(i));
  return json_fail(r, CAROM_BAD_REFERENCE, value->line, value->column,
                   "like: there is no built-in scene '%.60s'; allowed are %s", name, names);
}

carom_status json_follow_like(json_reader *r) {
  const json_token like = {.kind = JSON_STRING, .raw = "like", .length = 4};
  json_token key;
  for (json_cursor at = r->at; next_key(&at, &key);) {
    if (json_compare(&key, &like) != 0)
      continue;
    json_cursor behind = r->at;
    json_skip_to(&behind, (size_t)(key.raw + key.length + 1 - r->at.text));
    json_next(&behind); // the colon
    const json_token value = json_next(&behind);
    const bool word = value.kind == JSON_STRING || value.kind == JSON_PLAIN;
    r->scratch[word ? json_decode(&value, r->scratch) : 0] = '\0';
    const int index = carom_builtin_find(r->scratch);
    if (index < 0)
      return refuse_like(r, &value, r->scratch);
    const char *json = carom_builtin_json(index);
    r->derived = true;
    r->status =
        carom_scene_parse_json(r->scene, carom_builtin_name(index), json, strlen(json), r->error);
    if (r->status == CAROM_OK && carom_scene_source(r->scene, r->name) != CAROM_OK)
      return json_fail(r, CAROM_NO_MEMORY, 0, 0, "out of memory");
    return r->status;
  }
  return CAROM_OK;
}
