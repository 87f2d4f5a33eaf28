// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Values of a summary, by paths below a node.

#ifndef CAROM_RESULTS_NODES_H
#define CAROM_RESULTS_NODES_H

#include "io/results.h"
#include <libfyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// NULL if there is none; an empty text and 0 likewise.
static inline struct fy_node *find_node(struct fy_node *node, const char *path) {
  return node != NULL ? fy_node_by_path(node, path, strlen(path), FYNWF_DONT_FOLLOW) : NULL;
}

static inline void read_text(struct fy_node *node, const char *path, char *text, size_t size) {
  struct fy_node *found = find_node(node, path);
  size_t length = 0;
  const char *scalar =
      found != NULL && fy_node_is_scalar(found) ? fy_node_get_scalar(found, &length) : NULL;
  snprintf(text, size, "%.*s", (int)length, scalar != NULL ? scalar : "");
}

static inline double read_number(struct fy_node *node, const char *path) {
  char text[64];
  read_text(node, path, text, sizeof text);
  return strtod(text, NULL);
}

/// The gestures of the score (results_score.c); false if memory is out.
bool read_gestures(results *r, struct fy_node *root);

/// What can be drawn of linkages (results_links.c); false if memory is out.
bool read_links(results *r, struct fy_node *root);

#endif
