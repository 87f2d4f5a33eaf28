// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The law that docs/architecture.md adds: with z = x / s,
//
//   phi = K s^2 (exp(z) - 1 - z),   phi' = K s (exp(z) - 1),   phi'' = K exp(z)      (theory 2.5)

#ifndef CAROM_LAW_EXPONENTIAL_H
#define CAROM_LAW_EXPONENTIAL_H

#include "base/elementary.h"
#include "laws/law_point.h"
#include <math.h>

typedef struct {
  double scale; // s, m
} exponential_law;

/// exp(z) - 1 - z, by its series where that would cancel.
static inline double exponential_rest(double z) {
  return z < 1e-2 ? z * z / 2 * (1 + z / 3 * (1 + z / 4 * (1 + z / 5 * (1 + z / 6))))
                  : real_expm1(z) - z;
}

static inline law_point exponential_at(const exponential_law *law, double K, double x) {
  const double s = law->scale;
  return (law_point){.x = x,
                     .energy = K * s * s * exponential_rest(x / s),
                     .force = K * s * real_expm1(x / s),
                     .steep = K * real_exp(x / s)};
}

static inline double exponential_steep(const exponential_law *law, double K, double x) {
  return K * real_exp(x / law->scale);
}

static inline double exponential_bend(const exponential_law *law, double K, const law_point *at) {
  return exponential_steep(law, K, at->x) / (24 * law->scale);
}

static inline double exponential_exponent(const exponential_law *law, double x) {
  const double z = x / law->scale;
  return z > 0 ? z * real_exp(z) / real_expm1(z) : 1;
}

static inline double exponential_ratio(const exponential_law *law, double x) {
  const double z = x / law->scale;
  return z > 0 ? z * real_expm1(z) / exponential_rest(z) : 2;
}

// By the first terms of its series about the middle, where both are near.
static inline bool exponential_quotient(const exponential_law *law, double K, const law_point *from,
                                        const law_point *to, bool near, law_quotient *q) {
  if (!near)
    return false;
  const double step = to->x - from->x;
  const law_point middle = exponential_at(law, K, (from->x + to->x) / 2);
  const double bend = exponential_bend(law, K, &middle);
  q->G = middle.force + bend * step * step;
  q->slope = middle.steep / 2 + 2 * bend * step;
  return true;
}

// Newton's method descends, since phi is convex: exp(z) = 1 + e + z with z <= sqrt(2 e).
static inline double exponential_overlap_of(const exponential_law *law, double K, double E) {
  const double e = E / (K * law->scale * law->scale);
  double z = fmin(sqrt(2 * e), real_log1p(e + sqrt(2 * e)));
  for (int i = 0; i < 50; ++i) {
    const double step = (exponential_rest(z) - e) / real_expm1(z);
    if (!(step > 1e-15 * z))
      break;
    z -= step;
  }
  return z * law->scale;
}

static inline law_point exponential_knee(const exponential_law *law, double K, double steep) {
  if (!(steep > K))
    return (law_point){.steep = steep};
  law_point knee = exponential_at(law, K, law->scale * real_log(steep / K));
  knee.steep = steep;
  return knee;
}

// phi(x) <= 2 x ahead / W <= 2 ahead^2 / W.
static inline double exponential_reach(const exponential_law *law, double K, double W,
                                       double ahead) {
  return fmin(ahead, exponential_overlap_of(law, K, 2 * ahead * ahead / W));
}

#endif
