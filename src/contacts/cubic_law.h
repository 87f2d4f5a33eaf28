// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The cubic of felt as the law of a collision (theory 16.1): with overlap x > 0 and a factor
// K of all of it,
//
//   phi  = K x^2 (c/2 + b x/3 + a x^2/4)
//   phi' = K x (c + b x + a x^2),      phi'' = K (c + 2 b x + 3 a x^2)
//
// With a, b, c >= 0 phi and phi' are convex, as those of a power law with alpha >= 1 are, and the
// step of gradient.c is the same. Its quotient is a polynomial that does not cancel,
//
//   (phi(y) - phi(x)) / (y - x) = K (c (x + y)/2 + b (x^2 + xy + y^2)/3 + a (x + y)(x^2 + y^2)/4).

#ifndef CAROM_CUBIC_LAW_H
#define CAROM_CUBIC_LAW_H

#include "base/elementary.h"
#include "model/model.h"
#include <math.h>

static inline bool law_is_cubic(const power_law *law) {
  return law->power == POWER_CUBIC;
}

/// phi, phi' and phi'' for K = 1 and x > 0.
static inline double cubic_energy(const power_law *law, double x) {
  return x * x * (law->c / 2 + x * (law->b / 3 + x * (law->a / 4)));
}

static inline double cubic_force(const power_law *law, double x) {
  return x * (law->c + x * (law->b + x * law->a));
}

static inline double cubic_steep(const power_law *law, double x) {
  return law->c + x * (2 * law->b + x * (3 * law->a));
}

/// phi''' for K = 1 and x > 0.
static inline double cubic_bend(const power_law *law, double x) {
  return 2 * law->b + 6 * law->a * x;
}

/// The quotient for K = 1 and x, y >= 0, and its derivative by y.
static inline double cubic_quotient(const power_law *law, double x, double y) {
  return law->c * (x + y) / 2 + law->b * (x * x + x * y + y * y) / 3 +
         law->a * (x + y) * (x * x + y * y) / 4;
}

static inline double cubic_quotient_slope(const power_law *law, double x, double y) {
  return law->c / 2 + law->b * (x + 2 * y) / 3 + law->a * (x * x + 2 * x * y + 3 * y * y) / 4;
}

/// The least of the overlaps at which one term alone of phi / x would be `force`, K = 1: phi / x
/// itself is not less than any of its terms.
static inline double cubic_reach(const power_law *law, double force) {
  double x = INFINITY;
  if (law->c > 0)
    x = fmin(x, 2 * force / law->c);
  if (law->b > 0)
    x = fmin(x, sqrt(3 * force / law->b));
  if (law->a > 0)
    x = fmin(x, real_power(4 * force / law->a, 1 / 3.));
  return x;
}

/// Where the law stores E > 0, K = 1: by Newton's method, which descends from an upper bound since
/// phi is convex.
static inline double cubic_overlap_of_energy(const power_law *law, double E) {
  double x = INFINITY;
  if (law->c > 0)
    x = fmin(x, sqrt(2 * E / law->c));
  if (law->b > 0)
    x = fmin(x, real_power(3 * E / law->b, 1 / 3.));
  if (law->a > 0)
    x = fmin(x, sqrt(sqrt(4 * E / law->a)));
  if (!isfinite(x))
    return 0;
  for (int i = 0; i < 50; ++i) {
    const double step = (cubic_energy(law, x) - E) / cubic_force(law, x);
    if (!(step > 1e-15 * x))
      break;
    x -= step;
  }
  return x;
}

#endif
