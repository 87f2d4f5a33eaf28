// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One contact resolved inside the sample, however short it is; sub_sample.c has the equations.

#ifndef CAROM_EXACT_H
#define CAROM_EXACT_H

#include "model/model.h"

/// The power law and loss of one link: F = K xi^alpha (1 + mu w).
typedef struct {
  const power_law *law;
  contact_values a;
  double scale; // what the contact's K applies times
} push_law;

/// What moves when the contact pushes, both in 1/kg: masses by 1/m as they are pushed, grids by the
/// mean of the interval.
typedef struct {
  double mass, grid;
} mobility;

/// What one interval brought.
typedef struct {
  double xi;         // overlap at its end, m
  double V;          // energy stored then, J
  double impulse;    // N s, never negative
  double loss;       // J, never negative but for rounding
  double peak;       // largest force, N
  double begin, end; // when the overlap became positive and zero again; NAN if it did not, s
} passage;

/// Runs a contact with overlap xi (m), energy V (J, that of xi) and closing speed w (m/s) for an
/// interval T (s).
passage exact_pass(const push_law *p, mobility moves, double xi, double V, double w, double T);

/// About how long the contact would last against masses of that mobility, s.
double exact_duration(const push_law *p, double mobility_of_masses, double xi, double w);

#endif
