// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A string that wraps a bridge, in a scene.

#ifndef CAROM_WAVE_H
#define CAROM_WAVE_H

#include "methods/wave/level_map.h"
#include "model/method.h"

/// The model's own part.
typedef struct {
  level_map map;
  int body, contact;
  double length;  // L, m
  double time;    // L / c, s
  double tension; // T / L, N/m
} wave_system;

/// compile.c
bool wave_fits(compiler *c);
bool wave_compile(compiler *c);

#endif
