// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All masses in one loop.

#ifndef CAROM_MASS_H
#define CAROM_MASS_H

#include "model/layout.h"

/// The increments of all masses; u follows when all forces are known. `all` are the coefficients of
/// every body.
void masses_step(const carom_model *m, const step_coefficients *all, double gravity,
                 const double *u, const double *du, double *next);

#endif
