// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A modal body in the audio method (theory 7.10 to 7.18). Each mode, of mass 1,
//
//   q'' = -omega^2 q - 2 sigma q' + f,
//
// is kept at half steps as (q, y), y = q' + sigma q, and advanced exactly under a force that is
// constant over the cell from t_{n-1/2} to t_{n+1/2}. With omega_d^2 = omega^2 - sigma^2 the pair
// (q, y / omega_d) rotates by theta = omega_d tau and decays by e^{-sigma tau}. The rotation is
// made of three shears,
//
//   q += a y,   y += b q,   q += a y,      a = tan(theta / 2) / omega_d,   b = -omega_d sin theta,
//
// whose determinant is 1 whatever the rounding of a and b, so that energy does not drift. The force
// adds g_1 f to q and g_2 f to q',
//
//   g_1 = int_0^k A_12(tau) dtau,   g_2 = A_12(k),
//
// where A_12 is the response of q to an impulse. Then f (q+ - q) is exactly what the force gives to
// (q'^2 + omega^2 q^2) / 2 and to the loss int 2 sigma q'^2 dt.

#include "bodies/modal_step.h"

#include "base/kernel.h"

// --- Loops --------------------------------------------------------------------------------------

#define LOOPS "bodies/modal_loops.h"
#include "base/variants.h"

void modal_advance(const double *bank, int which, int length, const double *f, double *q,
                   double *y){BEST(advance, modal_rotation(bank, length, which), length, f, q, y)}

modal_energies modal_advance_booked(const double *bank, int which, int length, const double *f,
                                    double *q, double *y) {
  modal_energies all;
  BEST(advance_booked, modal_rotation(bank, length, which), modal_row(bank, BANK_SIGMA, length),
       length, f, q, y, &all)
  return all;
}

modal_energies modal_energy(const double *bank, int length, const double *q, const double *y) {
  modal_energies all;
  BEST(energy, modal_row(bank, BANK_SIGMA, length), length, q, y, &all)
  return all;
}

void modal_back(const double *bank, int length, const double *f, double *q, double *y) {
  for (int j = 0; j < length; ++j) {
    const mode_rotation t = modal_rotation_at(bank, length, ROTATION_HALF, j);
    if (t.keep != 0) // padding
      modal_back_by(&t, f[j], &q[j], &y[j]);
  }
}

modal_reading modal_probe(const double *rotation, const double *weights, int length,
                          const double *q, const double *y) {
  modal_reading reading;
  BEST(probe, rotation, weights, length, q, y, &reading)
  return reading;
}

void modal_probe_many(const double *rotation, const double *const *weights, int points, int length,
                      const double *q, const double *y, modal_reading *reading) {
  BEST(probe_many, rotation, weights, points, length, q, y, reading)
}

double modal_sum(const double *row, int length, const double *x) {
  double all;
  BEST(sum, row, length, x, &all)
  return all;
}

double modal_sums(const double *of_q, const double *of_y, int length, const double *q,
                  const double *y) {
  double all;
  BEST(sums, of_q, of_y, length, q, y, &all)
  return all;
}

void modal_push(const double *weights, int length, double F, double *f) {
  BEST(push, weights, length, F, f)
}

void modal_pass_all(modal_pass *p) {
  BEST(pass, p)
}

void modal_run_all(modal_run *r) {
  BEST(run, r)
}
