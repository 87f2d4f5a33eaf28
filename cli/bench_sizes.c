// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The part of carom bench about cost against size: points, modes, links and copies from ten to a
// million, with exponents fitted to the time of a step, T = T_1 N^p. Near ten the fixed cost of a
// step lowers them, at a million the memory raises them, so that from a thousand on they are told
// as well.

#include "cli/bench.h"
#include "plot/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 6, LARGE = 2 }; // 10, 100, ...; from where on sizes count as large

static double size_at(int i) {
  return 10 * pow(10, i);
}

// --- Scenes -------------------------------------------------------------------------------------

static void string_scene(int n, char *text) {
  bench_grid_scene("string", n, 0, text);
}

static void plate_scene(int n, char *text) {
  const int side = (int)(sqrt(n) + 0.5);
  bench_grid_scene("plate", side, side, text);
}

static void modes_scene(int n, char *text) {
  bench_modes_scene(n, "", text);
}

static void apart_scene(int n, char *text) {
  bench_along_scene(n, BENCH_APART, text);
}

static void touching_scene(int n, char *text) {
  bench_along_scene(n, BENCH_TOUCHING, text);
}

// Masses that bounce on one barrier, each by a contact of its own.
static void copies_scene(int n, char *text) {
  char *end = text + sprintf(text, "{carom: 1, gravity: 9.81, bodies: {w: {type: barrier}");
  for (int i = 0; i < n; ++i)
    end += sprintf(end, ", m%d: {type: mass, mass: 1e-3, position: %g}", i, 1e-3 + 1e-9 * i);
  end += sprintf(end, "}, contacts: {");
  for (int i = 0; i < n; ++i)
    end += sprintf(end, "%sc%d: {type: collision, below: w, above: m%d, stiffness: 1e6}",
                   i > 0 ? ", " : "", i, i);
  sprintf(end, "}}");
}

/// What grows, how far, and how much text a scene takes besides.
static const struct {
  const char *name, *unit;
  void (*scene)(int n, char *text);
  int most;
  size_t text;
} kinds[] = {
    {"string", "points", string_scene, 1000000, 0},
    {"plate", "points", plate_scene, 1000000, 0},
    {"modes", "modes", modes_scene, 10000, 0},
    {"along, apart", "links", apart_scene, 1000000, 0},
    {"along, touching", "links", touching_scene, 100000, 0},
    {"masses", "copies", copies_scene, 10000, 160},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/// A curve of times.
typedef struct {
  int count;
  double log_size[SIZES], ns[SIZES], log_ns[SIZES];
} size_curve;

static bool time_size(const bench_record *r, int kind, int n, double *ns) {
  char *text = malloc(BENCH_TEXT + kinds[kind].text * (size_t)n);
  bench_subject subject = {0};
  if (text != NULL)
    kinds[kind].scene(n, text);
  const bool good = text != NULL && bench_subject_make(&subject, text, false);
  if (good) {
    bench_loop loop = {bench_subject_step, &subject, 0, 0};
    bench_time_for(&loop, 1, r->quick ? 3 : 15, r->quick ? 2e-4 : 1e-3);
    *ns = 1e9 * loop.median;
  }
  free(text);
  bench_subject_free(&subject);
  return good;
}

// The slope of a line through points, by least squares.
static double slope_of(const double *x, const double *y, int count) {
  double x_mean = 0;
  double y_mean = 0;
  double over = 0;
  double under = 0;
  for (int i = 0; i < count; ++i) {
    x_mean += x[i] / count;
    y_mean += y[i] / count;
  }
  for (int i = 0; i < count; ++i) {
    over += (x[i] - x_mean) * (y[i] - y_mean);
    under += (x[i] - x_mean) * (x[i] - x_mean);
  }
  return over / under;
}

static bool measure(const bench_record *r, int kind, size_curve *c) {
  const int most = r->quick ? 1000 : kinds[kind].most;
  for (int i = 0; i < SIZES && size_at(i) <= most; ++i) {
    double ns;
    if (!time_size(r, kind, (int)size_at(i), &ns))
      return false;
    c->log_size[i] = log10(size_at(i));
    c->log_ns[i] = log10(ns);
    c->ns[i] = ns / size_at(i);
    c->count = i + 1;
  }
  return true;
}

static void print_curve(const bench_record *r, int kind, const size_curve *c) {
  const double all = slope_of(c->log_size, c->log_ns, c->count);
  printf("%-16s %-7s", kinds[kind].name, kinds[kind].unit);
  fprintf(r->json, "%s\n    {\"name\": \"%s\", \"ns\": [", kind > 0 ? "," : "", kinds[kind].name);
  for (int i = 0; i < SIZES; ++i) {
    if (i < c->count)
      printf(" %8.3f", c->ns[i]);
    else
      printf(" %8s", "");
    if (i < c->count)
      fprintf(r->json, "%s%.4g", i > 0 ? ", " : "", c->ns[i]);
  }
  printf(" %9.2f", all);
  fprintf(r->json, "], \"exponent\": %.3f", all);
  if (c->count > LARGE + 1) {
    const double large = slope_of(c->log_size + LARGE, c->log_ns + LARGE, c->count - LARGE);
    printf(" %11.2f", large);
    fprintf(r->json, ", \"exponent_from_1000\": %.3f", large);
  }
  printf("\n");
  fprintf(r->json, "}");
}

// --- The picture --------------------------------------------------------------------------------

static bool draw(const size_curve curves[KINDS], const char *path) {
  FILE *file = fopen(path, "w");
  if (file == NULL)
    return false;
  panel p = {.file = file, .x = 90, .y = 90, .width = 780, .height = 360};
  double most = 0;
  double least = 0;
  p.left = 1;
  p.right = 1 + SIZES - 1;
  for (int kind = 0; kind < KINDS; ++kind)
    for (int i = 0; i < curves[kind].count; ++i) {
      most = fmax(most, log10(curves[kind].ns[i]));
      least = fmin(least, log10(curves[kind].ns[i]));
    }
  svg_begin(file, 900, 520, "Cost against size");
  panel_range(&p, least, most);
  panel_axes(&p, "log10 of the number N of points, modes, links or copies",
             "log10 of nanoseconds per step and N");
  for (int kind = 0; kind < KINDS; ++kind) {
    const size_curve *c = &curves[kind];
    double y[SIZES];
    char label[48];
    for (int i = 0; i < c->count; ++i)
      y[i] = log10(c->ns[i]);
    panel_line(&p, c->log_size, y, c->count, kind, 1);
    snprintf(label, sizeof label, "%s, N^%.2f", kinds[kind].name,
             slope_of(c->log_size, c->log_ns, c->count));
    panel_legend(&p, 130.0 * kind, kind, label);
  }
  svg_end(file);
  return fclose(file) == 0;
}

bool bench_sizes(const bench_record *r, const char *picture) {
  size_curve curves[KINDS] = {{0}};
  bool good = true;
  printf(
      "\nCost against size: nanoseconds per step and point, mode, link or copy, and the exponents "
      "of a\nstep's time fitted to it\n\n%-16s %-7s",
      "what", "N is");
  for (int i = 0; i < SIZES; ++i)
    printf(" %8.0f", size_at(i));
  printf(" %9s %11s\n", "exponent", "from 1000");
  fprintf(r->json, "  \"sizes\": [");
  for (int kind = 0; good && kind < KINDS; ++kind) {
    good = measure(r, kind, &curves[kind]);
    if (good)
      print_curve(r, kind, &curves[kind]);
    fflush(stdout);
  }
  fprintf(r->json, "\n  ]\n");
  return good && draw(curves, picture);
}
