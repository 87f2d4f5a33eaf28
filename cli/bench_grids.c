// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The part of carom bench about grids: nanoseconds per point and step beside the baseline and the
// memory's limit, and cost against size.

#include "cli/bench.h"
#include "cli/bench_baseline.h"
#include "plot/svg.h"

#include <math.h>
#include <string.h>

/// One row of the table; ny is 0 for a string or bar.
typedef struct {
  const char *name;
  int nx, ny;
} grid_size;

static double count_points(const grid_size *g) {
  return (g->nx + 1.0) * (g->ny + 1.0);
}

static void write_scene(const grid_size *g, char *text, size_t size) {
  if (g->ny > 0) // spacing 1 cm, stiffness a little below the limit
    snprintf(
        text, size,
        "{carom: 1, bodies: {b: {type: plate, size: [%g, %g], points: [%d, %d], thickness: 1e-3, "
        "density: 1000, youngs: 8e9, sigma0: 1, sigma1: 1e-3, start: {shape: hump}}}}",
        0.02 * g->nx, 0.02 * g->ny, g->nx, g->ny);
  else
    snprintf(
        text, size,
        "{carom: 1, bodies: {b: {type: %s, length: %g, linear_density: 0.01, %sbending_stiffness: "
        "1e-3, sigma0: 1, sigma1: 1e-3, points: %d, start: {shape: hump}}}}",
        g->name, 0.02 * g->nx, strcmp(g->name, "string") == 0 ? "tension: 100, " : "", g->nx);
}

static void print_row(const grid_size *g, const bench_record *r, const double ns[4],
                      const char *comma) {
  char size[24];
  snprintf(size, sizeof size, g->ny > 0 ? "%dx%d" : "%d", g->nx, g->ny);
  char key[96];
  snprintf(key, sizeof key, "\"body\": \"%s\", \"points\": [%d, %d]", g->name, g->nx, g->ny);
  printf("%-8s %9s %9.3f %12.3f %12.3f %12.3f %11.2f", g->name, size, ns[0], ns[1], ns[2], ns[3],
         ns[2] / ns[0]);
  bench_print_change(r, key, "\"ns_per_point\": ", ns[0]);
  fprintf(r->json,
          "%s\n    {%s, \"ns_per_point\": %.4g, \"with_ledger\": %.4g, \"plain_loop\": %.4g, "
          "\"limit\": %.4g}",
          comma, key, ns[0], ns[1], ns[2], ns[3]);
}

static bool bench_grid(const grid_size *g, const bench_record *r, const char *comma) {
  char text[512];
  bench_subject with = {0};
  bench_subject without = {0};
  write_scene(g, text, sizeof text);
  baseline_grid *baseline = baseline_new(g->nx, g->ny);
  const bool good = baseline != NULL && bench_subject_make(&with, text, true) &&
                    bench_subject_make(&without, text, false);
  if (good) {
    bench_loop loops[] = {{bench_subject_step, &without, 0, 0},
                          {bench_subject_step, &with, 0, 0},
                          {baseline_step, baseline, 0, 0},
                          {baseline_stream, baseline, 0, 0}};
    double ns[4];
    bench_time(loops, 4);
    for (int i = 0; i < 4; ++i)
      ns[i] = 1e9 * loops[i].median / count_points(g);
    print_row(g, r, ns, comma);
  }
  baseline_free(baseline);
  bench_subject_free(&with);
  bench_subject_free(&without);
  return good;
}

bool bench_grids(const bench_record *r) {
  static const grid_size grids[] = {{"string", 100, 0},  {"string", 1000, 0}, {"bar", 100, 0},
                                    {"plate", 40, 20},   {"plate", 135, 18},  {"plate", 200, 200},
                                    {"plate", 1000, 400}};
  bool good = true;
  printf(
      "nanoseconds per grid point and step (limit: reading and writing the same arrays once)\n\n");
  printf("%-8s %9s %9s %12s %12s %12s %11s%s\n", "body", "points", "step", "with ledger",
         "plain loop", "limit", "plain/step", r->former != NULL ? "   change" : "");
  fprintf(r->json, "  \"grids\": [");
  for (size_t i = 0; good && i < sizeof grids / sizeof grids[0]; ++i)
    good = bench_grid(&grids[i], r, i > 0 ? "," : "");
  fprintf(r->json, "\n  ]");
  return good;
}

// --- Cost against size --------------------------------------------------------------------------

enum { SIZES = 9 };

/// A curve of engine and baseline each.
typedef struct {
  double points[SIZES]; // log10
  double engine[SIZES], baseline[SIZES];
} size_curves;

static bool time_size(const grid_size *g, size_curves *c, int i) {
  char text[512];
  bench_subject engine = {0};
  write_scene(g, text, sizeof text);
  baseline_grid *baseline = baseline_new(g->nx, g->ny);
  const bool good = baseline != NULL && bench_subject_make(&engine, text, false);
  if (good) {
    bench_loop loops[] = {{bench_subject_step, &engine, 0, 0}, {baseline_step, baseline, 0, 0}};
    bench_time(loops, 2);
    c->points[i] = log10(count_points(g));
    c->engine[i] = 1e9 * loops[0].median / count_points(g);
    c->baseline[i] = 1e9 * loops[1].median / count_points(g);
  }
  baseline_free(baseline);
  bench_subject_free(&engine);
  return good;
}

static bool draw_sizes(const size_curves curves[2], const char *path) {
  static const char *const labels[] = {"string: ns per point and step",
                                       "plate: ns per point and step"};
  FILE *file = fopen(path, "w");
  if (file == NULL)
    return false;
  svg_begin(file, 900, 560, "Cost against size");
  for (int kind = 0; kind < 2; ++kind) {
    const size_curves *c = &curves[kind];
    panel p = {.file = file, .x = 90, .y = 66 + 250.0 * kind, .width = 780, .height = 180};
    double most = 0;
    for (int i = 0; i < SIZES; ++i)
      most = fmax(most, fmax(c->engine[i], c->baseline[i]));
    p.left = c->points[0];
    p.right = c->points[SIZES - 1];
    panel_range(&p, 0, most);
    panel_axes(&p, "log10 of the number of points", labels[kind]);
    panel_line(&p, c->points, c->engine, SIZES, 0, 1);
    panel_line(&p, c->points, c->baseline, SIZES, 1, 1);
    panel_legend(&p, 400, 0, "engine");
    panel_legend(&p, 520, 1, "plain loop");
  }
  svg_end(file);
  return fclose(file) == 0;
}

bool bench_sizes(const char *picture) {
  static const int lengths[SIZES] = {16, 32, 64, 128, 256, 1024, 4096, 16384, 65536};
  static const int sides[SIZES] = {6, 10, 16, 24, 36, 64, 128, 256, 512};
  size_curves curves[2];
  for (int i = 0; i < SIZES; ++i)
    if (!time_size(&(const grid_size){"string", lengths[i], 0}, &curves[0], i) ||
        !time_size(&(const grid_size){"plate", sides[i], sides[i]}, &curves[1], i))
      return false;
  return draw_sizes(curves, picture);
}
