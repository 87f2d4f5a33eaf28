// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modal bodies in the audio method: oscillators that rotate exactly (modal_step.c).

#ifndef CAROM_MODAL_STEP_H
#define CAROM_MODAL_STEP_H

#include "model/layout.h"

/// Rotations by whole steps, and by half of a step, of a 2nd, 4th, ... 64th of it.
enum { ROTATE_STEP, ROTATE_HALF, ROTATE_COUNT = ROTATE_HALF + 7 };

/// The rotation of an oscillator in a time tau (s); false if it decays too fast.
bool modal_rotation_of(double omega, double sigma, double tau, mode_rotation *rotation);

/// Rotates a body's q and v, forwards or back; returns the energy lost, J.
double modal_rotate(const carom_model *m, const model_body *b, int which, bool back, double *q,
                    double *v);

// The row of the layout.
void modal_begin(const body_step *s, body_sums *before);
double modal_advance(const body_step *s);
body_energies modal_energy(const body_step *s, const material *a, double gravity);

/// Acceleration of a point by the body's own forces, m/s2; velocities are given as increments.
double modal_acceleration(const carom_model *m, const link_term *terms, int count,
                          const double *modal_u, const double *next);

#endif
