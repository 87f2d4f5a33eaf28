// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The wrap method from inside: what it alone keeps of a model.

#ifndef CAROM_WRAP_H
#define CAROM_WRAP_H

#include "methods/wrap/moving_boundary.h"
#include "state/state.h"

typedef struct {
  wrap_system system;
  wrap_motion start;
  int string;     // index of the body
  double length;  // m
  double speed;   // of waves, m/s
  double tension; // N
} wrap_model;

static inline const wrap_model *wrap_model_of(const carom_model *m) {
  return (const wrap_model *)(const void *)m->own;
}

/// Checks the scene and builds the model's own part.
bool wrap_fits(compiler *c);
bool wrap_compile(compiler *c);

/// How many modes there are.
int wrap_modes(const compiler *c);

#endif
