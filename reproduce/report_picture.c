// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The pictures of reports: graphs over time and charts of curves.

#include "reproduce/report.h"

#include "plot/svg.h"
#include <math.h>
#include <string.h>

enum { COLUMNS = 700, WIDTH = 900, GRAPH_ROW = 220, CHART_ROW = 300 };

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
  double low = 0;
  double high = 0;
  for (int i = 0; i < 2 * columns; ++i) {
    const double v = y[i % 2][i / 2];
    low = isfinite(v) ? fmin(low, v) : low;
    high = isfinite(v) ? fmax(high, v) : high;
  }
  p->left = g->first * g->step;
  p->right = (g->first + g->count) * g->step;
  panel_range(p, low, high);
  panel_axes(p, "t, s", g->label);
  panel_line(p, t, y[0], columns, 1, 0.9);
  panel_line(p, t, y[1], columns, 0, 0.9);
  panel_legend(p, 480, 1, r->theirs);
  panel_legend(p, 640, 0, r->ours);
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

static void draw_chart(FILE *file, const chart *c, panel p) {
  double range[4] = {INFINITY, -INFINITY, INFINITY, -INFINITY};
  for (int i = 0; i < c->curves; ++i)
    for (int n = 0; n < c->curve[i].count; ++n) {
      range[0] = fmin(range[0], c->curve[i].x[n]);
      range[1] = fmax(range[1], c->curve[i].x[n]);
      range[2] = fmin(range[2], c->curve[i].y[n]);
      range[3] = fmax(range[3], c->curve[i].y[n]);
    }
  p.file = file;
  panel_range_x(&p, range[0], range[1]);
  panel_range(&p, range[2], range[3]);
  panel_axes(&p, c->x_label, c->y_label);
  double place = 110;
  for (int i = 0; i < c->curves; ++i) {
    panel_line(&p, c->curve[i].x, c->curve[i].y, c->curve[i].count, c->curve[i].colour, 0.9);
    if (c->curve[i].name == NULL)
      continue;
    panel_legend(&p, place, c->curve[i].colour, c->curve[i].name);
    place += 34 + 7 * (double)strlen(c->curve[i].name);
  }
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
