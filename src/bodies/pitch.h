// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The pitch of a pinned stiff string and its tension: (2 L f)^2 = c^2 + kappa^2 pi^2 / L^2
// (theory 1.4).

#ifndef CAROM_PITCH_H
#define CAROM_PITCH_H

#include "model/model.h"
#include <math.h>

/// rho A of one of the strings that move as one, kg/m
static inline double string_density(const model_body *b) {
  return b->density / b->strings;
}

/// N of one string; negative for a pitch below that of the stiffness alone.
static inline double pitch_tension(const model_body *b, double pitch) {
  const double speed = 2 * b->lx * pitch;
  const double stiff = 9.86960440108935861883 / (b->lx * b->lx); // pi^2 / L^2
  return string_density(b) * (speed * speed - b->bend * stiff);
}

/// Hz
static inline double tension_pitch(const model_body *b, double tension) {
  const double stiff = 9.86960440108935861883 / (b->lx * b->lx);
  return sqrt(tension / string_density(b) + b->bend * stiff) / (2 * b->lx);
}

#endif
