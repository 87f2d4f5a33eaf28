// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Values of a summary, by paths below a node.

#ifndef CAROM_RESULTS_NODES_H
#define CAROM_RESULTS_NODES_H

#include "base/parse_double.h"
#include "io/json_tree.h"
#include "io/results.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The text of a value; an empty one if there is none.
static inline void read_text(json_node *node, const char *path, char *text, size_t size) {
  const json_node *found = json_find(node, path);
  const size_t length = found != NULL && found->length < size ? found->length : size - 1;
  if (found == NULL || found->text == NULL)
    text[0] = '\0';
  else
    snprintf(text, size, "%.*s", (int)length, found->text);
}

/// 0 if there is none.
static inline double read_number(json_node *node, const char *path) {
  const json_node *found = json_find(node, path);
  double number = 0;
  if (found != NULL && found->text != NULL)
    parse_double(found->text, found->length, &number);
  return number;
}

/// For the precision of a key in a format.
static inline int key_width(const json_node *node) {
  return node->key_length < 200 ? (int)node->key_length : 200;
}

/// The gestures of the score (results_score.c); false if memory is out.
bool read_gestures(results *r, json_node *root);

/// What can be drawn of linkages (results_links.c); false if memory is out.
bool read_links(results *r, json_node *root);

#endif
