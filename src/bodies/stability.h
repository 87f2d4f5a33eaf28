// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The smallest stable grid spacings of explicit steps (theory 1.22 and 1.23), and the same limits
// solved for keys that change while running (theory 1.24 and 1.25). k time step (s), c2 = c^2
// (m2/s2), bend kappa^2 (m4/s2), sigma1 (m2/s).

#ifndef CAROM_STABILITY_H
#define CAROM_STABILITY_H

#include <math.h>

/// h^2 >= (X + sqrt(X^2 + 16 kappa^2 k^2)) / 2 with X = c^2 k^2 + 4 sigma_1 k.
static inline double stable_line_spacing(double k, double c2, double bend, double sigma1) {
  const double X = c2 * k * k + 4 * sigma1 * k;
  return sqrt((X + sqrt(X * X + 16 * bend * k * k)) / 2);
}

/// The largest X = c^2 k^2 + 4 sigma_1 k that a spacing allows: h^2 - 4 kappa^2 k^2 / h^2.
static inline double stable_line_margin(double k, double h, double bend) {
  return h * h - 4 * bend * k * k / (h * h);
}

/// Square cells: h^2 >= 4 k (sigma_1 + sqrt(kappa^2 + sigma_1^2)).
static inline double stable_plate_spacing(double k, double bend, double sigma1) {
  return 2 * sqrt(k * (sigma1 + sqrt(bend + sigma1 * sigma1)));
}

/// 1 / hx^2 + 1 / hy^2 of the finest cells that are as stable as square ones of side h.
static inline double stable_plate_margin(double h) {
  return 2 / (h * h);
}

/// The largest sigma_1 that a plate's cells allow, 1 / hx^2 + 1 / hy^2 = fine.
static inline double stable_plate_sigma1(double k, double fine, double bend) {
  const double q = 1 / (2 * k * fine);
  return (q * q - bend) / (2 * q);
}

#endif
