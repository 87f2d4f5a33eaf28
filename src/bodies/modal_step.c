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

#include "base/constants.h"
#include "base/kernel.h"
#include <math.h>

// --- Turns --------------------------------------------------------------------------------------

/// The matrix of a turn for (q, y), as its shears make it.
typedef struct {
  double qq, qy, yq, yy;
} turn_matrix;

static turn_matrix matrix_of(const mode_turn *t) {
  const double cosine = 1 + t->a * t->b;
  return (turn_matrix){.qq = t->keep * cosine,
                       .qy = t->keep * (t->a * (2 + t->a * t->b)),
                       .yq = t->keep * t->b,
                       .yy = t->keep * cosine};
}

static bool rotation_of(double omega, double sigma, double tau, mode_turn *turn) {
  const double square = omega * omega - sigma * sigma;
  const double rate = sqrt(fabs(square));
  double theta = rate * tau;
  *turn = (mode_turn){.a = tau / 2, .keep = exp(-sigma * tau)};
  if (sigma * tau > 30 || (square < 0 && theta > 30))
    return false;
  if (square < 0) {
    turn->a = tanh(theta / 2) / rate;
    turn->b = rate * sinh(theta);
  } else if (square > 0) {
    theta = remainder(theta, 2 * pi);
    if (fabs(theta) > 2) { // tan is large there: half a rotation off, and both change sign
      theta -= copysign(pi, theta);
      turn->keep = -turn->keep;
    }
    turn->a = tan(theta / 2) / rate;
    turn->b = -rate * sin(theta);
  }
  return true;
}

// The response (q, v) to a force of 1 from rest, by its power series: omega tau and sigma tau are
// at most 1/2.
static void respond(double omega, double sigma, double tau, double *q, double *v) {
  double former = 0; // of tau^n, times tau^n
  double term = 0.5 * tau * tau;
  *q = term;
  *v = tau;
  for (int n = 2; n < 30; ++n) {
    const double next =
        -(2 * sigma * tau * n * term + omega * omega * tau * tau * former) / ((n + 1.0) * n);
    former = term;
    term = next;
    *q += term;
    *v += (n + 1) * term / tau;
  }
}

// g_1 and g_2. Where 1 - A_11 would cancel, the response over a fraction of the time is doubled:
// s(2 tau) = A(tau) s(tau) + s(tau).
static bool add_response(double omega, double sigma, double tau, mode_turn *turn) {
  const turn_matrix m = matrix_of(turn);
  double q = (1 - (m.qq + sigma * m.qy)) / (omega * omega);
  double v = m.qy;
  if (omega <= sigma || omega * tau < 0.5) {
    int halvings = 0;
    while (fmax(omega, sigma) * ldexp(tau, -halvings) > 0.5)
      ++halvings;
    respond(omega, sigma, ldexp(tau, -halvings), &q, &v);
    for (; halvings > 0; --halvings) {
      mode_turn part;
      if (!rotation_of(omega, sigma, ldexp(tau, -halvings), &part))
        return false;
      const turn_matrix p = matrix_of(&part);
      const double y = v + sigma * q;
      const double q_then = p.qq * q + p.qy * y;
      const double y_then = p.yq * q + p.yy * y;
      v += y_then - sigma * q_then;
      q += q_then;
    }
  }
  turn->to_q = q;
  turn->to_y = v + sigma * q;
  return true;
}

bool modal_turn_of(double omega, double sigma, double tau, mode_turn *turn) {
  return rotation_of(omega, sigma, tau, turn) && add_response(omega, sigma, tau, turn);
}

// --- Rows of points -----------------------------------------------------------------------------

static mode_turn turn_at(const double *bank, int length, int which, int j) {
  const double *row = modal_turn(bank, length, which) + j;
  return (mode_turn){row[0], row[length], row[2 * length], row[3 * length], row[4 * length]};
}

void modal_point_rows(const double *bank, int length, int j, double weight, double *rows) {
  const mode_turn step = turn_at(bank, length, TURN_STEP, j);
  rows[POINT_WEIGHT * length + j] = weight;
  rows[POINT_PUSH_Q * length + j] = weight * step.to_q;
  rows[POINT_PUSH_Y * length + j] = weight * step.to_y;
  rows[POINT_SPEED * length + j] = -weight * bank[BANK_SIGMA * length + j];
}

void modal_read_rows(const double *bank, int length, int j, body_reading reads, double weight,
                     double *read) {
  const mode_turn half = turn_at(bank, length, TURN_HALF, j);
  const turn_matrix h = matrix_of(&half);
  const double sigma = bank[BANK_SIGMA * length + j];
  const double omega2 = bank[BANK_OMEGA2 * length + j];
  const double q[READ_ROWS] = {h.qq, h.qy, half.to_q};
  const double y[READ_ROWS] = {h.yq, h.yy, half.to_y};
  for (int i = 0; i < READ_ROWS; ++i) {
    const double v = y[i] - sigma * q[i];
    const double force = i == READ_FORCE ? 1 : 0;
    read[i] = weight * (reads == READS_VELOCITY       ? v
                        : reads == READS_ACCELERATION ? force - omega2 * q[i] - 2 * sigma * v
                                                      : q[i]);
  }
}

// --- Loops --------------------------------------------------------------------------------------

#define VARIANT VARIANT_PLAIN
#include "base/lanes.h"
#include "bodies/modal_loops.h"
#if defined(CAROM_AVX2)
#undef VARIANT
#define VARIANT VARIANT_AVX2
#include "base/lanes.h"
#include "bodies/modal_loops.h"
#define CASE_AVX2(name, ...)                                                                       \
  case VARIANT_AVX2:                                                                               \
    name##_avx2(__VA_ARGS__);                                                                      \
    break;
#else
#define CASE_AVX2(name, ...)
#endif
#if defined(CAROM_AVX512)
#undef VARIANT
#define VARIANT VARIANT_AVX512
#include "base/lanes.h"
#include "bodies/modal_loops.h"
#define CASE_AVX512(name, ...)                                                                     \
  case VARIANT_AVX512:                                                                             \
    name##_avx512(__VA_ARGS__);                                                                    \
    break;
#else
#define CASE_AVX512(name, ...)
#endif

/// Calls a loop in the best variant.
#define BEST(name, ...)                                                                            \
  switch (best_variant()) {                                                                        \
    CASE_AVX512(name, __VA_ARGS__)                                                                 \
    CASE_AVX2(name, __VA_ARGS__)                                                                   \
  default:                                                                                         \
    name##_plain(__VA_ARGS__);                                                                     \
  }

void modal_advance(const double *bank, int which, int length, const double *f, double *q,
                   double *y){BEST(advance, modal_turn(bank, length, which), length, f, q, y)}

modal_energies modal_advance_booked(const double *bank, int which, int length, const double *f,
                                    double *q, double *y) {
  modal_energies all;
  BEST(advance_booked, modal_turn(bank, length, which), bank + BANK_SIGMA * length, length, f, q, y,
       &all)
  return all;
}

modal_energies modal_energy(const double *bank, int length, const double *q, const double *y) {
  modal_energies all;
  BEST(energy, bank + BANK_SIGMA * length, length, q, y, &all)
  return all;
}

void modal_back(const double *bank, int length, const double *f, double *q, double *y) {
  for (int j = 0; j < length; ++j) {
    const mode_turn t = turn_at(bank, length, TURN_HALF, j);
    if (t.keep == 0) // padding
      continue;
    double x = (q[j] - t.to_q * f[j]) / t.keep;
    const double z = (y[j] - t.to_y * f[j]) / t.keep;
    x -= t.a * z;
    y[j] = z - t.b * x;
    q[j] = x - t.a * y[j];
  }
}

modal_view modal_look(const double *turn, const double *weights, int length, const double *q,
                      const double *y) {
  modal_view view;
  BEST(look, turn, weights, length, q, y, &view)
  return view;
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
