// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A modal body in the audio method. Each mode is kept as (q, v), of mass 1,
//
//   q' = v,   v' = -omega^2 q - 2 sigma v,
//
// and turned exactly: with p = v + sigma q and omega_d^2 = omega^2 - sigma^2, (q, p / omega_d)
// turns by theta = omega_d tau and shrinks by e^{-sigma tau}. The turn is made of three shears,
//
//   q += a p,   p += b q,   q += a p,      a = tan(theta / 2) / omega_d,   b = -omega_d sin theta,
//
// whose determinant is 1 whatever the rounding of a and b, so that energy does not drift.
//
// Links push with an impulse at t_n: v+ = v- - phi p. With k v- in place of u^n - u^{n-1} and k v+
// in place of u^{n+1} - u^n they see D = k phi (v- + v+) and W = k^2 phi^2: F D / 2 is exactly what
// the impulse takes from v^2/2, so that the energy here is the true one, at t_n just before the
// impulse.

#include "bodies/modal_step.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

bool modal_rotation_of(double omega, double sigma, double tau, mode_rotation *turn) {
  const double square = omega * omega - sigma * sigma;
  const double rate = sqrt(fabs(square));
  double theta = rate * tau;
  *turn = (mode_rotation){.a = tau / 2, .keep = exp(-sigma * tau), .omega = omega, .sigma = sigma};
  if (sigma * tau > 30 || (square < 0 && theta > 30))
    return false;
  if (square < 0) {
    turn->a = tanh(theta / 2) / rate;
    turn->b = rate * sinh(theta);
  } else if (square > 0) {
    theta = remainder(theta, 2 * pi);
    if (fabs(theta) > 2) { // tan is large there: half a turn more, and both change sign
      theta -= copysign(pi, theta);
      turn->keep = -turn->keep;
    }
    turn->a = tan(theta / 2) / rate;
    turn->b = -rate * sin(theta);
  }
  return true;
}

static const mode_rotation *rotations_of(const carom_model *m, int body, int which) {
  return m->rotation + m->body[body].first_rotation + (ptrdiff_t)which * m->body[body].nodes;
}

static double energy_of(const mode_rotation *t, double q, double v) {
  return (v * v + t->omega * t->omega * q * q) / 2;
}

static void rotate_one(const mode_rotation *t, bool back, double *q, double *v) {
  const double a = back ? -t->a : t->a;
  const double b = back ? -t->b : t->b;
  const double keep = back ? 1 / t->keep : t->keep;
  double x = *q;
  double p = *v + t->sigma * x;
  x += a * p;
  p += b * x;
  x += a * p;
  *q = keep * x;
  *v = keep * p - t->sigma * *q;
}

double modal_rotate(const carom_model *m, int body, int which, bool back, double *q, double *v) {
  const mode_rotation *t = rotations_of(m, body, which);
  double lost = 0;
  for (int j = 0; j < m->body[body].nodes; ++j) {
    const double before = t[j].sigma > 0 ? energy_of(&t[j], q[j], v[j]) : 0;
    rotate_one(&t[j], back, &q[j], &v[j]);
    if (t[j].sigma > 0)
      lost += before - energy_of(&t[j], q[j], v[j]);
  }
  return lost;
}

void modal_begin(const carom_model *m, const carom_state *s, int body, double *next) {
  const model_body *b = &m->body[body];
  const size_t size = (size_t)b->nodes * sizeof *next;
  memcpy(s->bank_u + b->first, s->u + b->first, size);
  if (next != s->du)
    memcpy(next + b->first, s->du + b->first, size);
}

void modal_advance(const carom_model *m, carom_state *s, int body) {
  const model_body *b = &m->body[body];
  double *u = s->u + b->first;
  double *next = s->next + b->first;
  double *q = s->bank_q + b->first;
  double *v = s->bank_v + b->first;
  const bool moved = s->moved[body] == MODES_AHEAD;
  for (int j = 0; !moved && j < b->nodes; ++j) {
    q[j] = s->bank_u[b->first + j];
    v[j] = next[j] / m->k;
  }
  const double lost = modal_rotate(m, body, moved ? ROTATE_HALF : ROTATE_STEP, false, q, v);
  for (int j = 0; j < b->nodes; ++j) {
    u[j] = q[j];
    next[j] = m->k * v[j];
  }
  s->moved[body] = MODES_HERE;
  if (s->head->keep_ledger && lost != 0)
    sum_add(&s->body_account[body].dissipated, lost);
}

void modal_energy(const carom_model *m, int body, const double *u, const double *du,
                  double *kinetic, double *potential) {
  const mode_rotation *t = rotations_of(m, body, ROTATE_STEP);
  *kinetic = *potential = 0;
  for (int j = 0; j < m->body[body].nodes; ++j) {
    const double v = du[j] / m->k;
    *kinetic += v * v / 2;
    *potential += t[j].omega * t[j].omega * u[j] * u[j] / 2;
  }
}

double modal_acceleration(const carom_model *m, const carom_state *s, int first, int count) {
  double sum = 0;
  for (int i = first; i < first + count; ++i) {
    const link_term term = m->term[i];
    const mode_rotation *t =
        rotations_of(m, term.body, ROTATE_STEP) + (term.node - m->body[term.body].first);
    const double v = s->next[term.node] / m->k;
    sum -= term.weight * (t->omega * t->omega * s->bank_u[term.node] + 2 * t->sigma * v);
  }
  return sum;
}
