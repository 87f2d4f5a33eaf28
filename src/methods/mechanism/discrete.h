// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Differences of functions of the coordinates over a step (theory 16.8). A difference of
// f(q) knows f at both ends of the step and a gradient g, the discrete one, with
//
//   g . (q1 - q0) = f(q1) - f(q0)          up to rounding,
//
// which becomes the gradient of f where q1 = q0. Sums, products, sine and cosine of differences
// have differences in closed form, so that whatever is made of them keeps the identity.

#ifndef CAROM_DISCRETE_H
#define CAROM_DISCRETE_H

/// Coordinates that a mechanism may have.
enum { MAX_COORDINATES = 24 };

typedef struct {
  double at[2]; // at the beginning and at the end
  double g[MAX_COORDINATES];
} difference;

static inline void difference_constant(difference *to, int n, double value) {
  to->at[0] = to->at[1] = value;
  for (int i = 0; i < n; ++i)
    to->g[i] = 0;
}

#endif
