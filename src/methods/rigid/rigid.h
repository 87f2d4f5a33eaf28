// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A string and rigid obstacles, in steps of one grid interval.

#ifndef CAROM_RIGID_H
#define CAROM_RIGID_H

#include "base/block.h"
#include "model/method.h"

/// What does not change. The model's own part begins with it; the arrays follow.
typedef struct {
  int body;       // the string
  int nodes;      // N + 1
  double step;    // L / (c N), s
  double tension; // T, N
  double spacing; // h, m
} rigid_sizes;

/// Obstacles at every node: heights, -INFINITY and INFINITY where there is none, and the contacts
/// they belong to, -1 where there is none.
#define RIGID_ARRAYS(X)                                                                            \
  X(double, low, sizes->nodes)                                                                     \
  X(double, high, sizes->nodes)                                                                    \
  X(int, low_contact, sizes->nodes)                                                                \
  X(int, high_contact, sizes->nodes)

typedef struct {
  const rigid_sizes *sizes;
  RIGID_ARRAYS(ARRAY_FIELD)
} rigid_system;

/// What a contact did in the last step.
typedef struct {
  double force;     // N
  double work;      // on the string, J
  double length;    // of it that touched, m
  double patches;   // how many stretches of it
  double speed_in;  // largest speed towards the obstacle of what touched, m/s
  double speed_out; // and away from it afterwards
} rigid_touch;

/// Levels of the string, nodes in a row: y^{j-1}, y^j and y^{j+1}.
typedef struct {
  double *before, *now, *after;
} rigid_levels;

/// scheme.c: y^{j+1} from the other two, and what the contacts do; `touch` has one for each.
void rigid_advance(const rigid_system *p, const rigid_levels *y, rigid_touch *touch, int contacts);

/// The level before the start, so that the string starts with these displacements and velocities.
void rigid_begin(const rigid_system *p, const double *speed, const rigid_levels *y);

/// Energy between y^j and y^{j+1}, J.
void rigid_energy(const rigid_system *p, const rigid_levels *y, double *kinetic, double *potential);

/// compile.c
bool rigid_fits(compiler *c);
bool rigid_compile(compiler *c);

/// The model's own part.
rigid_system rigid_system_of(const carom_model *m);

#endif
