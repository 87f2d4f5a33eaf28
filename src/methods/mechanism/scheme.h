// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A step while it is taken (theory 16.15 and 16.16): its equations, and their solution.

#ifndef CAROM_MECHANISM_SCHEME_H
#define CAROM_MECHANISM_SCHEME_H

#include "methods/mechanism/motion.h"

typedef struct {
  const mechanism_system *p;
  const string_mode *string_modes;
  const mechanism_motion *m; // at its beginning
  const double *pull;
  mechanism_scratch *scratch;
  double q1[MAX_COORDINATES], mean[MAX_COORDINATES];
  double stiff[MAX_LINKS]; // what pins add to the matrix, N m s2
  double lost[MAX_LINKS];  // by pins, their stops and shanks, J
  double work;             // of forces, J
} step_context;

// --- equations.c --------------------------------------------------------------------------------

/// r: what the equations of the step miss with velocities v1 at its end, N s; not a number where
/// the forces on a string cannot be solved for.
void step_residual(step_context *w, const double *v1, double *r);

/// The derivative of r by v1 where it was last computed, but for what changes slowly: masses, and
/// the directions in which contacts push.
void step_matrix(const step_context *w, double matrix[][MAX_COORDINATES]);

// --- newton.c -----------------------------------------------------------------------------------

/// Finds v1 from a first guess; false if there is none. The last residual computed is that of v1.
bool step_solve(step_context *w, double *v1, int *iterations);

#endif
