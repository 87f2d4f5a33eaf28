// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The root of one equation, between an end where f is not above zero and one where it is not below.
// A step is that of Newton or of a secant. Where it leaves the bracket, or is not half as long as
// the one before the last, the middle is taken instead, so that in three steps something halves.
// Without a sign change inside, x goes to the end where it should have been. A search is
//
//   while (bracket_newton(&b, &x, f(x), slope(x)))
//     ; // or what else follows from x
//
// and ends at the x where f was taken last, so that all that follows from x belongs to it.

#ifndef CAROM_BRACKET_H
#define CAROM_BRACKET_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

/// The most places where f is taken: halving 1 takes 3 * 52 to rounding, and what takes longer is
/// nearer zero than anything that adds to it would show.
enum { BRACKET_STEPS = 200 };

/// A step that is rounding beside x: that of x itself, and as much for what rounding of f makes of
/// it.
#define BRACKET_ROUNDING 0x1p-51

/// Points so far apart beside x tell by their secant how f runs between them, not at x: a step that
/// is rounding is tried, not believed. A search that converges has come nearer by itself.
#define BRACKET_FAR 1e-6

/// All but the ends may be left zero. An end may be infinite, where f is x - g(x): what Newton's
/// step does not reach is sought at g(x).
typedef struct {
  double low, high; // f <= 0 at low, f >= 0 at high
  double size;      // what x is a difference of: rounding is relative to this as well
  double enough;    // an |f| that ends the search: what f itself is not known better than
  bool above;       // to end where f >= 0, for balances that must not gain
  double x, f;      // the point before, from which secants are taken; one known point at first
  double last, before_last; // steps
  int steps;
} bracket;

/// The slope of the secant from the point before.
static inline double bracket_slope(const bracket *b, double x, double f) {
  return (f - b->f) / (x - b->x);
}

// Where the root is sought instead of x - step.
static inline double bracket_middle(const bracket *b, double x, double f) {
  return isfinite(b->high - b->low) ? b->low + (b->high - b->low) / 2 : x - f;
}

// `local` tells that the slope is that at x.
static inline bool bracket_move(bracket *b, double *x, double f, double slope, bool local) {
  const double at = *x;
  const double step = f / slope;
  const double rounding = BRACKET_ROUNDING * (fabs(at) + b->size) + DBL_MIN;
  if (f >= 0)
    b->high = at;
  if (!(f > 0))
    b->low = at;
  b->x = at;
  b->f = f;
  if (f == 0 || ++b->steps == BRACKET_STEPS)
    return false;
  double next = at - step;
  if (fabs(f) <= b->enough || (fabs(step) <= rounding && local)) // stays, or goes across
    next = b->above && f < 0 ? fmin(at + fmax(rounding, -2 * step), b->high) : at;
  else if (fabs(step) <= rounding)
    next = at - copysign(rounding, f);
  else if (!(next > b->low && next < b->high) ||
           (b->steps > 2 && !(fabs(step) <= b->before_last / 2)))
    next = bracket_middle(b, at, f);
  if (!(next > b->low && next < b->high)) // nothing lies between
    next = b->above ? b->high : at;
  b->before_last = b->last;
  b->last = fabs(next - at);
  *x = next;
  return next != at;
}

/// Takes f and its slope at x, and moves x; false where it stays since the search has ended.
static inline bool bracket_newton(bracket *b, double *x, double f, double slope) {
  return bracket_move(b, x, f, slope, true);
}

/// The same with the secant's slope.
static inline bool bracket_secant(bracket *b, double *x, double f) {
  const bool local = fabs(*x - b->x) <= BRACKET_FAR * (fabs(*x) + b->size);
  return bracket_move(b, x, f, bracket_slope(b, *x, f), local);
}

/// The same by halves alone, which ends with two neighbouring numbers as bracket.
static inline bool bracket_halve(bracket *b, double *x, double f) {
  return bracket_move(b, x, f, 0, true);
}

#endif
