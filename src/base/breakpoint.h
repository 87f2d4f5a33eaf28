// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A prescribed quantity: linear between (time, value) pairs.

#ifndef CAROM_BREAKPOINT_H
#define CAROM_BREAKPOINT_H

typedef struct {
  double time, value;
} breakpoint;

/// The value at a time: linear between, held outside; where two share a time the
/// later one counts.
double breakpoints_at(const breakpoint *points, int count, double time);

#endif
