// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modal bodies in the audio method: banks of oscillators that turn exactly; bank.c tells how.

#ifndef CAROM_BANK_H
#define CAROM_BANK_H

#include "state/state.h"

/// Turns of whole steps, and of half of a step, a 2nd, 4th, ... 64th of it.
enum { ROTATE_STEP, ROTATE_HALF, ROTATE_COUNT = ROTATE_HALF + 7 };

/// Where the modes of a body are: at t_n, at t_n and pushed from outside, or already half a step
/// ahead (in_turn.c).
enum { MODES_HERE, MODES_PUSHED, MODES_AHEAD };

/// The turn of an oscillator in a time tau (s); false if it decays so fast that there is none.
bool modal_rotation_of(double omega, double sigma, double tau, mode_rotation *turn);

/// Turns a body's q and v by one of its turns, forwards or back; returns the energy lost, J.
double modal_rotate(const carom_model *m, int body, int which, bool back, double *q, double *v);

/// Keeps q at t_n, which links move in u, and puts k v for the coming increments.
void modal_begin(const carom_model *m, const carom_state *s, int body, double *next);

/// u^n, and v as increments k v, go on to the next sample.
void modal_advance(const carom_model *m, carom_state *s, int body);
void modal_energy(const carom_model *m, int body, const double *u, const double *du,
                  double *kinetic, double *potential);

/// What its own forces do to a point of the body, m/s2; velocities come as increments.
double modal_acceleration(const carom_model *m, const carom_state *s, int first, int count);

#endif
