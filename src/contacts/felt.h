// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The law of felt and of friction on it; felt.c has the equations.

#ifndef CAROM_FELT_H
#define CAROM_FELT_H

#include <stdbool.h>

/// Force over overlap, without loss: a cubic, or a power law.
typedef struct {
  bool power;       // K D^p, else a D^3 + b D^2 + c D
  double a, b, c;   // N/m3, N/m2, N/m
  double stiffness; // K, N/m^p
  double exponent;  // p
  double damping;   // d, s/m
} felt_law;

/// Friction over normal force as a function of the slip.
typedef struct {
  double friction;  // A
  double b1, b2;    // of the rise at low slip
  double threshold; // v_t, m/s
} felt_friction;

/// Energy and force without loss at an overlap.
double felt_energy(const felt_law *law, double overlap);
double felt_force(const felt_law *law, double overlap);

/// Its force at an overlap and its rate, never below zero.
double felt_push(const felt_law *law, double overlap, double rate);

/// The force over a step h from one overlap to another, and its derivative by the latter.
typedef struct {
  double force, slope;
} felt_step;

felt_step felt_over(const felt_law *law, double from, double to, double h);

/// The overlap at the end of a step, where it is `free` less compliance times the force.
double felt_solve(const felt_law *law, double from, double free, double compliance, double h);

/// Friction over normal force at a slip, and its derivative, s/m.
double friction_share(const felt_friction *rub, double slip, double *slope);

#endif
