// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Mode shapes of strings and bars, normalised to a modal mass of 1.

#ifndef CAROM_MODES_H
#define CAROM_MODES_H

#include "model/model.h"

/// A line, its ends and its tip.
typedef struct {
  end_kind ends[2];
  double length;      // m
  double density;     // rho A, kg/m
  double tip_mass;    // at a free end opposite a clamped one, kg
  double tip_inertia; // kg m2
} modal_line;

/// The first `count` modes, rigid ones first, by rising frequency. False if these ends are not
/// among those known: pinned-pinned, clamped-clamped, free-free, clamped-free, clamped-pinned,
/// pinned-free, either way round.
bool modes_find(const modal_line *line, int count, mode_shape *shapes);

/// A shape or its derivative of that order (0 to 3) along x, x in metres.
double mode_value(const mode_shape *shape, double length, double x, int order);

/// The largest magnitude of a shape between the ends.
double mode_peak(const mode_shape *shape, double length);

/// The participation factor of a clamped mode in the motion of its base: int rho A W dx and the
/// tip.
double mode_base(const modal_line *line, const mode_shape *shape);

#endif
