// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The part of carom bench about cost against size: points, modes, links and copies from ten to a
// million, with exponents fitted to the time of a step, T = T_1 N^p. Near ten the fixed cost of a
// step lowers them, at a million the memory raises them, so that from a thousand on they are told
// as well. Copies are stepped a block of samples at a time, one after the other, as batches are
// meant to be: a copy then comes into the cache once a block.

#include "cli/bench.h"
#include "plot/axes.h"
#include "plot/marks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 6, LARGE = 2 }; // 10, 100, ...; from where on sizes count as large

static double size_at(int i) {
  return 10 * pow(10, i);
}

// --- What grows ---------------------------------------------------------------------------------

// A body has at most a hundred thousand points along a side; more are several bodies.
enum { MOST_POINTS = 100000, TEXT_OF_BODY = 400 };

// `n` points or links in as many bodies as needed: strings, with a barrier along all of them or
// not.
static void strings_scene(int n, const char *barrier, char *text) {
  const int bodies = (n + MOST_POINTS - 1) / MOST_POINTS;
  const int each = n / bodies;
  char *end = text + sprintf(text, "{carom: 1, bodies: {");
  for (int i = 0; i < bodies; ++i)
    end += sprintf(end,
                   "b%d: {type: string, length: %g, linear_density: 0.01, tension: 100, "
                   "bending_stiffness: 1e-3, sigma0: 1, sigma1: 1e-3, points: %d, start: {shape: "
                   "hump, amplitude: -1e-6}}, ",
                   i, 0.02 * each, each);
  end += sprintf(end, "w: {type: barrier, position: %s}}", barrier != NULL ? barrier : "-1");
  for (int i = 0; barrier != NULL && i < bodies; ++i)
    end += sprintf(end,
                   "%sc%d: {type: collision, below: w, above: b%d, along: true, stiffness: 1e3, "
                   "exponent: 1.5}",
                   i == 0 ? ", contacts: {" : ", ", i, i);
  sprintf(end, barrier != NULL ? "}}" : "}");
}

static void string_scene(int n, char *text) {
  strings_scene(n, NULL, text);
}

static void plate_scene(int n, char *text) {
  const int side = (int)(sqrt(n) + 0.5);
  bench_grid_scene("plate", side, side, text);
}

static void modes_scene(int n, char *text) {
  bench_modes_scene(n, "", text);
}

static void apart_scene(int n, char *text) {
  strings_scene(n, "-1", text);
}

static void touching_scene(int n, char *text) {
  strings_scene(n, "1e-6", text);
}

// One of many: a mass that bounces.
static void copy_scene(int n, char *text) {
  (void)n;
  sprintf(text,
          "{carom: 1, gravity: 9.81, bodies: {w: {type: barrier}, m: {type: mass, mass: 1e-3, "
          "position: 1e-3}}, contacts: {c: {type: collision, below: w, above: m, stiffness: "
          "1e6}}}");
}

/// What grows, and how far.
static const struct {
  const char *name, *unit;
  void (*scene)(int n, char *text);
  int most;
  bool copies; // the scene stays, its states become more
} kinds[] = {
    {"string", "points", string_scene, 1000000, false},
    {"plate", "points", plate_scene, 1000000, false},
    {"modes", "modes", modes_scene, 10000, false},
    {"along, apart", "links", apart_scene, 1000000, false},
    {"along, touching", "links", touching_scene, 1000000, false},
    {"mass and wall", "copies", copy_scene, 100000, true},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

enum { COPY_SAMPLES = 64 }; // of a block

// A batch of copies; its steps are blocks.
static void step_copies(void *what, int count) {
  carom_batch *batch = what;
  for (int i = 0; i < count; ++i)
    carom_batch_process(batch, 0, 0, carom_batch_count(batch), COPY_SAMPLES, NULL, 0, NULL);
}

static bool time_copies(const bench_subject *one, int n, bench_loop *loop, int turns,
                        double least) {
  carom_batch_options options = carom_batch_options_default();
  options.ledger = false;
  carom_batch *batch = carom_batch_open(one->model, n, NULL, &options, NULL, NULL);
  *loop = (bench_loop){.work = step_copies, .what = batch};
  if (batch != NULL)
    bench_time_for(loop, 1, n > 10000 ? turns / 3 : turns, least);
  loop->median /= COPY_SAMPLES;
  carom_batch_close(batch, NULL);
  return batch != NULL;
}

/// A curve of times.
typedef struct {
  int count;
  double log_size[SIZES], ns[SIZES], log_ns[SIZES];
} size_curve;

static bool time_size(const bench_record *r, int kind, int n, double *ns) {
  const int turns = r->quick ? 3 : 11;
  const double least = r->quick ? 2e-4 : 1e-3;
  char *text = malloc(BENCH_TEXT + TEXT_OF_BODY * (size_t)(n / MOST_POINTS + 1));
  bench_subject subject = {0};
  bench_loop loop = {.work = bench_subject_step, .what = &subject};
  if (text != NULL)
    kinds[kind].scene(n, text);
  bool good = text != NULL && bench_subject_make(&subject, text, false);
  if (good && kinds[kind].copies)
    good = time_copies(&subject, n, &loop, turns, least);
  else if (good)
    bench_time_for(&loop, 1, turns, least);
  *ns = 1e9 * loop.median;
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

// Sizes and times on logarithmic axes; the legend is at the right.
static void draw_curves(const size_curve curves[KINDS], panel *p) {
  double least = INFINITY;
  double most = -INFINITY;
  double largest = 1;
  for (int kind = 0; kind < KINDS; ++kind)
    for (int i = 0; i < curves[kind].count; ++i) {
      most = fmax(most, log10(1e-9 * curves[kind].ns[i]));
      least = fmin(least, log10(1e-9 * curves[kind].ns[i]));
      largest = fmax(largest, curves[kind].log_size[i]);
    }
  p->log_x = p->log_y = true;
  p->left = 0.9;
  p->right = largest + 0.1;
  p->bottom = least - 0.1;
  p->top = most + 0.1;
  panel_axes(p, "number N of points, dimensionless", "time of a step and point, s");
  for (int kind = 0; kind < KINDS; ++kind) {
    const size_curve *c = &curves[kind];
    double y[SIZES];
    char label[64];
    for (int i = 0; i < c->count; ++i)
      y[i] = log10(1e-9 * c->ns[i]);
    panel_line(p, c->log_size, y, c->count, kind, 1);
    marks_points(p, c->log_size, y, c->count, kind);
    snprintf(label, sizeof label, "%s (%s)", kinds[kind].name, kinds[kind].unit);
    marks_legend(p->file, 600, p->y + 14 + 40 * kind, kind, true, label);
    snprintf(label, sizeof label, "time of a step: N to the power of %.2f",
             slope_of(c->log_size, c->log_ns, c->count));
    svg_text(p->file, 642, p->y + 29 + 40 * kind, "start", "note", label);
  }
  panel_caption(p, "Points stand for modes, links and copies too; medians of this machine");
}

static bool draw(const size_curve curves[KINDS], const char *path) {
  FILE *file = fopen(path, "w");
  if (file == NULL)
    return false;
  panel p = {.file = file, .x = 90, .y = 66, .width = 480, .height = 360};
  svg_begin(file, 900, 500, "Cost against size");
  draw_curves(curves, &p);
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
