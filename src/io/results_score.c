// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The gestures of a run's score, read back from its summary.

#include "io/results_nodes.h"

#include <math.h>

enum { MOST_GESTURES = 1000 };

bool read_gestures(results *r, struct fy_node *root) {
  struct fy_node *score = find_node(root, "/scene/score");
  if (score == NULL || !fy_node_is_mapping(score))
    return true;
  const int count = fy_node_mapping_item_count(score);
  r->gesture =
      calloc((size_t)(count < MOST_GESTURES ? count : MOST_GESTURES) + 1, sizeof *r->gesture);
  void *iterator = NULL;
  struct fy_node_pair *pair = NULL;
  while (r->gesture != NULL && r->gestures < MOST_GESTURES &&
         (pair = fy_node_mapping_iterate(score, &iterator)) != NULL) {
    struct fy_node *node = fy_node_pair_value(pair);
    result_gesture *g = &r->gesture[r->gestures];
    read_text(node, "gesture", g->name, sizeof g->name);
    g->at = read_number(node, "at");
    r->gestures += g->name[0] != '\0' && isfinite(g->at);
  }
  return r->gesture != NULL;
}
