// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What impacts and contacts that stay share.

#ifndef CAROM_IMPACT_RULES_H
#define CAROM_IMPACT_RULES_H

#include "methods/event/modal_motion.h"

static inline bool stop_is_rigid(const stop *s) {
  return s->rule == STOP_IMPULSE || s->rule == STOP_COLLOCATION || s->rule == STOP_SWITCHING;
}

static inline bool stop_is_near(const stop_state *s) {
  return s->eta >= -16 * s->noise - s->position_noise;
}

static inline double restitution_of(const stop *s) {
  return s->rule == STOP_SWITCHING ? 0 : s->restitution;
}

/// G_ik of two stops.
double stops_coupling(const modal_system *p, int i, int k);

/// Solves G x = b for the stops in set[0 .. count - 1]; b becomes x. A redundant stop gets 0.
void stops_solve(const modal_system *p, modal_motion *f, int count, double *b);

/// Puts the stops that stick into set[] and returns how many there are.
int stops_gather_stuck(const modal_system *p, modal_motion *f);

#endif
