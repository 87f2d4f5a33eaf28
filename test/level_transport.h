// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The exact motion of an ideal string that wraps a parabolic bridge y_B = alpha x (b - x), released
// at rest from y0 = S (1 - x) + beta psi_1 (dimensionless): y = G(t + x) - G(t - x + 2), where
// every level v of G' returns after its own time,
//
//   G'(p + 2 - 2 gamma(G'(p))) = G'(p),    gamma(v) = b/2 - v / alpha, kept between gamma1 and
//   gamma2.
//
// From the start G' = y0' / 2 on [gamma0, 2 - gamma0]; after n returns the level of theta is at
// p = theta + n (2 - 2 gamma(v)) and G there is Y(theta) + n v^2 / alpha and a constant, with Y the
// integral of G' and v kept between the levels of the bridge's ends. Valid until the contact point
// reaches wave speed. Nothing of this is shared with the wrap method.

#ifndef CAROM_TEST_LEVEL_TRANSPORT_H
#define CAROM_TEST_LEVEL_TRANSPORT_H

#include <math.h>

typedef struct {
  double b, alpha, gamma1, gamma2, gamma0, beta;
} transport;

static const double transport_pi = 3.14159265358979323846;

static inline double transport_rest(const transport *w) { // S
  return w->alpha * w->gamma0 * (w->b - w->gamma0) / (1 - w->gamma0);
}

// v = G' and Y at theta, by mirror symmetry about 1.
static inline double transport_level(const transport *w, double theta) {
  const double l = 1 - w->gamma0;
  const double x = theta <= 1 ? theta : 2 - theta;
  return (-transport_rest(w) +
          w->beta * sqrt(2 / l) * transport_pi / l * cos(transport_pi * (x - w->gamma0) / l)) /
         2;
}

static inline double transport_sum(const transport *w, double theta) {
  const double l = 1 - w->gamma0;
  const double x = theta <= 1 ? theta : 2 - theta;
  const double half = (transport_rest(w) * (1 - x) +
                       w->beta * sqrt(2 / l) * sin(transport_pi * (x - w->gamma0) / l)) /
                      2;
  return theta <= 1 ? half : -half; // zero at x = 1
}

static inline double transport_held(const transport *w, double theta) {
  const double low = w->alpha * (w->b - 2 * w->gamma2) / 2;
  const double high = w->alpha * (w->b - 2 * w->gamma1) / 2;
  return fmin(fmax(transport_level(w, theta), low), high);
}

static inline double transport_at(const transport *w, double theta, int n) {
  return theta + n * (2 - w->b + 2 * transport_held(w, theta) / w->alpha);
}

static inline double transport_returned(const transport *w, double theta, int n) {
  const double v = transport_held(w, theta);
  return transport_sum(w, theta) + n * v * v / w->alpha;
}

static inline double transport_G(const transport *w, double p) {
  double low = w->gamma0;
  double high = 2 - w->gamma0;
  double constant = 0;
  int n = 0;
  while (p > transport_at(w, high, n)) {
    constant += transport_returned(w, high, n) - transport_returned(w, low, n + 1);
    ++n;
  }
  for (int i = 0; i < 100; ++i) { // bisection
    const double middle = (low + high) / 2;
    if (transport_at(w, middle, n) < p)
      low = middle;
    else
      high = middle;
  }
  return transport_returned(w, low, n) + constant;
}

static inline double transport_y(const transport *w, double x, double t) {
  return transport_G(w, t + x) - transport_G(w, t - x + 2);
}

#endif
