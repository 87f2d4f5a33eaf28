// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A stiff, lossy string or bar on N intervals of length h:
//
//   u'' = c^2 u_xx - kappa^2 u_xxxx - 2 sigma_0 u' + 2 sigma_1 u'_xx
//
// c^2 = T / rho A (m2/s2), kappa^2 = EI / rho A (m4/s2), sigma_0 (1/s), sigma_1 (m2/s). With
// (Lap u)_l = u_{l-1} - 2 u_l + u_{l+1} and increments du = u^n - u^{n-1}:
//
//   (1 + sigma_0 k) du+ = (1 - sigma_0 k) du + Lap w
//   w = (c k / h)^2 u + (2 sigma_1 k / h^2) du - (kappa k / h^2)^2 Lap u
//
// Ends: pinned u = Lap u = 0; clamped u = 0, Lap u = 2 u_1 (mirrored ghost); free Lap u = 0 with
// half a node's mass, so that (Lap w)_0 = 2 (w_1 - w_0).
//
//   H = rho A h / 2 [ |du|^2 / k^2 + c^2/h^2 <D u^n, D u^{n-1}> + kappa^2/h^4 <Lap u^n, Lap
//   u^{n-1}>
//                     - sigma_1 / (k h^2) |D du|^2 ],                     (D u)_l = u_{l+1} - u_l
//   loss per step = rho A h / 2k [ sigma_0 |z|^2 + sigma_1/h^2 |D z|^2 ],  z = du+ + du
//
// where ends count half in |.|^2 if free, and in <Lap, Lap> if clamped. The last term of H belongs
// to the backward difference in time of the sigma_1 loss; without it the balance is not exact.
// (Bilbao 2009, sections 6.2, 7.2, 7.3; stability in compile_body.c.)

#include "body.h"
#include "kernel.h"

static inline double lap(const double *u, int l) {
  return (u[l - 1] - u[l]) + (u[l + 1] - u[l]);
}

KERNEL void line_free_step(const model_body *b, motion a, const double *restrict u,
                           const double *restrict du, double *restrict next,
                           double *restrict scratch) {
  const int n = b->nx;
  double *restrict w = scratch;
  for (int l = 1; l < n; ++l)
    w[l] = (a.pull * u[l] + a.rub * du[l]) - a.bend * lap(u, l);
  w[0] = b->ends[0] == END_CLAMPED ? -a.bend * (2 * u[1]) : a.rub * du[0];
  w[n] = b->ends[1] == END_CLAMPED ? -a.bend * (2 * u[n - 1]) : a.rub * du[n];

  for (int l = 1; l < n; ++l)
    next[l] = a.keep * du[l] + lap(w, l);
  next[0] = b->ends[0] == END_FREE ? a.keep * du[0] + 2 * (w[1] - w[0]) : 0;
  next[n] = b->ends[1] == END_FREE ? a.keep * du[n] + 2 * (w[n - 1] - w[n]) : 0;
}

// |x|^2 with ends that count half if they are free (and are zero otherwise).
static inline __attribute__((always_inline)) double norm2(const double *x, int n) {
  return dot(x + 1, x + 1, n - 1) + (x[0] * x[0] + x[n] * x[n]) / 2;
}

static inline __attribute__((always_inline)) double slope2(const double *x, int n,
                                                           double *restrict difference) {
  for (int l = 0; l < n; ++l)
    difference[l] = x[l + 1] - x[l];
  return dot(difference, difference, n);
}

KERNEL void line_energy(const model_body *b, material a, double k, const double *u,
                        const double *du, double *scratch, double *kinetic, double *potential) {
  const int n = b->nx;
  const double h2 = b->h * b->h;
  double *restrict now = scratch;
  double *restrict before = scratch + n + 1;
  double stretch = 0;
  if (a.pull > 0) {
    for (int l = 0; l < n; ++l) {
      now[l] = u[l + 1] - u[l];
      before[l] = now[l] - (du[l + 1] - du[l]);
    }
    stretch = dot(now, before, n);
  }
  double curve = 0;
  if (b->bend > 0) {
    for (int l = 1; l < n; ++l) {
      now[l] = lap(u, l);
      before[l] = now[l] - lap(du, l);
    }
    curve = dot(now + 1, before + 1, n - 1);
    if (b->ends[0] == END_CLAMPED)
      curve += 2 * u[1] * (u[1] - du[1]);
    if (b->ends[1] == END_CLAMPED)
      curve += 2 * u[n - 1] * (u[n - 1] - du[n - 1]);
  }
  const double rub = a.sigma1 > 0 ? slope2(du, n, now) : 0;
  const double half = b->node_mass / 2;
  *kinetic = half * (norm2(du, n) / (k * k) - a.sigma1 / (k * h2) * rub);
  *potential = half * (a.pull / h2 * stretch + b->bend / (h2 * h2) * curve);
}

KERNEL double line_loss(const model_body *b, material a, double k, const double *du,
                        const double *next, double *scratch) {
  if (a.sigma0 == 0 && a.sigma1 == 0)
    return 0;
  const int n = b->nx;
  double *restrict z = scratch;
  for (int l = 0; l <= n; ++l)
    z[l] = next[l] + du[l];
  const double rub = a.sigma1 > 0 ? slope2(z, n, scratch + n + 1) : 0;
  return b->node_mass / (2 * k) * (a.sigma0 * norm2(z, n) + a.sigma1 / (b->h * b->h) * rub);
}
