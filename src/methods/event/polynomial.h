// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Polynomials with a bound, as the search for impacts needs them: c[0] + c[1] h + ... with c[POWERS
// - 1] h^(POWERS - 1) a bound of either sign on the rest (theory 9.9, 9.11 and 9.13).

#ifndef CAROM_POLYNOMIAL_H
#define CAROM_POLYNOMIAL_H

#include "base/kernel.h"
#include "methods/event/modal_motion.h"
#include <math.h>

static const double over_factorial[] = {1,        1,         1.0 / 2,   1.0 / 6,
                                        1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040};

INLINE double positive_part(double x) {
  return x > 0 ? x : 0;
}

INLINE double negative_part(double x) {
  return x < 0 ? x : 0;
}

// The first zero of e + v h + m h^2, e < 0; infinite if there is none.
INLINE double first_root(double e, double v, double m) {
  const double square = v * v - 4 * m * e;
  const double root = sqrt(positive_part(square));
  const double top = v > 0 ? -2 * e : root - v;
  const double bottom = v > 0 ? v + root : 2 * m;
  return square >= 0 && bottom > 0 ? top / bottom : (double)INFINITY;
}

// A time until which c[0] + c[1] h + ... + c[last] h^last is negative, at most x; c[0] < 0. As
// until x
//
//   c2 + h (c3 + h (c4 + h c5)) <= c2 + x max(0, c3 + x max(0, c4 + x c5)) = m,
//
// it is negative before the root of c0 + c1 h + m h^2.
INLINE double below_until(const double *c, int last, double x) {
  double m = 0;
  for (int k = last; k >= 2; --k)
    m = c[k] + x * positive_part(m);
  const double root = first_root(c[0], c[1], m);
  return root < x ? root : x;
}

// The same with x from a guess, adapted where that was too short or much too long. The guess is 0
// where bodies only fall: then c3, c4 and c5 are zero, and any x will do.
INLINE double safe_step(const double *c, int last, double guess) {
  if (guess == 0)
    return below_until(c, last, 1e100);
  double step = below_until(c, last, guess);
  for (int n = 0; n < 20 && (step == guess || step < guess / 8); ++n) {
    guess *= step == guess ? 1.5 : 0.125;
    const double again = below_until(c, last, guess);
    step = again > step ? again : step;
  }
  return step;
}

/// A polynomial at some h, without its last power: value, rate and half the second derivative.
typedef struct {
  double e, v, half;
} jet;

INLINE jet jet_at(const double *c, double h) {
  jet at = {0};
  for (int m = POWERS - 2; m >= 0; --m) {
    at.half = at.half * h + at.v;
    at.v = at.v * h + at.e;
    at.e = at.e * h + c[m];
  }
  return at;
}

// Where the overlap is zero, if that root is isolated; else infinite. Until `from` it is negative.
// After that
//
//   eta' >= eta'(from) + (h - from) min eta'',    eta'(from) >= P'(from) - 5 c5 from^4,
//   eta'' >= 2 c2 + x min(0, 6 c3 + x min(0, 12 c4 - 20 x c5))  until x.
INLINE double isolated_root(const double *c, double from) {
  const jet at = jet_at(c, from);
  double last = c[POWERS - 1];
  for (int m = 0; m < POWERS - 2; ++m)
    last *= from;
  const double slowest = at.v - (POWERS - 1) * last;
  const double ahead = first_root(negative_part(at.e), at.v, at.half);
  if (!(slowest > 0 && ahead < (double)INFINITY))
    return INFINITY;
  // Twice as far it must have crossed zero, with a rate that stays positive.
  const double x = from + 2 * ahead;
  double bend = -c[POWERS - 1] * (POWERS - 1) * (POWERS - 2);
  for (int m = POWERS - 2; m >= 2; --m)
    bend = negative_part(c[m] * (m * (m - 1)) + x * bend);
  const bool rises = slowest + 2 * ahead * bend > 0;
  const bool crosses = at.e - last * from + 2 * ahead * (slowest + ahead * bend) >= 0;
  return rises && crosses ? from + ahead : (double)INFINITY;
}

#endif
