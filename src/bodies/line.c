// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A stiff, lossy string or bar on N intervals of length h (theory 1.2, 1.7, 1.8, 1.10, 1.15
// and 1.16):
//
//   u'' = c^2 u_xx - kappa^2 u_xxxx - 2 sigma_0 u' + 2 sigma_1 u'_xx
//
// c^2 = T / rho A (m2/s2), kappa^2 = EI / rho A (m4/s2), sigma_0 (1/s), sigma_1 (m2/s). With
// (Lap u)_l = u_{l-1} - 2 u_l + u_{l+1} and increments du = u^n - u^{n-1}:
//
//   (1 + sigma_0 k) du+ = (1 - sigma_0 k) du + Lap w
//
//   w = (c k / h)^2 u + (2 sigma_1 k / h^2) du - (kappa k / h^2)^2 Lap u
//
// computed as du+ = du - loss du + Lap w, loss = 2 sigma_0 k / (1 + sigma_0 k), with 1 / (1 +
// sigma_0 k) in the coefficients of w.
//
// Ends: pinned u = Lap u = 0; clamped u = 0, Lap u = 2 u_1 (mirrored ghost); free Lap u = 0 with
// half a node's mass, so that (Lap w)_0 = 2 (w_1 - w_0).
//
//   H = rho A h / 2 [ |du|^2 / k^2 - sigma_1 / (k h^2) |grad du|^2
//                     + c^2/h^2 <grad u^n, grad u^{n-1}> + kappa^2/h^4 <Lap u^n, Lap u^{n-1}> ]
//
//   loss per step = rho A h / 2k [ sigma_0 |z|^2 + sigma_1/h^2 |grad z|^2 ],  z = du+ + du
//
// where (grad u)_l = u_{l+1} - u_l, and ends count half in |.|^2 if free, and in <Lap, Lap> if
// clamped. The term of H with sigma_1 belongs to the backward difference in time of that loss;
// without it the balance is not exact. (Bilbao 2009, sections 6.2, 7.2, 7.3; stability in
// stability.h.)

#include "base/kernel.h"
#include "bodies/grid.h"
#include "bodies/kinds.h"

// The sweep of a step takes columns before this one, which is that before the last end's neighbour:
// their nodes all move, but for the first end. 0 where there are too few columns.
INLINE int sweep_end(const model_body *b) {
  const int column = b->grid.last / BLOCK * BLOCK;
  return b->grid.last % BLOCK == BLOCK - 1 && column >= 3 * BLOCK ? column - BLOCK : 0;
}

/// w at both ends.
typedef struct {
  double first, last;
} end_values;

INLINE end_values w_of_ends(const model_body *b, const step_coefficients *a, const real *u,
                            const real *du) {
  const grid_layout *g = &b->grid;
  const double beside[2] = {(double)u[g->second], (double)u[g->last_but_one]};
  const double moved[2] = {(double)du[0], (double)du[g->last]};
  return (end_values){.first = b->ends[0] == END_CLAMPED ? -a->bending * (2 * beside[0])
                                                         : a->internal_loss * moved[0],
                      .last = b->ends[1] == END_CLAMPED ? -a->bending * (2 * beside[1])
                                                        : a->internal_loss * moved[1]};
}

// A free end, whose neighbour has w = beside; before the step.
INLINE double step_of_end(const step_coefficients *a, double du, double w, double beside) {
  return du + (2 * (beside - w) - a->loss * du);
}

INLINE void set_end(double u, double step, real *to_u, real *next) {
  *to_u = (real)(u + step);
  *next = (real)step;
}

// Ends count half in |du|^2 if they are free, and are zero otherwise. The left one also has a
// difference to its right.
INLINE body_sums sums_of_ends(const model_body *b, const real *u, const real *du,
                              const real *former) {
  const grid_layout at = b->grid;
  const double first[3] = {(double)u[0], (double)du[0], (double)former[0]};
  const double second[3] = {(double)u[at.second], (double)du[at.second], (double)former[at.second]};
  const double inner[2] = {(double)u[at.last_but_one], (double)du[at.last_but_one]};
  const double last[2] = {(double)du[at.last], (double)former[at.last]};
  const double slope = second[0] - first[0];
  const double change = second[1] - first[1];
  body_sums sum = {.du_du = (first[1] * first[1] + last[0] * last[0]) / 2,
                   .grad_grad = slope * (slope - change),
                   .grad_du = change * change,
                   .du_former = (first[2] * first[1] + last[1] * last[0]) / 2,
                   .grad_former = (second[2] - first[2]) * change};
  if (b->ends[0] == END_CLAMPED)
    sum.lap_lap += 2 * second[0] * (second[0] - second[1]);
  if (b->ends[1] == END_CLAMPED)
    sum.lap_lap += 2 * inner[0] * (inner[0] - inner[1]);
  return sum;
}

#define LOOPS "bodies/line_loops.h"
#include "base/variants.h"

static void line_step(const model_body *b, const row_places *p, const step_coefficients *a,
                      double *u, const double *du, double *next, double *scratch) {
  BEST(step, b, p, a, u, du, next, scratch)
}

static body_sums line_sums(const model_body *b, const row_places *p, const double *u,
                           const double *du, const double *former) {
  RETURN_BEST(sums_of, b, p, u, du, former)
}

// --- The layout ---------------------------------------------------------------------------------

static body_sums sums(const body_step *s, double *former) {
  const row_places places = places_of(s->m, s->b);
  return line_sums(s->b, &places, s->u, s->du, former);
}

static void step(const body_step *s, body_sums *before) {
  const row_places places = places_of(s->m, s->b);
  if (before != NULL)
    *before = line_sums(s->b, &places, s->u, s->du, s->next);
  line_step(s->b, &places, &s->a, s->u, s->du, s->next, s->scratch);
}

static body_energies energy(const body_step *s, const material *a, double gravity) {
  (void)gravity;
  const body_sums sum = sums(s, s->du);
  return grid_energy(s->b, a, s->m->k, &sum);
}

const layout line_layout = {.place = grid_place,
                            .weights = grid_weights,
                            .shape = grid_shape,
                            .step = step,
                            .sums = sums,
                            .energy = energy};
