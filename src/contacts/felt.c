// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Felt with overlap D (theory 16.1 to 16.3):
//
//   f = phi'(D) (1 + d D'),  phi' = a D^3 + b D^2 + c D  or  K D^p,   0 where D <= 0 or f < 0
//
// and friction f (A tanh(s / v_t) + B1 (s / v_t) / (1 + B2 (s / v_t)^4)) against the slip s. Over a
// step h the force is
//
//   f = (phi(D1) - phi(D0)) / (D1 - D0) (1 + d (D1 - D0) / h),    0 where that is below 0,
//
// so that f (D1 - D0) is what is stored plus a loss that is never negative. (C. P. Vyasarayani,
// PhD thesis, University of Waterloo, 2009, chapter 5; the friction is that of S. J. Cull and
// R. W. Tucker.)

#include "contacts/felt.h"

#include "base/bracket.h"
#include <math.h>

double felt_force(const felt_law *law, double D) {
  if (D <= 0)
    return 0;
  return law->power ? law->stiffness * pow(D, law->exponent)
                    : D * (law->c + D * (law->b + D * law->a));
}

double felt_energy(const felt_law *law, double D) {
  if (D <= 0)
    return 0;
  return law->power ? law->stiffness * pow(D, law->exponent + 1) / (law->exponent + 1)
                    : D * D * (law->c / 2 + D * (law->b / 3 + D * law->a / 4));
}

double felt_push(const felt_law *law, double D, double rate) {
  return fmax(0, felt_force(law, D) * (1 + law->damping * rate));
}

// Both overlaps of a cubic above zero: the quotient is a polynomial.
static felt_step cubic_quotient(const felt_law *law, double x, double y) {
  return (felt_step){.force = law->a * (y + x) * (y * y + x * x) / 4 +
                              law->b * (y * y + x * y + x * x) / 3 + law->c * (y + x) / 2,
                     .slope = law->a * (3 * y * y + 2 * x * y + x * x) / 4 +
                              law->b * (2 * y + x) / 3 + law->c / 2};
}

// A power law between overlaps so close that the quotient would cancel: its series about the mean.
static felt_step power_series(const felt_law *law, double x, double y) {
  const double mean = (x + y) / 2;
  const double p = law->exponent;
  const double square = p * (p - 1) * (y - x) * (y - x) / (24 * mean * mean);
  const double force = felt_force(law, mean);
  return (felt_step){.force = force * (1 + square), .slope = force * p / (2 * mean)};
}

// (phi(y) - phi(x)) / (y - x)
static felt_step quotient(const felt_law *law, double x, double y) {
  if (x <= 0 && y <= 0)
    return (felt_step){0, 0};
  if (!law->power && x >= 0 && y >= 0)
    return cubic_quotient(law, x, y);
  if (law->power && x > 0 && y > 0 && fabs(y - x) < 1e-3 * (x + y))
    return power_series(law, x, y);
  const double force = (felt_energy(law, y) - felt_energy(law, x)) / (y - x);
  return (felt_step){.force = force, .slope = (felt_force(law, y) - force) / (y - x)};
}

felt_step felt_over(const felt_law *law, double from, double to, double h) {
  const felt_step q = quotient(law, from, to);
  const double factor = 1 + law->damping * (to - from) / h;
  if (factor <= 0)
    return (felt_step){0, 0};
  return (felt_step){.force = q.force * factor,
                     .slope = q.slope * factor + q.force * law->damping / h};
}

double felt_solve(const felt_law *law, double from, double free, double compliance, double h) {
  if (compliance <= 0)
    return free;
  // The force does not fall with the overlap, so that the root lies between what it is without a
  // force and with that one; from there Newton's method does not overshoot where it bends upwards.
  double y = free;
  felt_step at = felt_over(law, from, y, h);
  bracket b = {.low = free - compliance * at.force, .high = free, .size = fabs(free)};
  while (bracket_newton(&b, &y, y + compliance * at.force - free, 1 + compliance * at.slope))
    at = felt_over(law, from, y, h);
  return y;
}

double friction_share(const felt_friction *rub, double slip, double *slope) {
  const double x = slip / rub->threshold;
  const double t = tanh(x);
  const double fourth = rub->b2 * x * x * x * x;
  *slope =
      (rub->friction * (1 - t * t) + rub->b1 * (1 - 3 * fourth) / ((1 + fourth) * (1 + fourth))) /
      rub->threshold;
  return rub->friction * t + rub->b1 * x / (1 + fourth);
}
