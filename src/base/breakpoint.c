// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Breakpoints: a binary search and linear interpolation.

#include "base/breakpoint.h"

#include <assert.h>

double breakpoints_at(const breakpoint *points, int count, double time) {
  assert(count > 0);
  if (time < points[0].time)
    return points[0].value;
  int low = 0;
  int high = count - 1;
  if (time >= points[high].time)
    return points[high].value;
  while (high - low > 1) { // points[low].time <= time < points[high].time
    const int middle = (low + high) / 2;
    if (points[middle].time <= time)
      low = middle;
    else
      high = middle;
  }
  const breakpoint a = points[low];
  const breakpoint b = points[high];
  return a.value + (b.value - a.value) * ((time - a.time) / (b.time - a.time));
}
