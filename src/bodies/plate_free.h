// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Plates with free edges.

#ifndef CAROM_PLATE_FREE_H
#define CAROM_PLATE_FREE_H

#include "bodies/grid.h"

/// Values of scratch that a step needs.
int plate_free_scratch(const model_body *b);

/// As in the row of the layout.
void plate_free_step(const body_step *s, body_sums *before);
body_sums plate_free_sums(const body_step *s, const double *former);

/// The step of inner nodes; those on edges keep what sigma_0 leaves of their increments, but for
/// the rows below and above, which stay (plate.c).
void plate_inner_step(const body_step *s);

#endif
