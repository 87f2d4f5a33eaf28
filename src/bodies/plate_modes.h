// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modes of plates with pinned edges.

#ifndef CAROM_PLATE_MODES_H
#define CAROM_PLATE_MODES_H

#include "bodies/start.h"
#include "model/node_field.h"

/// A plate whose material, grid and edges are read: its mode shapes.
bool plate_modes_compile(compiler *c, const item *it, int index, model_body *b);

/// Whether the audio method can take all modes below 0.45 of its rate of steps.
bool plate_modes_fit(const compiler *c, const item *it, const model_body *b);

/// The values of all modes, or their derivatives of that order along x, at fractions of the sides.
/// False if memory is out.
bool plate_modes_at(compiler *c, const model_body *b, double x, double y, int order,
                    double *values);

/// Room for a number for each function of both sides of a plate by Ritz's method, those of y behind
/// those of x; NULL if memory is out.
double *plate_modes_take_sides(compiler *c, const model_body *b);
void plate_modes_drop_sides(compiler *c, const model_body *b, double *sides);

/// The sum of all modes at the points of a grid of nx by ny intervals, row by row, over `over`;
/// writes at most `room` values and returns how many there are.
int plate_modes_shape(const carom_model *m, const model_body *b, node_field field, double over,
                      double *values, int room);

/// Starting displacement or velocity of the modes.
bool plate_modes_start(compiler *c, const item *it, const model_body *b, const start_keys *keys,
                       double *field);

#endif
