// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of line.c, in one variant (see kernel.h). They run over whole blocks, column by column;
// a column is BLOCK nodes, one of each segment of the line. The ends are corrected afterwards, and
// padding stays zero.

enum { NAME(PARTS) = BLOCK / LANES };

// --- The step -----------------------------------------------------------------------------------

/// What the sweep along the line carries at a column: w of it and its difference to the column
/// before, u of the next one and its difference to this one.
typedef struct {
  lanes u_right, slope, w, w_slope;
} NAME(walk);

/// w of the lanes `here`, between differences to both sides.
INLINE TARGET void NAME(make_w)(const step_coefficients *a, const lanes *here, const lanes *du,
                                const lanes *slope_left, const lanes *slope_right, lanes *w) {
  const lanes driven = MADD(ALL(a->tension), *here, ALL(a->internal_loss) * *du);
  *w = NMADD(ALL(a->bending), *slope_right - *slope_left, driven);
}

/// The number x in the given lane of a block, the others of *w; from lane `part` on.
INLINE TARGET void NAME(put_lane)(double x, int lane, int part, lanes *w) {
  const masks one = *(const masks *)(MASK_ONE + BLOCK - lane + part);
  *w = (lanes)(((masks)*w & ~one) | ((masks)ALL(x) & one));
}

// w of columns `from` to `to`, in scratch; that of the ends is given.
INLINE TARGET void NAME(keep_w)(const model_body *b, const end_values *of_ends, int from, int to,
                                const step_coefficients *a, const real *u, const real *du,
                                real *w) {
  const int last = b->grid.stride - BLOCK;
  const int end_lane = b->grid.last % BLOCK;
  const int end_column = b->grid.last - end_lane;
  for (int part = 0; part < BLOCK; part += LANES) {
    lanes left;
    if (from == 0)
      left = BEFORE_FIRST(u + last, part);
    else
      left = LOAD(u + from - BLOCK + part);
    const lanes end = BEHIND_LAST(u, part);
    lanes here = LOAD(u + from + part);
    lanes before = here - left;
    for (int at = from + part; at <= to + part; at += BLOCK) {
      lanes new;
      const lanes right = at < last ? LOAD(u + at + BLOCK) : end;
      const lanes behind = right - here;
      const lanes old = LOAD(du + at);
      NAME(make_w)(a, &here, &old, &before, &behind, &new);
      if (at == part)
        NAME(put_lane)(of_ends->first, 0, part, &new);
      if (at == end_column + part)
        NAME(put_lane)(of_ends->last, end_lane, part, &new);
      STORE(w + at) = new;
      here = right;
      before = behind;
    }
  }
}

// du+ and u+ of some lanes, between differences of w to both sides.
INLINE TARGET void NAME(make_next)(const step_coefficients *a, const real *inside, int at,
                                   const lanes *w_left, const lanes *w_right, const lanes *u,
                                   const lanes *old, real *to_u, real *next) {
  lanes new = NMADD(ALL(a->loss), *old, *old);
  lanes moves = ALL(1.0); // multiplied, since units that only add have more to do than others
  if (inside != NULL)
    moves = LOAD(inside + at);
  new = MADD(moves, *w_right - *w_left, new);
  STORE(next + at) = new;
  STORE(to_u + at) = *u + new;
}

// Columns whose w is in scratch, from `first` on.
INLINE TARGET void NAME(sweep_kept)(const real *inside, int first, int last,
                                    const step_coefficients *a, const real *head, const real *tail,
                                    real *u, const real *du, real *next) {
  for (int part = 0; part < BLOCK; part += LANES) {
    lanes left;
    if (first == 0)
      left = BEFORE_FIRST(tail + last, part);
    else
      left = LOAD(tail + first - BLOCK + part);
    lanes here = LOAD(tail + first + part);
    lanes before = here - left;
    const lanes end = BEHIND_LAST(head, part);
    for (int at = first + part; at <= last + part; at += BLOCK) {
      const lanes right = at < last ? LOAD(tail + at + BLOCK) : end;
      const lanes behind = right - here;
      const lanes now = LOAD(u + at);
      const lanes old = LOAD(du + at);
      NAME(make_next)(a, inside, at, &before, &behind, &now, &old, u, next);
      here = right;
      before = behind;
    }
  }
}

// One column of the sweep, where w of the next one follows from u two columns ahead. To read u and
// du of this one again takes less than to carry them.
INLINE TARGET void NAME(sweep_column)(const step_coefficients *a, const real *inside, int at,
                                      real *u, const real *du, real *next, NAME(walk) * k) {
  lanes w_right;
  const lanes beyond = LOAD(u + at + BLOCK + BLOCK);
  const lanes slope = beyond - k->u_right;
  const lanes du_right = LOAD(du + at + BLOCK);
  NAME(make_w)(a, &k->u_right, &du_right, &k->slope, &slope, &w_right);
  const lanes w_slope = w_right - k->w;
  const lanes here = LOAD(u + at);
  const lanes old = LOAD(du + at);
  NAME(make_next)(a, inside, at, &k->w_slope, &w_slope, &here, &old, u, next);
  *k = (NAME(walk)){.u_right = beyond, .slope = slope, .w = w_right, .w_slope = w_slope};
}

// Columns from the first up to `end`; w of the first is at `head`, that of the last at `tail`.
INLINE TARGET void NAME(sweep)(const real *inside, int last, int end, const step_coefficients *a,
                               const real *head, const real *tail, real *u, const real *du,
                               real *next) {
  NAME(walk) k[NAME(PARTS)];
  for (int l = 0; l < NAME(PARTS); ++l) {
    const int part = l * LANES;
    k[l] = (NAME(walk)){.u_right = LOAD(u + BLOCK + part),
                        .slope = LOAD(u + BLOCK + part) - LOAD(u + part),
                        .w = LOAD(head + part),
                        .w_slope = LOAD(head + part) - BEFORE_FIRST(tail + last, part)};
    NAME(sweep_column)(a, inside, part, u, du, next, &k[l]);
  }
  for (int at = BLOCK; at < end; at += BLOCK)
    for (int l = 0; l < NAME(PARTS); ++l)
      NAME(sweep_column)(a, NULL, at + l * LANES, u, du, next, &k[l]);
}

// In one sweep as far as no end or padding is near; there w is computed before: of the first two
// columns, and of those from before `end` on. Fixed ends rest by themselves.
TARGET static void NAME(step)(const model_body *b, const row_places *p,
                              const step_coefficients *given, real *u, const real *du, real *next,
                              real *scratch) {
  const step_coefficients coefficients = *given; // which no store can change
  const step_coefficients *a = &coefficients;
  const grid_layout *g = &b->grid;
  const int last = g->stride - BLOCK;
  const int end = sweep_end(b);
  real *head = scratch + BLOCK;
  real *tail = end > 0 ? head + BLOCK + BLOCK - (end - BLOCK) : head; // by place, as u and du
  const end_values of_u = {(double)u[0], (double)u[g->last]};
  const end_values of_du = {(double)du[0], (double)du[g->last]};
  const end_values of_w = w_of_ends(b, a, u, du);
  if (end > 0)
    NAME(keep_w)(b, &of_w, 0, BLOCK, a, u, du, head);
  NAME(keep_w)(b, &of_w, end > 0 ? end - BLOCK : 0, last, a, u, du, tail);
  if (end > 0)
    NAME(sweep)(p->inside, last, end, a, head, tail, u, du, next);
  NAME(sweep_kept)(p->inside, end, last, a, head, tail, u, du, next);
  if (b->ends[0] == END_FREE)
    set_end(of_u.first, step_of_end(a, of_du.first, of_w.first, (double)head[g->second]), u, next);
  if (b->ends[1] == END_FREE)
    set_end(of_u.last, step_of_end(a, of_du.last, of_w.last, (double)tail[g->last_but_one]),
            u + g->last, next + g->last);
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

// Columns from `at` up to `end`.
INLINE TARGET void NAME(sum_columns)(const real *inside, int at, int end, const real *u,
                                     const real *du, const real *former, NAME(summarise) * k,
                                     NAME(sums) * sum) {
  for (; at < end; at += BLOCK) {
    const lanes right = LOAD(u + at + BLOCK);
    const lanes du_right = LOAD(du + at + BLOCK);
    const lanes former_right = LOAD(former + at + BLOCK);
    NAME(sum_up)(inside != NULL ? inside + at : NULL, &right, &du_right, &former_right, k, sum);
  }
}

// Up to the column `rim` all but the first have only nodes with both neighbours.
INLINE TARGET void NAME(sum_part)(const real *inside, int rim, int last, int part, const real *u,
                                  const real *du, const real *former, NAME(sums) * sum) {
  NAME(summarise)
  k = {.here = LOAD(u + part),
       .slope = LOAD(u + part) - BEFORE_FIRST(u + last, part),
       .du_here = LOAD(du + part),
       .change = LOAD(du + part) - BEFORE_FIRST(du + last, part),
       .former = LOAD(former + part)};
  const int careful = rim > 0 ? BLOCK : last;
  NAME(sum_columns)(inside, part, careful, u, du, former, &k, sum);
  NAME(sum_columns)(NULL, part + careful, rim, u, du, former, &k, sum);
  NAME(sum_columns)(inside, part + (rim > careful ? rim : careful), last, u, du, former, &k, sum);
  const lanes end = BEHIND_LAST(u, part);
  const lanes du_end = BEHIND_LAST(du, part);
  const lanes former_end = BEHIND_LAST(former, part);
  NAME(sum_up)(inside + last + part, &end, &du_end, &former_end, &k, sum);
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
    NAME(sum_part)(p->inside, rim, b->grid.stride - BLOCK, l * LANES, u, du, former, &sum);
    du_du.part[l] = sum.du_du;
    grad_grad.part[l] = sum.grad_grad;
    lap_lap.part[l] = sum.lap_lap;
    grad_du.part[l] = sum.grad_du;
    du_former.part[l] = sum.du_former;
    grad_former.part[l] = sum.grad_former;
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
