// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modal bodies in the audio method: oscillators that rotate exactly under a force that is constant
// over a cell (modal_step.c). Their constants and weights are rows of doubles in the model's bank,
// as long as the body has modes, padded with zeros to whole blocks.

#ifndef CAROM_MODAL_STEP_H
#define CAROM_MODAL_STEP_H

#include "model/layout.h"

/// Rotations by whole steps, and by half of a step, of a 2nd, 4th, ... 64th of it. From
/// ROTATION_FRACTIONS on they are for links that are resolved inside the sample.
enum { ROTATION_STEP, ROTATION_HALF, ROTATION_FRACTIONS, ROTATION_COUNT = ROTATION_HALF + 7 };

/// A rotation of one mode: three shears, the decay, and what a force of 1 adds to q and y.
typedef struct {
  double a, b, keep;
  double to_q, to_y;
} mode_rotation;

enum { ROTATION_ROWS = sizeof(mode_rotation) / sizeof(double) };

/// Rows of a body: those of its rotations, its constants, then the rotations through parts of a
/// step where somebody needs them. BANK_STRETCH and BANK_STIFF are given, all others follow from
/// them and from the material (modal_bank.c).
enum {
  BANK_SIGMA = ROTATION_FRACTIONS * ROTATION_ROWS, // 1/s
  BANK_OMEGA2,                                     // 1/s2
  BANK_LOSSY,                                      // 1, or 0 where a mode loses nothing
  BANK_SHRINK,                                     // 1 - exp(-sigma k / 2)
  BANK_STRETCH,                                    // what c^2 and sigma_1 are multiplied by, 1/m2
  BANK_STIFF,                                      // the part of omega^2 that does not change, 1/s2
  BANK_MIN,                                        // rows without fractions of a step
  BANK_ROWS = BANK_MIN + (ROTATION_COUNT - ROTATION_FRACTIONS) * ROTATION_ROWS
};

/// Rows of a point where links and forces act.
enum {
  POINT_WEIGHT,
  POINT_PUSH_Q, // what a force of 1 there adds to q and y over a cell
  POINT_PUSH_Y, //
  POINT_SPEED,  // of q: the velocity is this and the weights times y
  POINT_ROWS
};

/// Rows of what is read at t_n: of q and y at t_{n-1/2}, and of the forces over the cell; and the
/// weights that they are made of.
enum { READ_Q, READ_Y, READ_FORCE, READ_TERMS, READ_WEIGHT = READ_TERMS, READ_ROWS };

/// One of several rows.
static inline const double *modal_row(const double *rows, int which, int length) {
  return rows + (ptrdiff_t)which * length;
}

/// The first of a rotation's rows.
static inline const double *modal_rotation(const double *bank, int length, int which) {
  return modal_row(bank,
                   which * ROTATION_ROWS + (which < ROTATION_FRACTIONS ? 0 : BANK_MIN - BANK_SIGMA),
                   length);
}

/// The rotation of mode j.
static inline mode_rotation modal_rotation_at(const double *bank, int length, int which, int j) {
  const double *row = modal_rotation(bank, length, which) + j;
  const size_t next = (size_t)length;
  return (mode_rotation){row[0], row[next], row[2 * next], row[3 * next], row[4 * next]};
}

/// The energy of modes, and what they lost, J.
typedef struct {
  double kinetic, potential, lost;
} modal_energies;

/// One rotation of all modes under the forces f.
void modal_advance(const double *bank, int which, int length, const double *f, double *q,
                   double *y);

/// The same with its energies.
modal_energies modal_advance_booked(const double *bank, int which, int length, const double *f,
                                    double *q, double *y);

modal_energies modal_energy(const double *bank, int length, const double *q, const double *y);

/// One mode from the end of a rotation to its beginning, where the force f was the same.
static inline void modal_back_by(const mode_rotation *t, double f, double *q, double *y) {
  double x = (*q - t->to_q * f) / t->keep;
  const double z = (*y - t->to_y * f) / t->keep;
  x -= t->a * z;
  *y = z - t->b * x;
  *q = x - t->a * *y;
}

/// All modes from t_n to half a step before.
void modal_back(const double *bank, int length, const double *f, double *q, double *y);

/// A point: its q, and how far it goes in the coming rotation without forces.
typedef struct {
  double here, travel;
} modal_reading;

modal_reading modal_probe(const double *rotation, const double *weights, int length,
                          const double *q, const double *y);

/// The same of some points at once, each with weights of its own, to the last bit; PROBES_MAX of
/// them or half as many.
enum { PROBES_MAX = 4 };
void modal_probe_many(const double *rotation, const double *const *weights, int points, int length,
                      const double *q, const double *y, modal_reading *reading);

/// Sums of rows times q, y or forces.
double modal_sum(const double *row, int length, const double *x);
double modal_sums(const double *of_q, const double *of_y, int length, const double *q,
                  const double *y);

/// f += weights F.
void modal_push(const double *weights, int length, double F, double *f);

/// modal_advance() by a step under a force at one point, modal_probe() of a point and modal_sums()
/// of another, in one loop.
typedef struct {
  const double *rotation;
  const double *constants; // of the body where energies are wanted, or NULL
  int length;
  const double *push;        // rows of the force's point, or NULL
  double F;                  // N
  const double *probe;       // weights, or NULL
  const double *of_q, *of_y; // rows, or NULL
  double *q, *y;
  modal_energies energies; // of the step
  modal_reading reading;   // what was seen after it
  double sum;              // and read
} modal_pass;

void modal_pass_all(modal_pass *p);

/// Steps of a run, and of one loop over its modes, at most.
enum { RUN_MAX = 32, RUN_AT_ONCE = 8 };

/// So many steps without forces of `count` modes, and what modal_probe() and modal_sums() tell of
/// two points after each of them and modal_advance_booked() of its energies, to the last bit, in
/// few loops.
typedef struct {
  const double *rotation;
  const double *constants; // of the body where energies are wanted, or NULL
  int length, count;       // of the rows of the rotation; of the modes
  int steps;
  const double *probe;           // weights, or NULL
  const double *of_q, *of_y;     // rows, or NULL
  const double *from_q, *from_y; // may be q and y
  double *q, *y;
  modal_reading *readings; // after each step
  double *read;
  modal_energies *energies; // of each
} modal_run;

void modal_run_all(modal_run *r);

#endif
