// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The baseline of the benchmark: a stiff, lossy string or plate stepped by its stencil as it stands
// in a textbook, node by node. It is not part of the engine.

#ifndef CAROM_BENCH_BASELINE_H
#define CAROM_BENCH_BASELINE_H

typedef struct baseline_grid baseline_grid;

/// ny = 0 makes a string. NULL if memory is out.
baseline_grid *baseline_new(int nx, int ny);
void baseline_free(baseline_grid *g);

/// Steps a grid (a baseline_grid behind the pointer).
void baseline_step(void *grid, int count);

/// Reads two arrays of the grid's size and writes one: the memory traffic that no step can avoid.
void baseline_stream(void *grid, int count);

#endif
