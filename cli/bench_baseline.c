// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A plain loop over nodes, for comparison with the engine's.

#include "cli/bench_baseline.h"

#include <stdlib.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

struct baseline_grid {
  int nx, ny, stride;
  double *u[3]; // u^{n+1}, u^n, u^{n-1}, with two rows or nodes to spare on every side
};

static long total(const baseline_grid *g) {
  return (long)g->stride * (g->ny > 0 ? g->ny + 5 : 1);
}

baseline_grid *baseline_new(int nx, int ny) {
  baseline_grid *g = calloc(1, sizeof *g);
  if (g == NULL)
    return NULL;
  g->nx = nx;
  g->ny = ny;
  g->stride = nx + 5;
  for (int i = 0; i < 3; ++i) {
    g->u[i] = calloc((size_t)total(g), sizeof(double));
    if (g->u[i] == NULL) {
      baseline_free(g);
      return NULL;
    }
    g->u[i][total(g) / 2] = 1e-3;
  }
  return g;
}

void baseline_free(baseline_grid *g) {
  if (g == NULL)
    return;
  for (int i = 0; i < 3; ++i)
    free(g->u[i]);
  free(g);
}

static void rotate(baseline_grid *g) {
  double *oldest = g->u[2];
  g->u[2] = g->u[1];
  g->u[1] = g->u[0];
  g->u[0] = oldest;
}

static void step_string(const baseline_grid *g) {
  double *next = g->u[0] + 2;
  const double *u = g->u[1] + 2;
  const double *old = g->u[2] + 2;
  for (int l = 1; l < g->nx; ++l)
    next[l] = 0.9 * u[l] + 0.3 * (u[l - 1] + u[l + 1]) - 0.05 * (u[l - 2] + u[l + 2]) -
              0.6 * old[l] - 0.01 * (old[l - 1] + old[l + 1]);
}

static void step_plate(const baseline_grid *g) {
  const long s = g->stride;
  for (int m = 1; m < g->ny; ++m) {
    double *next = g->u[0] + (m + 2) * s + 2;
    const double *u = g->u[1] + (m + 2) * s + 2;
    const double *old = g->u[2] + (m + 2) * s + 2;
    for (int l = 1; l < g->nx; ++l)
      next[l] = 0.75 * u[l] + 0.15 * (u[l - 1] + u[l + 1] + u[l - s] + u[l + s]) -
                0.02 * (u[l - 1 - s] + u[l + 1 - s] + u[l - 1 + s] + u[l + 1 + s]) -
                0.01 * (u[l - 2] + u[l + 2] + u[l - 2 * s] + u[l + 2 * s]) - 0.6 * old[l] -
                0.01 * (old[l - 1] + old[l + 1] + old[l - s] + old[l + s]);
  }
}

// Denormal numbers are flushed to zero as in the engine, for a fair comparison.
static unsigned set_flush(unsigned mode, int flush) {
#if defined(__SSE2__)
  const unsigned before = _mm_getcsr();
  _mm_setcsr(flush ? before | 0x8040U : mode);
  return before;
#else
  (void)flush;
  return mode;
#endif
}

void baseline_step(void *grid, int count) {
  baseline_grid *g = grid;
  const unsigned mode = set_flush(0, 1);
  for (int i = 0; i < count; ++i) {
    if (g->ny > 0)
      step_plate(g);
    else
      step_string(g);
    rotate(g);
  }
  set_flush(mode, 0);
}

void baseline_stream(void *grid, int count) {
  baseline_grid *g = grid;
  for (int i = 0; i < count; ++i) {
    double *restrict to = g->u[0];
    const double *restrict a = g->u[1];
    const double *restrict b = g->u[2];
    const long n = total(g);
    for (long j = 0; j < n; ++j)
      to[j] = 0.5 * a[j] + 0.25 * b[j];
    rotate(g);
  }
}
