// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Reading the keys that several kinds of body share.

#ifndef CAROM_BODY_KEYS_H
#define CAROM_BODY_KEYS_H

#include "bodies/body_loss.h"

/// Refuses two keys for the same quantity, and none where one is needed.
bool keys_one_of(compiler *c, const item *it, const char *a, const char *b, bool needed);

/// Refuses a scene that leaves this key out.
bool keys_need(compiler *c, const item *it, const char *key, const char *why);

/// Refuses an overflow or underflow, as products of extreme numbers give.
bool keys_measurable(compiler *c, const item *it, const char *key, double x);

/// Refuses `tuned` without a pitch, and with a method that knows no modes of scenes.
bool keys_tuned(compiler *c, const item *it);

/// A string or bar: length, rho A, kappa^2 = EI / rho A, ends and losses.
bool keys_line(compiler *c, const item *it, model_body *b);

/// Its grid: the finest one that is stable with the largest c^2 and sigma1 of breakpoints and
/// score, or the one given; and the live losses. Returns the largest X = c^2 k^2 + 4 sigma_1 k the
/// grid allows through `margin`.
typedef struct {
  double written; // the largest c^2 of its breakpoints, m2/s2
  double largest; // and with the score
  double sigma1;  // the largest sigma1, m2/s
  grid_loss fit;  // of its loss factor
  double margin;  // m2
} line_limits;

/// The spacing of the finest grid, m, and the largest sigma1 of `limits`.
double keys_line_spacing(const compiler *c, const item *it, const model_body *b,
                         line_limits *limits);

bool keys_line_grid(compiler *c, const item *it, model_body *b, line_limits *limits);

/// The grid of an ideal string by travelling waves, which move one interval in L / (c N): N as
/// given, or the smallest with which that is at most a sample.
bool keys_travelling_grid(compiler *c, const item *it, model_body *b);

#endif
