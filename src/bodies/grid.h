// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What lines and plates on a grid share.

#ifndef CAROM_GRID_H
#define CAROM_GRID_H

#include "base/real.h"
#include "model/layout.h"
#include "scene/words.h"

/// Larger grids are taken for a mistake.
enum { GRID_MAX_NODES = 50000000 };

/// Chooses nx and h of a line, nx, ny, h and hy of a plate: the finest stable grid, or the one
/// given.
bool line_choose_points(compiler *c, const item *it, model_body *b);
bool plate_choose_points(compiler *c, const item *it, model_body *b);

/// Adds a body's nodes, of which `first` and `nodes` are set, to the arrays of all nodes.
bool grid_add_nodes(compiler *c, const item *it, model_body *b);

/// The nodes of a body whose grid is chosen: their places in a row and their masses.
bool grid_lay_out(compiler *c, const item *it, model_body *b);

// The rows of line and plate.
bool grid_place(compiler *c, const item *it, int body);
int grid_weights(compiler *c, body_point at, int order, bool slope, double sign);
int grid_shape(const carom_model *m, const model_body *b, node_field field, double over,
               double *values, int room);

/// Values of scratch that the step of a plate needs: two rows, with room on both sides.
static inline int grid_scratch(const model_body *b) {
  return body_is_plate(b) ? 2 * (b->grid.stride + 3 * BLOCK) : 0;
}

static inline bool is_free_plate(const model_body *b) {
  return body_is_plate(b) && b->ends[0] == END_FREE;
}

/// Masks and factors of the places of a row, see the model's arrays.
typedef struct {
  const real *inside, *rim;
} row_places;

static inline row_places places_of(const carom_model *m, const model_body *b) {
#if defined(SINGLE)
  const float *inside = m->single_places + (size_t)2 * (size_t)b->grid.first_place;
  return (row_places){.inside = inside, .rim = inside + b->grid.stride};
#else
  return (row_places){.inside = m->inside + b->grid.first_place,
                      .rim = m->rim + b->grid.first_place};
#endif
}

/// The coefficients of a step of length k.
step_coefficients step_coefficients_of(const model_body *b, const material *a, double k);

/// The energy of a grid's sums, with a time step k.
body_energies grid_energy(const model_body *b, const material *a, double k, const body_sums *sum);

#endif
