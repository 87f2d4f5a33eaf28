// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// shapes.svg: snapshots of strings and bars as curves, of plates as maps of their displacement.

#include "plot/image.h"
#include "plot/plots.h"
#include "plot/series.h"
#include <math.h>
#include <stdlib.h>

// The curves at up to forty times, one over the other.
static void draw_line_shapes(FILE *file, const result_snapshots *s, double y, double height) {
  panel p = time_panel(file, y, height);
  const int nodes = s->points_x + 1;
  const int frames = s->shapes.rows < 40 ? (int)s->shapes.rows : 40;
  double least = 0;
  double most = 0;
  for (int c = 1; c <= nodes; ++c) {
    double low = 0;
    double high = 0;
    series_range(&s->shapes, c, &low, &high);
    least = fmin(least, low);
    most = fmax(most, high);
  }
  p.right = s->size_x;
  panel_range(&p, least, most);
  char label[200];
  snprintf(label, sizeof label,
           "%s: displacement, m, at %d times from %.4g to %.4g s (dark to light)", s->body, frames,
           series_value(&s->shapes, 0, 0), series_value(&s->shapes, s->shapes.rows - 1, 0));
  panel_axes(&p, "x, m", label);
  double *x = nodes > 0 ? calloc((size_t)nodes, sizeof *x) : NULL;
  for (int i = 0; x != NULL && i < nodes; ++i)
    x[i] = s->size_x * i / (nodes - 1);
  for (int i = 0; x != NULL && i < frames; ++i) {
    const long long row = frames > 1 ? i * (s->shapes.rows - 1) / (frames - 1) : 0;
    panel_line(&p, x, s->shapes.values + row * s->shapes.columns + 1, nodes, 0,
               1 - 0.8 * i / (double)frames);
  }
  free(x);
}

enum { MAPS = 12, MAPS_ACROSS = 4 };

static double map_height(const result_snapshots *s) {
  return fmin(fmax(190 * s->size_y / s->size_x, 30), 190);
}

// Maps at up to twelve times, all in the same colours.
static void draw_plate_maps(FILE *file, const result_snapshots *s, double y) {
  const int nodes = (s->points_x + 1) * (s->points_y + 1);
  double most = 1e-300;
  for (long long i = 0; i < s->shapes.rows; ++i)
    for (int c = 1; c <= nodes; ++c)
      most = fmax(most, fabs(series_value(&s->shapes, i, c)));
  double *field = calloc((size_t)nodes, sizeof *field);
  char label[200];
  snprintf(label, sizeof label, "%s: displacement from %.3g m (blue) to %.3g m (red)", s->body,
           -most, most);
  svg_text(file, PANEL_X, y - 8, "start", "label", label);
  const int maps = s->shapes.rows < MAPS ? (int)s->shapes.rows : MAPS;
  for (int i = 0; field != NULL && i < maps; ++i) {
    const long long row = maps > 1 ? i * (s->shapes.rows - 1) / (maps - 1) : 0;
    for (int j = 0; j <= s->points_y; ++j)
      for (int k = 0; k <= s->points_x; ++k)
        field[(s->points_y - j) * (s->points_x + 1) + k] =
            0.5 + 0.5 * series_value(&s->shapes, row, 1 + j * (s->points_x + 1) + k) / most;
    const double x = PANEL_X + 198.0 * (i % MAPS_ACROSS);
    const int line = i / MAPS_ACROSS;
    const double top = y + (map_height(s) + 26) * line;
    image_write(file, x, top, 190, map_height(s), field, s->points_x + 1, s->points_y + 1,
                COLOURS_SIGNED);
    snprintf(label, sizeof label, "%.4g s", series_value(&s->shapes, row, 0));
    svg_text(file, x, top + map_height(s) + 14, "start", "tick", label);
  }
  free(field);
}

static double shapes_height(const result_snapshots *s) {
  return s->points_y > 0 ? 3 * (map_height(s) + 26) + 40 : 230;
}

bool has_snapshots(const results *r) {
  return r->snapshots > 0;
}

void draw_shapes(FILE *file, const results *r) {
  double height = 50;
  for (int i = 0; i < r->snapshots; ++i)
    height += shapes_height(&r->snapshot[i]);
  svg_begin(file, PICTURE_WIDTH, (int)height, r->title);
  double y = 60;
  for (int i = 0; i < r->snapshots; ++i) {
    const result_snapshots *s = &r->snapshot[i];
    if (s->points_y > 0)
      draw_plate_maps(file, s, y);
    else
      draw_line_shapes(file, s, y, 164);
    y += shapes_height(s);
  }
}
