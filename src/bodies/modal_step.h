// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modal bodies in the audio method: oscillators that turn exactly under a force that is constant
// over a cell (modal_step.c). Their constants and weights are rows of doubles in the model's bank,
// as long as the body has modes, padded with zeros to whole blocks.

#ifndef CAROM_MODAL_STEP_H
#define CAROM_MODAL_STEP_H

#include "model/layout.h"

/// Turns by whole steps, and by half of a step, of a 2nd, 4th, ... 64th of it.
enum { TURN_STEP, TURN_HALF, TURN_COUNT = TURN_HALF + 7 };

/// A turn of one mode: three shears, the decay, and what a force of 1 adds to q and y.
typedef struct {
  double a, b, keep;
  double to_q, to_y;
} mode_turn;

enum { TURN_ROWS = sizeof(mode_turn) / sizeof(double) };

/// Rows of a body: those of its turns, then its constants.
enum {
  BANK_SIGMA = TURN_COUNT * TURN_ROWS, // 1/s
  BANK_OMEGA2,                         // 1/s2
  BANK_LOSSY,                          // 1, or 0 where a mode loses nothing
  BANK_ROWS
};

/// Rows of a point where links or forces act.
enum {
  POINT_WEIGHT,     // of q
  POINT_DU_Q,       // of q and y: u^n - u^{n-1}, twice the way from t_{n-1/2} to t_n
  POINT_DU_Y,       //
  POINT_NEXT_Q,     // u^{n+1} - u^n, so that both sums are twice the way of the cell
  POINT_NEXT_Y,     //
  POINT_RECEPTANCE, // of the modal forces: what they add to u^{n+1}
  POINT_SPEED,      // of q: the velocity is this and the weights times y
  POINT_ROWS
};

/// Rows of what is read at t_n: of q and y at t_{n-1/2}, and of the forces over the cell.
enum { READ_Q, READ_Y, READ_FORCE, READ_ROWS };

/// The turn of an oscillator in a time tau (s); false if it decays too fast.
bool modal_turn_of(double omega, double sigma, double tau, mode_turn *turn);

/// The rows of mode j, of a point of that weight or of a reading of it.
void modal_point_rows(const double *bank, int length, int j, double weight, double *rows);
void modal_read_rows(const double *bank, int length, int j, body_reading reads, double weight,
                     double *read);

/// The first of a turn's rows.
static inline const double *modal_turn(const double *bank, int length, int which) {
  return bank + which * TURN_ROWS * length;
}

/// The energy of modes, and what they lost, J.
typedef struct {
  double kinetic, potential, lost;
} modal_energies;

/// One turn of all modes under the forces f, or under none (NULL).
void modal_advance(const double *turn, int length, const double *f, double *q, double *y);

/// The same with its energies.
modal_energies modal_advance_booked(const double *bank, int which, int length, const double *f,
                                    double *q, double *y);

modal_energies modal_energy(const double *bank, int length, const double *q, const double *y);

/// From t_n to half a step before, where the forces f were the same.
void modal_back(const double *bank, int length, const double *f, double *q, double *y);

/// What a point reads: the sum of its weights times q, u^n - u^{n-1} and u^{n+1} - u^n.
typedef struct {
  double here, du, next;
} modal_view;

modal_view modal_look(const double *rows, int length, const double *q, const double *y);

/// Sums of rows times q, y or forces.
double modal_sum(const double *row, int length, const double *x);
double modal_sums(const double *of_q, const double *of_y, int length, const double *q,
                  const double *y);

/// f = weights F, or f += weights F.
void modal_push(const double *weights, int length, double F, bool more, double *f);

#endif
