// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Grids in single precision, for the rows of their layouts (layout.h).

#ifndef CAROM_SINGLE_H
#define CAROM_SINGLE_H

#include "model/layout.h"

void line_single_step(const single_step *s);
body_sums line_single_sums(const single_step *s, float *former);

void plate_single_step(const single_step *s);
body_sums plate_single_sums(const single_step *s, float *former);

/// Plates with free edges, and the step of their inner nodes (plate_free.h).
void plate_free_single_step(const single_step *s);
body_sums plate_free_single_sums(const single_step *s, float *former);
void plate_inner_single_step(const single_step *s);

#endif
