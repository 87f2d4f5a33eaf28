// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The inner loops of plates (plate.c), in the precision of the source that includes them.

#ifndef CAROM_PLATE_KERNEL_H
#define CAROM_PLATE_KERNEL_H

#include "base/kernel.h"
#include "bodies/grid.h"

/// Row j of the grid. Before it is done w_beside is w_{j-1}, afterwards w_{j+1}.
typedef struct {
  real *u;
  const real *du;
  real *next;
  real *w, *w_beside;
  real *bend;         // the coefficient at each place, with its rim
  const real *inside; // 1 at nodes that are not fixed
  bool wide;          // has columns without nodes on an edge or padding,
  long rim;           // from the second one on up to this one
  long s;
} plate_row;

// Where a row has room for no more than a few nodes behind its last one, these lie in the last
// lane.
INLINE long rim_column(const model_body *b) {
  const int lane = b->grid.last % BLOCK;
  return lane == BLOCK - 1 ? b->grid.last - lane : 0;
}

/// The edge below computes w_0 and w_1; inner rows compute w of the row above and their own
/// increments, in place of the former ones or elsewhere; above the last one w is an edge's. All but
/// that may sum the row above before it is overwritten; ROW_STILL does only that.
typedef enum { ROW_EDGE, ROW_INNER, ROW_ELSEWHERE, ROW_LAST, ROW_STILL } row_kind;

// Advances to the row above.
INLINE void next_row(plate_row *r) {
  real *w = r->w;
  r->u += r->s;
  r->du += r->s;
  r->next += r->s;
  r->w = r->w_beside;
  r->w_beside = w;
}

// On the edges left and right the loops sum u_inside^2; half a clamped edge is 2 u_inside^2, a
// pinned one 0. This is the sum of u_inside^2.
INLINE double beside_sides(const model_body *b, const real *u, const real *du) {
  const int left = node_at(b, 1, 0) - b->first;
  const int right = node_at(b, b->nx - 1, 0) - b->first;
  double sum = 0;
  for (long row = b->grid.stride; row < (long)b->ny * b->grid.stride; row += b->grid.stride) {
    const double at_left = (double)u[row + left];
    const double at_right = (double)u[row + right];
    sum += at_left * (at_left - (double)du[row + left]) +
           at_right * (at_right - (double)du[row + right]);
  }
  return sum;
}

#define LOOPS "bodies/plate_loops.h"
#include "base/variants.h"

static void plate_step(const model_body *b, const row_places *p, step_coefficients a, real *u,
                       const real *du, real *next, real *scratch, body_sums *before) {
  BEST_OF_REAL(step, b, p, a, u, du, next, scratch, before)
}

#endif
