// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The part of carom bench about grids: nanoseconds per point and step.

#include "cli/bench.h"
#include "cli/bench_baseline.h"

#include <string.h>

/// One row of the table; ny is 0 for a string or bar.
typedef struct {
  const char *name;
  int nx, ny;
} grid_size;

void bench_grid_scene(const char *type, int nx, int ny, char *text) {
  if (ny > 0)
    snprintf(
        text, BENCH_TEXT,
        "{carom: 1, bodies: {b: {type: plate, size: [%g, %g], points: [%d, %d], thickness: 1e-3, "
        "density: 1000, youngs: 8e9, sigma0: 1, sigma1: 1e-3, start: {shape: hump}}}}",
        0.02 * nx, 0.02 * ny, nx, ny);
  else
    snprintf(
        text, BENCH_TEXT,
        "{carom: 1, bodies: {b: {type: %s, length: %g, linear_density: 0.01, %sbending_stiffness: "
        "1e-3, sigma0: 1, sigma1: 1e-3, points: %d, start: {shape: hump}}}}",
        type, 0.02 * nx, strcmp(type, "string") == 0 ? "tension: 100, " : "", nx);
}

// Additions, multiplications and both fused of a point, as few as the scheme can do with: of a line
// four for w, four for du+ and one for u+; of a plate four for Lap u and one for w, four for Lap w
// and two for du+, and one for u+.
static double operations(const grid_size *g) {
  return g->ny > 0 ? 12 : 9;
}

static bool bench_grid(const grid_size *g, const bench_record *r, bool first) {
  char text[BENCH_TEXT];
  char size[24];
  bench_grid_scene(g->name, g->nx, g->ny, text);
  snprintf(size, sizeof size, g->ny > 0 ? "%dx%d" : "%d", g->nx, g->ny);
  baseline_grid *baseline = baseline_new(g->nx, g->ny);
  const bool good =
      baseline != NULL && bench_row_run(r,
                                        &(const bench_row){.name = g->name,
                                                           .size = size,
                                                           .units = (g->nx + 1.0) * (g->ny + 1.0),
                                                           .scene = text,
                                                           .baseline = baseline_step,
                                                           .stream = baseline_stream,
                                                           .what = baseline,
                                                           .operations = operations(g)},
                                        first);
  baseline_free(baseline);
  return good;
}

bool bench_grids(const bench_record *r) {
  static const grid_size grids[] = {
      {"string", 30, 0},    {"plate", 10, 10},     {"string", 100, 0},   {"string", 1000, 0},
      {"string", 10000, 0}, {"string", 100000, 0}, {"bar", 30, 0},       {"bar", 100, 0},
      {"bar", 1000, 0},     {"bar", 10000, 0},     {"plate", 32, 31},    {"plate", 135, 18},
      {"plate", 100, 100},  {"plate", 316, 316},   {"plate", 1000, 1000}};
  const int count = r->quick ? 2 : sizeof grids / sizeof grids[0];
  bool good = true;
  bench_table(r, "grids",
              "Grids: nanoseconds per point and step (limit: the arithmetic of the scheme, or "
              "reading and\nwriting its arrays once)",
              "body");
  for (int i = 0; good && i < count; ++i)
    good = bench_grid(&grids[i], r, i == 0);
  bench_table_end(r, false);
  return good;
}
