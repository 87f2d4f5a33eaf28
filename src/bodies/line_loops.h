// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of line.c, in one variant (see kernel.h). They run over whole blocks; the ends are put
// right afterwards, and padding stays zero.

// --- The step -----------------------------------------------------------------------------------

/// Lap x of the lanes `here`, between those on both sides.
#define LAP(left, here, right) (((left) - (here)) + ((right) - (here)))

INLINE TARGET void NAME(make_w)(int last, int part, motion a, const double *u, const double *du,
                                double *w) {
  const lanes end = BEHIND_LAST(u, part);
  lanes left = BEFORE_FIRST(u + last, part);
  lanes here = LOAD(u + part);
  for (int at = part; at <= last + part; at += BLOCK) {
    const lanes right = at < last ? LOAD(u + at + BLOCK) : end;
    const lanes pulled = MADD(ALL(a.pull), here, a.rub * LOAD(du + at));
    STORE(w + at) = NMADD(ALL(a.bend), LAP(left, here, right), pulled);
    left = here;
    here = right;
  }
}

INLINE TARGET void NAME(make_next)(const double *inside, int last, int part, motion a,
                                   const double *w, double *u, const double *du, double *next) {
  const lanes end = BEHIND_LAST(w, part);
  lanes left = BEFORE_FIRST(w + last, part);
  lanes here = LOAD(w + part);
  for (int at = part; at <= last + part; at += BLOCK) {
    const lanes right = at < last ? LOAD(w + at + BLOCK) : end;
    const lanes old = LOAD(du + at);
    const lanes lap = LAP(left, here, right);
    const lanes new = MADD(LOAD(inside + at), lap, NMADD(ALL(a.lose), old, old));
    STORE(next + at) = new;
    STORE(u + at) += new;
    left = here;
    here = right;
  }
}

TARGET static void NAME(step)(const model_body *b, const row_places *p, motion a, double *u,
                              const double *du, double *next, double *scratch) {
  double *w = scratch + BLOCK;
  const int last = b->stride - BLOCK;
  const end_nodes at = ends_of(b);
  for (int part = 0; part < BLOCK; part += LANES)
    NAME(make_w)(last, part, a, u, du, w);
  const ends now = step_ends(b, a, at, u, du, w);
  for (int part = 0; part < BLOCK; part += LANES)
    NAME(make_next)(p->inside, last, part, a, w, u, du, next);
  put_ends(at, now, u, next);
}

// --- Sums ---------------------------------------------------------------------------------------

typedef struct {
  lanes speed, stretch, curve, rub, pace, drag;
} NAME(sums);

/// What a walk along the line takes with it.
typedef struct {
  lanes left, here, du_left, du_here, former;
} NAME(summarise);

// Nodes that have both neighbours, each with the difference to the one on its right.
INLINE TARGET void NAME(sum_up)(const double *inside, const lanes *right, const lanes *du_right,
                                const lanes *former_right, NAME(summarise) * k, NAME(sums) * sum) {
  const lanes step = k->du_here;
  const lanes slope = *right - k->here;
  const lanes change = *du_right - step;
  const lanes lap = slope - (k->here - k->left);
  const lanes lap_change = change - (step - k->du_left);
  const lanes counted_step = step * LOAD(inside);
  const lanes counted_change = change * LOAD(inside);
  sum->speed = MADD(step, counted_step, sum->speed);
  sum->stretch = MADD(slope * LOAD(inside), slope - change, sum->stretch);
  sum->curve = MADD(lap * LOAD(inside), lap - lap_change, sum->curve);
  sum->rub = MADD(change, counted_change, sum->rub);
  sum->pace = MADD(k->former, counted_step, sum->pace);
  sum->drag = MADD(*former_right - k->former, counted_change, sum->drag);
  *k = (NAME(summarise)){.left = k->here,
                         .here = *right,
                         .du_left = k->du_here,
                         .du_here = *du_right,
                         .former = *former_right};
}

INLINE TARGET void NAME(sum_part)(const double *inside, int last, int part, const double *u,
                                  const double *du, const double *former, NAME(sums) * sum) {
  NAME(summarise)
  k = {.left = BEFORE_FIRST(u + last, part),
       .here = LOAD(u + part),
       .du_left = BEFORE_FIRST(du + last, part),
       .du_here = LOAD(du + part),
       .former = LOAD(former + part)};
  for (int at = part; at < last; at += BLOCK) {
    const lanes right = LOAD(u + at + BLOCK);
    const lanes du_right = LOAD(du + at + BLOCK);
    const lanes former_right = LOAD(former + at + BLOCK);
    NAME(sum_up)(inside + at, &right, &du_right, &former_right, &k, sum);
  }
  const lanes end = BEHIND_LAST(u, part);
  const lanes du_end = BEHIND_LAST(du, part);
  const lanes former_end = BEHIND_LAST(former, part);
  NAME(sum_up)(inside + last + part, &end, &du_end, &former_end, &k, sum);
}

TARGET static body_sums NAME(sums_of)(const model_body *b, const row_places *p, const double *u,
                                      const double *du, const double *former) {
  NAME(block) speed;
  NAME(block) stretch;
  NAME(block) curve;
  NAME(block) rub;
  NAME(block) pace;
  NAME(block) drag;
  for (int l = 0; l < BLOCK / LANES; ++l) {
    NAME(sums) sum = {0};
    NAME(sum_part)(p->inside, b->stride - BLOCK, l * LANES, u, du, former, &sum);
    speed.part[l] = sum.speed;
    stretch.part[l] = sum.stretch;
    curve.part[l] = sum.curve;
    rub.part[l] = sum.rub;
    pace.part[l] = sum.pace;
    drag.part[l] = sum.drag;
  }
  body_sums all = sums_of_ends(b, u, du, former);
  all.speed += NAME(total)(&speed);
  all.stretch += NAME(total)(&stretch);
  all.curve += NAME(total)(&curve);
  all.rub += NAME(total)(&rub);
  all.pace += NAME(total)(&pace);
  all.drag += NAME(total)(&drag);
  return all;
}

#undef LAP
