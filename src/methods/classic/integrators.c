// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The classic integrators on one mass and a wall, as S. Papetti, F. Avanzini and D. Rocchesso use
// them (Energy and accuracy issues in numerical simulations of a non-linear impact model, DAFx-09,
// equations (20) to (26); theory 12.1 to 12.5). With the step k, total acceleration a and x the
// displacement,
//
//   AM1     x+ = x + k v + k^2/4 (a + a+),   v+ = v + k/2 (a + a+),   a+ = a(x+, v+)   by Newton
//   Verlet  x+ = x + k v + k^2/2 a,   a+ = a(x+, v + k/2 a),          v+ = v + k/2 (a + a+)
//   Heun    x+ = x + k/2 (v + v~),  v~ = v + k a,  a+ = a(x+, v~),    v+ = v + k/2 (a + a+)
//   RK4     classical
//
// Verlet and Heun keep the a+ of the predicted velocity: it is not evaluated again, and Heun's
// takes the corrected position. The paper's Table 1 comes out with these conventions alone.
//
//   M a = -M omega_0^2 u - 2 M sigma_0 v - M G - weight K [eta]^alpha (1 + mu eta')
//
// with eta = weight u + side b + offset, the overlap (weight is +1 or -1). The force may pull where
// eta' < -1/mu: that is the methods' own mistake and stays.

#include "methods/classic/integrators.h"

#include "base/bracket.h"
#include "base/elementary.h"
#include <math.h>

double pair_overlap(const pair *p, double x) {
  return p->weight * x + p->rest;
}

// K [eta]^alpha
double pair_elastic_force(const pair *p, double eta) {
  return eta > 0 ? p->law.stiffness * real_power(eta, p->power->exponent) : 0;
}

static double contact_force(const pair *p, double x, double v) {
  return pair_elastic_force(p, pair_overlap(p, x)) * (1 + p->law.damping * p->weight * v);
}

double pair_own_acceleration(const pair *p, double x, double v) {
  return -p->own.omega2 * x - 2 * p->own.sigma0 * v - p->gravity;
}

void pair_push_back(const pair *p, motion_at *to, double v) {
  to->force = contact_force(p, to->x, v);
  to->a = pair_own_acceleration(p, to->x, v) - p->weight * to->force / p->mass;
}

// --- The methods --------------------------------------------------------------------------------

// x+ and v+ of AM1 for the acceleration a+; returns the residual a+ - a(x+, v+) and its derivative.
static double am1_residual(const pair *p, const motion_at *from, double a, motion_at *to,
                           double *slope) {
  const double k = p->k;
  to->x = from->x + k * from->v + k * k / 4 * (from->a + a);
  to->v = from->v + k / 2 * (from->a + a);
  pair_push_back(p, to, to->v);
  const double eta = pair_overlap(p, to->x);
  const double speed = p->weight * to->v;
  double steep = 0; // d force / d eta, and with eta'
  double drag = 0;
  if (eta > 0) {
    const double elastic = pair_elastic_force(p, eta);
    steep = p->power->exponent * elastic / eta * (1 + p->law.damping * speed);
    drag = p->law.damping * elastic;
  }
  *slope = 1 + (p->own.omega2 + steep / p->mass) * k * k / 4 +
           (2 * p->own.sigma0 + drag / p->mass) * k / 2;
  return a - to->a;
}

motion_at am1(const pair *p, const motion_at *from, double deepest) {
  (void)deepest;
  motion_at to = {0};
  bracket b = {.low = -INFINITY, .high = INFINITY};
  double a = from->a;
  double slope;
  double residual;
  do
    residual = am1_residual(p, from, a, &to, &slope);
  while (bracket_newton(&b, &a, residual, slope));
  return to;
}

motion_at verlet(const pair *p, const motion_at *from, double deepest) {
  const double k = p->k;
  motion_at to = {.x = from->x + k * from->v + k * k / 2 * from->a};
  to.x -= p->weight * fmax(0, pair_overlap(p, to.x) - deepest);
  pair_push_back(p, &to, from->v + k / 2 * from->a);
  to.v = from->v + k / 2 * (from->a + to.a);
  return to;
}

motion_at heun(const pair *p, const motion_at *from, double deepest) {
  const double k = p->k;
  const double predicted = from->v + k * from->a;
  motion_at to = {.x = from->x + k / 2 * (from->v + predicted)};
  to.x -= p->weight * fmax(0, pair_overlap(p, to.x) - deepest);
  pair_push_back(p, &to, predicted);
  to.v = from->v + k / 2 * (from->a + to.a);
  return to;
}

motion_at rk4(const pair *p, const motion_at *from, double deepest) {
  (void)deepest;
  static const double share[] = {0, 0.5, 0.5, 1};
  static const double part[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  const double k = p->k;
  double dx = 0; // the last stage's slopes
  double dv = 0;
  motion_at to = *from;
  for (int i = 0; i < 4; ++i) {
    motion_at stage = {.x = from->x + share[i] * k * dx, .v = from->v + share[i] * k * dv};
    pair_push_back(p, &stage, stage.v);
    dx = stage.v;
    dv = stage.a;
    to.x += part[i] * k * dx;
    to.v += part[i] * k * dv;
  }
  pair_push_back(p, &to, to.v);
  return to;
}
