// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The larger and the smaller of two numbers, without a call: fmax() and fmin() are functions where
// NaN and the sign of zero count.

#ifndef CAROM_BOUNDS_H
#define CAROM_BOUNDS_H

static inline double larger(double a, double b) {
  return a > b ? a : b;
}

static inline double smaller(double a, double b) {
  return a < b ? a : b;
}

/// The nearest number from `low` to `high`.
static inline double within(double x, double low, double high) {
  return smaller(larger(x, low), high);
}

#endif
