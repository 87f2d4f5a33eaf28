// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The profile of a barrier along a body.

#ifndef CAROM_PROFILE_H
#define CAROM_PROFILE_H

#include "model/compile.h"

/// Refuses a profile that lacks a key.
bool profile_check(compiler *c, const item *barrier);

/// The height of a barrier above its position at x metres from the left end of a body of that
/// length; false where there is no obstacle.
bool profile_height(const item *barrier, double x, double length, double *height);

#endif
