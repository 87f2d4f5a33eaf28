// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A tree of JSON. Its tokens are counted first, so that all nodes lie in one block.

#include "io/json_tree.h"

#include "io/heap.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST_TREE = 32 };

typedef struct {
  json_cursor at;
  json_tree *tree;
} tree_reader;

// How many values a text has at most.
static size_t count_values(const char *text, size_t length) {
  json_cursor cursor = json_begin(text, length);
  size_t count = 0;
  for (;;) {
    const json_token t = json_next(&cursor);
    if (t.kind == JSON_END || t.kind == JSON_WRONG)
      return count;
    count += t.kind == JSON_OPEN || t.kind == JSON_OPEN_LIST || t.kind == JSON_STRING ||
             t.kind == JSON_PLAIN;
  }
}

// In its place: decoded it is not longer.
static const char *decode(const json_token *t, size_t *length) {
  char *text = (char *)t->raw;
  *length = json_decode(t, text);
  return text;
}

static json_node *read_value(tree_reader *r, const json_token *t, int depth);

// A key and the colon behind it.
static bool read_key(tree_reader *r, const json_token *t, const char **key, size_t *length) {
  if (t->kind != JSON_STRING || t->length > UINT_MAX)
    return false;
  const json_token name = *t;
  if (json_next(&r->at).kind != JSON_COLON)
    return false;
  *key = decode(&name, length);
  return true;
}

// What stands between the brackets of a list or mapping.
static bool read_inside(tree_reader *r, json_node *into, int depth) {
  const bool mapping = into->kind == JSON_OPEN;
  const json_kind close = mapping ? JSON_CLOSE : JSON_CLOSE_LIST;
  json_node **link = &into->first;
  json_token t = json_next(&r->at);
  while (t.kind != close || into->count > 0) {
    const char *key = NULL;
    size_t key_length = 0;
    if (mapping) {
      if (!read_key(r, &t, &key, &key_length))
        return false;
      t = json_next(&r->at);
    }
    json_node *value = read_value(r, &t, depth + 1);
    if (value == NULL)
      return false;
    value->key = key;
    value->key_length = (unsigned)key_length;
    *link = value;
    link = &value->next;
    ++into->count;
    t = json_next(&r->at);
    if (t.kind == close)
      break;
    if (t.kind != JSON_COMMA)
      return false;
    t = json_next(&r->at);
  }
  return true;
}

// The value that a token begins; NULL if it is none.
static json_node *read_value(tree_reader *r, const json_token *t, int depth) {
  const bool opens = t->kind == JSON_OPEN || t->kind == JSON_OPEN_LIST;
  if ((!opens && t->kind != JSON_STRING && t->kind != JSON_PLAIN) || depth > DEEPEST_TREE)
    return NULL;
  json_node *node = &r->tree->node[r->tree->count++];
  *node = (json_node){.kind = t->kind};
  if (!opens)
    node->text = decode(t, &node->length);
  return !opens || read_inside(r, node, depth) ? node : NULL;
}

bool json_tree_read(json_tree *tree, char *text, size_t length) {
  const size_t capacity = count_values(text, length);
  *tree = (json_tree){.node = heap_take(capacity + 1, sizeof *tree->node)};
  if (tree->node == NULL)
    return false;
  tree_reader r = {.at = json_begin(text, length), .tree = tree};
  const json_token first = json_next(&r.at);
  if (read_value(&r, &first, 0) != NULL && json_next(&r.at).kind == JSON_END)
    return true;
  json_tree_free(tree);
  errno = EINVAL;
  return false;
}

void json_tree_free(json_tree *tree) {
  free(tree->node);
  *tree = (json_tree){0};
}

json_node *json_tree_root(const json_tree *tree) {
  return tree->count > 0 && tree->node[0].kind == JSON_OPEN ? &tree->node[0] : NULL;
}

// --- Finding ------------------------------------------------------------------------------------

static bool is_called(const json_node *node, const char *name, size_t length) {
  return node->key_length == length && memcmp(node->key, name, length) == 0;
}

// From the one behind that found last to the end, then from the first on.
static json_node *find_name(json_node *in, const char *name, size_t length) {
  json_node *start = in->found != NULL ? in->found->next : NULL;
  for (json_node *n = start; n != NULL; n = n->next)
    if (is_called(n, name, length))
      return in->found = n;
  for (json_node *n = in->first; n != start && n != NULL; n = n->next)
    if (is_called(n, name, length))
      return in->found = n;
  return NULL;
}

static json_node *find_step(json_node *in, const char *name, size_t length) {
  if (in->kind == JSON_OPEN)
    return find_name(in, name, length);
  json_node *n = in->kind == JSON_OPEN_LIST ? in->first : NULL;
  for (long i = strtol(name, NULL, 10); n != NULL && i > 0; --i)
    n = n->next;
  return n;
}

json_node *json_find(json_node *node, const char *path) {
  for (const char *step = path; node != NULL && *step != '\0';) {
    const size_t length = strcspn(step, "/");
    node = find_step(node, step, length);
    step += length + (step[length] == '/');
  }
  return node;
}

json_node *json_first_of_list(const json_node *node) {
  return node != NULL && node->kind == JSON_OPEN_LIST ? node->first : NULL;
}

json_node *json_first_of_mapping(const json_node *node) {
  return node != NULL && node->kind == JSON_OPEN ? node->first : NULL;
}
