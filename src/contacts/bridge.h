// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A string on a rigid parabolic bridge at its left end, and its shape on it.

#ifndef CAROM_BRIDGE_H
#define CAROM_BRIDGE_H

#include "model/compile.h"

/// The bridge y_B = alpha x (b - x) from `from` to `to`; lengths along the string in units of its
/// length. Displacements away from the bridge are positive.
typedef struct {
  double alpha, b; // m, 1
  double from, to;
  double side; // +1 below the string, -1 above it
  bool
      endless; // `to` is only where the condition of a tangent has one solution; the bridge goes on
} bridge;

/// A string that lies on the bridge up to gamma and is free from there to its end at 1:
/// y = S (1 - x) + A sin(kappa (x - gamma)).
typedef struct {
  double gamma;
  double S, A;  // m
  double kappa; // m pi / (1 - gamma)
} wrapped_shape;

/// The bridge of a contact along a string; false after a mistake, which says what would take it.
bool bridge_read(compiler *c, const item *contact, bridge *of);

double bridge_height(const bridge *of, double x);

/// The starting shape wrapped of a string: its mode and amplitude; false after a mistake.
bool bridge_start(compiler *c, const item *string, const bridge *of, wrapped_shape *shape);

/// The string's m-th mode with beta sqrt(2 / l) as its amplitude about the rest shape.
wrapped_shape bridge_wrapped(const bridge *of, int mode, double beta);

double wrapped_displacement(const bridge *of, const wrapped_shape *shape, double x);

/// Lays all strings that start wrapped on their bridges, at the nodes of their grids or by their
/// modes; false after a mistake.
bool wrapped_starts(compiler *c);

#endif
