// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A monotonic clock: setting the time of day does not move it.

#include "io/clock.h"

#include <time.h>

double clock_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
