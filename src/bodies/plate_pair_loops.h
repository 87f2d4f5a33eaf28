// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Two inner rows of a plate at a time, in one variant; plate_loops.h includes this. With u of rows
// j to j + 3 and w of j - 1 and j the sweep computes w of j + 1 and j + 2, the former one column
// ahead, and steps rows j and j + 1. Each node gets the same operations as in single rows, but what
// both rows need is read once.

/// What the sweep carries: u of row j + 1 at this column and the next one; the previous and the
/// present lanes of u of row j + 2, of w_j and of w_{j+1}.
typedef struct {
  lanes u1, u1_right, u2_left, u2, w_left, w, x_left, x;
} NAME(pair_walk);

/// The lanes behind them.
typedef struct {
  lanes u1, u2, w, x;
} NAME(pair_ahead);

/// Columns whose neighbours are at the other end of a row, as they were before the step.
typedef struct {
  real w_first[BLOCK], x_first[BLOCK], x_last[BLOCK];
} NAME(pair_seam);

// w of u's row, from Lap u and du.
INLINE TARGET void NAME(pair_w)(const NAME(factors) * f, const NAME(row) * r, bool rim, long at,
                                const real *du, const lanes *lap, lanes *w) {
  if (rim)
    *w = NMADD(LOAD(r->rim + at), *lap, f->ratio * LOAD(du + at));
  else
    *w = MSUB(f->ratio, LOAD(du + at), *lap);
}

// w_{j+1} of a column.
INLINE TARGET void NAME(pair_x)(const NAME(factors) * f, const NAME(row) * r, bool rim, long at,
                                const lanes *left, const lanes *here, const lanes *right,
                                const lanes *above, lanes *x) {
  const lanes below = LOAD(r->u + at);
  lanes lap;
  NAME(lap)(f, left, here, right, &below, above, &lap);
  NAME(pair_w)(f, r, rim, at, r->du + r->s, &lap, x);
}

// Increments from w of a column, its neighbours and the rows on both sides.
INLINE TARGET void NAME(pair_step)(const NAME(factors) * f, const lanes *bending, const lanes *left,
                                   const lanes *here, const lanes *right, const lanes *below,
                                   const lanes *above, const lanes *old, lanes *new) {
  lanes lap = NMADD(f->here, *here, *left + *right);
  if (f->square)
    lap = lap + *below + *above;
  else
    lap = MADD(f->q, *above, MADD(f->q, *below, lap));
  *new = MADD(*bending, lap, NMADD(f->loss, *old, *old));
}

INLINE TARGET void NAME(pair_column)(const NAME(factors) * f, const NAME(row) * r, bool rim,
                                     long at, const NAME(pair_ahead) * right, NAME(pair_walk) * k) {
  const long s = r->s;
  const lanes beyond = LOAD(r->u + 3 * s + at);
  const lanes below = LOAD(r->w_beside + at);
  lanes old = LOAD(r->du + at);
  lanes bending = f->bending;
  lanes lap;
  lanes new;
  lanes y;
  if (rim)
    bending = f->bending * LOAD(r->inside + at);
  NAME(pair_step)(f, &bending, &k->w_left, &k->w, &right->w, &below, &k->x, &old, &new);
  STORE(r->w_beside + at) = k->x;
  STORE(r->next + at) = new;
  STORE(r->u + at) = LOAD(r->u + at) + new;
  NAME(lap)(f, &k->u2_left, &k->u2, &right->u2, &k->u1, &beyond, &lap);
  NAME(pair_w)(f, r, rim, at, r->du + 2 * s, &lap, &y);
  old = LOAD(r->du + s + at);
  NAME(pair_step)(f, &bending, &k->x_left, &k->x, &right->x, &k->w, &y, &old, &new);
  STORE(r->w + at) = y;
  STORE(r->next + s + at) = new;
  STORE(r->u + s + at) = k->u1 + new;
  *k = (NAME(pair_walk)){.u1 = k->u1_right,
                         .u1_right = right->u1,
                         .u2_left = k->u2,
                         .u2 = right->u2,
                         .w_left = k->w,
                         .w = right->w,
                         .x_left = k->x,
                         .x = right->x};
}

// Columns from `at` up to `end`, `at_once` at a time; the next ones have no rim.
INLINE TARGET void NAME(pair_columns)(const NAME(factors) * f, const NAME(row) * r, bool rim,
                                      long at_once, long at, long end, NAME(pair_walk) * k) {
  for (; at + (at_once - 1) * BLOCK < end; at += at_once * BLOCK)
    for (long i = 0; i < at_once; ++i) {
      const long here = at + i * BLOCK;
      const long next = here + BLOCK;
      NAME(pair_ahead)
      right = {.u1 = LOAD(r->u + r->s + next + BLOCK),
               .u2 = LOAD(r->u + 2 * r->s + next),
               .w = LOAD(r->w + next)};
      NAME(pair_x)(f, r, false, next, &k->u1, &k->u1_right, &right.u1, &right.u2, &right.x);
      NAME(pair_column)(f, r, rim, here, &right, k);
    }
}

// What is ahead of one of the last columns.
INLINE TARGET void NAME(pair_near_end)(const NAME(factors) * f, const NAME(row) * r,
                                       const NAME(pair_seam) * s, int lane, long at,
                                       const NAME(pair_walk) * k, NAME(pair_ahead) * right) {
  const long last = r->s - BLOCK + lane;
  const long next = at + BLOCK;
  *right = (NAME(pair_ahead)){.u1 = k->u1_right};
  if (at == last) {
    right->u2 = BEHIND_LAST(r->u + 2 * r->s, lane);
    right->w = BEHIND_LAST(s->w_first, lane);
    right->x = BEHIND_LAST(s->x_first, lane);
    return;
  }
  right->u2 = LOAD(r->u + 2 * r->s + next);
  right->w = LOAD(r->w + next);
  right->x = LOAD(s->x_last + lane);
  if (next == last)
    return;
  right->u1 = LOAD(r->u + r->s + next + BLOCK);
  NAME(pair_x)(f, r, true, next, &k->u1, &k->u1_right, &right->u1, &right->u2, &right->x);
}

// Lanes from `lane` on of all columns; see make_inner().
INLINE TARGET void NAME(pair_from)(const NAME(factors) * f, const NAME(row) * r,
                                   const NAME(pair_seam) * s, int lane, NAME(pair_walk) * k) {
  const long first = lane + BLOCK;
  const long rim = lane + r->rim_column;
  const long threes = first + (rim - BLOCK - first) / (3L * BLOCK) * (3L * BLOCK);
  NAME(pair_ahead) right;
  NAME(pair_columns)(f, r, true, 1, lane, first, k);
  NAME(pair_columns)(f, r, false, 3, first, threes, k);
  NAME(pair_columns)(f, r, false, 1, threes, rim - BLOCK, k);
  NAME(pair_near_end)(f, r, s, lane, rim - BLOCK, k, &right);
  NAME(pair_column)(f, r, false, rim - BLOCK, &right, k);
  for (long at = rim; at < r->s + lane; at += BLOCK) {
    NAME(pair_near_end)(f, r, s, lane, at, k, &right);
    NAME(pair_column)(f, r, true, at, &right, k);
  }
}

INLINE TARGET void NAME(pair_seams)(const NAME(factors) * f, const NAME(row) * r, int lane,
                                    NAME(pair_seam) * s) {
  const long last = r->s - BLOCK;
  const real *u = r->u + r->s;
  const lanes before = BEFORE_FIRST(u + last, lane);
  const lanes behind = BEHIND_LAST(u, lane);
  const lanes first = LOAD(u + lane);
  const lanes second = LOAD(u + BLOCK + lane);
  const lanes end = LOAD(u + last + lane);
  const lanes last_but_one = LOAD(u + last - BLOCK + lane);
  const lanes above = LOAD(u + r->s + lane);
  const lanes above_last = LOAD(u + r->s + last + lane);
  lanes x;
  NAME(pair_x)(f, r, true, lane, &before, &first, &second, &above, &x);
  STORE(s->x_first + lane) = x;
  NAME(pair_x)(f, r, true, last + lane, &last_but_one, &end, &behind, &above_last, &x);
  STORE(s->x_last + lane) = x;
  STORE(s->w_first + lane) = LOAD(r->w + lane);
}

INLINE TARGET void NAME(make_pair)(const NAME(factors) * f, const NAME(row) * r) {
  const long last = r->s - BLOCK;
  const real *u1 = r->u + r->s;
  const real *u2 = u1 + r->s;
  NAME(pair_walk) k[BLOCK / LANES];
  NAME(pair_seam) s = {{0}, {0}, {0}};
  for (int lane = 0; lane < BLOCK; lane += LANES)
    NAME(pair_seams)(f, r, lane, &s);
  for (int lane = 0; lane < BLOCK; lane += LANES)
    k[lane / LANES] = (NAME(pair_walk)){.u1 = LOAD(u1 + lane),
                                        .u1_right = LOAD(u1 + BLOCK + lane),
                                        .u2_left = BEFORE_FIRST(u2 + last, lane),
                                        .u2 = LOAD(u2 + lane),
                                        .w_left = BEFORE_FIRST(r->w + last, lane),
                                        .w = LOAD(r->w + lane),
                                        .x_left = BEFORE_FIRST(s.x_last, lane),
                                        .x = LOAD(s.x_first + lane)};
  NAME(pair_from)(f, r, &s, 0, &k[0]);
  if (LANES < BLOCK)
    NAME(pair_from)(f, r, &s, LANES % BLOCK, &k[BLOCK / LANES - 1]);
}
