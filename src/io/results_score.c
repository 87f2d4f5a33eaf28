// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The gestures of a run's score, read back from its summary.

#include "io/results_nodes.h"

#include "io/heap.h"
#include <math.h>

enum { MAX_GESTURES = 1000 };

bool read_gestures(results *r, json_node *root) {
  const json_node *score = json_find(root, "scene/score");
  json_node *node = json_first_of_mapping(score);
  if (node == NULL)
    return true;
  const int count = score->count < MAX_GESTURES ? score->count : MAX_GESTURES;
  r->gesture = heap_take((size_t)count + 1, sizeof *r->gesture);
  for (; r->gesture != NULL && r->gestures < count && node != NULL; node = node->next) {
    result_gesture *g = &r->gesture[r->gestures];
    read_text(node, "gesture", g->name, sizeof g->name);
    g->at = read_number(node, "at");
    r->gestures += g->name[0] != '\0' && isfinite(g->at);
  }
  return r->gesture != NULL;
}
