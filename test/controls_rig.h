// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene with a control of each kind, for tests that move them.

#ifndef CAROM_TEST_CONTROLS_RIG_H
#define CAROM_TEST_CONTROLS_RIG_H

#include "support.h"

#define CONTROLLED_STRING                                                                          \
  "{type: string, length: 0.7, linear_density: 6e-3, tension: 100, sigma0: 1, sigma1: 2e-3, "      \
  "model: grid}"

static const char *const played =
    "{carom: 1, duration: 10, gravity: 3, bodies: {string: " CONTROLLED_STRING
    ", string2: " CONTROLLED_STRING
    ", hammer: {type: mass, mass: 3e-3, position: -0.01}, floor: {type: barrier, position: -0.02}},"
    " contacts: {strike: {type: collision, below: hammer, above: string@0.2, stiffness: 1e7, "
    "exponent: 2.3, damping: 0.2}, rest: {type: collision, below: floor, above: hammer, stiffness: "
    "1e6, damping: 1}, bow: {type: bow, on: string@0.15, force: 0, speed: 0.1}, finger: {type: "
    "finger, on: string2@0.5, damper: 0, spring: 0}, tie: {type: spring, below: string@0.9, above: "
    "string2@0.9, linear: 300}},"
    " controls: {pitch: {key: bodies.string*.pitch, from: 60, to: 130, curve: log, smooth: 0.02, "
    "midi: note}, stiff: {key: contacts.strike.stiffness, from: 1e5, to: 1e8, curve: log, midi: "
    "cc1}, loss: {key: bodies.string.sigma1, from: 0, to: 4e-3, smooth: 0}, pluck: {gesture: "
    "pluck, "
    "on: string@0.3, from: 0.1, to: 3, midi: note-on}, hit: {gesture: strike, on: string2@0.4, to: "
    "20}, draw: {gesture: bow, on: bow, to: 2}, damp: {gesture: finger, on: finger}},"
    " outputs: {a: {of: string@0.6, quantity: velocity}, b: {of: string2@0.6, quantity: velocity}, "
    "h: {of: hammer}, v: {of: hammer, quantity: velocity}}}";

static inline int control(const rig *r, const char *name) {
  const int index = carom_model_find_control(r->model, name);
  assert_true(index >= 0);
  return index;
}

static inline double live_value(const rig *r, const char *path) {
  return carom_state_get(r->model, r->state, carom_model_find_live(r->model, path));
}

#endif
