// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Points between nodes: the weights that read them and spread forces.

#ifndef CAROM_INTERPOLATE_H
#define CAROM_INTERPOLATE_H

#include "model/model.h"

/// Orders of interpolation over six nodes, exact for cubics: of outputs, forces and collisions at a
/// point, with squares of the weights that add up to at least 0.9; of collisions on plates, to 1.
enum { UNIT_ORDER = 5, PLATE_ORDER = 6, AXIS_MOST = 6 };

/// Weights along one side of a body; nodes count from its first.
typedef struct {
  int count;
  int node[AXIS_MOST];
  double weight[AXIS_MOST];
} axis;

/// The weights of a point x, a fraction of n intervals; with `slope` those of h times the
/// derivative.
axis axis_weights(double x, int n, const word_index ends[2], int order, bool slope);

#endif
