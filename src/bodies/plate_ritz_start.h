// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Starting shapes of plates by their modes.

#ifndef CAROM_PLATE_RITZ_START_H
#define CAROM_PLATE_RITZ_START_H

#include "bodies/start.h"
#include "scene/words.h"

/// A starting shape; lengths over the sides.
typedef struct {
  start_shape kind;
  double at[2], mode[2], amplitude, width;
} plate_start;

/// Projects a pluck, hump or sine on the modes of a clamped or free plate, or starts it in a mode,
/// numbered from 1 on. False if memory is out.
bool plate_ritz_start(compiler *c, const model_body *b, const plate_start *s, int mode,
                      double *field);

#endif
