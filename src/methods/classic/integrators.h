// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The classic integrators on one mass and a wall.

#ifndef CAROM_INTEGRATORS_H
#define CAROM_INTEGRATORS_H

#include "model/model.h"

/// The mass and its wall, gathered for one step.
typedef struct {
  const model_body *body;
  const power_law *power;
  material own; // spring and damper of the mass
  contact_values law;
  double gravity;      // m/s2
  double mass;         // kg
  double weight, rest; // eta = weight u + rest
  double k;
} pair;

typedef struct {
  double x, v;  // displacement and velocity
  double a;     // total acceleration
  double force; // the contact's part, N
} motion_at;

/// Its overlap, m.
double pair_overlap(const pair *p, double x);

/// K [eta]^alpha, N.
double pair_elastic_force(const pair *p, double eta);

/// The acceleration by the mass's own spring and damper, and gravity, m/s2.
double pair_own_acceleration(const pair *p, double x, double v);

/// Sets a and force at x, evaluated with the velocity v.
void pair_push_back(const pair *p, motion_at *to, double v);

/// One step; `deepest` is the largest overlap allowed, where the position is known before the
/// force.
typedef motion_at integrate(const pair *p, const motion_at *from, double deepest);
integrate am1, verlet, heun, rk4;

#endif
