// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How tests ask that a call refuses what it was given.

#ifndef CAROM_REFUSED_H
#define CAROM_REFUSED_H

#include "support.h"

#define IS(call) assert_true(call)
/// What returns nothing only has to come back.
#define QUIET(call) IS(((call), true))

static inline bool empty(const char *text) {
  return text != NULL && text[0] == '\0';
}

static inline bool zeros(const void *what, size_t size) {
  const unsigned char *bytes = what;
  for (size_t i = 0; i < size; ++i)
    if (bytes[i] != 0)
      return false;
  return true;
}

/// The sentence for options of zeros.
static inline bool begins_wrong(const carom_error *error) {
  return error->status == CAROM_BAD_VALUE && strstr(error->text, "do not begin as") != NULL;
}

/// A scene with each kind of item.
static const char refused_scene[] =
    "{carom: 1, duration: 0.1, bodies: {m: {type: mass, mass: 1, position: 0.1}, w: {type: "
    "barrier}, "
    "s: {type: string, length: 1, linear_density: 0.01, tension: 100}}, contacts: {c: {type: "
    "collision, below: m, above: w, stiffness: 1e5}, f: {type: finger, on: s@0.5}}, outputs: {"
    "o: {of: m, audio: true}}, snapshots: {n: {of: s}}, controls: {k: {key: bodies.s.sigma0, to: "
    "9}, "
    "p: {gesture: pluck, on: s@0.2, to: 2}, t: {gesture: throw, on: m, to: 2}}, presets: {a: {k: "
    "1}}}";

#endif
