// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Sizes and material of a string, bar or plate, before constants are made of them.

#ifndef CAROM_BODY_SIZES_H
#define CAROM_BODY_SIZES_H

#include "model/compile.h"

/// As they are written, or as they follow from a pitch; NAN where nothing says them.
typedef struct {
  double length;            // m
  double radius;            // m
  double width;             // m
  double thickness;         // m
  double density;           // kg/m3
  double linear_density;    // kg/m
  double youngs;            // Pa
  double bending_stiffness; // N m2
  double poisson;
} body_sizes;

/// What a body is made of does not count where the scene says it otherwise. False after a mistake:
/// a material that is for contacts.
bool body_sizes_read(compiler *c, const item *it, const carom_material *m, body_sizes *of);

/// Length, rho A and kappa^2 = EI / rho A of a line; a plate's rho H and kappa^2 = D / rho H. What
/// is missing makes NAN of them.
void body_sizes_line(const body_sizes *of, model_body *b);
void body_sizes_plate(const body_sizes *of, model_body *b);

/// Whether a line's cross-section matters.
bool body_sizes_cross(const body_sizes *of);

/// The one of a bar's length, thickness (or radius) and stiffness that follows from its pitch, and
/// of a plate's thickness and stiffness, whose sides are read. Ends or edges are read as well.
bool pitched_bar(compiler *c, const item *it, const model_body *b, body_sizes *of);
bool pitched_plate(compiler *c, const item *it, const model_body *b, body_sizes *of);

#endif
