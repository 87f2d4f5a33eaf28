// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of line.c, in one variant (see kernel.h). They run over whole blocks; the ends are
// corrected afterwards, and padding stays zero.

// --- The step -----------------------------------------------------------------------------------

/// Lap x of the lanes `here`, between those on both sides.
#define LAP(left, here, right) (((left) - (here)) + ((right) - (here)))

INLINE TARGET void NAME(make_w)(int last, int part, step_coefficients a, const double *u,
                                const double *du, double *w) {
  const lanes end = BEHIND_LAST(u, part);
  lanes left = BEFORE_FIRST(u + last, part);
  lanes here = LOAD(u + part);
  for (int at = part; at <= last + part; at += BLOCK) {
    const lanes right = at < last ? LOAD(u + at + BLOCK) : end;
    const lanes driven = MADD(ALL(a.tension), here, a.internal_loss * LOAD(du + at));
    STORE(w + at) = NMADD(ALL(a.bending), LAP(left, here, right), driven);
    left = here;
    here = right;
  }
}

INLINE TARGET void NAME(make_next)(const double *inside, int last, int part, step_coefficients a,
                                   const double *w, double *u, const double *du, double *next) {
  const lanes end = BEHIND_LAST(w, part);
  lanes left = BEFORE_FIRST(w + last, part);
  lanes here = LOAD(w + part);
  for (int at = part; at <= last + part; at += BLOCK) {
    const lanes right = at < last ? LOAD(w + at + BLOCK) : end;
    const lanes old = LOAD(du + at);
    const lanes lap = LAP(left, here, right);
    const lanes new = MADD(LOAD(inside + at), lap, NMADD(ALL(a.loss), old, old));
    STORE(next + at) = new;
    STORE(u + at) += new;
    left = here;
    here = right;
  }
}

TARGET static void NAME(step)(const model_body *b, const row_places *p, step_coefficients a,
                              double *u, const double *du, double *next, double *scratch) {
  double *w = scratch + BLOCK;
  const int last = b->grid.stride - BLOCK;
  const end_nodes at = ends_of(b);
  for (int part = 0; part < BLOCK; part += LANES)
    NAME(make_w)(last, part, a, u, du, w);
  const ends now = step_ends(b, a, at, u, du, w);
  for (int part = 0; part < BLOCK; part += LANES)
    NAME(make_next)(p->inside, last, part, a, w, u, du, next);
  set_ends(at, now, u, next);
}

// --- Sums ---------------------------------------------------------------------------------------

typedef struct {
  lanes du_du, grad_grad, lap_lap, grad_du, du_former, grad_former;
} NAME(sums);

/// What the loop along the line carries.
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
  sum->du_du = MADD(step, counted_step, sum->du_du);
  sum->grad_grad = MADD(slope * LOAD(inside), slope - change, sum->grad_grad);
  sum->lap_lap = MADD(lap * LOAD(inside), lap - lap_change, sum->lap_lap);
  sum->grad_du = MADD(change, counted_change, sum->grad_du);
  sum->du_former = MADD(k->former, counted_step, sum->du_former);
  sum->grad_former = MADD(*former_right - k->former, counted_change, sum->grad_former);
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
  NAME(block) du_du;
  NAME(block) grad_grad;
  NAME(block) lap_lap;
  NAME(block) grad_du;
  NAME(block) du_former;
  NAME(block) grad_former;
  for (int l = 0; l < BLOCK / LANES; ++l) {
    NAME(sums) sum = {0};
    NAME(sum_part)(p->inside, b->grid.stride - BLOCK, l * LANES, u, du, former, &sum);
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

#undef LAP
