// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The pictures of reports: graphs over time and charts of curves. Curves differ in colour and in
// dashes, so that each is seen where two coincide, and in grey.

#include "reproduce/report.h"

#include "plot/svg.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 700, WIDTH = 900, GRAPH_ROW = 220, CHART_ROW = 300, LABEL = 100, FEW = 12 };

// --- Axes ---------------------------------------------------------------------------------------

/// An axis: its label, and what its values are multiplied by.
typedef struct {
  char label[LABEL];
  double factor, low, high; // the range before the factor
} axis;

static bool takes_prefix(const char *unit) {
  static const char *const units[] = {"m", "s", "N", "J", "m/s", "Hz"};
  for (size_t i = 0; i < sizeof units / sizeof units[0]; ++i)
    if (strcmp(unit, units[i]) == 0)
      return true;
  return false;
}

// The label's unit with a prefix for the largest value, from 1e-12 to 1e9.
static void choose_prefix(axis *a, const char *label) {
  static const char *const prefixes[] = {"p", "n", "u", "m", "", "k", "M"};
  const double most = fmax(fabs(a->low), fabs(a->high));
  const char *comma = strrchr(label, ',');
  a->factor = 1;
  snprintf(a->label, LABEL, "%s", label);
  if (comma == NULL || !takes_prefix(comma + 2) || (most >= 0.5 && most < 5000) || !(most > 0))
    return;
  const double power = floor(log10(most * 1.001) / 3);
  const int step = (int)fmin(fmax(power, -4), 2);
  a->factor = pow(1000, -step);
  snprintf(a->label, LABEL, "%.*s, %s%s", (int)(comma - label), label, prefixes[step + 4],
           comma + 2);
}

static axis new_axis(void) {
  return (axis){.factor = 1, .low = INFINITY, .high = -INFINITY};
}

static void include_values(axis *a, const double *values, int count) {
  for (int i = 0; i < count; ++i)
    if (isfinite(values[i])) {
      a->low = fmin(a->low, values[i]);
      a->high = fmax(a->high, values[i]);
    }
}

// A constant, but for rounding, is drawn with 0 as its scale.
static void finish_axis(axis *a, const char *label) {
  if (!(a->low <= a->high))
    a->low = a->high = 0;
  if (a->high - a->low < 1e-4 * fmax(fabs(a->low), fabs(a->high))) {
    a->low = fmin(a->low, 0);
    a->high = fmax(a->high, 0);
  }
  choose_prefix(a, label);
}

// --- Curves -------------------------------------------------------------------------------------

// By colour, so that a curve looks the same in all panels; the first and grey are solid.
static const char *dashes_of(int colour) {
  static const char *const patterns[] = {"none", "7 4",  "2 3", "9 3 2 3",
                                         "4 2",  "12 4", "1 3", "none"};
  return patterns[colour % 8];
}

// Points closer than half a pixel to the one before are left out; few points are marked.
static void draw_curve(const panel *p, const curve *c, const axis *x, const axis *y) {
  double *at = malloc(2 * (size_t)c->count * sizeof *at);
  int kept = 0;
  for (int i = 0; at != NULL && i < c->count; ++i) {
    const double point[2] = {c->x[i] * x->factor, c->y[i] * y->factor};
    const bool near = i > 0 && i < c->count - 1 && kept > 0 &&
                      fabs(panel_x(p, point[0]) - panel_x(p, at[kept - 1])) +
                              fabs(panel_y(p, point[1]) - panel_y(p, at[c->count + kept - 1])) <
                          0.5;
    if (near)
      continue;
    at[kept] = point[0];
    at[c->count + kept++] = point[1];
  }
  if (at != NULL) {
    fprintf(p->file, "<g stroke-dasharray=\"%s\">\n", dashes_of(c->colour));
    panel_line(p, at, at + c->count, kept, c->colour, 0.9);
    fputs("</g>\n", p->file);
    for (int i = 0; c->count > 2 && c->count <= FEW && i < kept; ++i)
      fprintf(p->file,
              "<circle class=\"c%d\" fill=\"currentColor\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n",
              c->colour % 8, panel_x(p, at[i]), panel_y(p, at[c->count + i]));
  }
  free(at);
}

static double width_of(const char *name) {
  return 34 + 6.6 * (double)strlen(name);
}

// Names of the curves above the panel, at its right.
static void draw_legend(const panel *p, const curve *curves, int count, const char *label) {
  double width = 0;
  for (int i = 0; i < count; ++i)
    width += curves[i].name != NULL ? width_of(curves[i].name) : 0;
  double place = fmax(p->width - width, 12 + 6.6 * (double)strlen(label));
  for (int i = 0; i < count; ++i) {
    if (curves[i].name == NULL)
      continue;
    fprintf(p->file, "<g stroke-dasharray=\"%s\">\n", dashes_of(curves[i].colour));
    panel_legend(p, place, curves[i].colour, curves[i].name);
    fputs("</g>\n", p->file);
    place += width_of(curves[i].name);
  }
}

static void draw_chart(FILE *file, const chart *c, panel p) {
  axis x = new_axis();
  axis y = new_axis();
  for (int i = 0; i < c->curves; ++i) {
    include_values(&x, c->curve[i].x, c->curve[i].count);
    include_values(&y, c->curve[i].y, c->curve[i].count);
  }
  finish_axis(&x, c->x_label);
  finish_axis(&y, c->y_label);
  p.file = file;
  panel_range_x(&p, x.low * x.factor, x.high * x.factor);
  panel_range(&p, y.low * y.factor, y.high * y.factor);
  panel_axes(&p, x.label, y.label);
  for (int i = 0; i < c->curves; ++i)
    draw_curve(&p, &c->curve[i], &x, &y);
  draw_legend(&p, c->curve, c->curves, y.label);
}

void report_draw_charts(report *r, const char *title, const chart *charts, int count, bool wide) {
  size_t bytes = 0;
  FILE *file = open_memstream(&r->picture, &bytes);
  if (file == NULL)
    return;
  const int rows = wide ? count : (count + 1) / 2;
  svg_begin(file, WIDTH, 50 + CHART_ROW * rows, title);
  for (int i = 0; i < count; ++i) {
    const int row = wide ? i : i / 2;
    draw_chart(file, &charts[i],
               (panel){.x = wide || i % 2 == 0 ? 80 : 530,
                       .y = 60 + CHART_ROW * row,
                       .width = wide ? 790 : 345,
                       .height = CHART_ROW - 70});
  }
  svg_end(file);
  if (fclose(file) != 0)
    report_free(r);
}

// --- Graphs -------------------------------------------------------------------------------------

// Of each column the value that is largest in size. A curve ends at the edge where it leaves the
// range, and begins again where it comes back.
static int thin_out(const graph *g, const double *y, double *t, double *out) {
  const int columns = g->count < COLUMNS ? g->count : COLUMNS;
  const bool all = g->low == 0 && g->high == 0;
  bool inside = true;
  for (int c = 0; c < columns; ++c) {
    const int from = g->first + (int)((long long)c * g->count / columns);
    const int to = g->first + (int)((long long)(c + 1) * g->count / columns);
    double most = y[from];
    for (int i = from + 1; c > 0 && i < to; ++i) // the start as it is
      if (fabs(y[i]) > fabs(most))
        most = y[i];
    const bool was_inside = inside;
    inside = all || (most >= g->low && most <= g->high);
    t[c] = from * g->step;
    out[c] = inside || isnan(most) ? most
             : was_inside          ? fmin(fmax(most, g->low), g->high)
                                   : (double)NAN;
  }
  return columns;
}

static void draw_graph(const report *r, panel *p, const graph *g) {
  double t[COLUMNS] = {0};
  double y[2][COLUMNS] = {{0}};
  const int columns = thin_out(g, g->theirs, t, y[0]);
  thin_out(g, g->ours, t, y[1]);
  axis time = {.low = g->first * g->step, .high = (g->first + g->count) * g->step};
  axis value = new_axis();
  include_values(&value, y[0], columns);
  include_values(&value, y[1], columns);
  choose_prefix(&time, g->time != NULL ? g->time : "time, s");
  finish_axis(&value, g->label);
  p->left = time.low * time.factor;
  p->right = time.high * time.factor;
  panel_range(p, value.low * value.factor, value.high * value.factor);
  panel_axes(p, time.label, value.label);
  // theirs lies above, with dashes
  const curve curves[] = {{t, y[1], columns, 0, r->ours}, {t, y[0], columns, 1, r->theirs}};
  for (int i = 0; i < 2; ++i)
    draw_curve(p, &curves[i], &time, &value);
  draw_legend(p, curves, 2, value.label);
}

void report_draw_graphs(report *r, const char *title, const graph *graphs, int count) {
  size_t bytes = 0;
  FILE *file = open_memstream(&r->picture, &bytes);
  if (file == NULL)
    return;
  svg_begin(file, WIDTH, 50 + GRAPH_ROW * count, title);
  for (int i = 0; i < count; ++i) {
    panel p = {
        .file = file, .x = 90, .y = 60 + GRAPH_ROW * i, .width = 780, .height = GRAPH_ROW - 66};
    draw_graph(r, &p, &graphs[i]);
  }
  svg_end(file);
  if (fclose(file) != 0)
    report_free(r);
}
