// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The inner loops of lines (line.c), in the precision of the source that includes them.

#ifndef CAROM_LINE_KERNEL_H
#define CAROM_LINE_KERNEL_H

#include "base/kernel.h"
#include "bodies/grid.h"

// The sweep of a step takes columns before this one, which is that before the last end's neighbour:
// their nodes all move, but for the first end. 0 where there are too few columns.
INLINE int sweep_end(const model_body *b) {
  const int column = b->grid.last / BLOCK * BLOCK;
  return b->grid.last % BLOCK == BLOCK - 1 && column >= 3 * BLOCK ? column - BLOCK : 0;
}

/// w at both ends.
typedef struct {
  double first, last;
} end_values;

INLINE end_values w_of_ends(const model_body *b, const step_coefficients *a, const real *u,
                            const real *du) {
  const grid_layout *g = &b->grid;
  const double beside[2] = {(double)u[g->second], (double)u[g->last_but_one]};
  const double moved[2] = {(double)du[0], (double)du[g->last]};
  return (end_values){.first = b->ends[0] == END_CLAMPED ? -a->bending * (2 * beside[0])
                                                         : a->internal_loss * moved[0],
                      .last = b->ends[1] == END_CLAMPED ? -a->bending * (2 * beside[1])
                                                        : a->internal_loss * moved[1]};
}

// A free end, whose neighbour has w = beside; before the step.
INLINE double step_of_end(const step_coefficients *a, double du, double w, double beside) {
  return du + (2 * (beside - w) - a->loss * du);
}

INLINE void set_end(double u, double step, real *to_u, real *next) {
  *to_u = (real)(u + step);
  *next = (real)step;
}

// Ends count half in |du|^2 if they are free, and are zero otherwise. The left one also has a
// difference to its right.
INLINE body_sums sums_of_ends(const model_body *b, const real *u, const real *du,
                              const real *former) {
  const grid_layout at = b->grid;
  const double first[3] = {(double)u[0], (double)du[0], (double)former[0]};
  const double second[3] = {(double)u[at.second], (double)du[at.second], (double)former[at.second]};
  const double inner[2] = {(double)u[at.last_but_one], (double)du[at.last_but_one]};
  const double last[2] = {(double)du[at.last], (double)former[at.last]};
  const double slope = second[0] - first[0];
  const double change = second[1] - first[1];
  body_sums sum = {.du_du = (first[1] * first[1] + last[0] * last[0]) / 2,
                   .grad_grad = slope * (slope - change),
                   .grad_du = change * change,
                   .du_former = (first[2] * first[1] + last[1] * last[0]) / 2,
                   .grad_former = (second[2] - first[2]) * change};
  if (b->ends[0] == END_CLAMPED)
    sum.lap_lap += 2 * second[0] * (second[0] - second[1]);
  if (b->ends[1] == END_CLAMPED)
    sum.lap_lap += 2 * inner[0] * (inner[0] - inner[1]);
  return sum;
}

#define LOOPS "bodies/line_loops.h"
#include "base/variants.h"

static void line_step(const model_body *b, const row_places *p, const step_coefficients *a, real *u,
                      const real *du, real *next, real *scratch) {
  BEST_OF_REAL(step, b, p, a, u, du, next, scratch)
}

#endif
