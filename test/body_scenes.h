// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A string and a plate in their first mode.

#ifndef CAROM_BODY_SCENES_H
#define CAROM_BODY_SCENES_H

#include "support.h"

static const char *const string_scene =
    "{carom: 1, bodies: {s: {type: string, length: 0.8, linear_density: 6e-3, tension: 150,"
    " bending_stiffness: 2e-3, sigma0: 1.5, sigma1: 4e-3, start: {shape: sine, mode: 1}}},"
    " outputs: {o: {of: s@0.37}}}";

static const char *const plate_scene =
    "{carom: 1, bodies: {p: {type: plate, size: [0.4, 0.3], thickness: 2e-3, density: 2700, "
    "youngs: "
    "7e10, poisson: 0.33, start: {shape: sine, mode: [1, 1]}}}, outputs: {o: {of: p@0.41:0.37}}}";

static inline double plate_kappa(void) {
  return sqrt(7e10 * 4e-6 / (12 * (1 - 0.33 * 0.33) * 2700));
}

#endif
