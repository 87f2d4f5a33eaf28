// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A mass on a spring, under gravity (theory 1.1, 1.6, 1.13, 1.14, 1.21 and 1.40):
//
//   M u'' = -M omega_0^2 u - 2 M sigma_0 u' - M G
//
// omega_0 (1/s), sigma_0 = R / 2M (1/s), G (m/s2). It is stepped with a stride kappa of its own in
// place of k, and s in place of sigma_0 k, with which its free motion and its rest are exact:
//
//   (1 + s) du+ = (1 - s) du - kappa^2 omega_0^2 u - kappa^2 G
//   H = M/2 (du / kappa)^2 + M omega_0^2 / 2 u^n u^{n-1} + M G (u^n + u^{n-1}) / 2
//   loss per step = M s (du+ + du)^2 / 2 kappa^2,        in tune while omega_0 k < pi.
//
// Masses are the first nodes: one loop steps all of them.

#include "bodies/mass.h"

#include "base/constants.h"
#include "base/elementary.h"
#include "base/sines.h"
#include "bodies/grid.h"
#include "bodies/kinds.h"
#include "bodies/linear_bodies.h"
#include "model/method.h"
#include <math.h>

// Half the rate, up to which masses in links are in tune; the limit of stability of the classic
// methods; any where motion is in closed form.
static double highest_frequency(const compiler *c) {
  const method *row = method_table[c->m.head.method];
  if (row->modal)
    return INFINITY;
  return (row->steps_links ? 0.5 : 1 / pi) / c->m.head.k;
}

bool compile_mass(compiler *c, const item *it, int index, model_body *b) {
  b->layout = LAYOUT_POINT;
  if (item_is_list(it, "position"))
    return MISTAKE(c, it, "position", CAROM_BAD_VALUE,
                   "a mass moves by itself; allowed is a number, its starting position in m");
  const double limit = highest_frequency(c);
  if (item_largest(it, "frequency") >= limit)
    return MISTAKE(c, it, "frequency", CAROM_UNSTABLE,
                   "too high for this rate; allowed is a number below %g, in Hz", limit);
  b->mass = item_number(it, "mass");
  b->node_mass = b->mass;
  b->density = b->mass;
  b->start.omega2 = pow(2 * pi * item_number(it, "frequency"), 2);
  b->start.sigma0 = item_number(it, "damping") / (2 * b->mass);
  compile_live(c, it, "frequency", index, 0, nextafter(limit, 0));
  compile_live(c, it, "damping", index, 0, INFINITY);
  return true;
}

static bool place(compiler *c, const item *it, int body) {
  model_body *b = &c->m.body[body];
  b->first = c->m.inverse_mass_count;
  b->nodes = 1;
  int *owner = BUILDER_ADD(&c->m, mass_body, 1);
  if (owner == NULL || !grid_add_nodes(c, it, b))
    return false;
  *owner = body;
  c->m.inverse_mass[b->first] = 1 / b->node_mass;
  c->m.start[b->first] = item_number(it, "position");
  c->m.start_speed[b->first] = item_number(it, "velocity");
  return true;
}

static int weights(compiler *c, body_point at, int order, bool slope, double sign) {
  (void)order;
  (void)slope;
  return compile_term(c, at.body, c->m.body[at.body].first, sign);
}

static int shape(const carom_model *m, const model_body *b, node_field field, double over,
                 double *values, int room) {
  (void)m;
  if (room > 0)
    values[0] = node_value(field, b->first) / over;
  return 1;
}

// (e^x - 1) / x
static double rise(double x) {
  return fabs(x) < 1e-200 ? 1 : real_expm1(x) / x;
}

// kappa^2 / (1 + s) = |1 - p|^2 / omega_0^2 with the poles p = exp((-sigma_0 +- i omega_d) k) of
// the free motion; both real beyond critical damping, where 1 - p of the slower one, divided by
// omega_0^2, stays exact down to no spring at all.
static double receptance_of(const material *a, double k) {
  const double sigma = a->sigma0;
  const double omega = sqrt(a->omega2);
  if (omega == 0 && sigma == 0)
    return k * k;
  if (sigma >= omega) {
    const double fast = sigma * (1 + sqrt((1 - omega / sigma) * (1 + omega / sigma)));
    return -real_expm1(-fast * k) / fast * k * rise(-a->omega2 / fast * k);
  }
  double s = 0;
  double c = 0;
  const double damped = (1 - sigma / omega) * (1 + sigma / omega); // (omega_d / omega_0)^2
  const double angle = omega * sqrt(damped) * k / 2;               // omega_d k / 2
  sine_and_cosine(angle, &s, &c);
  const double swing = s / angle;
  const double fall = rise(-sigma * k);
  return k * k * ((1 - damped) * fall * fall + real_exp(-sigma * k) * damped * swing * swing);
}

step_coefficients mass_coefficients(const material *a, double k) {
  const double loss = -real_expm1(-2 * a->sigma0 * k); // 2 s / (1 + s)
  const double receptance = receptance_of(a, k);
  return (step_coefficients){.loss = loss,
                             .tension = a->omega2 * receptance,
                             .receptance = receptance,
                             .stride = receptance == k * k ? k : sqrt(receptance / (1 - loss / 2))};
}

void masses_step(const carom_model *m, const step_coefficients *all, double gravity,
                 const double *u, const double *du, double *next) {
  for (int i = 0; i < m->mass_body_count; ++i) {
    const step_coefficients *a = &all[m->mass_body[i]];
    next[i] = du[i] - ((a->loss * du[i] + a->tension * u[i]) + a->receptance * gravity);
  }
}

static body_energies energy(const body_step *s, const material *a, double gravity) {
  const double M = s->b->node_mass;
  const double kappa = s->a.stride;
  const double u = *s->u;
  const double du = *s->du;
  return (body_energies){.kinetic = M / 2 * (du / kappa) * (du / kappa),
                         .potential =
                             M * a->omega2 / 2 * u * (u - du) + M * gravity * (u - du / 2)};
}

const layout point_layout = {
    .place = place, .weights = weights, .shape = shape, .energy = energy, .linear = &linear_mass};
