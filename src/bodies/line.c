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
// sigma_0 k) in the coefficients of w. The loops divide w by its coefficient of u, or of Lap u
// where there is no tension, and multiply Lap w by that.
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

#include "bodies/kinds.h"
#include "bodies/line_kernel.h"
#include "bodies/linear_bodies.h"
#include "bodies/single.h"

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
  if (before != NULL)
    *before = sums(s, s->next);
  line_step(s->b, &s->a, s->u, s->du, s->next);
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
                            .energy = energy,
                            .linear = &linear_grid,
                            .single_step = line_single_step,
                            .single_sums = line_single_sums};
