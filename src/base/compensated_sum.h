// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Compensated summation (A. Neumaier, 1974; theory 8.4).

#ifndef CAROM_COMPENSATED_SUM_H
#define CAROM_COMPENSATED_SUM_H

typedef struct {
  double sum, rest;
} compensated_sum;

static inline void sum_add(compensated_sum *t, double x) {
  const double sum = t->sum + x;
  const double a = t->sum < 0 ? -t->sum : t->sum;
  const double b = x < 0 ? -x : x;
  t->rest += a >= b ? (t->sum - sum) + x : (x - sum) + t->sum;
  t->sum = sum;
}

static inline double sum_value(compensated_sum t) {
  return t.sum + t.rest;
}

#endif
