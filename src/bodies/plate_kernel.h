// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The inner loops of plates (plate.c), in the precision of the source that includes them.

#ifndef CAROM_PLATE_KERNEL_H
#define CAROM_PLATE_KERNEL_H

#include "base/kernel.h"
#include "bodies/grid.h"
#include "scene/words.h"

// The column of a row's last node where that and what lies behind it are in the last lane, and
// there are columns between the first and that one; else 0.
INLINE long rim_column(const model_body *b) {
  const int lane = b->grid.last % BLOCK;
  const int column = b->grid.last - lane;
  return lane == BLOCK - 1 && column > BLOCK ? column : 0;
}

/// Rows whose last node is before this column gain nothing in pairs: such that are short, and with
/// half a block at a time, which leaves too few registers, those that fit the first cache.
enum { SHORT_ROW = 8 * BLOCK, LONG_ROW = 64 * BLOCK };

/// The edge below computes w_0 and w_1; inner rows compute w of the row above and their own
/// increments; above the last one w is an edge's. All but that may sum the row above before it is
/// overwritten; ROW_STILL does only that.
typedef enum { ROW_EDGE, ROW_INNER, ROW_LAST, ROW_STILL } row_kind;

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
  BEST(step, b, p, a, u, du, next, scratch, before)
}

#endif
