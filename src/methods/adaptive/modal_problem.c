// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The modes of modal_motion.h as a problem (theory 10.1 to 10.4). From the last event on, for every
// mode,
//
//   (q - q0)' = v,    v' = f - 2 s v - w^2 q - sum L p,
//
// and beside them the integrals the ledger asks for: losses 2 s v^2, work v f of harmonic forces,
// impulse p and Hunt-Crossley loss of each stop. Roots are where the overlap of a stop that is
// apart rises through zero, that of one that is compressed falls through zero, and where the force
// of one that sticks does. Steps look for roots at their ends only: a grazing impact shorter than a
// step can be missed, which the event method cannot.

#include "methods/adaptive/modal_problem.h"

#include <math.h>
#include <string.h>

static double overlap(const adaptive *c, int i, const double *dq) {
  return c->f->stop[i].start + stop_sum(c->p, i, dq);
}

// --- The motion ---------------------------------------------------------------------------------

// Accelerations, and the force of each stop, indexed by stop.
static void accelerate(const adaptive *c, double t, const double *y, double *force) {
  const modal_system *p = c->p;
  modal_motion *f = c->f;
  const double *v = y + p->modes;
  int stuck = 0;
  for (int j = 0; j < p->modes; ++j) {
    const oscillator *o = &p->mode[j];
    c->a[j] =
        motion_drive(p, f, j, t) - 2 * o->decay * v[j] - o->omega * o->omega * (f->q0[j] + y[j]);
  }
  for (int i = 0; i < p->stops; ++i) {
    const stop *s = &p->stop[i];
    const stop_touch how = f->stop[i].touch;
    stuck += how == TOUCH_STUCK;
    force[i] = how == TOUCH_PRESSED ? stop_force(s, overlap(c, i, y), stop_sum(p, i, v)) : 0;
    for (int k = s->first; force[i] > 0 && k < s->first + s->count; ++k)
      c->a[p->participation[k].mode] -= p->participation[k].weight * force[i];
  }
  if (stuck == 0)
    return;
  stops_constrain(p, f, c->a, f->push);
  for (int i = 0, n = 0; i < p->stops; ++i)
    if (f->stop[i].touch == TOUCH_STUCK)
      force[i] = f->push[n++];
}

// Power of harmonic forces.
static double power(const adaptive *c, double t, const double *v) {
  double sum = 0;
  for (int j = 0; j < c->p->modes; ++j)
    sum += v[j] * (motion_drive(c->p, c->f, j, t) - c->p->mode[j].constant);
  return sum;
}

// Power that a compressed stop dissipates by its Hunt-Crossley loss.
static double contact_loss(const adaptive *c, int i, const double *y, double force) {
  stop spring = c->p->stop[i];
  spring.damping = 0;
  return (force - stop_force(&spring, overlap(c, i, y), 0)) * stop_sum(c->p, i, y + c->p->modes);
}

void modal_press(const adaptive *c, const double *y, double *a, double *losses) {
  const int modes = c->p->modes;
  if (c->lines == 0)
    return;
  for (int j = 0; j < modes; ++j) {
    c->q[j] = c->f->q0[j] + y[j];
    c->push[j] = 0;
  }
  for (int i = 0; i < c->lines; ++i) {
    const along_sums sums = along_evaluate(c->m, c->s, i, c->q, y + modes, c->push);
    if (losses != NULL)
      losses[i] = sums.loss;
  }
  for (int j = 0; j < modes; ++j)
    a[j] += c->push[j];
}

void modal_slope(void *user, double t, const double *y, double *dy) {
  const adaptive *c = user;
  const modal_system *p = c->p;
  const double *v = y + p->modes;
  double *force = dy + at_impulse(p);
  accelerate(c, t, y, force);
  modal_press(c, y, c->a, dy + at_line(p, c->damped));
  memcpy(dy, v, (size_t)p->modes * sizeof *dy);
  memcpy(dy + p->modes, c->a, (size_t)p->modes * sizeof *dy);
  for (int j = 0; p->lossy && j < p->modes; ++j)
    dy[at_loss(p) + j] = 2 * p->mode[j].decay * v[j] * v[j];
  if (p->drives > 0)
    dy[at_work(p)] = power(c, t, v);
  for (int i = 0; c->damped && i < p->stops; ++i)
    dy[at_rub(p) + i] = c->f->stop[i].touch == TOUCH_PRESSED ? contact_loss(c, i, y, force[i]) : 0;
}

// --- Roots --------------------------------------------------------------------------------------

// F' of a compressed stop, without positive factors.
static double force_change(const stop *s, double eta, double rate, double bend) {
  const double alpha = s->rule == STOP_PENALTY ? 1 : s->exponent;
  return alpha * rate * (1 + s->damping * rate) + s->damping * eta * bend;
}

void modal_root(void *user, double t, const double *y, double *root) {
  adaptive *c = user;
  const modal_system *p = c->p;
  double *force = c->f->force_series; // room for one number a stop
  if (c->f->head->touching > 0)
    accelerate(c, t, y, force);
  for (int i = 0; i < p->stops; ++i) {
    double *g = root + (long)i * ROOTS;
    const double eta = overlap(c, i, y);
    g[ROOT_TURN] = eta;
    g[ROOT_PEAK] = g[ROOT_DEEPEST] = 1;
    switch (c->f->stop[i].touch) {
    case TOUCH_APART: // the gap of one that was released starts with t^3, below rounding
      c->released[i] = c->released[i] && eta > -c->f->stop[i].position_noise;
      g[ROOT_TURN] = c->released[i] ? -c->f->stop[i].position_noise : eta;
      break;
    case TOUCH_PRESSED:
      g[ROOT_DEEPEST] = stop_sum(p, i, y + p->modes);
      g[ROOT_PEAK] = force_change(&p->stop[i], eta, g[ROOT_DEEPEST], stop_sum(p, i, c->a));
      break;
    case TOUCH_STUCK:
      g[ROOT_TURN] = force[i];
      c->f->stop[i].peak = fmax(c->f->stop[i].peak, force[i]);
      break;
    }
  }
}

// --- The first step -----------------------------------------------------------------------------

// A bounce too short to show in the error of a step must not be stepped over: the first step is
// then a small part of it.
double modal_first_step(void *user, double t, const double *y) {
  const adaptive *c = user;
  double min = 0;
  (void)t; // the motion is where the integrator begins
  (void)y;
  stops_forces(c->p, c->f);
  for (int i = 0; i < c->p->stops; ++i) {
    const stop_state *s = &c->f->stop[i];
    if (s->touch != TOUCH_APART || s->start < -s->position_noise || s->rate >= 0)
      continue;
    const onset at = stop_onset(c->p, c->f, i);
    const double hop = at.bend > 0 ? -2 * s->rate / at.bend : 0;
    if (hop * c->p->fastest < 10 * sqrt(c->of.tolerance) && (min == 0 || hop < min))
      min = hop;
  }
  return min / 20;
}
