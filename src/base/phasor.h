// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Complex numbers, by plain operations: the same digits from every compiler.

#ifndef CAROM_PHASOR_H
#define CAROM_PHASOR_H

#include "base/elementary.h"
#include "base/sines.h"
#include <math.h>

typedef struct {
  double re, im;
} phasor;

static inline phasor phasor_add(phasor a, phasor b) {
  return (phasor){a.re + b.re, a.im + b.im};
}

static inline phasor phasor_less(phasor a, phasor b) {
  return (phasor){a.re - b.re, a.im - b.im};
}

static inline phasor phasor_times(phasor a, phasor b) {
  return (phasor){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static inline phasor phasor_scaled(phasor a, double by) {
  return (phasor){a.re * by, a.im * by};
}

static inline double phasor_square(phasor a) {
  return a.re * a.re + a.im * a.im;
}

static inline phasor phasor_over(phasor a, phasor b) {
  const double square = phasor_square(b);
  return (phasor){(a.re * b.re + a.im * b.im) / square, (a.im * b.re - a.re * b.im) / square};
}

/// e^x, |Im x| at most sines_most.
static inline phasor phasor_exp(phasor x) {
  const double size = real_exp(x.re);
  phasor e;
  sine_and_cosine(x.im, &e.im, &e.re);
  return phasor_scaled(e, size);
}

/// sinh x, with all digits where x is small.
static inline phasor phasor_sinh(phasor x) {
  const double rise = real_expm1(x.re);
  const double fall = real_expm1(-x.re);
  double s = 0;
  double c = 0;
  sine_and_cosine(x.im, &s, &c);
  return (phasor){(rise - fall) / 2 * c, (rise + fall + 2) / 2 * s};
}

#endif
