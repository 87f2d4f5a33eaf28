// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The adaptive method from inside: the motion of modal_motion.h as a problem, and the ledger
// between its integrals and the ledger.

#ifndef CAROM_MODAL_PROBLEM_H
#define CAROM_MODAL_PROBLEM_H

#include "base/problem.h"
#include "methods/adaptive/adaptive.h"

struct adaptive {
  problem of; // its clock begins at the last event
  integrator with;
  const modal_system *p; // these two are the caller's, given with each call
  modal_motion *f;
  bool damped;          // some contact has a loss of its own
  bool turned;          // a contact has begun or ended
  bool left;            // there was a last call
  instant origin;       // and the clock began then
  double now;           // and it stood there
  double *y;            // as the last call left it
  stop_touch *how;      // and the contact of stops then
  double *counted;      // integrals already booked
  double *error;        // of each y, allowed in a step
  double *a;            // accelerations, scratch
  int *direction;       // direction of each root
  bool *released;       // stops released whose gap is still below rounding
  const carom_model *m; // for contacts along a body, which are no stops
  const carom_state *s;
  double *q, *push; // coordinates of all modes and forces on them, scratch
  int lines;        // contacts along a body
  double series[];
};

/// Roots of each stop: where contact begins or ends; where its force and its overlap are largest.
enum { ROOT_TURN, ROOT_PEAK, ROOT_DEEPEST, ROOTS };

// --- Places in y: q - q0 and v of all modes, then integrals -------------------------------------

static inline int at_loss(const modal_system *p) {
  return 2 * p->modes;
}

static inline int at_work(const modal_system *p) {
  return at_loss(p) + (p->lossy ? p->modes : 0);
}

static inline int at_impulse(const modal_system *p) {
  return at_work(p) + (p->drives > 0 ? 1 : 0);
}

static inline int at_rub(const modal_system *p) {
  return at_impulse(p) + p->stops;
}

static inline int at_line(const modal_system *p, bool damped) {
  return at_rub(p) + (damped ? p->stops : 0);
}

static inline int modal_length(const modal_system *p, bool damped, int lines) {
  return at_line(p, damped) + lines;
}

// --- modal_problem.c: between events; the calls of a problem, whose user is an adaptive ---------

/// Adds what contacts along a body push to the accelerations `a`, at y; their losses, W, unless
/// NULL.
void modal_press(const adaptive *c, const double *y, double *a, double *losses);

void modal_slope(void *user, double t, const double *y, double *dy);
void modal_root(void *user, double t, const double *y, double *g);
double modal_first_step(void *user, double t, const double *y);

// --- modal_events.c: at events ------------------------------------------------------------------

jump_verdict modal_jump(void *user, double t, double *y, const int *found);

/// Sets the motion, its stops and its ledger to the integrator's result.
void modal_take_over(adaptive *c, double t, const double *y);

/// Moves the origin to the present time.
void modal_land(adaptive *c);

/// Whether an impact at some stop was missed.
bool modal_missed(const adaptive *c);

#endif
