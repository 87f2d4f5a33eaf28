// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One contact resolved inside the sample, however short it is; sub_sample.c has the equations.

#ifndef CAROM_SUB_SAMPLE_H
#define CAROM_SUB_SAMPLE_H

#include "model/model.h"

/// The power law and loss of one link: F = K xi^alpha (1 + mu w).
typedef struct {
  const power_law *law;
  contact_values a;
  double scale; // factor of the contact's K
} push_law;

/// Inverse masses of the two sides together, 1/kg: of masses, which move within the interval, and
/// of grids, which enter with their mean velocity.
typedef struct {
  double mass, grid;
} inverse_masses;

/// Results of one interval.
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
passage exact_pass(const push_law *p, inverse_masses inverse, double xi, double V, double w,
                   double T);

/// The overlap at which it stores the energy V, m.
double exact_overlap(const push_law *p, double V);

/// About how long the contact would last against masses of that inverse mass, s.
double exact_duration(const push_law *p, double inverse_mass, double xi, double w);

#endif
