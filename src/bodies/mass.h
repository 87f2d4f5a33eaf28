// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All masses in one loop.

#ifndef CAROM_MASS_H
#define CAROM_MASS_H

#include "model/layout.h"

/// The coefficients of a mass's step.
step_coefficients mass_coefficients(const material *a, double k);

/// s of theory 1.6.
static inline double mass_damping(const step_coefficients *a) {
  return a->loss / (2 - a->loss);
}

/// What stands for 2 sigma_0 in a start (theory 8.5), 1/s.
static inline double mass_start_loss(const step_coefficients *a) {
  return 2 * mass_damping(a) / a->stride;
}

/// What a mass M loses between two half steps whose increments add up to z, J.
static inline double mass_loss(const step_coefficients *a, double M, double z) {
  return M / 2 * mass_damping(a) * (z / a->stride) * (z / a->stride);
}

/// The increments of all masses; u follows when all forces are known. `all` are the coefficients of
/// every body.
void masses_step(const carom_model *m, const step_coefficients *all, double gravity,
                 const double *u, const double *du, double *next);

#endif
