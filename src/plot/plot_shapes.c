// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// shapes.svg: snapshots of strings and bars as curves, of plates as maps of their displacement, and
// of forces along a contact as a map over time and place.

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

enum { FORCE_COLUMNS = 780 };

// The largest force of all rows that fall into a column of the map.
static void fill_force_map(const result_snapshots *s, double *field, int columns) {
  const int places = s->points_x + 1;
  double most = 1e-300;
  for (long long i = 0; i < s->shapes.rows; ++i) {
    const int column = (int)(i * columns / s->shapes.rows);
    for (int p = 0; p < places; ++p) {
      double *cell = &field[(places - 1 - p) * columns + column];
      *cell = fmax(*cell, series_value(&s->shapes, i, 1 + p));
      most = fmax(most, *cell);
    }
  }
  for (int i = 0; i < places * columns; ++i)
    field[i] = sqrt(field[i] / most);
}

// Time to the right, the place along the body upwards; light where it pushes.
static void draw_force_map(FILE *file, const result_snapshots *s, double y, double height) {
  panel p = time_panel(file, y, height);
  const int columns = s->shapes.rows < FORCE_COLUMNS ? (int)s->shapes.rows : FORCE_COLUMNS;
  double *field = calloc((size_t)(s->points_x + 1) * (size_t)columns + 1, sizeof *field);
  p.left = series_value(&s->shapes, 0, 0);
  p.right = series_value(&s->shapes, s->shapes.rows - 1, 0);
  p.bottom = 1000 * s->from;
  p.top = 1000 * s->to;
  char label[200];
  snprintf(label, sizeof label, "%s: where it pushes (light), along x, mm", s->body);
  panel_axes(&p, "t, s", label);
  if (field != NULL && columns > 0) {
    fill_force_map(s, field, columns);
    image_write(file, p.x, p.y, p.width, p.height, field, columns, s->points_x + 1, COLOURS_HEAT);
  }
  free(field);
}

static double shapes_height(const result_snapshots *s) {
  if (s->link) // in mechanism.svg
    return 0;
  return s->points_y > 0 ? 3 * (map_height(s) + 26) + 40 : 230;
}

bool has_snapshots(const results *r) {
  for (int i = 0; i < r->snapshots; ++i)
    if (!r->snapshot[i].link)
      return true;
  return false;
}

void draw_shapes(FILE *file, const results *r) {
  double height = 50;
  for (int i = 0; i < r->snapshots; ++i)
    height += shapes_height(&r->snapshot[i]);
  svg_begin(file, PICTURE_WIDTH, (int)height, r->title);
  double y = 60;
  for (int i = 0; i < r->snapshots; ++i) {
    const result_snapshots *s = &r->snapshot[i];
    if (s->link)
      continue;
    if (s->forces)
      draw_force_map(file, s, y, 164);
    else if (s->points_y > 0)
      draw_plate_maps(file, s, y);
    else
      draw_line_shapes(file, s, y, 164);
    y += shapes_height(s);
  }
}
