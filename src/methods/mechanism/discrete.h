// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Differences of functions of the coordinates over a step (theory 16.8). A difference of
// f(q) knows f at both ends of the step and a gradient g, the discrete one, with
//
//   g . (q1 - q0) = f(q1) - f(q0)          up to rounding,
//
// which becomes the gradient of f where q1 = q0. Sums, products, sine and cosine of differences
// have differences in closed form, so that whatever is made of them keeps the identity.

#ifndef CAROM_DISCRETE_H
#define CAROM_DISCRETE_H

#include <math.h>

/// Coordinates that a mechanism may have.
enum { MOST_COORDINATES = 24 };

typedef struct {
  double at[2]; // at the beginning and at the end
  double g[MOST_COORDINATES];
} difference;

static inline double difference_mean(const difference *a) {
  return (a->at[0] + a->at[1]) / 2;
}

static inline void difference_constant(difference *to, int n, double value) {
  to->at[0] = to->at[1] = value;
  for (int i = 0; i < n; ++i)
    to->g[i] = 0;
}

/// to += factor a
static inline void difference_add(difference *to, int n, double factor, const difference *a) {
  to->at[0] += factor * a->at[0];
  to->at[1] += factor * a->at[1];
  for (int i = 0; i < n; ++i)
    to->g[i] += factor * a->g[i];
}

/// to += factor a b:  a1 b1 - a0 b0 = mean(a) (b1 - b0) + mean(b) (a1 - a0)
static inline void difference_add_product(difference *to, int n, double factor, const difference *a,
                                          const difference *b) {
  const double mean_a = factor * difference_mean(a);
  const double mean_b = factor * difference_mean(b);
  to->at[0] += factor * a->at[0] * b->at[0];
  to->at[1] += factor * a->at[1] * b->at[1];
  for (int i = 0; i < n; ++i)
    to->g[i] += mean_a * b->g[i] + mean_b * a->g[i];
}

/// sin(x) / x
static inline double sinc(double x) {
  return fabs(x) < 1e-4 ? 1 - x * x / 6 : sin(x) / x;
}

/// Cosine and sine of an angle:  sin b - sin a = 2 cos((a + b) / 2) sin((b - a) / 2)
static inline void difference_turn(difference *cosine, difference *sine, int n,
                                   const difference *angle) {
  const double mean = difference_mean(angle);
  const double share = sinc((angle->at[1] - angle->at[0]) / 2);
  const double c = share * cos(mean);
  const double s = share * sin(mean);
  for (int k = 0; k < 2; ++k) {
    cosine->at[k] = cos(angle->at[k]);
    sine->at[k] = sin(angle->at[k]);
  }
  for (int i = 0; i < n; ++i) {
    cosine->g[i] = -s * angle->g[i];
    sine->g[i] = c * angle->g[i];
  }
}

#endif
