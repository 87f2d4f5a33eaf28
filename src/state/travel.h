// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies that have travelled so far in single precision that its rounding keeps them ringing.

#ifndef CAROM_TRAVEL_H
#define CAROM_TRAVEL_H

#include "model/model.h"
#include <carom/state.h>

/// How far a free grid of floats has gone (rms), if what it still moves by is little more than what
/// that way is rounded by, more of it where it moves at half the rate, m; otherwise 0.
double body_rings_by_rounding(const carom_model *m, const carom_state *s, int body, bool half_rate);

#endif
