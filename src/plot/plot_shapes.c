// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// shapes.svg: snapshots of strings and bars as curves, of plates as maps of their displacement, and
// of forces along a contact as a map over time and place.

#include "plot/shapes.h"

#include "plot/drawing.h"
#include "plot/image.h"
#include "plot/plots.h"
#include "plot/series.h"
#include "plot/units.h"
#include <math.h>
#include <stdlib.h>

enum { HEIGHT = 230, MAPS = 12, MAPS_ACROSS = 4, MAP_WIDTH = 166, MAP_STEP = 174, MAP_TEXT = 26 };

// --- Plates -------------------------------------------------------------------------------------

static double map_height(const result_snapshots *s) {
  return fmin(fmax(MAP_WIDTH * s->size_y / s->size_x, 30), MAP_WIDTH);
}

static int map_count(const result_snapshots *s) {
  return s->shapes.rows < MAPS ? (int)s->shapes.rows : MAPS;
}

static double maps_height(const result_snapshots *s) {
  const int rows = (map_count(s) + MAPS_ACROSS - 1) / MAPS_ACROSS;
  return rows * (map_height(s) + MAP_TEXT);
}

// One map, the first axis to the right and the second upwards.
static void draw_plate_map(FILE *file, const result_snapshots *s, long long row, double most,
                           double *field, double x, double y) {
  char time[48];
  for (int j = 0; j <= s->points_y; ++j)
    for (int k = 0; k <= s->points_x; ++k)
      field[(s->points_y - j) * (s->points_x + 1) + k] =
          0.5 + 0.5 * series_value(&s->shapes, row, 1 + j * (s->points_x + 1) + k) / most;
  image_write(file, x, y, MAP_WIDTH, map_height(s), field, s->points_x + 1, s->points_y + 1,
              COLOURS_SIGNED);
  unit_text(series_value(&s->shapes, row, 0), "s", time, sizeof time);
  svg_text(file, x, y + map_height(s) + 14, "start", "tick-time", time);
}

// Maps at up to twelve times, all in the same colours.
static void draw_plate_maps(FILE *file, const result_snapshots *s, double y) {
  const int nodes = (s->points_x + 1) * (s->points_y + 1);
  double *field = drawing_take((size_t)nodes, sizeof *field);
  const double most = shapes_size(s);
  char label[LABEL_ROOM];
  char text[300];
  char size[2][48];
  const int maps = map_count(s);
  for (int i = 0; field != NULL && i < maps; ++i) {
    const long long row = maps > 1 ? i * (s->shapes.rows - 1) / (maps - 1) : 0;
    const int line = i / MAPS_ACROSS;
    draw_plate_map(file, s, row, most, field, PANEL_X + (double)MAP_STEP * (i % MAPS_ACROSS),
                   y + (map_height(s) + MAP_TEXT) * line);
  }
  const panel whole = {.file = file,
                       .x = PANEL_X,
                       .y = y,
                       .width = MAP_STEP * MAPS_ACROSS,
                       .height = fmax(maps_height(s) - MAP_TEXT, 30)};
  svg_text(file, PANEL_X, y - 8, "start", "map-label", s->body);
  snprintf(label, sizeof label, "displacement, m");
  colour_bar(&whole, -most, most, false, COLOURS_SIGNED, label);
  snprintf(text, sizeof text, "%s by %s seen from above, x to the right, at %d times; %s",
           unit_text(s->size_x, "m", size[0], sizeof size[0]),
           unit_text(s->size_y, "m", size[1], sizeof size[1]), maps,
           s->reason[0] != '\0' ? s->reason : "from the first to the last of the snapshots");
  svg_paragraph(file, PANEL_X, y + maps_height(s) + 8, 115, 2, text);
  free(field);
}

// --- Forces along a contact ---------------------------------------------------------------------

enum { FORCE_COLUMNS = 696 };

// The largest force of all rows that fall into a column of the map; the map holds square roots, so
// that small forces are seen. Returns the largest of all.
static double fill_force_map(const result_snapshots *s, double *field, int columns) {
  const int places = s->points_x + 1;
  double most = 0;
  for (long long i = 0; i < s->shapes.rows; ++i) {
    const int column = (int)(i * columns / s->shapes.rows);
    for (int p = 0; p < places; ++p) {
      double *cell = &field[(places - 1 - p) * columns + column];
      *cell = fmax(*cell, series_value(&s->shapes, i, 1 + p));
      most = fmax(most, *cell);
    }
  }
  for (int i = 0; most > 0 && i < places * columns; ++i)
    field[i] = sqrt(field[i] / most);
  return most;
}

// Time to the right, the place along the body upwards; light where it pushes.
static void draw_force_map(FILE *file, const result_snapshots *s, double y) {
  panel p = time_panel(file, y, HEIGHT);
  const int columns = s->shapes.rows < FORCE_COLUMNS ? (int)s->shapes.rows : FORCE_COLUMNS;
  double *field = drawing_take((size_t)(s->points_x + 1) * (size_t)columns + 1, sizeof *field);
  const double cell = s->points_x > 0 ? (s->to - s->from) / s->points_x : 1;
  char label[LABEL_ROOM];
  p.width -= COLOUR_BAR_ROOM;
  p.left = series_value(&s->shapes, 0, 0);
  p.right = series_value(&s->shapes, s->shapes.rows - 1, 0);
  p.right = p.right > p.left ? p.right : p.left + 1;
  p.bottom = s->from - cell / 2; // a row is a point and half the way to its neighbours
  p.top = s->to + cell / 2;
  p.top = p.top > p.bottom ? p.top : p.bottom + 1;
  snprintf(label, sizeof label, "%s: where it pushes, along x, m", s->body);
  panel_axes(&p, "time, s", label);
  const double most = field != NULL && columns > 0 ? fill_force_map(s, field, columns) : 0;
  if (most > 0) {
    image_write(file, p.x, p.y, p.width, p.height, field, columns, s->points_x + 1, COLOURS_HEAT);
    colour_bar(&p, 0, most, true, COLOURS_HEAT, "force, N");
  }
  panel_caption(&p, most > 0 ? "From the first to the last of the scene's snapshots"
                             : "It does not push in the scene's snapshots");
  free(field);
}

// --- The picture --------------------------------------------------------------------------------

static bool at_rest(const result_snapshots *s) {
  return !s->forces && !(shapes_size(s) > 0);
}

static double shapes_height(const result_snapshots *s) {
  if (s->link) // in mechanism.svg
    return 0;
  if (at_rest(s))
    return 20;
  return PANEL_MARGIN + (s->points_y > 0 ? maps_height(s) : HEIGHT);
}

bool has_snapshots(const results *r) {
  for (int i = 0; i < r->snapshots; ++i)
    if (!r->snapshot[i].link && !at_rest(&r->snapshot[i]))
      return true;
  return false;
}

// A body that does not move has no panel, but a line that says so.
static void draw_rest(FILE *file, const result_snapshots *s, double y) {
  char text[160];
  snprintf(text, sizeof text, "%s: at rest in all snapshots, and not drawn", s->body);
  svg_text(file, PANEL_X, y, "start", "note", text);
}

void draw_shapes(FILE *file, const results *r) {
  double height = PICTURE_HEAD;
  for (int i = 0; i < r->snapshots; ++i)
    height += shapes_height(&r->snapshot[i]);
  svg_begin(file, PICTURE_WIDTH, (int)height, r->title);
  double y = PICTURE_HEAD;
  for (int i = 0; i < r->snapshots; ++i) {
    const result_snapshots *s = &r->snapshot[i];
    if (s->link)
      continue;
    if (at_rest(s))
      draw_rest(file, s, y - 14);
    else if (s->forces)
      draw_force_map(file, s, y);
    else if (s->points_y > 0)
      draw_plate_maps(file, s, y);
    else
      draw_line_shapes(file, s, y, HEIGHT);
    y += shapes_height(s);
  }
}
