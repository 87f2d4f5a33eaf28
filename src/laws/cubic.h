// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The cubic of felt (theory 16.1): with overlap x > 0 and a factor K of all of it,
//
//   phi  = K x^2 (c/2 + b x/3 + a x^2/4)
//   phi' = K x (c + b x + a x^2),      phi'' = K (c + 2 b x + 3 a x^2)
//
// With a, b, c >= 0 phi and phi' are convex, as those of a power law with alpha >= 1 are. Its
// quotient is a polynomial that does not cancel,
//
//   (phi(y) - phi(x)) / (y - x) = K (c (x + y)/2 + b (x^2 + xy + y^2)/3 + a (x + y)(x^2 + y^2)/4).

#ifndef CAROM_LAW_CUBIC_H
#define CAROM_LAW_CUBIC_H

#include "base/bracket.h"
#include "base/elementary.h"
#include "laws/law_point.h"
#include <math.h>

typedef struct {
  double a, b, c; // N/m3, N/m2, N/m
} cubic_law;

/// phi and phi' for K = 1.
static inline double cubic_energy(const cubic_law *law, double x) {
  return x * x * (law->c / 2 + x * (law->b / 3 + x * (law->a / 4)));
}

static inline double cubic_force(const cubic_law *law, double x) {
  return x * (law->c + x * (law->b + x * law->a));
}

static inline double cubic_steep(const cubic_law *law, double K, double x) {
  return K * (law->c + x * (2 * law->b + x * (3 * law->a)));
}

static inline law_point cubic_at(const cubic_law *law, double K, double x) {
  return (law_point){.x = x,
                     .energy = K * cubic_energy(law, x),
                     .force = K * cubic_force(law, x),
                     .steep = cubic_steep(law, K, x)};
}

static inline double cubic_bend(const cubic_law *law, double K, const law_point *at) {
  return K * (2 * law->b + 6 * law->a * at->x) / 24;
}

static inline double cubic_exponent(const cubic_law *law, double x) {
  return cubic_steep(law, 1, x) / (law->c + x * (law->b + x * law->a));
}

static inline double cubic_ratio(const cubic_law *law, double x) {
  return (law->c + x * (law->b + x * law->a)) / (law->c / 2 + x * (law->b / 3 + x * (law->a / 4)));
}

static inline bool cubic_quotient(const cubic_law *law, double K, const law_point *from,
                                  const law_point *to, bool near, law_quotient *q) {
  (void)near;
  const double x = from->x;
  const double y = to->x;
  q->G = K * (law->c * (x + y) / 2 + law->b * (x * x + x * y + y * y) / 3 +
              law->a * (x + y) * (x * x + y * y) / 4);
  q->slope =
      K * (law->c / 2 + law->b * (x + 2 * y) / 3 + law->a * (x * x + 2 * x * y + 3 * y * y) / 4);
  return true;
}

// By Newton's method, which descends from an upper bound since phi is convex.
static inline double cubic_overlap_of(const cubic_law *law, double K, double energy) {
  const double E = energy / K;
  double x = INFINITY;
  if (law->c > 0)
    x = fmin(x, sqrt(2 * E / law->c));
  if (law->b > 0)
    x = fmin(x, real_power(3 * E / law->b, 1 / 3.));
  if (law->a > 0)
    x = fmin(x, sqrt(sqrt(4 * E / law->a)));
  if (!isfinite(x))
    return 0;
  bracket b = {.high = x};
  while (bracket_newton(&b, &x, cubic_energy(law, x) - E, cubic_force(law, x)))
    ;
  return x;
}

// The root of phi'' = steep, which is linear without a and nowhere without a and b.
static inline law_point cubic_knee(const cubic_law *law, double K, double steep) {
  const double rise = steep / K - law->c;
  if (rise <= 0)
    return (law_point){.steep = steep};
  const double below = law->b + sqrt(law->b * law->b + 3 * law->a * rise);
  if (!(below > 0))
    return (law_point){.x = INFINITY, .steep = steep};
  law_point knee = cubic_at(law, K, rise / below);
  knee.steep = steep;
  return knee;
}

// The least of the overlaps at which one term alone of phi / x would be 2 ahead / W: phi / x itself
// is not less than any of its terms.
static inline double cubic_reach(const cubic_law *law, double K, double W, double ahead) {
  const double force = 2 * ahead / (W * K);
  double x = INFINITY;
  if (law->c > 0)
    x = fmin(x, 2 * force / law->c);
  if (law->b > 0)
    x = fmin(x, sqrt(3 * force / law->b));
  if (law->a > 0)
    x = fmin(x, real_power(4 * force / law->a, 1 / 3.));
  return fmin(ahead, x);
}

#endif
