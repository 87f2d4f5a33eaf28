// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The sums of a plate's energy in double precision, from floats, in one variant (see kernel.h and
// plate.c). `at` is a column of a row, from its lane `lane` on.

/// Of the lanes of some columns, and of all, BLOCK lanes wide.
typedef struct {
  lanes du_du, lap_lap, grad_du, du_former, grad_former;
} NAME(sums);

typedef struct {
  NAME(block) du_du, lap_lap, grad_du, du_former, grad_former;
} NAME(wide_sums);

/// Of Lap: (h / hy)^2 and 2 + 2 q; and the length of a row.
typedef struct {
  lanes q, here;
  long s;
} NAME(factors);

/// Lap x of a column, given what lies left and right of it.
INLINE TARGET void NAME(lap)(const NAME(factors) * f, const real *x, const lanes *left,
                             const lanes *right, lanes *lap) {
  const lanes sum = MADD(f->q, LOAD(x - f->s) + LOAD(x + f->s), *left + *right);
  *lap = NMADD(f->here, LOAD(x), sum);
}

INLINE TARGET void NAME(sum_column)(const NAME(factors) * f, const real *u, const real *du,
                                    const real *former, const lanes *left, const lanes *right,
                                    const lanes *du_left, const lanes *du_right, NAME(sums) * sum) {
  lanes lap;
  lanes lap_step;
  const lanes step = LOAD(du);
  const lanes before = LOAD(former);
  NAME(lap)(f, u, left, right, &lap);
  NAME(lap)(f, du, du_left, du_right, &lap_step);
  sum->du_du = MADD(step, step, sum->du_du);
  sum->lap_lap = MADD(lap, lap - lap_step, sum->lap_lap);
  sum->grad_du = NMADD(step, lap_step, sum->grad_du);
  sum->du_former = MADD(before, step, sum->du_former);
  sum->grad_former = NMADD(before, lap_step, sum->grad_former);
}

// Columns from `at` up to `end`. To load what lies beside them takes less than to carry it.
INLINE TARGET void NAME(sum_columns)(const NAME(factors) * f, const real *u, const real *du,
                                     const real *former, long at, long end, NAME(sums) * sum) {
  for (; at < end; at += BLOCK) {
    const lanes left = LOAD(u + at - BLOCK);
    const lanes right = LOAD(u + at + BLOCK);
    const lanes du_left = LOAD(du + at - BLOCK);
    const lanes du_right = LOAD(du + at + BLOCK);
    NAME(sum_column)(f, u + at, du + at, former + at, &left, &right, &du_left, &du_right, sum);
  }
}

// A row has at least two columns, unless it is narrower than a block.
INLINE TARGET void NAME(sum_row)(const NAME(factors) * f, const real *u, const real *du,
                                 const real *former, int lane, NAME(sums) * sum) {
  const long last = f->s - BLOCK;
  const lanes left = BEFORE_FIRST(u + last, lane);
  const lanes du_left = BEFORE_FIRST(du + last, lane);
  const lanes right = BEHIND_LAST(u, lane);
  const lanes du_right = BEHIND_LAST(du, lane);
  lanes beside = right;
  lanes du_beside = du_right;
  if (last > 0) {
    beside = LOAD(u + lane + BLOCK);
    du_beside = LOAD(du + lane + BLOCK);
  }
  NAME(sum_column)
  (f, u + lane, du + lane, former + lane, &left, &beside, &du_left, &du_beside, sum);
  if (last == 0)
    return;
  NAME(sum_columns)(f, u, du, former, lane + BLOCK, last, sum);
  const long at = last + lane;
  beside = LOAD(u + at - BLOCK);
  du_beside = LOAD(du + at - BLOCK);
  NAME(sum_column)(f, u + at, du + at, former + at, &beside, &right, &du_beside, &du_right, sum);
}

// Each row is summed by itself first, which rounds less.
TARGET static body_sums NAME(sums_of)(const model_body *b, const real *u, const real *du,
                                      const real *former) {
  const double q = b->grid.aspect;
  const long s = b->grid.stride;
  const NAME(factors) f = {.q = ALL(q), .here = ALL(2 + 2 * q), .s = s};
  NAME(wide_sums) sum = {0};
  for (long row = s; row < b->ny * s; row += s)
    for (int lane = 0; lane < BLOCK; lane += LANES) {
      NAME(sums) of_row = {0};
      NAME(sum_row)(&f, u + row, du + row, former + row, lane, &of_row);
      const int l = lane / LANES;
      sum.du_du.group[l] += of_row.du_du;
      sum.lap_lap.group[l] += of_row.lap_lap;
      sum.grad_du.group[l] += of_row.grad_du;
      sum.du_former.group[l] += of_row.du_former;
      sum.grad_former.group[l] += of_row.grad_former;
    }
  return (body_sums){.du_du = NAME(total)(&sum.du_du),
                     .lap_lap = NAME(total)(&sum.lap_lap) + lap_lap_of_edges(b, u, du),
                     .grad_du = NAME(total)(&sum.grad_du),
                     .du_former = NAME(total)(&sum.du_former),
                     .grad_former = NAME(total)(&sum.grad_former)};
}
