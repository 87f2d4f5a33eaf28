// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Phi(w) = (mu w - log(1 + mu w)) / mu^2, the energy of masses under Hunt-Crossley loss
// (theory 6.5), without cancellation.

#include "methods/audio/islands/log_energy.h"

#include "base/bracket.h"
#include "base/elementary.h"
#include <float.h>
#include <math.h>

// (z - log(1 + z)) / z^2 for z > -1. With y = z / (2 + z), log(1 + z) = 2 (y + y^3/3 + ...).
static double log_over_square(double z) {
  if (fabs(z) > 0.25)
    return (z - real_log1p(z)) / (z * z);
  const double y = z / (2 + z);
  const double s = y * y;
  double sum = 0;
  for (int i = 17; i >= 3; i -= 2)
    sum = sum * s + 1.0 / i;
  return (1 - y) / 2 - y * (1 - y) * (1 - y) / 2 * sum;
}

double log_energy(double mu, double w) {
  return w * w * log_over_square(mu * w);
}

// Phi(w) - Phi(w - d) without cancellation; loss_factor = 1 + mu w.
double log_energy_drop(double mu, double w, double loss_factor, double d) {
  return d * (w - d / loss_factor * log_over_square(-mu * d / loss_factor)) / loss_factor;
}

// 1 + z of the negative root of z - log(1 + z) = e, for e of at least 1e-10.
static double negative_root(double e) {
  if (e > 1) { // delta = 1 + z from below: log delta - delta is concave, and known to rounding of e
    double delta = real_exp(-1 - e);
    bracket b = {.low = delta, .high = 1, .enough = DBL_EPSILON * e};
    while (delta > 0 &&
           bracket_newton(&b, &delta, real_log(delta) - delta + 1 + e, (1 - delta) / delta))
      ;
    return delta;
  }
  const double q = sqrt(2 * e);
  double z = -q + q * q / 3 - q * q * q / 36;
  bracket b = {.low = -1};
  double f;
  double slope;
  do { // Halley's iteration
    f = e - z * z * log_over_square(z);
    slope = -z / (1 + z);
  } while (bracket_newton(&b, &z, f, slope - f / (2 * z * (1 + z))));
  return 1 + z;
}

// The speed at which masses part that have E = E*/m: Phi(w) = E, w < 0; and 1 + mu w there.
double parting_speed(double mu, double E, double *loss_factor) {
  const double v = sqrt(2 * E);
  const double u = mu * v;
  const double few = -(1 - u / 3 + u * u / 36); // enough for small u
  *loss_factor = u < 2e-5 ? 1 + u * few : negative_root(u * u / 2);
  return u < 2e-5 ? v * few : (*loss_factor - 1) / mu;
}
