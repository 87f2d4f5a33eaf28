// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The interface of layouts: the nodes of a body, their step and their energy. Rows in
// bodies/table.c.

#ifndef CAROM_LAYOUT_H
#define CAROM_LAYOUT_H

#include "model/compile.h"
#include "model/linear.h"
#include "model/node_field.h"

/// Has a grid, whose values may be in single precision.
static inline bool body_is_grid(const model_body *b) {
  return body_is_line(b) || body_is_plate(b);
}

/// The coefficients of a step, made from a body's live values:
///
///   du+ = du - loss du + Lap(tension u + internal_loss du - bending Lap u)
///
/// on a grid, without Lap for a mass, and receptance = k^2 / (1 + sigma_0 k), so that the
/// receptance of a node is b = receptance / m. Masses have a stride of their own in place of k
/// (bodies/mass.c).
typedef struct {
  double loss, tension, bending, internal_loss, receptance;
  double stride; // s
} step_coefficients;

/// Inner products over a body's nodes, at t_{n-1/2}; grad and Lap without 1/h and 1/h^2. The loss
/// between two half steps needs those of both.
typedef struct {
  double du_du;       // |du|^2, m2
  double grad_grad;   // <grad u^n, grad u^{n-1}>
  double lap_lap;     // <Lap u^n, Lap u^{n-1}>
  double grad_du;     // |grad du|^2
  double du_former;   // <du, du of the step before>
  double grad_former; // <grad du, grad du of the step before>
} body_sums;

/// One body in a step: its constants, and its nodes in the arrays of the method.
typedef struct {
  const carom_model *m;
  const model_body *b;
  step_coefficients a;
  double *u;       // u^n, m; u^{n+1} from the step on
  double *du;      // u^n - u^{n-1}
  double *next;    // the increment before that, then u^{n+1} - u^n; may be du itself
  double *scratch; // the model's row_scratch values
} body_step;

/// A grid in single precision.
typedef struct {
  const carom_model *m;
  const model_body *b;
  step_coefficients a;
  float *u, *du, *next, *scratch;
} single_step;

/// Stored energy of a body; of a mass with gravity.
typedef struct {
  double kinetic, potential; // J
} body_energies;

typedef struct {
  /// Adds the body's nodes, their masses and starting values. NULL without nodes.
  bool (*place)(compiler *c, const item *it, int body);
  /// Appends the terms of a point, times a sign, and returns how many; with `slope` those of the
  /// derivative along x.
  int (*weights)(compiler *c, body_point at, int order, bool slope, double sign);
  /// A field of the nodes over `over`, at the body's points row by row; returns how many there are
  /// and writes at most `room`.
  int (*shape)(const carom_model *m, const model_body *b, node_field field, double over,
               double *values, int room);

  // The audio method; masses and modes have loops of their own.

  /// u^I and its increments; fills `before` with the sums of the step before, unless it is NULL.
  void (*step)(const body_step *s, body_sums *before);
  /// The sums of du and the increments before it; NULL where there are none.
  body_sums (*sums)(const body_step *s, double *former);
  body_energies (*energy)(const body_step *s, const material *a, double gravity);

  /// The body about its rest; NULL without nodes.
  const linear_layout *linear;

  /// Step and sums of a grid in single precision; the sums are of doubles.
  void (*single_step)(const single_step *s);
  body_sums (*single_sums)(const single_step *s, float *former);
} layout;

extern const layout *const layout_table[LAYOUT_COUNT];

#endif
