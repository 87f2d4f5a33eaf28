// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The pictures of reports: graphs over time and charts of curves. Curves differ in colour and in
// dashes, so that each is seen where two coincide, and in grey.

#include "reproduce/report.h"

#include "plot/axes.h"
#include "plot/marks.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 700, WIDTH = 900, GRAPH_ROW = 226, CHART_ROW = 306, FEW = 12, MOST_CURVES = 12 };

// --- Curves -------------------------------------------------------------------------------------

/// The range of values.
typedef struct {
  double low, high;
} value_range;

static value_range no_values(void) {
  return (value_range){.low = INFINITY, .high = -INFINITY};
}

static void include_values(value_range *r, const double *values, int count) {
  for (int i = 0; i < count; ++i)
    if (isfinite(values[i])) {
      r->low = fmin(r->low, values[i]);
      r->high = fmax(r->high, values[i]);
    }
}

// A style is a colour and dashes; few points are marked.
static void draw_curve(const panel *p, const curve *c) {
  panel_line(p, c->x, c->y, c->count, c->colour, 1);
  if (c->count > 2 && c->count <= FEW)
    marks_points(p, c->x, c->y, c->count, c->colour);
}

// Names of the curves above the panel, at its right, or in a line above the label if they are long.
static void draw_legend(const panel *p, const curve *curves, int count, const char *label) {
  const char *names[MOST_CURVES];
  int styles[MOST_CURVES];
  int named = 0;
  double width = svg_text_width(label);
  for (int i = 0; i < count && named < MOST_CURVES; ++i) {
    if (curves[i].name == NULL)
      continue;
    names[named] = curves[i].name;
    styles[named++] = curves[i].colour;
    width += panel_legend_width(curves[i].name);
  }
  panel above = *p;
  above.y -= width > p->width ? 16 : 0;
  panel_legends(&above, names, styles, named);
}

static void draw_chart(FILE *file, const chart *c, panel p) {
  value_range x = no_values();
  value_range y = no_values();
  for (int i = 0; i < c->curves; ++i) {
    include_values(&x, c->curve[i].x, c->curve[i].count);
    include_values(&y, c->curve[i].y, c->curve[i].count);
  }
  p.file = file;
  panel_range_x(&p, x.low, x.high);
  panel_range(&p, y.low, y.high);
  panel_axes(&p, c->x_label, c->y_label);
  for (int i = 0; i < c->curves; ++i)
    draw_curve(&p, &c->curve[i]);
  draw_legend(&p, c->curve, c->curves, c->y_label);
}

void report_draw_charts(report *r, const char *title, const chart *charts, int count, bool wide) {
  size_t bytes = 0;
  FILE *file = open_memstream(&r->picture, &bytes);
  if (file == NULL)
    return;
  const int rows = wide ? count : (count + 1) / 2;
  svg_begin(file, WIDTH, 60 + CHART_ROW * rows, title);
  for (int i = 0; i < count; ++i) {
    const int row = wide ? i : i / 2;
    draw_chart(file, &charts[i],
               (panel){.x = wide || i % 2 == 0 ? 80 : 530,
                       .y = 66 + CHART_ROW * row,
                       .width = wide ? 790 : 345,
                       .height = CHART_ROW - 76});
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
  value_range value = no_values();
  include_values(&value, y[0], columns);
  include_values(&value, y[1], columns);
  p->left = g->first * g->step;
  p->right = (g->first + g->count) * g->step;
  panel_range(p, value.low, value.high);
  panel_axes(p, g->time != NULL ? g->time : "time, s", g->label);
  // theirs lies above, with dashes
  const curve curves[] = {{t, y[1], columns, 0, r->ours}, {t, y[0], columns, 1, r->theirs}};
  for (int i = 0; i < 2; ++i)
    draw_curve(p, &curves[i]);
  draw_legend(p, curves, 2, g->label);
  if (g->caption != NULL)
    panel_caption(p, g->caption);
}

void report_draw_graphs(report *r, const char *title, const graph *graphs, int count) {
  size_t bytes = 0;
  FILE *file = open_memstream(&r->picture, &bytes);
  if (file == NULL)
    return;
  svg_begin(file, WIDTH, 60 + GRAPH_ROW * count, title);
  for (int i = 0; i < count; ++i) {
    panel p = {
        .file = file, .x = 90, .y = 66 + GRAPH_ROW * i, .width = 780, .height = GRAPH_ROW - 72};
    draw_graph(r, &p, &graphs[i]);
  }
  svg_end(file);
  if (fclose(file) != 0)
    report_free(r);
}
