// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a law says at one overlap, and between two.

#ifndef CAROM_LAW_POINT_H
#define CAROM_LAW_POINT_H

#include <stdbool.h>

/// phi, phi' and phi'' at an overlap x, m.
typedef struct {
  double x, energy, force, steep;
} law_point;

/// The mean force G = (phi(y) - phi(x)) / (y - x), and dG/dy.
typedef struct {
  double G, slope;
} law_quotient;

#endif
