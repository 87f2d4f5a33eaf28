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

/// Where the ends of a line and their neighbours are among its nodes.
typedef struct {
  int second, last_but_one, last;
} end_nodes;

INLINE end_nodes ends_of(const model_body *b) {
  return (end_nodes){.second = node_at(b, 1, 0) - b->first,
                     .last_but_one = node_at(b, b->nx - 1, 0) - b->first,
                     .last = node_at(b, b->nx, 0) - b->first};
}

// The sweep of a step takes columns before this one, which is that before the last end's neighbour:
// their nodes all move. 0 where there are too few columns.
INLINE int sweep_end(end_nodes at) {
  const int column = at.last / BLOCK * BLOCK;
  return at.last % BLOCK == BLOCK - 1 && column >= 3 * BLOCK ? column - BLOCK : 0;
}

/// The ends after a step.
typedef struct {
  double first, first_step, last, last_step;
} ends;

// Corrects w at both ends, and steps them.
INLINE ends step_ends(const model_body *b, step_coefficients a, end_nodes at, const double *u,
                      const double *du, double *w) {
  const int n = at.last;
  w[0] = b->ends[0] == END_CLAMPED ? -a.bending * (2 * u[at.second]) : a.internal_loss * du[0];
  w[n] =
      b->ends[1] == END_CLAMPED ? -a.bending * (2 * u[at.last_but_one]) : a.internal_loss * du[n];
  const double first = du[0] + (2 * (w[at.second] - w[0]) - a.loss * du[0]);
  const double last = du[n] + (2 * (w[at.last_but_one] - w[n]) - a.loss * du[n]);
  ends e = {.first = u[0], .last = u[n]};
  if (b->ends[0] == END_FREE)
    e = (ends){.first = u[0] + first, .first_step = first, .last = u[n]};
  if (b->ends[1] == END_FREE) {
    e.last = u[n] + last;
    e.last_step = last;
  }
  return e;
}

INLINE void set_ends(end_nodes at, ends e, double *u, double *next) {
  u[0] = e.first;
  next[0] = e.first_step;
  u[at.last] = e.last;
  next[at.last] = e.last_step;
}

// Ends count half in |du|^2 if they are free, and are zero otherwise. The left one also has a
// difference to its right.
INLINE body_sums sums_of_ends(const model_body *b, const double *u, const double *du,
                              const double *former) {
  const end_nodes at = ends_of(b);
  const int n = at.last;
  const double slope = u[at.second] - u[0];
  const double change = du[at.second] - du[0];
  body_sums sum = {.du_du = (du[0] * du[0] + du[n] * du[n]) / 2,
                   .grad_grad = slope * (slope - change),
                   .grad_du = change * change,
                   .du_former = (former[0] * du[0] + former[n] * du[n]) / 2,
                   .grad_former = (former[at.second] - former[0]) * change};
  if (b->ends[0] == END_CLAMPED)
    sum.lap_lap += 2 * u[at.second] * (u[at.second] - du[at.second]);
  if (b->ends[1] == END_CLAMPED)
    sum.lap_lap += 2 * u[at.last_but_one] * (u[at.last_but_one] - du[at.last_but_one]);
  return sum;
}

#define LOOPS "bodies/line_loops.h"
#include "base/variants.h"

static void line_step(const model_body *b, const row_places *p, step_coefficients a, double *u,
                      const double *du, double *next, double *scratch) {
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
  line_step(s->b, &places, s->a, s->u, s->du, s->next, s->scratch);
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
