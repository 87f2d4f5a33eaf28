// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The baselines of the benchmark, which are no part of the engine: a stiff, lossy string or plate
// stepped by its stencil as it stands in a textbook, node by node; a bank of modes; and the limits
// of the machine. They are compiled for the instruction set of the engine's variant, with the
// optimisation that suits them best, and the fastest of several such compilations is taken.

#ifndef CAROM_BENCH_BASELINE_H
#define CAROM_BENCH_BASELINE_H

typedef struct baseline_grid baseline_grid;
typedef struct baseline_modes baseline_modes;

/// ny = 0 makes a string. NULL if memory is out.
baseline_grid *baseline_new(int nx, int ny);
void baseline_free(baseline_grid *g);

/// Steps a grid (a baseline_grid behind the pointer).
void baseline_step(void *grid, int count);

/// Reads and writes two arrays of the grid's size: the memory traffic that no step can avoid.
void baseline_stream(void *grid, int count);

/// So many modes, each driven by a force at one point, and the displacement of another.
baseline_modes *baseline_modes_new(int count);
void baseline_modes_free(baseline_modes *m);
void baseline_modes_step(void *modes, int count);

/// Time per addition, multiplication or both fused of a double, where nothing else limits it, ns.
double baseline_operation(void);

#endif
