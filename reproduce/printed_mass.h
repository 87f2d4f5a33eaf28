// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A mass that papers step by k^2 omega_0^2 with a centred loss R (u^{n+1} - u^{n-1}) / 2k, as the
// mass of a scene: the one whose step (theory 1.6 and 1.40) has the same coefficients.

#ifndef CAROM_PRINTED_MASS_H
#define CAROM_PRINTED_MASS_H

#include <math.h>

typedef struct {
  double mass, frequency, damping; // kg, Hz, N s/m
  double stride;                   // kappa, s
} scene_mass;

static inline scene_mass scene_mass_of(double mass, double omega0, double R, double step) {
  const double s = R * step / (2 * mass);
  const double sigma = atanh(s) / step;
  scene_mass m = {.mass = mass, .stride = step};
  if (omega0 > 0) {
    const double square = cosh(sigma * step) * omega0 * omega0 * step * step / 4 -
                          sinh(sigma * step / 2) * sinh(sigma * step / 2);
    const double omega_d = 2 / step * asin(sqrt(square)); // none of them is beyond critical damping
    const double omega = hypot(omega_d, sigma);
    m.mass = mass * (omega0 / omega) * (omega0 / omega);
    m.frequency = omega / 6.28318530717958647692;
  } else if (s > 0) {
    m.mass = mass * s / (sigma * step);
  }
  m.damping = 2 * m.mass * sigma;
  m.stride = step * sqrt(m.mass / mass);
  return m;
}

#endif
