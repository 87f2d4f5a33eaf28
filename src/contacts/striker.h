// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The power law of a collision or felt: what is written, else what its material gives.

#ifndef CAROM_STRIKER_H
#define CAROM_STRIKER_H

#include "model/compile.h"

typedef struct {
  double stiffness; // N/m^exponent; NAN where nothing says it
  double exponent;
  double damping; // s/m
} striker;

/// False after a mistake; `damping` is the key of its loss.
bool striker_read(compiler *c, const item *it, const char *damping, striker *of);

/// Registers a key of it as live, with its value at t = 0.
void striker_live(compiler *c, const item *it, const char *key, int index, double value);

#endif
