// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A mass on a spring, under gravity:
//
//   M u'' = -M omega_0^2 u - 2 M sigma_0 u' - M G        omega_0 (1/s), sigma_0 = R / 2M (1/s), G
//   (m/s2)
//
//   (1 + sigma_0 k) du+ = (1 - sigma_0 k) du - k^2 omega_0^2 u - k^2 G
//   H = M/2 (du / k)^2 + M omega_0^2 / 2 u^n u^{n-1} + M G (u^n + u^{n-1}) / 2
//   loss per step = M sigma_0 (du+ + du)^2 / 2k,         stable while omega_0 k < 2.

#include "bodies/body.h"

void masses_step(const carom_model *m, const motion *motions, double gravity, const double *u,
                 const double *du, double *next) {
  for (int i = 0; i < m->mass_body_count; ++i) {
    const motion a = motions[m->mass_body[i]];
    next[i] = du[i] - ((a.lose * du[i] + a.pull * u[i]) + a.receptance * gravity);
  }
}

void mass_energy(const model_body *b, material a, double k, double gravity, double u, double du,
                 double *kinetic, double *potential) {
  const double M = b->node_mass;
  *kinetic = M / 2 * (du / k) * (du / k);
  *potential = M * a.pull / 2 * u * (u - du) + M * gravity * (u - du / 2);
}
