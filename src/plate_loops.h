// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of plate.c, in one variant (see kernel.h). `at` is a column of a row, from its lane
// `part` on.

// --- The step -----------------------------------------------------------------------------------

typedef struct {
  lanes rub, lose, edge;
} NAME(factors);

/// What a walk along a row takes with it: the lanes it is at, and those it comes from, of u of the
/// row above and of w.
typedef struct {
  lanes left, here, w_left, w_here;
} NAME(walk);

/// Lap x from the lanes of a row and the rows on both sides of it.
INLINE TARGET void NAME(lap)(const lanes *left, const lanes *here, const lanes *right,
                             const lanes *below, const lanes *above, lanes *lap) {
  *lap = NMADD(ALL(4.0), *here, (*left + *right) + (*below + *above));
}

// w of the row above.
INLINE TARGET void NAME(make_w)(const NAME(factors) * f, const plate_row *r, row_kind kind, long at,
                                const lanes *right, const NAME(walk) * k, const lanes *u,
                                lanes *w) {
  if (kind == ROW_LAST) {
    *w = f->edge * *u;
    return;
  }
  lanes lap;
  const lanes beyond = LOAD(r->u + 2 * r->s + at);
  NAME(lap)(&k->left, &k->here, right, u, &beyond, &lap);
  *w = NMADD(LOAD(r->bend + at), lap, f->rub * LOAD(r->du + r->s + at));
}

INLINE TARGET void NAME(make_next)(const NAME(factors) * f, const plate_row *r, long at,
                                   const lanes *w_right, const NAME(walk) * k, const lanes *u,
                                   const lanes *w_above) {
  lanes lap;
  const lanes w_below = LOAD(r->w_beside + at);
  NAME(lap)(&k->w_left, &k->w_here, w_right, &w_below, w_above, &lap);
  const lanes old = LOAD(r->du + at);
  const lanes new = MADD(LOAD(r->inside + at), lap, NMADD(f->lose, old, old));
  STORE(r->next + at) = new;
  STORE(r->u + at) = *u + new;
}

/// One column; what lies on its right is given.
INLINE TARGET void NAME(make_column)(const NAME(factors) * f, const plate_row *r, row_kind kind,
                                     long at, const lanes *right, const lanes *w_right,
                                     NAME(walk) * k) {
  lanes w;
  const lanes u = LOAD(r->u + at);
  if (kind == ROW_ELSEWHERE)
    FETCH(r->next + r->s + at);
  NAME(make_w)(f, r, kind, at, right, k, &u, &w);
  if (kind == ROW_EDGE)
    STORE(r->w + at) = f->edge * k->here;
  else
    NAME(make_next)(f, r, at, w_right, k, &u, &w);
  STORE(r->w_beside + at) = w;
  *k = (NAME(walk)){.left = k->here, .here = *right, .w_left = k->w_here, .w_here = *w_right};
}

INLINE TARGET void NAME(make_row)(const NAME(factors) * f, const plate_row *r, row_kind kind) {
  const long last = r->s - BLOCK;
  const double *above = r->u + r->s;
  for (int part = 0; part < BLOCK; part += LANES) {
    const lanes end = BEHIND_LAST(above, part);
    const lanes w_end = BEHIND_LAST(r->w, part);
    NAME(walk)
    k = {.left = BEFORE_FIRST(above + last, part),
         .here = LOAD(above + part),
         .w_left = BEFORE_FIRST(r->w + last, part),
         .w_here = LOAD(r->w + part)};
    for (long at = part; at < last; at += BLOCK) {
      const lanes right = LOAD(above + at + BLOCK);
      const lanes w_right = LOAD(r->w + at + BLOCK);
      NAME(make_column)(f, r, kind, at, &right, &w_right, &k);
    }
    NAME(make_column)(f, r, kind, last + part, &end, &w_end, &k);
  }
}

TARGET static void NAME(step)(const model_body *b, const row_places *p, motion a, double *u,
                              const double *du, double *next, double *scratch) {
  const NAME(factors) f = {.rub = ALL(a.rub),
                           .lose = ALL(a.lose),
                           .edge = ALL(b->ends[0] == END_CLAMPED ? -2 * a.bend : 0)};
  double *bend = scratch + 2 * b->stride + 3 * BLOCK;
  plate_row r = {.u = u,
                 .du = du,
                 .next = next,
                 .w = scratch + BLOCK,
                 .w_beside = scratch + b->stride + 2 * BLOCK,
                 .bend = bend,
                 .inside = p->inside,
                 .s = b->stride};
  if (b->ny < 2)
    return;
  for (long at = 0; at < r.s; at += LANES)
    STORE(bend + at) = a.bend * LOAD(p->rim + at);
  NAME(make_row)(&f, &r, ROW_EDGE);
  next_row(&r);
  for (int j = 1; next == du && j < b->ny - 1; ++j) {
    NAME(make_row)(&f, &r, ROW_INNER);
    next_row(&r);
  }
  for (int j = 1; next != du && j < b->ny - 1; ++j) {
    NAME(make_row)(&f, &r, ROW_ELSEWHERE);
    next_row(&r);
  }
  NAME(make_row)(&f, &r, ROW_LAST);
}

// --- Sums ---------------------------------------------------------------------------------------

typedef struct {
  lanes speed, curve, rub, pace, drag;
} NAME(sums);

/// A walk along a row of one field: the lanes it is at, and the pair of the row above one column
/// before.
typedef struct {
  lanes here, pair_left;
} NAME(look);

/// Lap x of the lanes it is at, and one column on.
INLINE TARGET void NAME(look_on)(const double *below, const double *pair_above, double *pair,
                                 const lanes *right, NAME(look) * k, lanes *lap) {
  const lanes sum = *right + LOAD(below);
  STORE(pair) = sum;
  *lap = NMADD(ALL(4.0), k->here, sum + k->pair_left);
  *k = (NAME(look)){.here = *right, .pair_left = LOAD(pair_above)};
}

INLINE TARGET void NAME(sum_up)(const plate_view *v, long at, const lanes *right,
                                const lanes *du_right, NAME(look) * u, NAME(look) * du,
                                NAME(sums) * sum) {
  const lanes step = du->here;
  const lanes old = LOAD(v->former + at);
  lanes lap;
  lanes lap_step;
  NAME(look_on)(v->u - v->s + at, v->pair_u_above + at, v->pair_u + at, right, u, &lap);
  NAME(look_on)(v->du - v->s + at, v->pair_du_above + at, v->pair_du + at, du_right, du, &lap_step);
  sum->speed = MADD(step, step, sum->speed);
  sum->curve = MADD(lap, lap - lap_step, sum->curve);
  sum->rub = NMADD(step, lap_step, sum->rub);
  sum->pace = MADD(old, step, sum->pace);
  sum->drag = NMADD(old, lap_step, sum->drag);
}

INLINE TARGET void NAME(sum_row)(const plate_view *v, int part, NAME(sums) * sum) {
  const long last = v->s - BLOCK;
  const lanes end = BEHIND_LAST(v->u, part);
  const lanes du_end = BEHIND_LAST(v->du, part);
  NAME(look)
  u = {.here = LOAD(v->u + part), .pair_left = BEFORE_FIRST(v->pair_u_above + last, part)};
  NAME(look)
  du = {.here = LOAD(v->du + part), .pair_left = BEFORE_FIRST(v->pair_du_above + last, part)};
  for (long at = part; at < last; at += BLOCK) {
    const lanes right = LOAD(v->u + at + BLOCK);
    const lanes du_right = LOAD(v->du + at + BLOCK);
    NAME(sum_up)(v, at, &right, &du_right, &u, &du, sum);
  }
  NAME(sum_up)(v, last + part, &end, &du_end, &u, &du, sum);
}

/// Sums of a plate, BLOCK lanes wide.
typedef struct {
  NAME(block) speed, curve, rub, pace, drag;
} NAME(wide_sums);

// The sum of u^n u^{n-1} along the rows beside the edges below and above.
INLINE TARGET double NAME(beside_edges)(const model_body *b, const double *u, const double *du) {
  const long top = (long)(b->ny - 2) * b->stride;
  NAME(block) sum = {{{0}}};
  for (int i = b->stride; i < 2 * b->stride; i += LANES) {
    const int l = i % BLOCK / LANES;
    const lanes low = LOAD(u + i);
    const lanes high = LOAD(u + top + i);
    sum.part[l] += low * (low - LOAD(du + i)) + high * (high - LOAD(du + top + i));
  }
  return NAME(total)(&sum);
}

// From the last row to the first: the step has left the last ones in the cache, and the next step
// will find the first ones there. Each row adds up by itself first, which rounds less.
TARGET static body_sums NAME(sums_of)(const model_body *b, const double *u, const double *du,
                                      const double *former, double *scratch) {
  const int s = b->stride;
  const long top = (long)(b->ny - 1) * s;
  plate_view v = first_view(u + top, du + top, former + top, s, scratch);
  NAME(wide_sums) sum = {0};
  for (long at = 0; at < s; at += LANES) { // the edge above is zero
    STORE(v.pair_u_above + at) = LOAD(u + top + at);
    STORE(v.pair_du_above + at) = LOAD(du + top + at);
  }
  for (int j = b->ny - 1; j > 0; --j) {
    for (int l = 0; l < BLOCK / LANES; ++l) {
      NAME(sums) of_row = {0};
      NAME(sum_row)(&v, l * LANES, &of_row);
      sum.speed.part[l] += of_row.speed;
      sum.curve.part[l] += of_row.curve;
      sum.rub.part[l] += of_row.rub;
      sum.pace.part[l] += of_row.pace;
      sum.drag.part[l] += of_row.drag;
    }
    next_view(&v);
  }
  const double edges = b->ends[0] == END_CLAMPED ? 2 * NAME(beside_edges)(b, u, du) : 0;
  return (body_sums){.speed = NAME(total)(&sum.speed),
                     .curve = NAME(total)(&sum.curve) + (edges + curve_of_sides(b, u, du)),
                     .rub = NAME(total)(&sum.rub),
                     .pace = NAME(total)(&sum.pace),
                     .drag = NAME(total)(&sum.drag)};
}
