// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Plain loops, for comparison with the engine's.

#include "cli/bench_baseline.h"

#include "cli/bench.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

// As a program would be compiled for speed; the engine's own loops fuse only where they say so.
#if defined(__clang__)
#pragma STDC FP_CONTRACT ON
#elif defined(__GNUC__)
#pragma GCC optimize("O3,fp-contract=fast")
#endif

// Vectors of 256 bits take less time on some processors that have 512; clang chooses by itself.
#if defined(__clang__)
#define WITH_WIDTH(bits) "arch=x86-64-v4"
#else
#define WITH_WIDTH(bits) "arch=x86-64-v4,prefer-vector-width=" #bits
#endif

enum { SUMS = 8 };

#define BASELINE(x) x##_0
#define BASELINE_TARGET
#define BASELINE_LANES 2
#include "cli/bench_baseline_loops.h"
#if defined(__x86_64__) && defined(__GNUC__) && !defined(CAROM_PLAIN)
#undef BASELINE
#undef BASELINE_TARGET
#undef BASELINE_LANES
#define BASELINE(x)     x##_1
#define BASELINE_TARGET __attribute__((target("fma")))
#define BASELINE_LANES  4
#include "cli/bench_baseline_loops.h"
#undef BASELINE
#undef BASELINE_TARGET
#define BASELINE(x)     x##_2
#define BASELINE_TARGET __attribute__((target("arch=x86-64-v3")))
#include "cli/bench_baseline_loops.h"
#undef BASELINE
#undef BASELINE_TARGET
#define BASELINE(x)     x##_3
#define BASELINE_TARGET __attribute__((target(WITH_WIDTH(256))))
#include "cli/bench_baseline_loops.h"
#undef BASELINE
#undef BASELINE_TARGET
#undef BASELINE_LANES
#define BASELINE(x)     x##_4
#define BASELINE_TARGET __attribute__((target(WITH_WIDTH(512))))
#define BASELINE_LANES  8
#include "cli/bench_baseline_loops.h"
#define BASELINE_COUNT 5
#else
#define BASELINE_COUNT 1
#endif

/// The loops of one compilation.
typedef struct {
  void (*string)(int nx, double *restrict next, const double *u, const double *old);
  void (*row)(int nx, long s, double *restrict next, const double *u, const double *old);
  double (*modes)(int count, double f, const double *restrict a, const double *restrict b,
                  const double *restrict w, const double *restrict q, double *restrict old);
  void (*stream)(long n, double *restrict a, double *restrict b);
  double (*arithmetic)(int count, const double *x);
  int lanes;
  const char *least; // variant of the engine
} compilation;

#define LOOPS_OF(i, lanes, least)                                                                  \
  { string_##i, row_##i, modes_##i, stream_##i, arithmetic_##i, (lanes), (least) }

static const compilation compilations[BASELINE_COUNT] = {
    LOOPS_OF(0, 2, "plain"),
#if BASELINE_COUNT > 1
    LOOPS_OF(1, 4, "plain"),  LOOPS_OF(2, 4, "avx2"),
    LOOPS_OF(3, 4, "avx512"), LOOPS_OF(4, 8, "avx512"),
#endif
};

// Whether the processor has it, and the engine uses no less.
static bool fits(const compilation *c) {
  static const char *const order[] = {"plain", "avx2", "avx512"};
  int now = 0;
  int needed = 0;
  for (int i = 0; i < 3; ++i) {
    now = strcmp(order[i], carom_variant()) == 0 ? i : now;
    needed = strcmp(order[i], c->least) == 0 ? i : needed;
  }
#if BASELINE_COUNT > 1
  if (c->lanes > 2 && !__builtin_cpu_supports("fma"))
    return false;
#endif
  return needed <= now;
}

// --- Grids --------------------------------------------------------------------------------------

struct baseline_grid {
  const compilation *by;
  int nx, ny, stride;
  double *u[3]; // u^{n+1}, u^n, u^{n-1}, with two rows or nodes to spare on every side
};

static long total(const baseline_grid *g) {
  return (long)g->stride * (g->ny > 0 ? g->ny + 5 : 1);
}

static double *array_of(long count) {
  const size_t size = ((size_t)count * sizeof(double) + 63) / 64 * 64;
  double *array = aligned_alloc(64, size);
  if (array != NULL)
    memset(array, 0, size);
  return array;
}

// The compilation that does some steps in the least time.
static void choose(const compilation **by, void (*work)(void *, int), void *what) {
  const compilation *best = &compilations[0];
  double least = INFINITY;
  for (int i = 0; i < BASELINE_COUNT; ++i) {
    *by = &compilations[i];
    if (!fits(*by))
      continue;
    bench_loop loop = {.work = work, .what = what};
    bench_time_for(&loop, 1, 5, 4e-4);
    if (loop.minimum < least)
      best = *by;
    least = fmin(least, loop.minimum);
  }
  *by = best;
}

baseline_grid *baseline_new(int nx, int ny) {
  baseline_grid *g = calloc(1, sizeof *g);
  if (g == NULL)
    return NULL;
  g->nx = nx;
  g->ny = ny;
  g->stride = nx + 5;
  for (int i = 0; i < 3; ++i) {
    g->u[i] = array_of(total(g));
    if (g->u[i] == NULL) {
      baseline_free(g);
      return NULL;
    }
    g->u[i][total(g) / 2] = 1e-3;
  }
  choose(&g->by, baseline_step, g);
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

static void step_plate(const baseline_grid *g) {
  for (int m = 1; m < g->ny; ++m) {
    const long at = (long)(m + 2) * g->stride + 2;
    g->by->row(g->nx, g->stride, g->u[0] + at, g->u[1] + at, g->u[2] + at);
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
      g->by->string(g->nx, g->u[0] + 2, g->u[1] + 2, g->u[2] + 2);
    rotate(g);
  }
  set_flush(mode, 0);
}

void baseline_stream(void *grid, int count) {
  const baseline_grid *g = grid;
  const unsigned mode = set_flush(0, 1);
  for (int i = 0; i < count; ++i)
    g->by->stream(total(g), g->u[0], g->u[1]);
  set_flush(mode, 0);
}

// --- Modes --------------------------------------------------------------------------------------

struct baseline_modes {
  const compilation *by;
  int count;
  double *row[5]; // a, b, w, q, q-
  double sum;
};

baseline_modes *baseline_modes_new(int count) {
  baseline_modes *m = calloc(1, sizeof *m);
  if (m == NULL)
    return NULL;
  m->count = count;
  for (int i = 0; i < 5; ++i) {
    m->row[i] = array_of(count);
    if (m->row[i] == NULL) {
      baseline_modes_free(m);
      return NULL;
    }
  }
  for (int j = 0; j < count; ++j) {
    m->row[0][j] = 2 * cos(3.0 * (j + 1) / (count + 1)) * 0.9999;
    m->row[1][j] = -0.9999 * 0.9999;
    m->row[2][j] = 1 / sqrt(count);
    m->row[3][j] = 1e-3;
  }
  choose(&m->by, baseline_modes_step, m);
  return m;
}

void baseline_modes_free(baseline_modes *m) {
  if (m == NULL)
    return;
  for (int i = 0; i < 5; ++i)
    free(m->row[i]);
  free(m);
}

void baseline_modes_step(void *modes, int count) {
  baseline_modes *m = modes;
  const unsigned mode = set_flush(0, 1);
  for (int i = 0; i < count; ++i) {
    m->sum = m->by->modes(m->count, 1e-6 * m->sum, m->row[0], m->row[1], m->row[2], m->row[3],
                          m->row[4]);
    double *q = m->row[3];
    m->row[3] = m->row[4];
    m->row[4] = q;
  }
  set_flush(mode, 0);
}

// --- Arithmetic ---------------------------------------------------------------------------------

/// For bench_loop.
typedef struct {
  const compilation *by;
  double start[64];
  double sum;
} arithmetic_loop;

static void calculate(void *what, int count) {
  arithmetic_loop *a = what;
  a->sum += a->by->arithmetic(count, a->start);
}

double baseline_operation(void) {
  double least = 0;
  for (int i = 0; i < BASELINE_COUNT; ++i) {
    arithmetic_loop a = {.by = &compilations[i]};
    bench_loop loop = {.work = calculate, .what = &a};
    if (!fits(a.by))
      continue;
    bench_time_for(&loop, 1, 11, 4e-4);
    const double each = 1e9 * loop.minimum / (14 * a.by->lanes);
    least = least > 0 ? fmin(least, each) : each;
  }
  return least;
}
