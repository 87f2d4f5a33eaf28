// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What one impact does: an oracle of its own.

#ifndef CAROM_TEST_ONE_IMPACT_H
#define CAROM_TEST_ONE_IMPACT_H

#include "methods/audio/audio.h"
#include "random_scene.h"

/// m w' = -K x^alpha (1 + mu w), w(0) = v.
typedef struct {
  double m, K, alpha, mu, v;
} impact;

// m (w^2/2 ...) as an integral of w / (1 + mu w) from 0 to w, by its logarithm in long double.
static inline long double log_energy_of(const impact *i, long double w) {
  const long double mu = (long double)i->mu;
  if (i->mu == 0)
    return w * w / 2;
  return (mu * w - log1pl(mu * w)) / (mu * mu);
}

// The parting speed by bisection of the law Phi(w) = Phi(v).
static inline double parting(const impact *i) {
  const long double target = log_energy_of(i, (long double)i->v);
  long double low = i->mu > 0 ? -1 / (long double)i->mu : -2 * (long double)i->v;
  long double high = 0;
  if (low < -2 * (long double)i->v)
    low = -2 * (long double)i->v;
  for (int n = 0; n < 200; ++n) {
    const long double mid = (low + high) / 2;
    if (log_energy_of(i, mid) > target)
      low = mid;
    else
      high = mid;
  }
  return (double)((low + high) / 2);
}

// x where the speed is w.
static inline double depth_at(const impact *i, double w) {
  const long double V =
      (long double)i->m * (log_energy_of(i, (long double)i->v) - log_energy_of(i, (long double)w));
  return V > 0 ? pow((double)V * (i->alpha + 1) / i->K, 1 / (i->alpha + 1)) : 0;
}

// Contact time: dt = m dw / F from v down to the parting speed, with w = out + (v - out) (1 - cos
// a) / 2 and a itself stretched towards both ends, where 1/F grows without bound (midpoint rule).
static inline double contact_time(const impact *i) {
  const double out = parting(i);
  const int points = 20000;
  const double pi = 3.14159265358979323846;
  double sum = 0;
  for (int n = 0; n < points; ++n) {
    const double y = (n + 0.5) / points;
    // s(y) = 35 y^4 - 84 y^5 + 70 y^6 - 20 y^7 rises from 0 to 1, flat to third order at both ends.
    const double s = y * y * y * y * (35 - 84 * y + 70 * y * y - 20 * y * y * y);
    const double slope = 140 * y * y * y * (1 - y) * (1 - y) * (1 - y);
    const double w = out + (i->v - out) * (1 - cos(pi * s)) / 2;
    const double dw = (i->v - out) * sin(pi * s) / 2 * pi * slope / points;
    const double x = depth_at(i, w);
    if (x > 0)
      sum += i->m * dw / (i->K * pow(x, i->alpha) * (1 + i->mu * w));
  }
  return sum;
}

// The stiffness for which a contact lasts a given time: times scale as K^(-1 / (alpha + 1)).
static inline double stiffness_for(impact i, double time) {
  i.K = 1;
  return pow(contact_time(&i) / time, i.alpha + 1);
}

static inline double worse(double a, double b) {
  return b > a || isnan(b) ? b : a;
}

#endif
