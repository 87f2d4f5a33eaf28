// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Mode shapes of strings and bars, normalised to a modal mass of 1.

#ifndef CAROM_MODES_H
#define CAROM_MODES_H

#include "model/model.h"

/// A line, its ends and its tip.
typedef struct {
  word_index ends[2];
  double length;      // m
  double density;     // rho A, kg/m
  double pull;        // c^2 / kappa^2 where an end is clamped, 1/m2
  double tip_mass;    // at a free end opposite a clamped one, kg
  double tip_inertia; // kg m2
} modal_line;

/// A string or bar on a grid or by modes that are not found yet, without a tip.
modal_line modal_line_of(const model_body *b);

/// The first `count` modes, rigid ones first, by rising frequency. False if these ends are not
/// among those known: pinned-pinned, clamped-clamped, free-free, clamped-free, clamped-pinned,
/// pinned-free, either way round; of a string none is free.
bool modes_find(const modal_line *line, int count, mode_shape *shapes);

/// The wavenumber of the n-th mode that vibrates, n from 1 on, 1/m; `before` is that of the one
/// before, or 0.
double modes_wavenumber(const modal_line *line, int n, double before);

/// A shape or its derivative of that order (0 to 3) along x, x in metres.
double mode_value(const mode_shape *shape, double length, double x, int order);

/// The largest magnitude of a shape between the ends.
double mode_peak(const mode_shape *shape, double length);

/// int rho A W'^2 dx of a shape without tip, 1/m2.
double mode_stretch(const modal_line *line, const mode_shape *shape);

/// The participation factor of a clamped mode in the motion of its base: int rho A W dx and the
/// tip.
double mode_base(const modal_line *line, const mode_shape *shape);

#endif
