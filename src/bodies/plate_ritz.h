// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modes of plates with clamped or free edges, by Ritz's method.

#ifndef CAROM_PLATE_RITZ_H
#define CAROM_PLATE_RITZ_H

#include "model/compile.h"

/// Functions of a side are at most so many.
enum { RITZ_FUNCTIONS_MAX = 1024 };

/// First modes that are asked for, at most.
enum { PLATE_FIRST_MAX = 100 };

/// Whether the sides of a plate are not too unlike for modes below `max` Hz.
bool plate_ritz_fits(const model_body *b, double max);

/// Finds the modes below `max` Hz, of which the first `count` are kept: b->nodes,
/// b->modes.first_shape and b->modes.ritz. False if memory is out.
bool plate_ritz_find(compiler *c, model_body *b, double poisson, double max, int count);

/// Keeps the functions at the points of a grid of b->nx by b->ny intervals, for shapes.
bool plate_ritz_draw(compiler *c, model_body *b);

/// The first modes of a plate that is not pinned, rigid ones first: what their frequency and loss
/// follow from, without what their values do. Returns how many, or -1 if memory is out.
int plate_ritz_shapes(const carom_memory *memory, const model_body *b, int count,
                      mode_shape *shapes);

/// The first frequencies of a plate on a grid, rigid ones first, Hz; returns how many, or -1 if
/// memory is out.
int plate_ritz_frequencies(const carom_memory *memory, const model_body *b, int count,
                           double *frequency);

/// Its arrays, of a model or of one that is compiled.
typedef struct {
  const mode_shape *shape;
  const double *number;
} ritz_arrays;

/// All functions of a side, 0 along x and 1 along y, at a point (m), or their derivatives of that
/// order, at most 2.
void ritz_side_values(const ritz_arrays *of, const model_body *b, int side, double at, int order,
                      double *values);

/// A mode with x[i] and y[j] in place of the functions of both sides: the sum over its products.
double ritz_mode_sum(const ritz_arrays *of, const model_body *b, const mode_shape *mode,
                     const double *x, const double *y);

/// Adds `by` times what multiplies each function of x, with y[j] in place of those of y.
void ritz_mode_row(const ritz_arrays *of, const model_body *b, const mode_shape *mode, double by,
                   const double *y, double *row);

#endif
