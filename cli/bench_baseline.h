// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What one would write first: a stiff, lossy string or plate stepped by its printed stencil, node
// by node. A yardstick for the benchmark, not part of the engine.

#ifndef CAROM_PLAIN_H
#define CAROM_PLAIN_H

typedef struct plain_grid plain_grid;

/// ny = 0 makes a string. NULL if memory is out.
plain_grid *plain_new(int nx, int ny);
void plain_free(plain_grid *g);

/// Steps a grid (a plain_grid behind the pointer).
void plain_step(void *grid, int count);

/// Reads two arrays of the grid's size and writes one: what any step must move.
void plain_stream(void *grid, int count);

#endif
