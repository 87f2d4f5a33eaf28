// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A stiff, lossy string or bar on N intervals of length h:
//
//   u'' = c^2 u_xx - kappa^2 u_xxxx - 2 sigma_0 u' + 2 sigma_1 u'_xx
//
// c^2 = T / rho A (m2/s2), kappa^2 = EI / rho A (m4/s2), sigma_0 (1/s), sigma_1 (m2/s). With
// (Lap u)_l = u_{l-1} - 2 u_l + u_{l+1} and increments du = u^n - u^{n-1}:
//
//   (1 + sigma_0 k) du+ = (1 - sigma_0 k) du + Lap w,  computed as du+ = du - lose du + Lap w / (1
//   + sigma_0 k) w = (c k / h)^2 u + (2 sigma_1 k / h^2) du - (kappa k / h^2)^2 Lap u
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
    next[l] = du[l] + (lap(w, l) - a.lose * du[l]);
  next[0] = b->ends[0] == END_FREE ? du[0] + (2 * (w[1] - w[0]) - a.lose * du[0]) : 0;
  next[n] = b->ends[1] == END_FREE ? du[n] + (2 * (w[n - 1] - w[n]) - a.lose * du[n]) : 0;
}

KERNEL void line_advance(const model_body *b, double *restrict u, const double *restrict next) {
  for (int l = 0; l <= b->nx; ++l)
    u[l] += next[l];
}

// --- Energy and losses --------------------------------------------------------------------------

/// |du|^2, <D u^n, D u^{n-1}>, <Lap u^n, Lap u^{n-1}> and |D du|^2 over nodes that have both
/// neighbours, each with the difference to the one on its right: most of them in lanes, then the
/// rest and the ends.
typedef struct {
  lanes speed, stretch, curve, rub;
} lane_sums;

typedef struct {
  double speed, stretch, curve, rub;
} sums;

INLINE void energy_of_lanes(const double *u, const double *du, lane_sums *sum) {
  const lanes step = LOAD(du);
  const lanes slope = LOAD(u + 1) - LOAD(u);
  const lanes change = LOAD(du + 1) - step;
  const lanes lap = slope - (LOAD(u) - LOAD(u - 1));
  const lanes lap_change = change - (step - LOAD(du - 1));
  sum->speed += step * step;
  sum->stretch += slope * (slope - change);
  sum->curve += lap * (lap - lap_change);
  sum->rub += change * change;
}

INLINE void energy_of_node(const double *u, const double *du, sums *sum) {
  const double slope = u[1] - u[0];
  const double change = du[1] - du[0];
  const double lap = slope - (u[0] - u[-1]);
  const double lap_change = change - (du[0] - du[-1]);
  sum->speed += du[0] * du[0];
  sum->stretch += slope * (slope - change);
  sum->curve += lap * (lap - lap_change);
  sum->rub += change * change;
}

// Ends count half in |du|^2 if they are free, and are zero otherwise. The left one has a difference
// to its right as well.
INLINE void energy_of_ends(const model_body *b, const double *u, const double *du, sums *sum) {
  const int n = b->nx;
  const double slope = u[1] - u[0];
  const double change = du[1] - du[0];
  sum->speed += (du[0] * du[0] + du[n] * du[n]) / 2;
  sum->stretch += slope * (slope - change);
  sum->rub += change * change;
  if (b->ends[0] == END_CLAMPED)
    sum->curve += 2 * u[1] * (u[1] - du[1]);
  if (b->ends[1] == END_CLAMPED)
    sum->curve += 2 * u[n - 1] * (u[n - 1] - du[n - 1]);
}

KERNEL void line_energy(const model_body *b, material a, double k, const double *u,
                        const double *du, double *kinetic, double *potential) {
  const int n = b->nx;
  const double h2 = b->h * b->h;
  lane_sums most = {{0}, {0}, {0}, {0}};
  sums rest = {0, 0, 0, 0};
  int l = 1;
  for (; l + LANES <= n; l += LANES)
    energy_of_lanes(u + l, du + l, &most);
  for (; l < n; ++l)
    energy_of_node(u + l, du + l, &rest);
  energy_of_ends(b, u, du, &rest);
  const double speed = lanes_sum(&most.speed) + rest.speed;
  const double stretch = lanes_sum(&most.stretch) + rest.stretch;
  const double curve = lanes_sum(&most.curve) + rest.curve;
  const double rub = lanes_sum(&most.rub) + rest.rub;
  const double half = b->node_mass / 2;
  *kinetic = half * (speed / (k * k) - a.sigma1 / (k * h2) * rub);
  *potential = half * (a.pull / h2 * stretch + b->bend / (h2 * h2) * curve);
}

INLINE void loss_of_lanes(const double *du, const double *next, lane_sums *sum) {
  const lanes z = LOAD(next) + LOAD(du);
  const lanes slope = (LOAD(next + 1) + LOAD(du + 1)) - z;
  sum->speed += z * z;
  sum->rub += slope * slope;
}

INLINE void loss_of_node(const double *du, const double *next, sums *sum) {
  const double z = next[0] + du[0];
  const double slope = (next[1] + du[1]) - z;
  sum->speed += z * z;
  sum->rub += slope * slope;
}

INLINE void loss_of_ends(int n, const double *du, const double *next, sums *sum) {
  const double first = next[0] + du[0];
  const double last = next[n] + du[n];
  const double slope = (next[1] + du[1]) - first;
  sum->speed += (first * first + last * last) / 2;
  sum->rub += slope * slope;
}

KERNEL double line_loss(const model_body *b, material a, double k, const double *du,
                        const double *next) {
  if (a.sigma0 == 0 && a.sigma1 == 0)
    return 0;
  const int n = b->nx;
  lane_sums most = {{0}, {0}, {0}, {0}};
  sums rest = {0, 0, 0, 0};
  int l = 1;
  for (; l + LANES <= n; l += LANES)
    loss_of_lanes(du + l, next + l, &most);
  for (; l < n; ++l)
    loss_of_node(du + l, next + l, &rest);
  loss_of_ends(n, du, next, &rest);
  const double speed = lanes_sum(&most.speed) + rest.speed;
  const double rub = lanes_sum(&most.rub) + rest.rub;
  return b->node_mass / (2 * k) * (a.sigma0 * speed + a.sigma1 / (b->h * b->h) * rub);
}
