// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The rows of a bank (modal_step.h): what they are made of, and how. While a scene is compiled and
// while live keys change they are computed by the same functions, which use nothing of the C
// library but roots and remainders: the same bytes on all machines.

#ifndef CAROM_MODAL_BANK_H
#define CAROM_MODAL_BANK_H

#include "bodies/modal_step.h"

/// The rotation of an oscillator in a time tau (s), sigma tau at most modal_max_decay.
void modal_rotation_of(double omega, double sigma, double tau, mode_rotation *rotation);

/// The largest sigma k of a mode. Faster decays are taken as this one.
static const double modal_max_decay = 30;

/// What constants of modes follow from, beside their own rows.
typedef struct {
  material now;
  double damping_ratio;
  double k; // s
} modal_material;

static inline modal_material modal_material_of(const model_body *b, const material *now, double k) {
  return (modal_material){.now = *now, .damping_ratio = b->modes.damping_ratio, .k = k};
}

double modal_omega2(const double *bank, int length, int j, const modal_material *of);
double modal_sigma(const double *bank, int length, int j, const modal_material *of);

/// Rows of `count` modes from the given ones: constants and rotations. `losses` are left alone
/// where sigma has not changed, and the rotations through fractions of a step where nobody needs
/// them.
typedef struct {
  bool losses, fractions;
} modal_changes;

void modal_bank_fill(double *bank, int count, int length, const modal_material *of,
                     modal_changes changes);

/// The rotations through fractions of a step alone, where the bank has rows for them.
void modal_bank_fractions(double *bank, int count, int length, double k);

/// The other rows of a point, from its weights.
void modal_point_rows(const double *bank, int length, double *rows);

/// The rows of a reading of `count` modes from `first` on, from its weights.
void modal_read_rows(const double *bank, int length, int first, int count, body_reading reads,
                     double *rows);

/// Those of a weight of 1 of one mode.
void modal_read_of(const double *bank, int length, int j, body_reading reads,
                   double read[READ_TERMS]);

/// Shapes at x (m), as the weights of a point.
void modal_weights_at(const mode_shape *shapes, int count, double line, double x, double *weights);

#endif
