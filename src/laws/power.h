// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The power law (theory 2.5): with overlap x > 0 and stiffness K,
//
//   phi = K / (alpha + 1) x^(alpha + 1),   phi' = K x^alpha,   phi'' = alpha K x^(alpha - 1).

#ifndef CAROM_LAW_POWER_H
#define CAROM_LAW_POWER_H

#include "base/elementary.h"
#include "laws/law_point.h"
#include <math.h>

/// How x^((alpha - 1) / 2) is computed.
typedef enum { POWER_ONE, POWER_FOURTH_ROOT, POWER_ROOT, POWER_LINEAR, POWER_GENERAL } power_kind;

typedef struct {
  power_kind kind;
  double exponent; // alpha
  // Where it pulls as well:
  bool printed_branch; // psi = +sqrt(2 phi) on both sides, as printed
  double dead_zone;    // m
  // A link's own law has the contact's stiffness: factors of psi_factor and g_factor, else 1.
  double psi_ratio, g_ratio;
} power_law;

static inline power_kind power_kind_of(double exponent) {
  if (exponent == 1)
    return POWER_ONE;
  if (exponent == 1.5)
    return POWER_FOURTH_ROOT;
  if (exponent == 2)
    return POWER_ROOT;
  return exponent == 3 ? POWER_LINEAR : POWER_GENERAL;
}

/// x^((alpha - 1) / 2) for x > 0.
static inline double power_root(const power_law *law, double x) {
  switch (law->kind) {
  case POWER_ONE:
    return 1;
  case POWER_FOURTH_ROOT:
    return sqrt(sqrt(x));
  case POWER_ROOT:
    return sqrt(x);
  case POWER_LINEAR:
    return x;
  case POWER_GENERAL:
    break;
  }
  return real_power(x, (law->exponent - 1) / 2);
}

/// Its square, x^(alpha - 1).
static inline double power_square(const power_law *law, double x) {
  switch (law->kind) {
  case POWER_ONE:
    return 1;
  case POWER_FOURTH_ROOT:
    return sqrt(x);
  case POWER_ROOT:
    return x;
  case POWER_LINEAR:
    return x * x;
  case POWER_GENERAL:
    break;
  }
  return real_power(x, law->exponent - 1);
}

/// x from its square.
static inline double power_unsquare(const power_law *law, double square) {
  switch (law->kind) {
  case POWER_FOURTH_ROOT:
    return square * square;
  case POWER_ROOT:
    return square;
  case POWER_LINEAR:
    return sqrt(square);
  case POWER_ONE:
  case POWER_GENERAL:
    break;
  }
  return real_power(square, 1 / (law->exponent - 1));
}

static inline law_point power_at(const power_law *law, double K, double x) {
  law_point r = {.x = x};
  r.steep = K * power_square(law, x);
  r.force = r.steep * x;
  r.steep *= law->exponent;
  r.energy = r.force * x * (1 / (law->exponent + 1));
  return r;
}

/// phi'' alone.
static inline double power_steep(const power_law *law, double K, double x) {
  return law->exponent * K * power_square(law, x);
}

static inline double power_bend(const power_law *law, double K, const law_point *at) {
  (void)K;
  return (law->exponent - 1) * at->steep / (24 * at->x);
}

static inline double power_exponent(const power_law *law, double x) {
  (void)x;
  return law->exponent;
}

static inline double power_ratio(const power_law *law, double x) {
  (void)x;
  return law->exponent + 1;
}

// A series about the middle, where both are near.
static inline bool power_quotient(const power_law *law, double K, const law_point *from,
                                  const law_point *to, bool near, law_quotient *q) {
  if (!near)
    return false;
  const double alpha = law->exponent;
  const double sum = to->x + from->x;
  const double step = to->x - from->x;
  const double s = step / sum * (step / sum);
  q->G = power_at(law, K, sum / 2).force *
         (1 + alpha * (alpha - 1) / 6 * s * (1 + (alpha - 2) * (alpha - 3) / 20 * s));
  q->slope = alpha * q->G / sum;
  return true;
}

static inline double power_overlap_of(const power_law *law, double K, double E) {
  const double x = (law->exponent + 1) * E / K; // x^(alpha + 1)
  return law->kind == POWER_ONE ? sqrt(x) : real_power(x, 1 / (law->exponent + 1));
}

static inline law_point power_knee(const power_law *law, double K, double steep) {
  const double first = law->exponent * K;
  law_point r = {.x = INFINITY, .steep = steep};
  if (law->kind == POWER_ONE)
    r.x = first > steep ? 0 : (double)INFINITY;
  else
    r.x = power_unsquare(law, steep / first);
  if (isfinite(r.x)) {
    r.force = r.x * steep / law->exponent;
    r.energy = r.force * r.x / (law->exponent + 1);
  }
  return r;
}

// phi(x) <= 2 x ahead / W where phi = phi' x / (alpha + 1).
static inline double power_reach(const power_law *law, double K, double W, double ahead) {
  const double max = 2 * (law->exponent + 1) * ahead / (W * K);
  if (!(ahead * power_square(law, ahead) > max)) // x^alpha
    return ahead;
  return law->kind == POWER_ONE ? max : real_power(max, 1 / law->exponent);
}

#endif
