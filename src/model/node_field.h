// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Values at the nodes of a model. All are doubles, or, in single precision, those of masses alone,
// which are the first nodes: grids have floats then. What reads or writes single nodes does it
// here.

#ifndef CAROM_NODE_FIELD_H
#define CAROM_NODE_FIELD_H

#include <limits.h>
#include <stdbool.h>

typedef struct {
  double *wide;  // nodes below `wide_end`
  float *narrow; // the others, counted from the first node of all
  int wide_end;
} node_field;

/// A field of doubles only.
static inline node_field wide_field(double *values) {
  return (node_field){.wide = values, .wide_end = INT_MAX};
}

static inline bool field_is_wide(node_field f) {
  return f.wide_end == INT_MAX;
}

// NOLINTBEGIN(clang-analyzer-core.NullDereference): where narrow is NULL all nodes are wide
static inline double node_value(node_field f, int node) {
  return node < f.wide_end ? f.wide[node] : (double)f.narrow[node];
}

static inline void node_set(node_field f, int node, double value) {
  if (node < f.wide_end)
    f.wide[node] = value;
  else
    f.narrow[node] = (float)value;
}

static inline void node_add(node_field f, int node, double more) {
  if (node < f.wide_end)
    f.wide[node] += more;
  else
    f.narrow[node] = (float)((double)f.narrow[node] + more);
}

// NOLINTEND(clang-analyzer-core.NullDereference)

/// Nodes from `first` up to `end`, from an array of doubles or into one.
static inline void nodes_put(node_field f, int first, int end, const double *values) {
  for (int i = first; i < end; ++i)
    node_set(f, i, values[i]);
}

static inline void nodes_get(node_field f, int first, int end, double *values) {
  for (int i = first; i < end; ++i)
    values[i] = node_value(f, i);
}

#endif
