// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of plate.c, in one variant (see kernel.h). `at` is a column of a row, from its lane
// `lane` on.

typedef struct {
  lanes ratio; // internal loss over bending
  lanes loss, bending, edge;
  lanes q, here; // of Lap: (h / hy)^2 and 2 + 2 q
  bool square;   // q is 1: units that only add have less to do than others
} NAME(factors);

typedef struct {
  lanes du_du, lap_lap, grad_du, du_former, grad_former;
} NAME(sums);

/// Row j of the grid. Before it is done w_beside is w_{j-1}, afterwards w_{j+1}.
typedef struct {
  real *u;
  const real *du;
  real *next;
  real *w, *w_beside;
  const real *rim;    // what Lap u counts: 1, on edges left and right 0 or 2
  const real *inside; // 0 at nodes that are fixed
  long rim_column;    // from this one on columns have nodes on edges, or padding
  long s;
} NAME(row);

// Advances to the row above.
INLINE void NAME(next_row)(NAME(row) * r) {
  real *w = r->w;
  r->u += r->s;
  r->du += r->s;
  r->next += r->s;
  r->w = r->w_beside;
  r->w_beside = w;
}

/// What the loop along a row carries: the previous and the present lanes of u and du of the row
/// above, and of w.
typedef struct {
  lanes left, here, du_left, du_here, w_left, w_here;
} NAME(walk);

/// The lanes behind them.
typedef struct {
  lanes u, du, w;
} NAME(ahead);

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
INLINE TARGET void NAME(sum_up)(const NAME(factors) * f, const NAME(row) * r, long at,
                                const lanes *below, const lanes *du_right, const NAME(walk) * k,
                                const lanes *lap, NAME(sums) * sum) {
  const lanes beyond = LOAD(r->du + 2 * r->s + at);
  lanes former = LOAD(r->next + r->s + at);
  HOLD(former);
  const lanes step = k->du_here;
  lanes lap_step;
  NAME(lap)(f, &k->du_left, &k->du_here, du_right, below, &beyond, &lap_step);
  sum->du_du = MADD(step, step, sum->du_du);
  sum->lap_lap = MADD(*lap, *lap - lap_step, sum->lap_lap);
  sum->grad_du = NMADD(step, lap_step, sum->grad_du);
  sum->du_former = MADD(former, step, sum->du_former);
  sum->grad_former = NMADD(former, lap_step, sum->grad_former);
}

// w of the row above; at its edges left and right with `rim`.
INLINE TARGET void NAME(make_w)(const NAME(factors) * f, const NAME(row) * r, bool summing,
                                bool rim, long at, const NAME(ahead) * right, const NAME(walk) * k,
                                const lanes *u, const lanes *old, NAME(sums) * sum, lanes *w) {
  const lanes beyond = LOAD(r->u + 2 * r->s + at);
  lanes lap;
  NAME(lap)(f, &k->left, &k->here, &right->u, u, &beyond, &lap);
  if (summing)
    NAME(sum_up)(f, r, at, old, &right->du, k, &lap, sum);
  lanes du = k->du_here;
  if (!summing)
    du = LOAD(r->du + r->s + at);
  if (rim)
    *w = NMADD(LOAD(r->rim + at), lap, f->ratio * du);
  else
    *w = MSUB(f->ratio, du, lap);
}

// The increments of this row, with w of the row above.
INLINE TARGET void NAME(make_next)(const NAME(factors) * f, const NAME(row) * r, bool rim, long at,
                                   const NAME(ahead) * right, const NAME(walk) * k, const lanes *u,
                                   const lanes *old, const lanes *w) {
  const lanes below = LOAD(r->w_beside + at);
  lanes lap = NMADD(f->here, k->w_here, k->w_left + right->w);
  if (f->square)
    lap = lap + below + *w;
  else
    lap = MADD(f->q, *w, MADD(f->q, below, lap));
  lanes bending = f->bending;
  if (rim)
    bending = f->bending * LOAD(r->inside + at);
  const lanes new = MADD(bending, lap, NMADD(f->loss, *old, *old));
  STORE(r->w_beside + at) = *w;
  STORE(r->next + at) = new;
  STORE(r->u + at) = *u + new;
}

// With `rim` the column has nodes on the edges left and right, or padding.
INLINE TARGET void NAME(make_column)(const NAME(factors) * f, const NAME(row) * r, row_kind kind,
                                     bool summing, bool rim, long at, const NAME(ahead) * right,
                                     NAME(walk) * k, NAME(sums) * sum) {
  const lanes u = LOAD(r->u + at);
  lanes old = LOAD(r->du + at);
  lanes w = f->edge * u;
  if (summing)
    HOLD(old);
  if (kind == ROW_LAST)
    w = MADD(f->ratio, LOAD(r->du + r->s + at), w); // of an edge that moves
  else
    NAME(make_w)(f, r, summing, rim && kind != ROW_STILL, at, right, k, &u, &old, sum, &w);
  if (kind == ROW_EDGE) {
    STORE(r->w + at) = MADD(f->ratio, LOAD(r->du + at), f->edge * k->here);
    STORE(r->w_beside + at) = w;
  } else if (kind != ROW_STILL) {
    NAME(make_next)(f, r, rim, at, right, k, &u, &old, &w);
  }
  *k = (NAME(walk)){.left = k->here,
                    .here = right->u,
                    .du_left = k->du_here,
                    .du_here = right->du,
                    .w_left = k->w_here,
                    .w_here = right->w};
}

// Columns from `at` up to `end`.
INLINE TARGET void NAME(make_columns)(const NAME(factors) * f, const NAME(row) * r, row_kind kind,
                                      bool summing, bool rim, long at_once, long at, long end,
                                      NAME(walk) * k, NAME(sums) * sum) {
  const lanes none = {0};
  for (; at + (at_once - 1) * BLOCK < end; at += at_once * BLOCK)
    for (long i = 0; i < at_once; ++i) {
      const long next = at + i * BLOCK + BLOCK;
      const NAME(ahead) right = {.u = LOAD(r->u + r->s + next),
                                 .du = summing ? LOAD(r->du + r->s + next) : none,
                                 .w = kind != ROW_STILL ? LOAD(r->w + next) : none};
      NAME(make_column)(f, r, kind, summing, rim, next - BLOCK, &right, k, sum);
    }
}

/// Before the first column, and behind the last.
INLINE TARGET void NAME(begin_row)(const NAME(row) * r, row_kind kind, bool summing, int lane,
                                   NAME(walk) * k) {
  const long last = r->s - BLOCK;
  const real *above = r->u + r->s;
  const real *du = r->du + r->s;
  const bool moves = kind != ROW_STILL;
  const lanes none = {0};
  *k = (NAME(walk)){.left = BEFORE_FIRST(above + last, lane),
                    .here = LOAD(above + lane),
                    .du_left = summing ? BEFORE_FIRST(du + last, lane) : none,
                    .du_here = summing ? LOAD(du + lane) : none,
                    .w_left = moves ? BEFORE_FIRST(r->w + last, lane) : none,
                    .w_here = moves ? LOAD(r->w + lane) : none};
}

INLINE TARGET void NAME(end_row)(const NAME(row) * r, row_kind kind, bool summing, int lane,
                                 NAME(ahead) * end) {
  const lanes none = {0};
  *end = (NAME(ahead)){.u = BEHIND_LAST(r->u + r->s, lane),
                       .du = summing ? BEHIND_LAST(r->du + r->s, lane) : none,
                       .w = kind != ROW_STILL ? BEHIND_LAST(r->w, lane) : none};
}

// Lanes from `lane` on of all columns.
SPECIALISED TARGET void NAME(make_from)(const NAME(factors) * f, const NAME(row) * r, row_kind kind,
                                        bool summing, int lane, NAME(sums) * sum) {
  const long last = r->s - BLOCK;
  NAME(walk) k;
  NAME(ahead) end;
  NAME(begin_row)(r, kind, summing, lane, &k);
  NAME(make_columns)(f, r, kind, summing, true, 1, lane, lane + last, &k, sum);
  NAME(end_row)(r, kind, summing, lane, &end);
  NAME(make_column)(f, r, kind, summing, true, last + lane, &end, &k, sum);
}

// The same of an inner row. Edges and padding are in the first column and in those from `rim` on;
// the others are taken three in turn, so that what is carried need not be moved between registers.
SPECIALISED TARGET void NAME(make_inner)(const NAME(factors) * f, const NAME(row) * r, bool summing,
                                         int lane, NAME(sums) * sum) {
  const row_kind kind = ROW_INNER;
  const long first = lane + BLOCK;
  const long rim = lane + r->rim_column;
  const long threes = first + (rim - first) / (3L * BLOCK) * (3L * BLOCK);
  const long last = lane + r->s - BLOCK;
  NAME(walk) k;
  NAME(ahead) end;
  NAME(begin_row)(r, kind, summing, lane, &k);
  NAME(make_columns)(f, r, kind, summing, true, 1, lane, first, &k, sum);
  NAME(make_columns)(f, r, kind, summing, false, 3, first, threes, &k, sum);
  NAME(make_columns)(f, r, kind, summing, false, 1, threes, rim, &k, sum);
  NAME(make_columns)(f, r, kind, summing, true, 1, rim, last, &k, sum);
  NAME(end_row)(r, kind, summing, lane, &end);
  NAME(make_column)(f, r, kind, summing, true, last, &end, &k, sum);
}

/// Sums of a plate, BLOCK lanes wide.
typedef struct {
  NAME(block) du_du, lap_lap, grad_du, du_former, grad_former;
} NAME(wide_sums);

// Each row is summed by itself first, which rounds less.
INLINE TARGET void NAME(add_row)(const NAME(sums) * of_row, int lane, NAME(wide_sums) * sum) {
  const int l = lane / LANES;
  sum->du_du.group[l] += of_row->du_du;
  sum->lap_lap.group[l] += of_row->lap_lap;
  sum->grad_du.group[l] += of_row->grad_du;
  sum->du_former.group[l] += of_row->du_former;
  sum->grad_former.group[l] += of_row->grad_former;
}

// Sums nothing where `sum` is NULL.
INLINE TARGET void NAME(make_row)(const NAME(factors) * f, const NAME(row) * r, row_kind kind,
                                  NAME(wide_sums) * sum) {
  for (int lane = 0; lane < BLOCK; lane += LANES) {
    NAME(sums) of_row = {0};
    NAME(make_from)(f, r, kind, sum != NULL, lane, &of_row);
    if (sum != NULL)
      NAME(add_row)(&of_row, lane, sum);
  }
}

INLINE TARGET void NAME(make_inner_row)(const NAME(factors) * f, const NAME(row) * r, int lane,
                                        NAME(wide_sums) * sum) {
  NAME(sums) of_row = {0};
  NAME(make_inner)(f, r, sum != NULL, lane, &of_row);
  if (sum != NULL)
    NAME(add_row)(&of_row, lane, sum);
}

#include "bodies/plate_pair_loops.h"

// All rows between the edges but the last one. Pairs need more registers than the variants with
// half a block at a time have.
INLINE TARGET void NAME(make_rows)(const NAME(factors) * f, NAME(row) * r, int count,
                                   NAME(wide_sums) * sum) {
  int j = 0;
  if (sum == NULL && r->rim_column >= (LANES == BLOCK ? SHORT_ROW : LONG_ROW))
    for (; j + 1 < count; j += 2) {
      NAME(make_pair)(f, r);
      r->u += 2 * r->s;
      r->du += 2 * r->s;
      r->next += 2 * r->s;
    }
  for (; r->rim_column > 0 && j < count; ++j, NAME(next_row)(r)) {
    NAME(make_inner_row)(f, r, 0, sum);
    if (LANES < BLOCK)
      NAME(make_inner_row)(f, r, LANES % BLOCK, sum);
  }
  for (; j < count; ++j, NAME(next_row)(r))
    NAME(make_row)(f, r, ROW_INNER, sum);
}

INLINE TARGET void NAME(rows)(const NAME(factors) * factors, NAME(row) * row, int count,
                              bool square, NAME(wide_sums) * sum) {
  NAME(factors) f = *factors;
  NAME(row) r = *row;
  f.square = square; // known to the compiler
  NAME(make_rows)(&f, &r, count, sum);
  *row = r;
}

// By themselves, since the compiler then finds registers for all they need.
TARGET static APART void NAME(step_rows)(const NAME(factors) * f, NAME(row) * r, int count) {
  NAME(rows)(f, r, count, false, NULL);
}

TARGET static APART void NAME(step_square_rows)(const NAME(factors) * f, NAME(row) * r, int count) {
  NAME(rows)(f, r, count, true, NULL);
}

TARGET static APART void NAME(sum_rows)(const NAME(factors) * f, NAME(row) * r, int count,
                                        NAME(wide_sums) * sum) {
  NAME(rows)(f, r, count, false, sum);
}

TARGET static APART void NAME(sum_square_rows)(const NAME(factors) * f, NAME(row) * r, int count,
                                               NAME(wide_sums) * sum) {
  NAME(rows)(f, r, count, true, sum);
}

// The sum of u^n u^{n-1} along the rows beside the edges below and above.
INLINE TARGET double NAME(beside_edges)(const model_body *b, const real *u, const real *du) {
  const long top = (long)(b->ny - 2) * b->grid.stride;
  NAME(block) sum = {{{0}}};
  for (int i = b->grid.stride; i < 2 * b->grid.stride; i += LANES) {
    const int l = i % BLOCK / LANES;
    const lanes low = LOAD(u + i);
    const lanes high = LOAD(u + top + i);
    sum.group[l] += low * (low - LOAD(du + i)) + high * (high - LOAD(du + top + i));
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

// From edge to edge, with `inner` rows between the first and the last that move.
INLINE TARGET void NAME(step_all)(const NAME(factors) * f, NAME(row) * r, int inner) {
  NAME(make_row)(f, r, ROW_EDGE, NULL);
  NAME(next_row)(r);
  if (f->square)
    NAME(step_square_rows)(f, r, inner);
  else
    NAME(step_rows)(f, r, inner);
  NAME(make_row)(f, r, ROW_LAST, NULL);
}

INLINE TARGET void NAME(sum_all)(const NAME(factors) * f, NAME(row) * r, int inner,
                                 NAME(wide_sums) * sum) {
  NAME(make_row)(f, r, ROW_EDGE, sum);
  NAME(next_row)(r);
  if (f->square)
    NAME(sum_square_rows)(f, r, inner, sum);
  else
    NAME(sum_rows)(f, r, inner, sum);
  NAME(make_row)(f, r, ROW_LAST, NULL);
}

TARGET static void NAME(step)(const model_body *b, const row_places *p, step_coefficients a,
                              real *u, const real *du, real *next, real *scratch,
                              body_sums *before) {
  const double q = b->grid.aspect;
  const NAME(factors) f = {.ratio = ALL(a.internal_loss / a.bending),
                           .loss = ALL(a.loss),
                           .bending = ALL(a.bending),
                           .edge = ALL(b->ends[0] == END_CLAMPED ? -2 * q : 0),
                           .q = ALL(q),
                           .here = ALL(2 + 2 * q),
                           .square = q == 1};
  const long spare = b->grid.stride + BLOCK; // values before a row are read, but not used
  NAME(row)
  r = {.du = du,
       .rim = p->rim,
       .inside = p->inside,
       .rim_column = rim_column(b),
       .s = b->grid.stride};
  r.u = u;
  r.next = next;
  r.w = scratch + BLOCK;
  r.w_beside = scratch + BLOCK + spare;
  if (before == NULL) {
    NAME(step_all)(&f, &r, b->ny - 2);
    return;
  }
  const double edges = NAME(lap_lap_of_edges)(b, u, du);
  NAME(wide_sums) sum = {0};
  NAME(sum_all)(&f, &r, b->ny - 2, &sum);
  *before = NAME(all_sums)(&sum, edges);
}

#if !defined(SINGLE) // whose sums are in plate_single_loops.h

TARGET static body_sums NAME(sums_of)(const model_body *b, real *u, const real *du, real *former) {
  const NAME(factors) f = {.q = ALL(b->grid.aspect), .here = ALL(2 + 2 * b->grid.aspect)};
  NAME(wide_sums) sum = {0};
  NAME(row)
  r = {.du = du, .s = b->grid.stride};
  r.u = u;
  r.next = former;
  for (int j = 0; j < b->ny - 1; ++j, NAME(next_row)(&r))
    NAME(make_row)(&f, &r, ROW_STILL, &sum);
  return NAME(all_sums)(&sum, NAME(lap_lap_of_edges)(b, u, du));
}

#endif
