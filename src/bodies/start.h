// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How bodies start.

#ifndef CAROM_START_H
#define CAROM_START_H

#include "model/compile.h"

/// The keys of a starting shape; the same for displacement and velocity.
typedef struct {
  const char *shape, *at, *width, *amplitude, *mode, *values;
} start_keys;

extern const start_keys start_displacement, start_velocity;

/// Whether a starting shape is given; false after a mistake.
bool start_given(compiler *c, const item *it, const start_keys *keys, bool *given);

/// Refuses shape: wrapped but where the method wraps strings.
bool start_takes_wrapped(compiler *c, const item *it, const char *key);

/// The number of the mode that a starting shape is, from 1 to `max`; false after a mistake.
bool start_mode_number(compiler *c, const item *it, const start_keys *keys, int max, int *number);

/// Two numbers of a plate, or one of a line.
bool start_pair(compiler *c, const item *it, const model_body *b, const char *key, double pair[2]);

/// The starting displacement and velocity of a body on a grid, whose nodes are laid out.
bool start_grid(compiler *c, const item *it, const model_body *b);

/// A triangle with its peak at `at` or a sine of `mode` half waves along one side, x from 0 to 1.
double start_along(word_index kind, double x, double at, double mode);

#endif
