// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The modes of a body on its grid, while a scene is set up: what it sounds, not what it should.

#ifndef CAROM_GRID_MODES_H
#define CAROM_GRID_MODES_H

#include "model/model.h"

/// More modes of a body without a closed form on its grid are not looked for.
enum { GRID_MODES_MAX = 100 };

/// One mode of a grid.
typedef struct {
  double frequency; // in a run with the time step k and without loss, Hz
  double spatial;   // with an infinitely short time step, Hz
} grid_mode;

/// Finds up to `count` modes of a string, bar or plate whose grid is chosen, by rising frequency
/// and rigid ones first, and returns how many; -1 if memory is out. Shapes are at the points of the
/// grid, (nx + 1) (ny + 1) numbers a mode, row by row, with a largest value of 1; NULL if they are
/// not wanted. Fewer than `count` are found where the grid has no more, GRID_MODES_MAX are asked
/// for, or a plate is too large.
int grid_modes_find(const carom_memory *memory, const model_body *b, double k, int count,
                    grid_mode *modes, double *shapes);

/// The frequency of a wave on the grid of which -Lap is mu, 1/m2 (theory 1.34 and 1.35), Hz.
double grid_frequency(const model_body *b, double k, double mu);

/// mu of a wave of so many radians per metre along x and y.
double grid_minus_lap(const model_body *b, double beta_x, double beta_y);

/// The same by the matrix of the grid alone, without closed forms.
int grid_modes_solve(const carom_memory *memory, const model_body *b, double k, int count,
                     grid_mode *modes, double *shapes);

/// The pairs (m, n) of a pinned plate's first `count` modes with m < nx and n < ny, by rising
/// frequency; returns how many there are.
int plate_mode_pairs(const model_body *b, int count, int (*pairs)[2]);

#endif
