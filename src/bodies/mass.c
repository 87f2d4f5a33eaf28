// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A mass on a spring, under gravity (theory 1.1, 1.6, 1.13, 1.14 and 1.21):
//
//   M u'' = -M omega_0^2 u - 2 M sigma_0 u' - M G
//
// omega_0 (1/s), sigma_0 = R / 2M (1/s), G (m/s2):
//
//   (1 + sigma_0 k) du+ = (1 - sigma_0 k) du - k^2 omega_0^2 u - k^2 G
//   H = M/2 (du / k)^2 + M omega_0^2 / 2 u^n u^{n-1} + M G (u^n + u^{n-1}) / 2
//   loss per step = M sigma_0 (du+ + du)^2 / 2k,         stable while omega_0 k < 2.
//
// Masses are the first nodes: one loop steps all of them.

#include "bodies/mass.h"

#include "base/constants.h"
#include "bodies/grid.h"
#include "bodies/kinds.h"
#include "model/method.h"
#include <math.h>

bool compile_mass(compiler *c, const item *it, int index, model_body *b) {
  b->layout = LAYOUT_POINT;
  if (item_is_list(it, "position"))
    return MISTAKE(c, it, "position", CAROM_BAD_VALUE,
                   "a mass moves by itself; allowed is a number, its starting position in m");
  const bool any = method_table[c->m.head.method]->modal; // in closed form at any frequency
  const double limit = any ? (double)INFINITY : 1 / (pi * c->m.head.k);
  if (item_largest(it, "frequency") >= limit)
    return MISTAKE(c, it, "frequency", CAROM_UNSTABLE,
                   "unstable at this rate; allowed is a number below %g, in Hz", limit);
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

void masses_step(const carom_model *m, const step_coefficients *all, double gravity,
                 const double *u, const double *du, double *next) {
  for (int i = 0; i < m->mass_body_count; ++i) {
    const step_coefficients *a = &all[m->mass_body[i]];
    next[i] = du[i] - ((a->loss * du[i] + a->tension * u[i]) + a->receptance * gravity);
  }
}

static body_energies energy(const body_step *s, const material *a, double gravity) {
  const double M = s->b->node_mass;
  const double k = s->m->k;
  const double u = *s->u;
  const double du = *s->du;
  return (body_energies){.kinetic = M / 2 * (du / k) * (du / k),
                         .potential =
                             M * a->omega2 / 2 * u * (u - du) + M * gravity * (u - du / 2)};
}

const layout point_layout = {.place = place, .weights = weights, .shape = shape, .energy = energy};
