// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of plate.c, in one variant (see kernel.h).
//
// The held edges of u and du are zero, and so is the padding of every row, whose length is a
// multiple of BLOCK; loops therefore run over all of it, and what comes out wrong on an edge is put
// right behind them.

// --- The step -----------------------------------------------------------------------------------

// The four neighbours of (i, j) are two pairs: with pair_j[i] = x_j[i + 1] + x_{j+1}[i] their sum
// is pair_j[i] + pair_{j-1}[i - 1], and each pair serves two nodes.

/// Lap x of the lanes at x, which are `here`, and one step to the right.
INLINE TARGET void NAME(move)(const double *x, const double *above, const double *pair_below,
                              double *pair, lanes *here, lanes *lap) {
  const lanes next = LOAD(x + LANES);
  const lanes sum = AFTER(x, *here, next) + LOAD(above);
  STORE(pair) = sum;
  *lap = LESS_4(sum + LOAD(pair_below - 1), *here);
  *here = next;
}

// w of the row above at i; `rim` puts it right on the edges.
INLINE TARGET void NAME(make_w)(motion a, const grid_row *g, const sweep *r, int i,
                                const double *rim, lanes *at) {
  lanes lap;
  NAME(move)(g->u + g->s + i, g->u + 2 * g->s + i, r->pair_u_below + i, r->pair_u + i, at, &lap);
  lanes w = a.rub * LOAD(g->du + g->s + i) - a.bend * lap;
  if (rim != NULL)
    w *= LOAD(rim);
  STORE(r->w_above + i) = w;
}

// The row itself at i, which is held where `free` is zero.
INLINE TARGET void NAME(make_next)(motion a, const grid_row *g, const sweep *r, int i,
                                   const double *free, lanes *at) {
  lanes lap;
  NAME(move)(r->w + i, r->w_above + i, r->pair_w_below + i, r->pair_w + i, at, &lap);
  const lanes old = LOAD(g->du + i);
  lanes new = old + (lap - a.lose * old);
  if (free != NULL)
    new *= LOAD(free);
  STORE(g->next + i) = new;
  STORE(g->u + i) += new;
}

INLINE TARGET void NAME(make_w_block)(motion a, const grid_row *g, const sweep *r, int i,
                                      const double *rim, lanes *at) {
  for (int l = 0; l < BLOCK; l += LANES)
    NAME(make_w)(a, g, r, i + l, rim != NULL ? rim + l : NULL, at);
}

INLINE TARGET void NAME(make_next_block)(motion a, const grid_row *g, const sweep *r, int i,
                                         const double *free, lanes *at) {
  FETCH(g->next + g->s + i);
  for (int l = 0; l < BLOCK; l += LANES)
    NAME(make_next)(a, g, r, i + l, free != NULL ? free + l : NULL, at);
}

// First all of w, then what needs it, so that neither waits for the other.
INLINE TARGET void NAME(make_row)(motion a, const grid_row *g, const sweep *r,
                                  const margin *margins) {
  const int last = (int)g->s - BLOCK;
  lanes at = LOAD(g->u + g->s);
  if (last > 0) {
    NAME(make_w_block)(a, g, r, 0, margins[0].rim, &at);
    for (int i = BLOCK; i < last; i += BLOCK)
      NAME(make_w_block)(a, g, r, i, NULL, &at);
  }
  NAME(make_w_block)(a, g, r, last, margins[1].rim, &at);
  at = LOAD(r->w);
  if (last > 0) {
    NAME(make_next_block)(a, g, r, 0, margins[0].free, &at);
    for (int i = BLOCK; i < last; i += BLOCK)
      NAME(make_next_block)(a, g, r, i, NULL, &at);
  }
  NAME(make_next_block)(a, g, r, last, margins[1].free, &at);
}

// The last row below the upper edge, where w is given.
INLINE TARGET void NAME(make_last_row)(motion a, double edge, const grid_row *g, const sweep *r,
                                       const margin *margins) {
  lanes at = LOAD(r->w);
  for (int i = 0; i < g->s; i += LANES) {
    const margin *side = margin_at(margins, i, g->s);
    STORE(r->w_above + i) = edge * LOAD(g->u + i);
    NAME(make_next)(a, g, r, i, side != NULL ? side->free + i % BLOCK : NULL, &at);
  }
}

// w on the lower edge and on the first row of nodes.
INLINE TARGET void NAME(open_sweep)(motion a, double edge, const grid_row *g, const sweep *r,
                                    const margin *margins) {
  const double *first = g->u + g->s;
  lanes at = LOAD(first);
  for (int i = 0; i < g->s; i += LANES) {
    STORE(r->w + i) = edge * LOAD(first + i);
    STORE(r->pair_u_below + i) = LOAD(first + i);
  }
  for (int i = 0; i < g->s; i += LANES) {
    const margin *side = margin_at(margins, i, g->s);
    NAME(make_w)(a, g, r, i, side != NULL ? side->rim + i % BLOCK : NULL, &at);
    STORE(r->pair_w + i) = LOAD(r->w + i + 1) + LOAD(r->w_above + i);
  }
}

TARGET static void NAME(step)(const model_body *b, motion a, grid_row g, double *restrict scratch) {
  const double edge = b->ends[0] == END_CLAMPED ? -2 * a.bend : 0;
  margin margins[2];
  set_margins(b, margins);
  sweep r = sweep_in(scratch, b->stride);
  NAME(open_sweep)(a, edge, &g, &r, margins);
  for (int j = 1; j < b->ny; ++j) {
    turn_rows(&r);
    g.u += g.s;
    g.du += g.s;
    g.next += g.s;
    if (j + 1 < b->ny)
      NAME(make_row)(a, &g, &r, margins);
    else
      NAME(make_last_row)(a, edge, &g, &r, margins);
  }
}

// --- Sums ---------------------------------------------------------------------------------------

typedef struct {
  NAME(block) speed, curve, rub, pace, drag;
} NAME(sums);

// `rim` puts Lap u right on the edges, where the product counts half: as u_inside^2 is what comes
// out there, 2 u_inside^2 is due on a clamped edge and 0 on a pinned one.
INLINE TARGET void NAME(sum_up)(const double *u, const double *du, const double *former, int s,
                                const sweep *r, int i, const double *rim, lanes *at_u, lanes *at_du,
                                NAME(sums) * sum) {
  const int l = i % BLOCK / LANES;
  const lanes step = *at_du;
  const lanes old = LOAD(former + i);
  lanes lap;
  lanes lap_step;
  NAME(move)(u + i, u + i - s, r->pair_u_below + i, r->pair_u + i, at_u, &lap);
  NAME(move)(du + i, du + i - s, r->pair_w_below + i, r->pair_w + i, at_du, &lap_step);
  lanes curve = lap * (lap - lap_step);
  if (rim != NULL)
    curve *= LOAD(rim);
  sum->speed.part[l] += step * step;
  sum->curve.part[l] += curve;
  sum->rub.part[l] -= step * lap_step;
  sum->pace.part[l] += old * step;
  sum->drag.part[l] -= old * lap_step;
}

INLINE TARGET void NAME(sum_row)(const double *u, const double *du, const double *former, int s,
                                 const sweep *r, const margin *margins, NAME(sums) * sum) {
  const int last = s - BLOCK;
  lanes at_u = LOAD(u);
  lanes at_du = LOAD(du);
  for (int i = 0; last > 0 && i < BLOCK; i += LANES)
    NAME(sum_up)(u, du, former, s, r, i, margins[0].rim + i, &at_u, &at_du, sum);
  for (int i = BLOCK; i < last; i += BLOCK)
    for (int l = 0; l < BLOCK; l += LANES)
      NAME(sum_up)(u, du, former, s, r, i + l, NULL, &at_u, &at_du, sum);
  for (int l = 0; l < BLOCK; l += LANES)
    NAME(sum_up)(u, du, former, s, r, last + l, margins[1].rim + l, &at_u, &at_du, sum);
}

// Each row adds up by itself first, which rounds less.
INLINE TARGET void NAME(add_row)(NAME(sums) * total, const NAME(sums) * row) {
  for (int l = 0; l < BLOCK / LANES; ++l) {
    total->speed.part[l] += row->speed.part[l];
    total->curve.part[l] += row->curve.part[l];
    total->rub.part[l] += row->rub.part[l];
    total->pace.part[l] += row->pace.part[l];
    total->drag.part[l] += row->drag.part[l];
  }
}

// On clamped edges below and above: the sum of 2 u^n u^{n-1} along the rows beside them.
INLINE TARGET double NAME(curve_of_edges)(const model_body *b, const double *u, const double *du) {
  const long top = (long)(b->ny - 2) * b->stride;
  NAME(block) first = {{{0}}};
  NAME(block) last = {{{0}}};
  for (int i = b->stride; i < 2 * b->stride; i += LANES) {
    const int l = i % BLOCK / LANES;
    const lanes low = LOAD(u + i);
    const lanes high = LOAD(u + top + i);
    first.part[l] += low * (low - LOAD(du + i));
    last.part[l] += high * (high - LOAD(du + top + i));
  }
  return 2 * (NAME(total)(&first) + NAME(total)(&last));
}

// From the last row to the first: the step has left the last ones in the cache, and the next step
// will find the first ones there.
TARGET static body_sums NAME(sums_of)(const model_body *b, const double *u, const double *du,
                                      const double *former, double *restrict scratch) {
  const int s = b->stride;
  const long top = (long)(b->ny - 1) * s;
  NAME(sums) sum = {0};
  margin margins[2];
  set_margins(b, margins);
  sweep r = sweep_in(scratch, s);
  for (int i = 0; i < s; i += LANES) {
    STORE(r.pair_u_below + i) = LOAD(u + top + i);
    STORE(r.pair_w_below + i) = LOAD(du + top + i);
  }
  for (long row = top; row > 0; row -= s) {
    NAME(sums) of_row = {0};
    NAME(sum_row)(u + row, du + row, former + row, s, &r, margins, &of_row);
    NAME(add_row)(&sum, &of_row);
    turn_rows(&r);
  }
  return (body_sums){.speed = NAME(total)(&sum.speed),
                     .curve = NAME(total)(&sum.curve) +
                              (b->ends[0] == END_CLAMPED ? NAME(curve_of_edges)(b, u, du) : 0),
                     .rub = NAME(total)(&sum.rub),
                     .pace = NAME(total)(&sum.pace),
                     .drag = NAME(total)(&sum.drag)};
}
