// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A bow outside the island it is solved in.

#ifndef CAROM_BOW_H
#define CAROM_BOW_H

#include "methods/audio/audio.h"

/// The force of a bow at t = 0 on a point of this velocity, N.
double bow_first_force(const model_contact *c, const contact_values *a, double speed);

/// psi^{n-1/2} of a bow whose bristles are straight at t_n, J^(1/2); its link has been observed.
double bow_first_psi(const carom_model *m, const carom_state *s, int link);

/// The heat of friction in the step just solved, J.
double bow_heat(const carom_model *m, const carom_state *s, int link);

/// The velocity past the bow, given the change of displacement D over two steps; m/s.
static inline double bow_slide(double k, const contact_values *a, double D) {
  return D / (2 * k) - a->bow_speed;
}

#endif
