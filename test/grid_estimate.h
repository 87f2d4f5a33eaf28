// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Natural frequencies by finite differences alone: those of grids of spacings h, h/2 and h/3,
// without the error of time, extrapolated to h = 0 as a polynomial in h^2.

#ifndef CAROM_GRID_ESTIMATE_H
#define CAROM_GRID_ESTIMATE_H

#include "bodies/grid_modes.h"
#include "model/model.h"

/// Of a body on a grid, Hz, rigid motion first; returns how many were found.
static inline int grid_estimate(const carom_memory *memory, const model_body *b, int count,
                                double *frequency) {
  // Lagrange's polynomial through the values at h^2 = 1, 1/4 and 1/9, at 0.
  static const double weight[] = {1 / 24.0, -16 / 15.0, 81 / 40.0};
  int found = count;
  for (int i = 0; i < count; ++i)
    frequency[i] = 0;
  for (int g = 0; g < 3; ++g) {
    grid_mode modes[GRID_MODES_MAX];
    model_body fine = *b;
    const int times = g + 1;
    fine.nx *= times;
    fine.ny *= times;
    fine.h /= times;
    fine.hy /= times;
    fine.node_mass /= body_is_plate(b) ? (double)times * times : times;
    // A step that would be unstable there, but only its operator is used.
    const int now = grid_modes_find(memory, &fine, 1, count, modes, NULL);
    found = now < found ? now : found;
    for (int i = 0; i < found; ++i)
      frequency[i] += weight[g] * modes[i].spatial;
  }
  return found;
}

#endif
