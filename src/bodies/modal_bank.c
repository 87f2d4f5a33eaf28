// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Rows of a bank from the material (theory 7.11 to 7.13 and 7.19). A mode with
//
//   omega^2 = c^2 B + S,   sigma = sigma_0 + sigma_1 B + zeta omega,
//
// B and S given, rotates by theta = omega_d k in a step and by phi = theta / 2 in half of it. All
// of both rotations follows from s = sin phi, c = cos phi and e = 1 - exp(-sigma k / 2):
//
//   tan(theta / 2) = s / c,        sin theta = 2 s c,   1 - cos theta = 2 s^2,
//   tan(phi / 2)   = s / (1 + c),  1 - cos phi = s^2 / (1 + c).
//
// The responses to a force are (1 - A_11) / omega^2, with 1 - A_11 summed from terms that are small
// where it is. Modes whose losses would cancel in it, and those that do not swing, are computed one
// by one.

#include "bodies/modal_bank.h"

#include "base/constants.h"
#include "base/elementary.h"
#include "base/sines.h"
#include <assert.h>
#include <math.h>

// --- One rotation
// -----------------------------------------------------------------------------------

/// The matrix of a rotation for (q, y), as its shears make it.
typedef struct {
  double qq, qy, yq, yy;
} rotation_matrix;

static rotation_matrix matrix_of(const mode_rotation *t) {
  const double cosine = 1 + t->a * t->b;
  return (rotation_matrix){.qq = t->keep * cosine,
                           .qy = t->keep * (t->a * (2 + t->a * t->b)),
                           .yq = t->keep * t->b,
                           .yy = t->keep * cosine};
}

static void rotation_of(double omega, double sigma, double tau, mode_rotation *rotation) {
  const double square = omega * omega - sigma * sigma;
  const double rate = sqrt(fabs(square));
  double theta = rate * tau;
  *rotation = (mode_rotation){.a = tau / 2, .keep = real_exp(-sigma * tau)};
  if (square < 0) { // tanh(theta / 2) and sinh theta
    const double fall = real_expm1(-theta);
    const double rise = real_expm1(theta);
    rotation->a = -fall / (2 + fall) / rate;
    rotation->b = rate * (rise + rise / (rise + 1)) / 2;
  } else if (square > 0) {
    theta = remainder(theta, 2 * pi);
    if (fabs(theta) > 2) { // tan is large there: half a rotation off, and both change sign
      theta -= copysign(pi, theta);
      rotation->keep = -rotation->keep;
    }
    double s = 0;
    double c = 0;
    sine_and_cosine(theta / 2, &s, &c);
    rotation->a = s / c / rate;
    rotation->b = -rate * (2 * s * c);
  }
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
static void add_response(double omega, double sigma, double tau, mode_rotation *rotation) {
  const rotation_matrix m = matrix_of(rotation);
  double q = (1 - (m.qq + sigma * m.qy)) / (omega * omega);
  double v = m.qy;
  if (omega <= sigma || omega * tau < 0.5) {
    int halvings = 0;
    while (fmax(omega, sigma) * ldexp(tau, -halvings) > 0.5)
      ++halvings;
    respond(omega, sigma, ldexp(tau, -halvings), &q, &v);
    for (; halvings > 0; --halvings) {
      mode_rotation part;
      rotation_of(omega, sigma, ldexp(tau, -halvings), &part);
      const rotation_matrix p = matrix_of(&part);
      const double y = v + sigma * q;
      const double q_then = p.qq * q + p.qy * y;
      const double y_then = p.yq * q + p.yy * y;
      v += y_then - sigma * q_then;
      q += q_then;
    }
  }
  rotation->to_q = q;
  rotation->to_y = v + sigma * q;
}

void modal_rotation_of(double omega, double sigma, double tau, mode_rotation *rotation) {
  rotation_of(omega, sigma, tau, rotation);
  add_response(omega, sigma, tau, rotation);
}

// --- All modes ----------------------------------------------------------------------------------

double modal_omega2(const double *bank, int length, int j, const modal_material *of) {
  return modal_row(bank, BANK_STRETCH, length)[j] * of->now.c2 +
         modal_row(bank, BANK_STIFF, length)[j];
}

double modal_sigma(const double *bank, int length, int j, const modal_material *of) {
  return of->now.sigma0 + of->now.sigma1 * modal_row(bank, BANK_STRETCH, length)[j] +
         of->damping_ratio * sqrt(modal_omega2(bank, length, j, of));
}

static double *row_of(double *bank, int which, int length) {
  return bank + (ptrdiff_t)which * length;
}

static void fill_losses(double *bank, int count, int length, const modal_material *of) {
  double *sigma = row_of(bank, BANK_SIGMA, length);
  for (int j = 0; j < count; ++j) {
    sigma[j] = fmin(modal_sigma(bank, length, j, of), modal_max_decay / of->k);
    row_of(bank, BANK_LOSSY, length)[j] = sigma[j] > 0;
    row_of(bank, BANK_SHRINK, length)[j] = -real_expm1(-sigma[j] * of->k / 2);
  }
}

/// What the rotations of all modes are made of: rows of a bank, as long as they are not filled.
typedef struct {
  double *rate, *angle;  // omega_d, 1/s; phi
  double *sine, *cosine; // of phi
} bank_angles;

// Angles below pi are taken as they are.
static void find_angles(double *bank, int count, int length, double k, bank_angles *to) {
  const double *sigma = modal_row(bank, BANK_SIGMA, length);
  const double *omega2 = modal_row(bank, BANK_OMEGA2, length);
  *to = (bank_angles){.rate = row_of(bank, ROTATION_STEP * ROTATION_ROWS, length),
                      .angle = row_of(bank, ROTATION_STEP * ROTATION_ROWS + 1, length),
                      .sine = row_of(bank, ROTATION_STEP * ROTATION_ROWS + 2, length),
                      .cosine = row_of(bank, ROTATION_STEP * ROTATION_ROWS + 3, length)};
  for (int j = 0; j < count; ++j) {
    to->rate[j] = sqrt(fmax(omega2[j] - sigma[j] * sigma[j], 0));
    to->angle[j] = to->rate[j] * k / 2;
  }
  for (int j = 0; j < count; ++j)
    if (to->angle[j] > pi)
      to->angle[j] = remainder(to->angle[j], 2 * pi);
}

KERNEL
static void find_sines(int length, const double *restrict x, double *restrict sine,
                       double *restrict cosine) {
  for (int i = 0; i < length; i += SINES_AT_ONCE)
    sines_4((const lanes_4 *)(x + i), (lanes_4 *)(sine + i), (lanes_4 *)(cosine + i));
}

/// One mode: what both rotations are made of.
typedef struct {
  double s, c, rate, sigma, omega2, shrink;
} swing;

// From 2 radians on half a rotation is taken off, as in rotation_of().
static inline mode_rotation step_of(const swing *w) {
  const double tan1 = 1.5574077246549023;
  const double keep = (1 - w->shrink) * (1 - w->shrink);
  const double sine = 2 * w->s * w->c / w->rate;
  const bool far = fabs(w->s) > tan1 * fabs(w->c);
  const double below = far ? w->s : w->c;
  const double above = far ? -w->c : w->s;
  const double gone = w->shrink * (2 - w->shrink) + keep * (2 * w->s * w->s - w->sigma * sine);
  const double q = gone / w->omega2;
  return (mode_rotation){.a = above / below / w->rate,
                         .b = (far ? 2 : -2) * w->rate * w->s * w->c,
                         .keep = far ? -keep : keep,
                         .to_q = q,
                         .to_y = keep * sine + w->sigma * q};
}

static inline mode_rotation half_of(const swing *w) {
  const double cos2 = -0.4161468365471424;
  const double keep = 1 - w->shrink;
  const double sine = w->s / w->rate;
  const bool far = w->c < cos2;
  const double below = far ? 1 - w->c : 1 + w->c;
  const double turned = w->c > 0 ? w->s * w->s / (1 + w->c) : 1 - w->c;
  const double q = (w->shrink + keep * (turned - w->sigma * sine)) / w->omega2;
  return (mode_rotation){.a = (far ? -w->s : w->s) / below / w->rate,
                         .b = (far ? w->rate : -w->rate) * w->s,
                         .keep = far ? -keep : keep,
                         .to_q = q,
                         .to_y = keep * sine + w->sigma * q};
}

static void put_rotation(double *bank, int length, int which, int j,
                         const mode_rotation *rotation) {
  const double values[ROTATION_ROWS] = {rotation->a, rotation->b, rotation->keep, rotation->to_q,
                                        rotation->to_y};
  double *rows = bank + (modal_rotation(bank, length, which) - bank);
  for (int r = 0; r < ROTATION_ROWS; ++r)
    row_of(rows, r, length)[j] = values[r];
}

// Whether the sum that makes a response keeps its digits.
static bool is_swing(const double *bank, int length, int j, double k) {
  const double sigma = modal_row(bank, BANK_SIGMA, length)[j];
  const double omega2 = modal_row(bank, BANK_OMEGA2, length)[j];
  return omega2 > 2 * sigma * sigma && sigma <= 8 * omega2 * k;
}

static double time_of(int which, double k) {
  return which == ROTATION_STEP ? k : k / (2 << (which - ROTATION_HALF));
}

static void fill_rotation(double *bank, int length, int j, int which, double k) {
  mode_rotation rotation;
  modal_rotation_of(sqrt(modal_row(bank, BANK_OMEGA2, length)[j]),
                    modal_row(bank, BANK_SIGMA, length)[j], time_of(which, k), &rotation);
  put_rotation(bank, length, which, j, &rotation);
}

static void fill_steps(double *bank, int count, int length, double k) {
  bank_angles of;
  find_angles(bank, count, length, k, &of);
  find_sines(length, of.angle, of.sine, of.cosine);
  for (int j = 0; j < count; ++j) {
    const swing w = {.s = of.sine[j],
                     .c = of.cosine[j],
                     .rate = of.rate[j],
                     .sigma = modal_row(bank, BANK_SIGMA, length)[j],
                     .omega2 = modal_row(bank, BANK_OMEGA2, length)[j],
                     .shrink = modal_row(bank, BANK_SHRINK, length)[j]};
    if (!is_swing(bank, length, j, k)) {
      fill_rotation(bank, length, j, ROTATION_STEP, k);
      fill_rotation(bank, length, j, ROTATION_HALF, k);
      continue;
    }
    const mode_rotation step = step_of(&w);
    const mode_rotation half = half_of(&w);
    put_rotation(bank, length, ROTATION_STEP, j, &step);
    put_rotation(bank, length, ROTATION_HALF, j, &half);
  }
  for (int j = count; j < length; ++j) // padding
    put_rotation(bank, length, ROTATION_STEP, j, &(mode_rotation){0});
}

void modal_bank_fill(double *bank, int count, int length, const modal_material *of,
                     modal_changes changes) {
  assert(count >= 0 && count <= length && length % BLOCK == 0);
  for (int j = 0; j < count; ++j)
    row_of(bank, BANK_OMEGA2, length)[j] = modal_omega2(bank, length, j, of);
  if (changes.losses)
    fill_losses(bank, count, length, of);
  fill_steps(bank, count, length, of->k);
  if (changes.fractions)
    modal_bank_fractions(bank, count, length, of->k);
}

void modal_bank_fractions(double *bank, int count, int length, double k) {
  for (int t = ROTATION_FRACTIONS; t < ROTATION_COUNT; ++t)
    for (int j = 0; j < count; ++j)
      fill_rotation(bank, length, j, t, k);
}

// --- Points -------------------------------------------------------------------------------------

void modal_point_rows(const double *bank, int length, double *rows) {
  const double *step = modal_rotation(bank, length, ROTATION_STEP);
  const double *sigma = modal_row(bank, BANK_SIGMA, length);
  const double *weight = modal_row(rows, POINT_WEIGHT, length);
  for (int j = 0; j < length; ++j) {
    row_of(rows, POINT_PUSH_Q, length)[j] = weight[j] * modal_row(step, 3, length)[j];
    row_of(rows, POINT_PUSH_Y, length)[j] = weight[j] * modal_row(step, 4, length)[j];
    row_of(rows, POINT_SPEED, length)[j] = -weight[j] * sigma[j];
  }
}

void modal_read_of(const double *bank, int length, int j, body_reading reads,
                   double read[READ_TERMS]) {
  const mode_rotation half = modal_rotation_at(bank, length, ROTATION_HALF, j);
  const rotation_matrix h = matrix_of(&half);
  const double sigma = modal_row(bank, BANK_SIGMA, length)[j];
  const double omega2 = modal_row(bank, BANK_OMEGA2, length)[j];
  const double q[READ_TERMS] = {h.qq, h.qy, half.to_q};
  const double y[READ_TERMS] = {h.yq, h.yy, half.to_y};
  for (int i = 0; i < READ_TERMS; ++i) {
    const double v = y[i] - sigma * q[i];
    const double force = i == READ_FORCE ? 1 : 0;
    read[i] = reads == READS_VELOCITY       ? v
              : reads == READS_ACCELERATION ? force - omega2 * q[i] - 2 * sigma * v
                                            : q[i];
  }
}

void modal_read_rows(const double *bank, int length, int first, int count, body_reading reads,
                     double *rows) {
  const double *weight = modal_row(rows, READ_WEIGHT, count);
  for (int j = 0; j < count; ++j) {
    double read[READ_TERMS];
    modal_read_of(bank, length, first + j, reads, read);
    for (int i = 0; i < READ_TERMS; ++i)
      row_of(rows, i, count)[j] = weight[j] * read[i];
  }
}

// Four shapes at once; those of the ends decay towards the middle (theory 7.1).
static void weights_of_4(const mode_shape *shapes, int count, double line, double x,
                         double *weights) {
  lanes_4 angle = {0};
  lanes_4 s;
  lanes_4 c;
  for (int j = 0; j < count; ++j)
    angle[j] = shapes[j].beta * x;
  sines_4(&angle, &s, &c);
  for (int j = 0; j < count; ++j) {
    const mode_shape *w = &shapes[j];
    if (w->beta == 0) {
      weights[j] = w->coefficient[0] + w->coefficient[1] * x;
      continue;
    }
    weights[j] = w->coefficient[0] * s[j] + w->coefficient[1] * c[j];
    if (w->coefficient[2] != 0 || w->coefficient[3] != 0)
      weights[j] += w->coefficient[2] * real_exp(-w->decay * x) +
                    w->coefficient[3] * real_exp(-w->decay * (line - x));
  }
}

void modal_weights_at(const mode_shape *shapes, int count, double line, double x, double *weights) {
  for (int j = 0; j < count; j += SINES_AT_ONCE)
    weights_of_4(shapes + j, count - j < SINES_AT_ONCE ? count - j : SINES_AT_ONCE, line, x,
                 weights + j);
}
