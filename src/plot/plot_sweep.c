// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// sweep.svg. Over one axis: each measure as a line for each direction, impact speeds, the Poincare
// section and periods as dots, which is the bifurcation diagram. Dots of the way up are large, and
// those of the way down lie on them, small: where both coincide a small dot has a rim. Over two
// axes: each measure as a map with its bar of colours. What has no values is not drawn, and told
// below.

#include "base/text.h"
#include "plot/axes.h"
#include "plot/drawing.h"
#include "plot/image.h"
#include "plot/marks.h"
#include "plot/sweep_points.h"
#include "plot/units.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 60 };
enum { LEFT = 90, WIDTH = 780, HEIGHT = 180, ROW = HEIGHT + 72, MAP_HEIGHT = 220 };
enum { MAP_ROW = MAP_HEIGHT + 72, NOTES = 34 };

// --- One axis -----------------------------------------------------------------------------------

/// A panel over the first axis: a column of a table, as lines or dots.
typedef struct {
  const char *table;
  char label[LABEL_ROOM];
  int column;
  int measure; // that it shows, from 1; 0: none
  bool dotted;
  point_set points;
} sweep_panel;

// Ranges and axes of a panel; the points move to the logarithm of the first axis if it has one.
static void draw_axes(const sweep_plan *p, panel *q, const point_set *d, const char *label) {
  const carom_sweep_axis *a = &p->options->axes[0];
  char axis[LABEL_ROOM];
  const value_range r = find_range(d);
  q->log_x = a->logarithmic;
  for (int i = 0; a->logarithmic && i < d->count; ++i)
    d->x[i] = log10(fabs(d->x[i]));
  const double ends[] = {a->logarithmic ? log10(fabs(a->from)) : a->from,
                         a->logarithmic ? log10(fabs(a->to)) : a->to};
  const double margin = 0.02 * fabs(ends[1] - ends[0]);
  if (margin > 0) {
    q->left = fmin(ends[0], ends[1]) - margin;
    q->right = fmax(ends[0], ends[1]) + margin;
  } else {
    panel_range_x(q, ends[0], ends[1]);
  }
  panel_range(q, r.low, r.high);
  sweep_key_label(p, 0, axis, sizeof axis);
  panel_axes(q, axis, label);
}

// Where the points of one direction that begin at `from` end.
static int direction_end(const point_set *d, int from) {
  int to = from;
  while (to < d->count && d->down[to] == d->down[from])
    ++to;
  return to;
}

// Lines of each direction, with marks at their points where they are few, or have no neighbour to
// draw a line to.
static void draw_lines(const panel *q, const point_set *d) {
  for (int from = 0, to = 0; from < d->count; from = to) {
    to = direction_end(d, from);
    panel_line(q, d->x + from, d->y + from, to - from, d->down[from], 1);
    for (int i = from; i < to; ++i)
      if (to - from <= FEW ||
          !((i > from && isfinite(d->y[i - 1])) || (i + 1 < to && isfinite(d->y[i + 1]))))
        marks_points(q, d->x + i, d->y + i, 1, d->down[from]);
  }
}

static double dot_size(const sweep_plan *p, const point_set *d, int down) {
  const bool few = d->count < 500;
  if (p->options->carry == CAROM_CARRY_BOTH)
    return (down ? 2.8 : 5.5) * (few ? 1.3 : 1);
  return few ? 4.5 : 2.6;
}

static void draw_dots(const sweep_plan *p, const panel *q, const point_set *d) {
  for (int from = 0, to = 0; from < d->count; from = to) {
    to = direction_end(d, from);
    panel_dots(q, d->x + from, d->y + from, to - from, d->down[from],
               dot_size(p, d, d->down[from]));
  }
}

static void draw_dot_legends(const sweep_plan *p, const panel *q, const point_set *d) {
  static const char *const names[] = {"up", "down"};
  double place = q->width - panel_legend_width(names[0]) - panel_legend_width(names[1]) + 16;
  for (int i = 0; i < 2; ++i) {
    marks_dot_legend(q, place, i, dot_size(p, d, i), names[i]);
    place += panel_legend_width(names[i]);
  }
}

static void draw_sweep_panel(const sweep_plan *p, FILE *file, const sweep_panel *s, double y) {
  static const char *const names[] = {"up", "down"};
  static const int styles[] = {0, 1};
  const bool both = p->options->carry == CAROM_CARRY_BOTH;
  panel q = {.file = file, .x = LEFT, .y = y, .width = WIDTH, .height = HEIGHT};
  draw_axes(p, &q, &s->points, s->label);
  if (s->dotted)
    draw_dots(p, &q, &s->points);
  else
    draw_lines(&q, &s->points);
  if (both && s->dotted)
    draw_dot_legends(p, &q, &s->points);
  else if (both)
    panel_legends(&q, names, styles, 2);
}

// The panels that there may be: impacts, the Poincare section and the measures.
static int list_panels(const sweep_plan *p, sweep_panel *panels) {
  int count = 0;
  if (carom_model_describe(p->model).contacts > 0)
    panels[count++] = (sweep_panel){
        .table = "impacts.csv", .label = "speed of impacts, m/s", .column = 5, .dotted = true};
  if (carom_model_describe(p->model).outputs > 0) {
    const carom_output_info o = carom_model_output(p->model, 0);
    sweep_panel *s = &panels[count++];
    *s = (sweep_panel){.table = "poincare.csv", .column = 3, .dotted = true};
    snprintf(s->label, sizeof s->label, "%.90s at whole periods of the drive, %s", o.name, o.unit);
  }
  for (int i = 0; i < p->measures; ++i) {
    sweep_panel *s = &panels[count++];
    *s = (sweep_panel){
        .table = "sweep.csv", .column = 3 + i, .measure = i + 1, .dotted = measure_is_period(p, i)};
    sweep_measure_label(p, i, true, s->label, sizeof s->label);
  }
  return count;
}

static bool has_values(const point_set *d) {
  const value_range r = find_range(d);
  return r.low <= r.high;
}

static void draw_panels(const sweep_plan *p, FILE *file, const sweep_panel *panels, int count) {
  char title[LABEL_ROOM];
  char notes[400] = "";
  sentence s = sentence_in(notes, sizeof notes);
  int rows = 0;
  for (int i = 0; i < count; ++i)
    if (has_values(&panels[i].points))
      ++rows;
    else
      sentence_add(&s, "%s%.60s", s.length == 0 ? "Without values, and not drawn: " : "; ",
                   panels[i].measure > 0 ? p->name[panels[i].measure - 1] : panels[i].label);
  char key[160];
  sweep_key_name(p->options->axes[0].path, key, sizeof key);
  snprintf(title, sizeof title, "Sweep over the %.140s", key);
  svg_begin(file, 900, 60 + ROW * rows + (s.length > 0 ? NOTES : 0), title);
  for (int i = 0, row = 0; i < count; ++i)
    if (has_values(&panels[i].points))
      draw_sweep_panel(p, file, &panels[i], 60 + ROW * row++);
  svg_paragraph(file, LEFT, 56 + ROW * rows, 130, 2, notes);
  svg_end(file);
}

// Periods without a value are not drawn.
static bool read_panel(const sweep_plan *p, sweep_panel *s) {
  if (!point_set_read(p, s->table, 1, s->column, &s->points))
    return false;
  if (s->measure > 0)
    point_set_drop_none(p, s->measure - 1, &s->points);
  return true;
}

static bool draw_one_axis(const sweep_plan *p, FILE *file) {
  sweep_panel *panels = drawing_take(MAX_MEASURES + 2, sizeof *panels);
  const int count = panels != NULL ? list_panels(p, panels) : 0;
  bool good = panels != NULL;
  for (int i = 0; good && i < count; ++i)
    good = read_panel(p, &panels[i]);
  if (good)
    draw_panels(p, file, panels, count);
  for (int i = 0; i < count; ++i)
    point_set_free(&panels[i].points);
  free(panels);
  return good;
}

// --- Two axes -----------------------------------------------------------------------------------

// The points of one direction as an image, 0 the lowest and 1 the highest value: the first axis to
// the right, the second upwards.
static void fill_map(const carom_sweep_axis *a, const point_set *d, int down, value_range range,
                     double *field) {
  const size_t cells = (size_t)a[0].count * (size_t)a[1].count;
  int n = 0; // points of this direction, in the order of the table
  for (size_t i = 0; i < cells; ++i)
    field[i] = NAN; // no value
  for (int i = 0; i < d->count; ++i) {
    if (d->down[i] != down)
      continue;
    const int along = n % a[0].count;
    const int column = d->down[i] ? a[0].count - 1 - along : along;
    const int row = n++ / a[0].count;
    if (row < a[1].count && isfinite(d->y[i]))
      field[(size_t)(a[1].count - 1 - row) * (size_t)a[0].count + (size_t)column] =
          range.high > range.low ? (d->y[i] - range.low) / (range.high - range.low) : 0.5;
  }
}

// The ends of an axis of a map, half a cell beyond its first and last value.
static void map_ends(const carom_sweep_axis *a, double *from, double *to) {
  *from = a->logarithmic ? log10(fabs(a->from)) : a->from;
  *to = a->logarithmic ? log10(fabs(a->to)) : a->to;
  const double cell = a->count > 1 ? (*to - *from) / (a->count - 1) : 0;
  const double half = cell != 0 ? cell / 2 : fmax(fabs(*from), 1) / 2;
  *from -= half;
  *to += half;
}

// An axis that falls is drawn rising, and so is its image.
static void flip(double *field, const carom_sweep_axis *a, bool across) {
  const int nx = a[0].count;
  const int ny = a[1].count;
  for (int y = 0; y < (across ? ny : ny / 2); ++y)
    for (int x = 0; x < (across ? nx / 2 : nx); ++x) {
      double *one = &field[(size_t)y * (size_t)nx + (size_t)x];
      double *other = across ? &field[(size_t)y * (size_t)nx + (size_t)(nx - 1 - x)]
                             : &field[(size_t)(ny - 1 - y) * (size_t)nx + (size_t)x];
      const double kept = *one;
      *one = *other;
      *other = kept;
    }
}

static void draw_map(const sweep_plan *p, panel q, double *field, value_range range,
                     const char *label) {
  const carom_sweep_axis *a = p->options->axes;
  char keys[2][LABEL_ROOM];
  double ends[2][2];
  for (int i = 0; i < 2; ++i) {
    sweep_key_label(p, i, keys[i], sizeof keys[i]);
    map_ends(&a[i], &ends[i][0], &ends[i][1]);
    if (ends[i][0] > ends[i][1])
      flip(field, a, i == 0);
  }
  q.left = fmin(ends[0][0], ends[0][1]);
  q.right = fmax(ends[0][0], ends[0][1]);
  q.bottom = fmin(ends[1][0], ends[1][1]);
  q.top = fmax(ends[1][0], ends[1][1]);
  q.log_x = a[0].logarithmic;
  q.log_y = a[1].logarithmic;
  panel_axes(&q, keys[0], keys[1]);
  image_write(q.file, q.x, q.y, q.width, q.height, field, a[0].count, a[1].count, COLOURS_HEAT);
  colour_bar(&q, range.low, range.high, false, COLOURS_HEAT, label);
}

// A measure as a map, or as two side by side where the sweep goes in both directions.
static bool draw_measure(const sweep_plan *p, FILE *file, int measure_index, double y) {
  const carom_sweep_axis *a = p->options->axes;
  const int directions = p->options->carry == CAROM_CARRY_BOTH ? 2 : 1;
  point_set d = {0};
  double *field = drawing_take((size_t)a[0].count * (size_t)a[1].count, sizeof *field);
  const bool good = field != NULL && point_set_read(p, "sweep.csv", 1, 4 + measure_index, &d);
  point_set_drop_none(p, measure_index, &d);
  value_range range = find_range(&d);
  char label[LABEL_ROOM];
  char text[LABEL_ROOM];
  const bool empty = !(range.low <= range.high);
  sweep_measure_label(p, measure_index, false, label, sizeof label);
  if (good && empty) {
    snprintf(text, sizeof text, "%s: no values, and not drawn", p->name[measure_index]);
    svg_text(file, LEFT, y, "start", "note", text);
  }
  for (int k = 0; good && !empty && k < directions; ++k) {
    const panel q = {.file = file,
                     .x = LEFT + 440.0 * k,
                     .y = y,
                     .width = (directions == 2 ? 340 : WIDTH) - COLOUR_BAR_ROOM,
                     .height = MAP_HEIGHT};
    fill_map(a, &d, p->options->carry == CAROM_CARRY_DOWN ? 1 : k, range, field);
    draw_map(p, q, field, range, label);
    if (directions == 2)
      panel_caption(&q, k == 0 ? "upwards along the first key" : "downwards along the first key");
  }
  point_set_free(&d);
  free(field);
  return good;
}

static bool draw_two_axes(const sweep_plan *p, FILE *file) {
  char title[2 * LABEL_ROOM];
  char keys[2][160];
  bool good = true;
  for (int i = 0; i < 2; ++i)
    sweep_key_name(p->options->axes[i].path, keys[i], sizeof keys[i]);
  snprintf(title, sizeof title, "Sweep over the %.100s and the %.100s", keys[0], keys[1]);
  svg_begin(file, 900, 60 + MAP_ROW * p->measures, title);
  for (int i = 0; good && i < p->measures; ++i)
    good = draw_measure(p, file, i, 60 + (double)MAP_ROW * i);
  svg_end(file);
  return good;
}

bool sweep_draw(const sweep_plan *p) {
  atomic_file file = {0};
  if (p->options->axis_count > 2)
    return true;
  if (!drawing_open(&file, p->options->directory, "sweep.svg"))
    return false;
  const bool good =
      p->options->axis_count == 1 ? draw_one_axis(p, file.file) : draw_two_axes(p, file.file);
  if (!good) {
    atomic_file_discard(&file);
    return false;
  }
  return drawing_close(&file);
}
