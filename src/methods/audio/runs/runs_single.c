// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The overlaps of runs along grids in single precision, in double precision.

#define SINGLE
#include "methods/audio/runs/runs_kernel.h"

void runs_single_observe(const runs_view *v, lane_deepest *deepest) {
  observe_slots(v, deepest);
}

void runs_single_touching(const runs_view *v, unsigned long long *awake) {
  find_touching_slots(v, awake);
}
