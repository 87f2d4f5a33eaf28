// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of plate.c, in one variant (see kernel.h). `at` is a column of a row, from its lane
// `part` on.

typedef struct {
  lanes internal_loss, loss, bending, edge;
  lanes q, here; // of Lap: (h / hy)^2 and 2 + 2 q
  bool square;   // q is 1: an addition takes less time than a multiplication by 1
} NAME(factors);

typedef struct {
  lanes du_du, lap_lap, grad_du, du_former, grad_former;
} NAME(sums);

/// What the loop along a row carries: the present and the previous lanes of u and du of the row
/// above, and of w.
typedef struct {
  lanes left, here, du_left, du_here, w_left, w_here;
} NAME(walk);

/// Lap x from the lanes of a row and the rows on both sides of it.
INLINE TARGET void NAME(lap)(const NAME(factors) * f, const lanes *left, const lanes *here,
                             const lanes *right, const lanes *below, const lanes *above,
                             lanes *lap) {
  const lanes beside = *left + *right;
  const lanes across = *below + *above;
  lanes sum = beside + across;
  if (!f->square)
    sum = MADD(f->q, across, beside);
  *lap = NMADD(f->here, *here, sum);
}

// Of the row above, before it is overwritten.
INLINE TARGET void NAME(sum_up)(const NAME(factors) * f, const plate_row *r, long at,
                                const lanes *du_right, const NAME(walk) * k, const lanes *lap,
                                NAME(sums) * sum) {
  const lanes below = LOAD(r->du + at);
  const lanes beyond = LOAD(r->du + 2 * r->s + at);
  const lanes former = LOAD(r->next + r->s + at);
  const lanes step = k->du_here;
  lanes lap_step;
  NAME(lap)(f, &k->du_left, &k->du_here, du_right, &below, &beyond, &lap_step);
  sum->du_du = MADD(step, step, sum->du_du);
  sum->lap_lap = MADD(*lap, *lap - lap_step, sum->lap_lap);
  sum->grad_du = NMADD(step, lap_step, sum->grad_du);
  sum->du_former = MADD(former, step, sum->du_former);
  sum->grad_former = NMADD(former, lap_step, sum->grad_former);
}

INLINE TARGET void NAME(make_next)(const NAME(factors) * f, const plate_row *r, bool rim, long at,
                                   const lanes *w_right, const NAME(walk) * k, const lanes *u,
                                   const lanes *w_above) {
  lanes lap;
  const lanes w_below = LOAD(r->w_beside + at);
  NAME(lap)(f, &k->w_left, &k->w_here, w_right, &w_below, w_above, &lap);
  const lanes old = LOAD(r->du + at);
  lanes moves = ALL(1.0); // multiplied, since units that only add have more to do than others
  if (rim)
    moves = LOAD(r->inside + at);
  const lanes new = MADD(moves, lap, NMADD(f->loss, old, old));
  STORE(r->next + at) = new;
  STORE(r->u + at) = *u + new;
}

// With `rim` the column has nodes on the edges left and right, or padding.
INLINE TARGET void NAME(make_column)(const NAME(factors) * f, const plate_row *r, row_kind kind,
                                     bool summing, bool rim, long at, const lanes *right,
                                     const lanes *du_right, const lanes *w_right, NAME(walk) * k,
                                     NAME(sums) * sum) {
  const lanes u = LOAD(r->u + at);
  lanes w = f->edge * u;
  if (kind == ROW_LAST)
    w = MADD(f->internal_loss, LOAD(r->du + r->s + at), w); // of an edge that moves
  if (kind == ROW_ELSEWHERE && !summing)
    FETCH(r->next + r->s + at);
  if (kind != ROW_LAST) {
    lanes lap;
    const lanes beyond = LOAD(r->u + 2 * r->s + at);
    NAME(lap)(f, &k->left, &k->here, right, &u, &beyond, &lap);
    if (summing)
      NAME(sum_up)(f, r, at, du_right, k, &lap, sum);
    lanes bending = f->bending;
    if (rim && kind != ROW_STILL)
      bending = LOAD(r->bend + at);
    if (kind != ROW_STILL)
      w = NMADD(bending, lap, f->internal_loss * LOAD(r->du + r->s + at));
  }
  if (kind == ROW_EDGE)
    STORE(r->w + at) = MADD(f->internal_loss, LOAD(r->du + at), f->edge * k->here);
  else if (kind != ROW_STILL)
    NAME(make_next)(f, r, rim, at, w_right, k, &u, &w);
  if (kind != ROW_STILL)
    STORE(r->w_beside + at) = w;
  *k = (NAME(walk)){.left = k->here,
                    .here = *right,
                    .du_left = k->du_here,
                    .du_here = *du_right,
                    .w_left = k->w_here,
                    .w_here = *w_right};
}

// Columns from `at` up to `end`.
INLINE TARGET void NAME(make_columns)(const NAME(factors) * f, const plate_row *r, row_kind kind,
                                      bool summing, bool rim, long at, long end, NAME(walk) * k,
                                      NAME(sums) * sum) {
  const real *above = r->u + r->s;
  const real *du = r->du + r->s;
  const bool moves = kind != ROW_STILL;
  const lanes none = {0};
  for (; at < end; at += BLOCK) {
    const lanes right = LOAD(above + at + BLOCK);
    const lanes du_right = summing ? LOAD(du + at + BLOCK) : none;
    const lanes w_right = moves ? LOAD(r->w + at + BLOCK) : none;
    NAME(make_column)(f, r, kind, summing, rim, at, &right, &du_right, &w_right, k, sum);
  }
}

SPECIALISED TARGET void NAME(make_part)(const NAME(factors) * f, const plate_row *r, row_kind kind,
                                        bool summing, int part, NAME(sums) * sum) {
  const long last = r->s - BLOCK;
  const real *above = r->u + r->s;
  const real *du = r->du + r->s;
  const bool moves = kind != ROW_STILL;
  const lanes none = {0};
  NAME(walk)
  k = {.left = BEFORE_FIRST(above + last, part),
       .here = LOAD(above + part),
       .du_left = summing ? BEFORE_FIRST(du + last, part) : none,
       .du_here = summing ? LOAD(du + part) : none,
       .w_left = moves ? BEFORE_FIRST(r->w + last, part) : none,
       .w_here = moves ? LOAD(r->w + part) : none};
  if (r->wide && moves) {
    NAME(make_columns)(f, r, kind, summing, true, part, part + BLOCK, &k, sum);
    NAME(make_columns)(f, r, kind, summing, false, part + BLOCK, part + r->rim, &k, sum);
    NAME(make_columns)(f, r, kind, summing, true, part + r->rim, last, &k, sum);
  } else {
    NAME(make_columns)(f, r, kind, summing, true, part, last, &k, sum);
  }
  const lanes end = BEHIND_LAST(above, part);
  const lanes du_end = summing ? BEHIND_LAST(du, part) : none;
  const lanes w_end = moves ? BEHIND_LAST(r->w, part) : none;
  NAME(make_column)(f, r, kind, summing, true, last + part, &end, &du_end, &w_end, &k, sum);
}

/// Sums of a plate, BLOCK lanes wide.
typedef struct {
  NAME(block) du_du, lap_lap, grad_du, du_former, grad_former;
} NAME(wide_sums);

// Each row is summed by itself first, which rounds less; none without `sum`.
INLINE TARGET void NAME(make_row)(const NAME(factors) * f, const plate_row *r, row_kind kind,
                                  NAME(wide_sums) * sum) {
  for (int l = 0; l < BLOCK / LANES; ++l) {
    NAME(sums) of_row = {0};
    NAME(make_part)(f, r, kind, sum != NULL, l * LANES, &of_row);
    if (sum == NULL)
      continue;
    sum->du_du.part[l] += of_row.du_du;
    sum->lap_lap.part[l] += of_row.lap_lap;
    sum->grad_du.part[l] += of_row.grad_du;
    sum->du_former.part[l] += of_row.du_former;
    sum->grad_former.part[l] += of_row.grad_former;
  }
}

// The sum of u^n u^{n-1} along the rows beside the edges below and above.
INLINE TARGET double NAME(beside_edges)(const model_body *b, const real *u, const real *du) {
  const long top = (long)(b->ny - 2) * b->grid.stride;
  NAME(block) sum = {{{0}}};
  for (int i = b->grid.stride; i < 2 * b->grid.stride; i += LANES) {
    const int l = i % BLOCK / LANES;
    const lanes low = LOAD(u + i);
    const lanes high = LOAD(u + top + i);
    sum.part[l] += low * (low - LOAD(du + i)) + high * (high - LOAD(du + top + i));
  }
  return NAME(total)(&sum);
}

INLINE TARGET double NAME(lap_lap_of_edges)(const model_body *b, const real *u, const real *du) {
  const double sides = beside_sides(b, u, du);
  const double q = b->grid.aspect;
  return b->ends[0] == END_CLAMPED ? 2 * q * q * NAME(beside_edges)(b, u, du) + sides : -sides;
}

INLINE TARGET body_sums NAME(all_sums)(const NAME(wide_sums) * sum, double edges) {
  return (body_sums){.du_du = NAME(total)(&sum->du_du),
                     .lap_lap = NAME(total)(&sum->lap_lap) + edges,
                     .grad_du = NAME(total)(&sum->grad_du),
                     .du_former = NAME(total)(&sum->du_former),
                     .grad_former = NAME(total)(&sum->grad_former)};
}

INLINE TARGET void NAME(step_cells)(const model_body *b, const row_places *p, step_coefficients a,
                                    real *u, const real *du, real *next, real *scratch,
                                    body_sums *before, bool square, bool wide) {
  const double q = square ? 1 : b->grid.aspect;
  const NAME(factors) f = {.internal_loss = ALL(a.internal_loss),
                           .loss = ALL(a.loss),
                           .bending = ALL(a.bending),
                           .edge = ALL(b->ends[0] == END_CLAMPED ? -2 * q * a.bending : 0),
                           .q = ALL(q),
                           .here = ALL(2 + 2 * q),
                           .square = square};
  const double edges = before != NULL ? NAME(lap_lap_of_edges)(b, u, du) : 0;
  NAME(wide_sums) sum = {0};
  const long room = b->grid.stride + BLOCK; // values before a row are read, but not used
  real *bend = scratch + BLOCK + 2 * room;
  plate_row r = {.du = du,
                 .w = scratch + BLOCK,
                 .w_beside = scratch + BLOCK + room,
                 .bend = bend,
                 .inside = p->inside,
                 .rim = rim_column(b),
                 .wide = wide,
                 .s = b->grid.stride};
  r.u = u;
  r.next = next;
  const int inner = b->ny - 2;
  for (long at = 0; at < r.s; at += LANES)
    STORE(bend + at) = ALL(a.bending) * LOAD(p->rim + at);
  if (before != NULL)
    NAME(make_row)(&f, &r, ROW_EDGE, &sum);
  else
    NAME(make_row)(&f, &r, ROW_EDGE, NULL);
  next_row(&r);
  if (before != NULL)
    for (int j = 0; j < inner; ++j, next_row(&r))
      NAME(make_row)(&f, &r, ROW_ELSEWHERE, &sum);
  else if (next != du)
    for (int j = 0; j < inner; ++j, next_row(&r))
      NAME(make_row)(&f, &r, ROW_ELSEWHERE, NULL);
  else
    for (int j = 0; j < inner; ++j, next_row(&r))
      NAME(make_row)(&f, &r, ROW_INNER, NULL);
  NAME(make_row)(&f, &r, ROW_LAST, NULL);
  if (before != NULL)
    *before = NAME(all_sums)(&sum, edges);
}

TARGET static void NAME(step)(const model_body *b, const row_places *p, step_coefficients a,
                              real *u, const real *du, real *next, real *scratch,
                              body_sums *before) {
  // With half a block at a time, short rows gain nothing by it.
  const bool wide = rim_column(b) > BLOCK && (LANES == BLOCK || b->grid.stride > 512);
  const bool square = b->grid.aspect == 1;
  if (square && wide)
    NAME(step_cells)(b, p, a, u, du, next, scratch, before, true, true);
  else if (square)
    NAME(step_cells)(b, p, a, u, du, next, scratch, before, true, false);
  else if (wide)
    NAME(step_cells)(b, p, a, u, du, next, scratch, before, false, true);
  else
    NAME(step_cells)(b, p, a, u, du, next, scratch, before, false, false);
}

#if !defined(SINGLE) // whose sums are in plate_single_loops.h

TARGET static body_sums NAME(sums_of)(const model_body *b, real *u, const real *du, real *former) {
  const NAME(factors) f = {.q = ALL(b->grid.aspect), .here = ALL(2 + 2 * b->grid.aspect)};
  NAME(wide_sums) sum = {0};
  plate_row r = {.du = du, .s = b->grid.stride};
  r.u = u;
  r.next = former;
  for (int j = 0; j < b->ny - 1; ++j, next_row(&r))
    NAME(make_row)(&f, &r, ROW_STILL, &sum);
  return NAME(all_sums)(&sum, NAME(lap_lap_of_edges)(b, u, du));
}

#endif
