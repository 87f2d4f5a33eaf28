// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Masses and modes about their rest (theory 17.4 and 17.5). A mass M steps by
//
//   r / M T(s) = (z - 1) - (1 - loss) (1 - 1/z) + omega_0^2 r,      r = kappa^2 / (1 + s),
//
// and a mode, which links see at half steps as the mean of its displacements, by the turn of its
// cell: (q, y) at n + 1/2 from those at n - 1/2 and the force at n,
//
//   T(s) = (z^{1/2} + z^{-1/2}) / 2 det(z^{1/2} - z^{-1/2} A) / [(z^{1/2} - z^{-1/2} A_22) g_1 +
//          z^{-1/2} A_12 g_2]
//
// whose determinant is 4 e^{-sigma k} (sinh^2((s + sigma) k / 2) + sin^2(theta / 2)).

#include "bodies/linear_bodies.h"

#include "bodies/mass.h"
#include "bodies/modal_bank.h"

linear_motion linear_motion_of(phasor s, double k) {
  const phasor half = phasor_scaled(s, k / 2);
  const phasor sinh_half = phasor_sinh(half);
  const phasor ahead = phasor_exp(half);
  const phasor after = phasor_exp(phasor_scaled(half, -1));
  return (linear_motion){.s = s,
                         .second = phasor_scaled(phasor_times(sinh_half, sinh_half), 4),
                         .centred = phasor_scaled(phasor_sinh(phasor_scaled(s, k)), 2),
                         .back = phasor_scaled(phasor_times(after, sinh_half), 2),
                         .ahead = ahead,
                         .after = after,
                         .mean = phasor_scaled(phasor_add(ahead, after), 0.5)};
}

// --- Masses -------------------------------------------------------------------------------------

static void measure_mass(linear_body *l) {
  l->n = 1;
}

// NOLINTNEXTLINE(readability-non-const-parameter): as a row has it
static void prepare_mass(linear_body *l, double *scratch) {
  (void)scratch;
  l->node[0] = l->at[0] = 0;
  l->root[0] = sqrt(l->m->inverse_mass[l->b->first]);
}

enum { MASS_LOSS, MASS_TENSION, MASS_RECEPTANCE };

static void set_mass(linear_body *l) {
  const step_coefficients a = mass_coefficients(&l->now, l->m->k);
  const material still = {.omega2 = l->now.omega2};
  l->mass[0] = l->m->k * l->m->k / mass_coefficients(&still, l->m->k).receptance;
  l->rows[MASS_LOSS] = a.loss;
  l->rows[MASS_TENSION] = a.tension;
  l->rows[MASS_RECEPTANCE] = a.receptance;
}

static void fill_mass(const linear_body *l, const linear_motion *at, phasor *column) {
  phasor sum = phasor_add(at->second, phasor_scaled(at->back, l->rows[MASS_LOSS]));
  sum.re += l->rows[MASS_TENSION];
  *column = phasor_scaled(sum, 1 / l->rows[MASS_RECEPTANCE]);
}

const linear_layout linear_mass = {measure_mass, prepare_mass, set_mass, fill_mass};

// --- Modes --------------------------------------------------------------------------------------

enum { MODE_SIGMA, MODE_HALF, MODE_YY, MODE_QY, MODE_TO_Q, MODE_TO_Y };

static void measure_modes(linear_body *l) {
  l->n = l->b->nodes;
}

// NOLINTNEXTLINE(readability-non-const-parameter): as a row has it
static void prepare_modes(linear_body *l, double *scratch) {
  (void)scratch;
  for (int j = 0; j < l->n; ++j) {
    l->node[j] = l->at[j] = j;
    l->root[j] = 1;
  }
}

static double *row_of(const linear_body *l, int row) {
  return l->rows + (ptrdiff_t)row * l->n;
}

// sin^2(theta / 2) of a rotation by theta, or -sinh^2 beyond critical damping.
static double half_rotation(double omega2, double sigma, double k) {
  const double square = omega2 - sigma * sigma;
  const double angle = sqrt(fabs(square)) * k / 2;
  const phasor of = phasor_sinh(square < 0 ? (phasor){angle, 0} : (phasor){0, angle});
  return -phasor_times(of, of).re;
}

static void set_modes(linear_body *l) {
  const model_body *b = l->b;
  const int length = b->modes.length;
  const double k = l->m->k;
  const double *bank = l->m->bank + b->modes.first_bank;
  modal_material of = modal_material_of(b, &l->now, k);
  of.damping_ratio *= l->losses;
  for (int j = 0; j < l->n; ++j) {
    const double omega2 = modal_omega2(bank, length, j, &of);
    const double sigma = fmin(modal_sigma(bank, length, j, &of), modal_max_decay / k);
    mode_rotation rotation;
    modal_rotation_of(sqrt(omega2), sigma, k, &rotation);
    row_of(l, MODE_SIGMA)[j] = sigma;
    row_of(l, MODE_HALF)[j] = half_rotation(omega2, sigma, k);
    row_of(l, MODE_YY)[j] = rotation.keep * (1 + rotation.a * rotation.b);
    row_of(l, MODE_QY)[j] = rotation.keep * (rotation.a * (2 + rotation.a * rotation.b));
    row_of(l, MODE_TO_Q)[j] = rotation.to_q;
    row_of(l, MODE_TO_Y)[j] = rotation.to_y;
    const double swing = omega2 > 0 ? 4 * half_rotation(omega2, 0, k) / (omega2 * k * k) : 1;
    l->mass[j] = 1 / fmax(swing, 1e-12); // a mode of a whole period in a step does not answer
  }
}

static void fill_modes(const linear_body *l, const linear_motion *at, phasor *column) {
  const double k = l->m->k;
  double decay = -1; // of the mode before; many have the same
  phasor sinh2 = {0, 0};
  double kept = 1;
  for (int j = 0; j < l->n; ++j) {
    const double sigma = row_of(l, MODE_SIGMA)[j];
    if (sigma != decay) {
      const phasor sinh = phasor_sinh(phasor_scaled((phasor){at->s.re + sigma, at->s.im}, k / 2));
      sinh2 = phasor_times(sinh, sinh);
      kept = 4 * real_exp(-sigma * k);
      decay = sigma;
    }
    const phasor determinant =
        phasor_scaled((phasor){sinh2.re + row_of(l, MODE_HALF)[j], sinh2.im}, kept);
    const double to_q = row_of(l, MODE_TO_Q)[j];
    const double late =
        row_of(l, MODE_QY)[j] * row_of(l, MODE_TO_Y)[j] - row_of(l, MODE_YY)[j] * to_q;
    const phasor answer =
        phasor_add(phasor_scaled(at->ahead, to_q), phasor_scaled(at->after, late));
    column[j] = phasor_times(at->mean, phasor_over(determinant, answer));
  }
}

const linear_layout linear_modes = {measure_modes, prepare_modes, set_modes, fill_modes};
