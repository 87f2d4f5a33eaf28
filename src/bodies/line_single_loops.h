// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The sums of a line's energy in double precision, from floats, in one variant (see kernel.h and
// line.c). `at` is a column of the line, from its lane `lane` on.

/// Of the lanes of some columns, and of all, BLOCK lanes wide.
typedef struct {
  lanes du_du, grad_grad, lap_lap, grad_du, du_former, grad_former;
} NAME(sums);

typedef struct {
  NAME(block) du_du, grad_grad, lap_lap, grad_du, du_former, grad_former;
} NAME(wide_sums);

/// A column of u, du and the former increments, with what lies left and right of it.
typedef struct {
  lanes left, here, right, du_left, du_here, du_right, former, former_right;
} NAME(column);

// Nodes that have both neighbours, each with the difference to the one on its right.
INLINE TARGET void NAME(sum_column)(const NAME(column) * c, const lanes *inside, NAME(sums) * sum) {
  const lanes step = *inside * c->du_here;
  const lanes slope = c->right - c->here;
  const lanes change = c->du_right - c->du_here;
  const lanes lap = slope - (c->here - c->left);
  const lanes lap_change = change - (c->du_here - c->du_left);
  const lanes counted = *inside * change;
  sum->du_du = MADD(step, c->du_here, sum->du_du);
  sum->grad_grad = MADD(*inside * slope, slope - change, sum->grad_grad);
  sum->lap_lap = MADD(*inside * lap, lap - lap_change, sum->lap_lap);
  sum->grad_du = MADD(counted, change, sum->grad_du);
  sum->du_former = MADD(c->former, step, sum->du_former);
  sum->grad_former = MADD(c->former_right - c->former, counted, sum->grad_former);
}

INLINE TARGET void NAME(sum_from)(const real *inside, long last, int lane, const real *u,
                                  const real *du, const real *former, NAME(sums) * sum) {
  NAME(column) c = {.left = BEFORE_FIRST(u + last, lane), .du_left = BEFORE_FIRST(du + last, lane)};
  for (long at = lane; at <= last + lane; at += BLOCK) {
    const bool inner = at < last;
    const lanes counts = LOAD(inside + at);
    c.here = LOAD(u + at);
    c.du_here = LOAD(du + at);
    c.former = LOAD(former + at);
    c.right = inner ? LOAD(u + at + BLOCK) : BEHIND_LAST(u, lane);
    c.du_right = inner ? LOAD(du + at + BLOCK) : BEHIND_LAST(du, lane);
    c.former_right = inner ? LOAD(former + at + BLOCK) : BEHIND_LAST(former, lane);
    NAME(sum_column)(&c, &counts, sum);
    c.left = c.here;
    c.du_left = c.du_here;
  }
}

TARGET static body_sums NAME(sums_of)(const model_body *b, const row_places *p, const real *u,
                                      const real *du, const real *former) {
  NAME(wide_sums) wide;
  for (int l = 0; l < BLOCK / LANES; ++l) {
    NAME(sums) sum = {0};
    NAME(sum_from)(p->inside, b->grid.stride - BLOCK, l * LANES, u, du, former, &sum);
    wide.du_du.group[l] = sum.du_du;
    wide.grad_grad.group[l] = sum.grad_grad;
    wide.lap_lap.group[l] = sum.lap_lap;
    wide.grad_du.group[l] = sum.grad_du;
    wide.du_former.group[l] = sum.du_former;
    wide.grad_former.group[l] = sum.grad_former;
  }
  body_sums all = sums_of_ends(b, u, du, former);
  all.du_du += NAME(total)(&wide.du_du);
  all.grad_grad += NAME(total)(&wide.grad_grad);
  all.lap_lap += NAME(total)(&wide.lap_lap);
  all.grad_du += NAME(total)(&wide.grad_du);
  all.du_former += NAME(total)(&wide.du_former);
  all.grad_former += NAME(total)(&wide.grad_former);
  return all;
}
