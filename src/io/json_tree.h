// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A text in JSON as a tree, in a time and memory that grow with its length alone, whatever it says.

#ifndef CAROM_JSON_TREE_H
#define CAROM_JSON_TREE_H

#include "base/json_lex.h"
#include <stdbool.h>

typedef struct json_node json_node;
struct json_node {
  json_kind kind;          // of its first token
  unsigned key_length;     // in a mapping
  const char *key, *text;  // decoded, without a zero at the end; the text of a value that is one
  size_t length;           // of that text
  int count;               // of a list or mapping
  json_node *first, *next; // below it, beside it
  json_node *found;        // the one below it that was found last: the next is likely asked next
};

typedef struct {
  json_node *node; // in the order of the text
  size_t count;
} json_tree;

/// Makes a tree of a text, which it changes and points into; false if that is no JSON, nests too
/// deeply or memory is out, with errno.
bool json_tree_read(json_tree *tree, char *text, size_t length);
void json_tree_free(json_tree *tree);

/// The root; NULL unless that is a mapping.
json_node *json_tree_root(const json_tree *tree);

/// What a path such as "scene/title" or "points/0" leads to; NULL if there is nothing.
json_node *json_find(json_node *node, const char *path);

/// The first value of a list, or of a mapping; NULL if it is none.
json_node *json_first_of_list(const json_node *node);
json_node *json_first_of_mapping(const json_node *node);

#endif
