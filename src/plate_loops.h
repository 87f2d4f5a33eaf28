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

TARGET static void NAME(step)(const model_body *b, motion a, plate_row r) {
  const NAME(factors) f = {.rub = ALL(a.rub),
                           .lose = ALL(a.lose),
                           .edge = ALL(b->ends[0] == END_CLAMPED ? -2 * a.bend : 0)};
  const bool in_place = r.next == r.du;
  if (b->ny < 2)
    return;
  NAME(make_row)(&f, &r, ROW_EDGE);
  next_row(&r);
  for (int j = 1; in_place && j < b->ny - 1; ++j) {
    NAME(make_row)(&f, &r, ROW_INNER);
    next_row(&r);
  }
  for (int j = 1; !in_place && j < b->ny - 1; ++j) {
    NAME(make_row)(&f, &r, ROW_ELSEWHERE);
    next_row(&r);
  }
  NAME(make_row)(&f, &r, ROW_LAST);
}

// --- Sums ---------------------------------------------------------------------------------------

typedef struct {
  lanes speed, curve, rub, pace, drag;
} NAME(sums);

typedef struct {
  lanes left, here, du_left, du_here;
} NAME(look);

// The rim puts Lap u right on the edges, where the product counts half: as u_inside^2 is what comes
// out there, 2 u_inside^2 is due on a clamped edge and 0 on a pinned one.
INLINE TARGET void NAME(sum_up)(const plate_view *v, long at, const lanes *right,
                                const lanes *du_right, NAME(look) * k, NAME(sums) * sum) {
  const lanes below = LOAD(v->u + at - v->s);
  const lanes above = LOAD(v->u + at + v->s);
  const lanes du_below = LOAD(v->du + at - v->s);
  const lanes du_above = LOAD(v->du + at + v->s);
  const lanes step = k->du_here;
  const lanes old = LOAD(v->former + at);
  lanes lap;
  lanes lap_step;
  NAME(lap)(&k->left, &k->here, right, &below, &above, &lap);
  NAME(lap)(&k->du_left, &k->du_here, du_right, &du_below, &du_above, &lap_step);
  sum->speed = MADD(step, step, sum->speed);
  sum->curve = MADD(lap * LOAD(v->rim + at), lap - lap_step, sum->curve);
  sum->rub = NMADD(step, lap_step, sum->rub);
  sum->pace = MADD(old, step, sum->pace);
  sum->drag = NMADD(old, lap_step, sum->drag);
  *k = (NAME(look)){.left = k->here, .here = *right, .du_left = k->du_here, .du_here = *du_right};
}

INLINE TARGET void NAME(sum_row)(const plate_view *v, int part, NAME(sums) * sum) {
  const long last = v->s - BLOCK;
  const lanes end = BEHIND_LAST(v->u, part);
  const lanes du_end = BEHIND_LAST(v->du, part);
  NAME(look)
  k = {.left = BEFORE_FIRST(v->u + last, part),
       .here = LOAD(v->u + part),
       .du_left = BEFORE_FIRST(v->du + last, part),
       .du_here = LOAD(v->du + part)};
  for (long at = part; at < last; at += BLOCK) {
    const lanes right = LOAD(v->u + at + BLOCK);
    const lanes du_right = LOAD(v->du + at + BLOCK);
    NAME(sum_up)(v, at, &right, &du_right, &k, sum);
  }
  NAME(sum_up)(v, last + part, &end, &du_end, &k, sum);
}

/// Sums of a plate, BLOCK lanes wide.
typedef struct {
  NAME(block) speed, curve, rub, pace, drag;
} NAME(wide_sums);

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
// will find the first ones there. Each row adds up by itself first, which rounds less.
TARGET static body_sums NAME(sums_of)(const model_body *b, const row_places *p, const double *u,
                                      const double *du, const double *former) {
  NAME(wide_sums) sum = {0};
  for (int j = b->ny - 1; j > 0; --j) {
    const long row = (long)j * b->stride;
    const plate_view v = {
        .u = u + row, .du = du + row, .former = former + row, .rim = p->rim, .s = b->stride};
    for (int l = 0; l < BLOCK / LANES; ++l) {
      NAME(sums) of_row = {0};
      NAME(sum_row)(&v, l * LANES, &of_row);
      sum.speed.part[l] += of_row.speed;
      sum.curve.part[l] += of_row.curve;
      sum.rub.part[l] += of_row.rub;
      sum.pace.part[l] += of_row.pace;
      sum.drag.part[l] += of_row.drag;
    }
  }
  return (body_sums){.speed = NAME(total)(&sum.speed),
                     .curve = NAME(total)(&sum.curve) +
                              (b->ends[0] == END_CLAMPED ? NAME(curve_of_edges)(b, u, du) : 0),
                     .rub = NAME(total)(&sum.rub),
                     .pace = NAME(total)(&sum.pace),
                     .drag = NAME(total)(&sum.drag)};
}
