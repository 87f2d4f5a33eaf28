// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of line.c, in one variant (see kernel.h). They run over whole columns; a column is
// BLOCK nodes, one of each segment of the line. Beyond both ends u, du and w are taken for zero;
// line.c corrects what lies near the ends afterwards.

enum { NAME(GROUPS) = BLOCK / LANES };

// --- The step -----------------------------------------------------------------------------------

typedef struct {
  lanes ratio, bending; // of internal loss and of bending, over the scale of w
  lanes scale, loss;
  bool pulled; // has a tension
} NAME(factors);

/// What the sweep along the line carries at a column: w of it and its difference to the column
/// before, u of the next one and its difference to this one.
typedef struct {
  lanes u_right, slope, w, w_slope;
} NAME(walk);

/// w of the columns whose neighbours are at the other end of the array.
typedef struct {
  real w_first[BLOCK], w_last[BLOCK];
} NAME(seam);

/// w of the lanes `here`, between differences to both sides.
INLINE TARGET void NAME(make_w)(const NAME(factors) * f, const lanes *here, const lanes *du,
                                const lanes *slope_left, const lanes *slope_right, lanes *w) {
  lanes driven = f->ratio * *du;
  if (f->pulled)
    driven = MADD(f->ratio, *du, *here);
  *w = NMADD(f->bending, *slope_right - *slope_left, driven);
}

// du+ and u+ of a column, with w of the next one.
INLINE TARGET void NAME(make_next)(const NAME(factors) * f, int at, const lanes *w_right, real *u,
                                   const real *du, real *next, NAME(walk) * k) {
  const lanes w_slope = *w_right - k->w;
  const lanes old = LOAD(du + at);
  const lanes new = MADD(f->scale, w_slope - k->w_slope, NMADD(f->loss, old, old));
  STORE(next + at) = new;
  STORE(u + at) = LOAD(u + at) + new;
  k->w = *w_right;
  k->w_slope = w_slope;
}

// A column whose next one has a next one too.
INLINE TARGET void NAME(sweep_column)(const NAME(factors) * f, int at, real *u, const real *du,
                                      real *next, NAME(walk) * k) {
  lanes w_right;
  const lanes beyond = LOAD(u + at + BLOCK + BLOCK);
  const lanes slope = beyond - k->u_right;
  const lanes du_right = LOAD(du + at + BLOCK);
  NAME(make_w)(f, &k->u_right, &du_right, &k->slope, &slope, &w_right);
  NAME(make_next)(f, at, &w_right, u, du, next, k);
  k->u_right = beyond;
  k->slope = slope;
}

// w of the first and the last column.
INLINE TARGET void NAME(make_seam)(const NAME(factors) * f, int last, int lane, const real *u,
                                   const real *du, NAME(seam) * s) {
  const lanes first = LOAD(u + lane);
  const lanes end = LOAD(u + last + lane);
  const lanes end_du = LOAD(du + last + lane);
  const lanes first_du = LOAD(du + lane);
  const lanes before = first - BEFORE_FIRST(u + last, lane);
  const lanes behind = BEHIND_LAST(u, lane) - end;
  lanes w;
  lanes right = behind;
  lanes left = before;
  if (last > 0) {
    right = LOAD(u + BLOCK + lane) - first;
    left = end - LOAD(u + last - BLOCK + lane);
  }
  NAME(make_w)(f, &first, &first_du, &before, &right, &w);
  STORE(s->w_first + lane) = w;
  NAME(make_w)(f, &end, &end_du, &left, &behind, &w);
  STORE(s->w_last + lane) = w;
}

INLINE TARGET void NAME(sweep)(const NAME(factors) * factors, bool pulled, int last, real *u,
                               const real *du, real *next) {
  NAME(factors) copy = *factors;
  copy.pulled = pulled; // known to the compiler
  const NAME(factors) *f = &copy;
  NAME(walk) k[NAME(GROUPS)];
  NAME(seam) s = {{0}, {0}};
  int at = 0;
  for (int lane = 0; lane < BLOCK; lane += LANES)
    NAME(make_seam)(f, last, lane, u, du, &s);
  for (int lane = 0; lane < BLOCK; lane += LANES) {
    const lanes right = LOAD(u + (last > 0 ? BLOCK : 0) + lane);
    const lanes w = LOAD(s.w_first + lane);
    k[lane / LANES] = (NAME(walk)){.u_right = right,
                                   .slope = right - LOAD(u + lane),
                                   .w = w,
                                   .w_slope = w - BEFORE_FIRST(s.w_last, lane)};
  }
  for (; at + 3 * BLOCK <= last; at += 2 * BLOCK) // in pairs, so that nothing carried is moved
    for (int i = 0; i < 2 * BLOCK; i += LANES)
      NAME(sweep_column)(f, at + i, u, du, next, &k[i % BLOCK / LANES]);
  if (at + 2 * BLOCK <= last) {
    for (int i = 0; i < BLOCK; i += LANES)
      NAME(sweep_column)(f, at + i, u, du, next, &k[i / LANES]);
  }
  for (int lane = 0; lane < BLOCK; lane += LANES) {
    const lanes w_last = LOAD(s.w_last + lane);
    const lanes w_end = BEHIND_LAST(s.w_first, lane);
    if (last > 0)
      NAME(make_next)(f, last - BLOCK + lane, &w_last, u, du, next, &k[lane / LANES]);
    NAME(make_next)(f, last + lane, &w_end, u, du, next, &k[lane / LANES]);
  }
}

// w is divided by its scale, which saves a multiplication at each node.
TARGET static void NAME(step)(const model_body *b, const step_coefficients *a, real *u,
                              const real *du, real *next) {
  const bool pulled = a->tension > 0;
  const double scale = pulled ? a->tension : a->bending > 0 ? a->bending : 1;
  const double over = 1 / scale;
  const NAME(factors) f = {.ratio = ALL(a->internal_loss * over),
                           .bending = ALL(a->bending * over),
                           .scale = ALL(scale),
                           .loss = ALL(a->loss)};
  const bool fixed = !has_free_end(b);
  const double second = (double)u[b->grid.second];
  const double last_but_one = (double)u[b->grid.last_but_one];
  line_ends ends;
  if (!fixed)
    ends = ends_before(b, a, u, du);
  if (pulled)
    NAME(sweep)(&f, true, b->grid.stride - BLOCK, u, du, next);
  else
    NAME(sweep)(&f, false, b->grid.stride - BLOCK, u, du, next);
  if (fixed)
    fixed_ends_after(b, a, second, last_but_one, u, next);
  else
    ends_after(b, a, &ends, u, next);
}

#if !defined(SINGLE) // whose sums are in line_single_loops.h

// --- Sums ---------------------------------------------------------------------------------------

typedef struct {
  lanes du_du, grad_grad, lap_lap, grad_du, du_former, grad_former;
} NAME(sums);

/// What the loop along the line carries: u and du of a column and their differences to the one
/// before, and the former increments.
typedef struct {
  lanes here, slope, du_here, change, former;
} NAME(summarise);

// Nodes that have both neighbours, each with the difference to the one on its right. `inside` is
// NULL where all of a column do.
INLINE TARGET void NAME(sum_up)(const real *inside, const lanes *right, const lanes *du_right,
                                const lanes *former_right, NAME(summarise) * k, NAME(sums) * sum) {
  lanes step = k->du_here;
  const lanes slope = *right - k->here;
  const lanes change = *du_right - step;
  const lanes lap = slope - k->slope;
  const lanes lap_change = change - k->change;
  lanes counted_step = step;
  lanes counted_change = change;
  lanes counted_slope = slope;
  lanes counted_lap = lap;
  if (inside != NULL) {
    counted_step *= LOAD(inside);
    counted_change *= LOAD(inside);
    counted_slope *= LOAD(inside);
    counted_lap *= LOAD(inside);
  }
  sum->du_du = MADD(step, counted_step, sum->du_du);
  sum->grad_grad = MADD(counted_slope, slope - change, sum->grad_grad);
  sum->lap_lap = MADD(counted_lap, lap - lap_change, sum->lap_lap);
  sum->grad_du = MADD(change, counted_change, sum->grad_du);
  sum->du_former = MADD(k->former, counted_step, sum->du_former);
  sum->grad_former = MADD(*former_right - k->former, counted_change, sum->grad_former);
  *k = (NAME(summarise)){.here = *right,
                         .slope = slope,
                         .du_here = *du_right,
                         .change = change,
                         .former = *former_right};
}

INLINE TARGET void NAME(sum_column)(const real *inside, int at, const real *u, const real *du,
                                    const real *former, NAME(summarise) * k, NAME(sums) * sum) {
  const lanes right = LOAD(u + at + BLOCK);
  const lanes du_right = LOAD(du + at + BLOCK);
  const lanes former_right = LOAD(former + at + BLOCK);
  NAME(sum_up)(inside != NULL ? inside + at : NULL, &right, &du_right, &former_right, k, sum);
}

// Columns from `at` up to `end`; in pairs, so that nothing carried is moved.
INLINE TARGET void NAME(sum_columns)(const real *inside, int at, int end, const real *u,
                                     const real *du, const real *former, NAME(summarise) * k,
                                     NAME(sums) * sum) {
  for (; inside == NULL && at + BLOCK < end; at += 2 * BLOCK) {
    NAME(sum_column)(inside, at, u, du, former, k, sum);
    NAME(sum_column)(inside, at + BLOCK, u, du, former, k, sum);
  }
  for (; at < end; at += BLOCK)
    NAME(sum_column)(inside, at, u, du, former, k, sum);
}

// Up to the column `rim` all but the first have only nodes with both neighbours.
INLINE TARGET void NAME(sum_from)(const real *inside, int rim, int last, int lane, const real *u,
                                  const real *du, const real *former, NAME(sums) * sum) {
  NAME(summarise)
  k = {.here = LOAD(u + lane),
       .slope = LOAD(u + lane) - BEFORE_FIRST(u + last, lane),
       .du_here = LOAD(du + lane),
       .change = LOAD(du + lane) - BEFORE_FIRST(du + last, lane),
       .former = LOAD(former + lane)};
  const int careful = rim > 0 ? BLOCK : last;
  NAME(sum_columns)(inside, lane, careful, u, du, former, &k, sum);
  NAME(sum_columns)(NULL, lane + careful, rim, u, du, former, &k, sum);
  NAME(sum_columns)(inside, lane + (rim > careful ? rim : careful), last, u, du, former, &k, sum);
  const lanes end = BEHIND_LAST(u, lane);
  const lanes du_end = BEHIND_LAST(du, lane);
  const lanes former_end = BEHIND_LAST(former, lane);
  NAME(sum_up)(inside + last + lane, &end, &du_end, &former_end, &k, sum);
}

TARGET static body_sums NAME(sums_of)(const model_body *b, const row_places *p, const real *u,
                                      const real *du, const real *former) {
  NAME(block) du_du;
  NAME(block) grad_grad;
  NAME(block) lap_lap;
  NAME(block) grad_du;
  NAME(block) du_former;
  NAME(block) grad_former;
  const int lane = b->grid.last % BLOCK;
  const int rim = lane == BLOCK - 1 && b->grid.last > 2 * BLOCK ? b->grid.last - lane : 0;
  for (int l = 0; l < BLOCK / LANES; ++l) {
    NAME(sums) sum = {0};
    NAME(sum_from)(p->inside, rim, b->grid.stride - BLOCK, l * LANES, u, du, former, &sum);
    du_du.group[l] = sum.du_du;
    grad_grad.group[l] = sum.grad_grad;
    lap_lap.group[l] = sum.lap_lap;
    grad_du.group[l] = sum.grad_du;
    du_former.group[l] = sum.du_former;
    grad_former.group[l] = sum.grad_former;
  }
  body_sums all = sums_of_ends(b, u, du, former);
  all.du_du += NAME(total)(&du_du);
  all.grad_grad += NAME(total)(&grad_grad);
  all.lap_lap += NAME(total)(&lap_lap);
  all.grad_du += NAME(total)(&grad_du);
  all.du_former += NAME(total)(&du_former);
  all.grad_former += NAME(total)(&grad_former);
  return all;
}

#endif
