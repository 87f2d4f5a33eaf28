// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The inner loops of lines (line.c), in the precision of the source that includes them.

#ifndef CAROM_LINE_KERNEL_H
#define CAROM_LINE_KERNEL_H

#include "base/kernel.h"
#include "bodies/grid.h"

// --- Ends ---------------------------------------------------------------------------------------

/// A free end and its neighbour: displacements before a step, and their increments.
typedef struct {
  double u, u_beside, step, step_beside;
} line_end;

typedef struct {
  line_end end[2];
} line_ends;

INLINE int place_of_end(const model_body *b, int side) {
  return side == 0 ? 0 : b->grid.last;
}

INLINE int place_beside(const model_body *b, int side) {
  return side == 0 ? b->grid.second : b->grid.last_but_one;
}

// Lap u at a clamped end in terms of u beside it: 2, or less what gives the end its place (theory
// 1.44).
INLINE double clamp_of(const model_body *b) {
  return 2 - b->grid.clamp_lost;
}

// w at an end.
INLINE double w_of_end(const model_body *b, const step_coefficients *a, int side, const real *u,
                       const real *du) {
  return b->ends[side] == END_CLAMPED
             ? -a->bending * (clamp_of(b) * (double)u[place_beside(b, side)])
             : a->internal_loss * (double)du[place_of_end(b, side)];
}

// w at a node.
static double w_at(const model_body *b, const step_coefficients *a, int node, const real *u,
                   const real *du) {
  if (node == 0 || node == b->nx)
    return w_of_end(b, a, node != 0, u, du);
  const int at = node_at(b, node, 0) - b->first;
  const double here = (double)u[at];
  const double ahead = (double)u[node_at(b, node + 1, 0) - b->first] - here;
  const double lap = ahead - (here - (double)u[node_at(b, node - 1, 0) - b->first]);
  return a->tension * here + a->internal_loss * (double)du[at] - a->bending * lap;
}

// Near a free end, of which the loops know nothing.
static line_end free_end(const model_body *b, const step_coefficients *a, int side, const real *u,
                         const real *du) {
  const double old = (double)du[place_of_end(b, side)];
  const double old_beside = (double)du[place_beside(b, side)];
  double w[3];
  for (int i = 0; i < 3; ++i)
    w[i] = w_at(b, a, side == 0 ? i : b->nx - i, u, du);
  return (line_end){.u = (double)u[place_of_end(b, side)],
                    .u_beside = (double)u[place_beside(b, side)],
                    .step = old + (2 * (w[1] - w[0]) - a->loss * old),
                    .step_beside =
                        old_beside + (((w[2] - w[1]) - (w[1] - w[0])) - a->loss * old_beside)};
}

INLINE bool has_free_end(const model_body *b) {
  return b->ends[0] == END_FREE || b->ends[1] == END_FREE;
}

// Of padding no more than two places can be reached in a step.
INLINE void clear_padding(const model_body *b, real *u, real *next) {
  int place = b->grid.last;
  for (int i = 0; i < 2 && place != b->grid.stride - 1; ++i) {
    place = place + BLOCK < b->grid.stride ? place + BLOCK : place % BLOCK + 1;
    u[place] = next[place] = 0;
  }
}

// The loops take an end for a node whose other neighbour is zero: fixed, it has w = -bending
// u_beside there, but should have 0 if it is pinned and about twice that if it is clamped.
INLINE double push_of_fixed(const model_body *b, const step_coefficients *a, int side,
                            double u_beside) {
  return (b->ends[side] == END_CLAMPED ? (1 - clamp_of(b)) * a->bending : a->bending) * u_beside;
}

// Between two ends there may be no more than one node.
INLINE void fixed_ends_after(const model_body *b, const step_coefficients *a, double u_second,
                             double u_last_but_one, real *u, real *next) {
  const grid_layout *g = &b->grid;
  next[g->second] = (real)((double)next[g->second] + push_of_fixed(b, a, 0, u_second));
  next[g->last_but_one] =
      (real)((double)next[g->last_but_one] + push_of_fixed(b, a, 1, u_last_but_one));
  u[g->second] = (real)(u_second + (double)next[g->second]);
  u[g->last_but_one] = (real)(u_last_but_one + (double)next[g->last_but_one]);
  u[0] = next[0] = 0;
  u[g->last] = next[g->last] = 0;
  clear_padding(b, u, next);
}

APART static line_ends ends_before(const model_body *b, const step_coefficients *a, const real *u,
                                   const real *du) {
  line_ends ends;
  for (int side = 0; side < 2; ++side)
    ends.end[side] = free_end(b, a, side, u, du);
  return ends;
}

// The increment of a free end's neighbour is known in all; beside another end it is too.
APART static void ends_after(const model_body *b, const step_coefficients *a, const line_ends *ends,
                             real *u, real *next) {
  fixed_ends_after(b, a, ends->end[0].u_beside, ends->end[1].u_beside, u, next);
  for (int side = 0; side < 2; ++side) {
    const line_end *e = &ends->end[side];
    if (b->ends[side] != END_FREE)
      continue;
    next[place_beside(b, side)] = (real)e->step_beside;
    u[place_beside(b, side)] = (real)(e->u_beside + e->step_beside);
    next[place_of_end(b, side)] = (real)e->step;
    u[place_of_end(b, side)] = (real)(e->u + e->step);
  }
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
    sum.lap_lap += clamp_of(b) * second[0] * (second[0] - second[1]);
  if (b->ends[1] == END_CLAMPED)
    sum.lap_lap += clamp_of(b) * inner[0] * (inner[0] - inner[1]);
  return sum;
}

#define LOOPS "bodies/line_loops.h"
#include "base/variants.h"
#include "scene/words.h"

static void line_step(const model_body *b, const step_coefficients *a, real *u, const real *du,
                      real *next) {
  BEST(step, b, a, u, du, next)
}

#endif
