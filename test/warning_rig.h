// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How tests ask whether a run brings a warning.

#ifndef CAROM_TEST_WARNING_RIG_H
#define CAROM_TEST_WARNING_RIG_H

#include "support.h"

/// A ball on a floor.
static const char *const ball_scene =
    "{carom: 1, gravity: 9.81, bodies: {ball: {type: mass, mass: 0.01, position: 0.05}, floor: "
    "{type: barrier}}, contacts: {c: {type: collision, below: floor, above: ball, stiffness: 1e7, "
    "exponent: 1.5}}}";

enum { WARNING_ROOM = 16 };

/// Whether a kind is among the warnings of a state so far.
static inline bool brings_a_warning(const rig *r, const carom_mix *mix, const char *kind) {
  carom_warning warning[WARNING_ROOM];
  const int count = carom_warnings(r->model, r->state, mix, warning, WARNING_ROOM);
  assert_in_range(count, 0, WARNING_ROOM);
  bool found = false;
  for (int i = 0; i < count; ++i)
    found = found || strcmp(warning[i].kind, kind) == 0;
  return found;
}

static inline void run_for(rig *r, int samples) {
  assert_int_equal(carom_process(r->model, r->state, samples, NULL), CAROM_OK);
}

#endif
