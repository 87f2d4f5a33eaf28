// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A modal body in the audio method (theory 7.10 to 7.15). Each mode is kept as (q, v), of mass 1,
//
//   q' = v,   v' = -omega^2 q - 2 sigma v,
//
// and rotated exactly: with y = v + sigma q and omega_d^2 = omega^2 - sigma^2, (q, y / omega_d)
// rotates by theta = omega_d tau and decays by e^{-sigma tau}. The rotation is made of three
// shears,
//
//   q += a y,   y += b q,   q += a y,      a = tan(theta / 2) / omega_d,   b = -omega_d sin theta,
//
// whose determinant is 1 whatever the rounding of a and b, so that energy does not drift.
//
// Links act with an impulse p at t_n: v+ = v- - L p. With k v- in place of u^n - u^{n-1} and k v+
// in place of u^{n+1} - u^n they see D = k L (v- + v+) and W = k^2 L^2: F D / 2 is exactly what the
// impulse takes from v^2/2, so that the energy here is the true one, at t_n just before the
// impulse.

#include "bodies/modal_step.h"

#include "base/constants.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

bool modal_rotation_of(double omega, double sigma, double tau, mode_rotation *rotation) {
  const double square = omega * omega - sigma * sigma;
  const double rate = sqrt(fabs(square));
  double theta = rate * tau;
  *rotation =
      (mode_rotation){.a = tau / 2, .keep = exp(-sigma * tau), .omega = omega, .sigma = sigma};
  if (sigma * tau > 30 || (square < 0 && theta > 30))
    return false;
  if (square < 0) {
    rotation->a = tanh(theta / 2) / rate;
    rotation->b = rate * sinh(theta);
  } else if (square > 0) {
    theta = remainder(theta, 2 * pi);
    if (fabs(theta) > 2) { // tan is large there: half a rotation off, and both change sign
      theta -= copysign(pi, theta);
      rotation->keep = -rotation->keep;
    }
    rotation->a = tan(theta / 2) / rate;
    rotation->b = -rate * sin(theta);
  }
  return true;
}

static const mode_rotation *rotations_of(const carom_model *m, const model_body *b, int which) {
  return m->rotation + b->modes.first_rotation + (ptrdiff_t)which * b->nodes;
}

static double energy_of(const mode_rotation *r, double q, double v) {
  return (v * v + r->omega * r->omega * q * q) / 2;
}

static void rotate_one(const mode_rotation *r, bool back, double *q, double *v) {
  const double a = back ? -r->a : r->a;
  const double b = back ? -r->b : r->b;
  const double keep = back ? 1 / r->keep : r->keep;
  double x = *q;
  double y = *v + r->sigma * x;
  x += a * y;
  y += b * x;
  x += a * y;
  *q = keep * x;
  *v = keep * y - r->sigma * *q;
}

double modal_rotate(const carom_model *m, const model_body *b, int which, bool back, double *q,
                    double *v) {
  const mode_rotation *r = rotations_of(m, b, which);
  double lost = 0;
  for (int j = 0; j < b->nodes; ++j) {
    const double before = r[j].sigma > 0 ? energy_of(&r[j], q[j], v[j]) : 0;
    rotate_one(&r[j], back, &q[j], &v[j]);
    if (r[j].sigma > 0)
      lost += before - energy_of(&r[j], q[j], v[j]);
  }
  return lost;
}

// Copies q at t_n, as links change u, and takes k v as the coming increments.
void modal_begin(const body_step *s, body_sums *before) {
  (void)before;
  const size_t size = (size_t)s->b->nodes * sizeof *s->next;
  memcpy(s->modal_u, s->u, size);
  if (s->next != s->du)
    memcpy(s->next, s->du, size);
}

// Rotates u^n, and v as increments k v, to the next sample.
double modal_advance(const body_step *s) {
  const double k = s->m->k;
  for (int j = 0; !s->half_way && j < s->b->nodes; ++j) {
    s->modal_q[j] = s->modal_u[j];
    s->modal_v[j] = s->next[j] / k;
  }
  const double lost = modal_rotate(s->m, s->b, s->half_way ? ROTATE_HALF : ROTATE_STEP, false,
                                   s->modal_q, s->modal_v);
  for (int j = 0; j < s->b->nodes; ++j) {
    s->u[j] = s->modal_q[j];
    s->next[j] = k * s->modal_v[j];
  }
  return lost;
}

body_energies modal_energy(const body_step *s, const material *a, double gravity) {
  (void)a;
  (void)gravity;
  const mode_rotation *r = rotations_of(s->m, s->b, ROTATE_STEP);
  body_energies sum = {0, 0};
  for (int j = 0; j < s->b->nodes; ++j) {
    const double v = s->du[j] / s->m->k;
    sum.kinetic += v * v / 2;
    sum.potential += r[j].omega * r[j].omega * s->u[j] * s->u[j] / 2;
  }
  return sum;
}

double modal_acceleration(const carom_model *m, const link_term *terms, int count,
                          const double *modal_u, const double *next) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const link_term term = terms[i];
    const model_body *b = &m->body[term.body];
    const mode_rotation *r = rotations_of(m, b, ROTATE_STEP) + (term.node - b->first);
    const double v = next[term.node] / m->k;
    sum -= term.weight * (r->omega * r->omega * modal_u[term.node] + 2 * r->sigma * v);
  }
  return sum;
}
