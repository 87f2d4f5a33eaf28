// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// sweep.svg. Over one axis: each measure as a line for each direction, impact speeds and the
// Poincare section as dots, which is the bifurcation diagram. Over two axes: each measure as a map.

#include "io/sweep.h"
#include "plot/image.h"
#include "plot/svg.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DOTS = 40000, LINE = 8192, ROW = 240 };

/// Two columns of a table, with the direction of each row: 0 none or up, 1 down.
typedef struct {
  int count;
  double *x, *y;
  int *down;
} point_set;

static void point_set_free(point_set *d) {
  free(d->x);
  free(d->down);
  *d = (point_set){0};
}

static bool point_set_allocate(point_set *d, FILE *file) {
  size_t room = 1;
  for (int c = fgetc(file); c != EOF; c = fgetc(file))
    room += c == '\n';
  rewind(file);
  d->x = calloc(2 * room, sizeof *d->x);
  d->down = calloc(room, sizeof *d->down);
  if (d->x == NULL || d->down == NULL)
    return false;
  d->y = d->x + room;
  return true;
}

// The numbers of two columns of a line, counted from 0; an empty field is NaN.
static void read_fields(char *line, int x_column, int y_column, double values[2]) {
  static const char comma[] = ",";
  values[0] = values[1] = NAN;
  char *field = line;
  for (int c = 0; field != NULL && c <= (x_column > y_column ? x_column : y_column); ++c) {
    char *end = strpbrk(field, comma);
    char *stop = NULL;
    const double value = strtod(field, &stop);
    if (stop != field && c == x_column)
      values[0] = value;
    if (stop != field && c == y_column)
      values[1] = value;
    field = end != NULL ? end + 1 : NULL;
  }
}

static bool point_set_read(const sweep_plan *p, const char *name, int x_column, int y_column,
                           point_set *d) {
  char path[PATH_ROOM + 32];
  char *line = malloc(LINE);
  snprintf(path, sizeof path, "%.4000s/%s", p->options->directory, name);
  FILE *file = fopen(path, "r");
  const bool good = file != NULL && line != NULL && point_set_allocate(d, file) &&
                    fgets(line, LINE, file) != NULL; // the head
  while (good && fgets(line, LINE, file) != NULL) {
    double values[2];
    read_fields(line, x_column, y_column, values);
    d->x[d->count] = values[0];
    d->y[d->count] = values[1];
    d->down[d->count++] = strncmp(line, "down", 4) == 0;
  }
  free(line);
  if (file != NULL)
    fclose(file);
  return good;
}

/// The range of the second column.
typedef struct {
  double low, high;
} value_range;

static value_range find_range(const point_set *d) {
  value_range r = {INFINITY, -INFINITY};
  for (int i = 0; i < d->count; ++i)
    if (isfinite(d->y[i])) {
      r.low = fmin(r.low, d->y[i]);
      r.high = fmax(r.high, d->y[i]);
    }
  return r;
}

// --- One axis -----------------------------------------------------------------------------------

// Ranges and axes of a panel; the points move to the logarithm of the first axis if it has one.
static void draw_axes(const sweep_plan *p, panel *q, const point_set *d, const char *label) {
  const carom_sweep_axis *a = &p->options->axes[0];
  char axis[200];
  const value_range r = find_range(d);
  for (int i = 0; a->logarithmic && i < d->count; ++i)
    d->x[i] = log10(fabs(d->x[i]));
  const double ends[] = {a->logarithmic ? log10(fabs(a->from)) : a->from,
                         a->logarithmic ? log10(fabs(a->to)) : a->to};
  panel_range_x(q, fmin(ends[0], ends[1]), fmax(ends[0], ends[1]));
  panel_range(q, r.low <= r.high ? r.low : 0, r.low <= r.high ? r.high : 1);
  snprintf(axis, sizeof axis, "%s%.140s", a->logarithmic ? "log10 of " : "", a->path);
  panel_axes(q, axis, label);
}

static void draw_lines(const panel *q, const point_set *d) {
  for (int from = 0; from < d->count;) {
    int to = from;
    while (to < d->count && d->down[to] == d->down[from])
      ++to;
    panel_line(q, d->x + from, d->y + from, to - from, d->down[from], 0.9);
    from = to;
  }
}

static void draw_dots(const panel *q, const point_set *d) {
  const int stride = d->count / MOST_DOTS + 1;
  for (int i = 0; i < d->count; i += stride)
    if (isfinite(d->x[i]) && isfinite(d->y[i]))
      panel_dot(q, d->x[i], d->y[i], d->down[i]);
}

/// A panel over the first axis: a column of a table, as lines or dots.
typedef struct {
  const char *table, *label;
  int column;
  bool dotted;
} sweep_panel;

static bool draw_sweep_panel(const sweep_plan *p, FILE *file, const sweep_panel *s, double y) {
  panel q = {.file = file, .x = 90, .y = y, .width = 780, .height = ROW - 70};
  point_set d = {0};
  const bool good = point_set_read(p, s->table, 1, s->column, &d);
  if (good) {
    draw_axes(p, &q, &d, s->label);
    if (s->dotted)
      draw_dots(&q, &d);
    else
      draw_lines(&q, &d);
    if (p->options->carry == CAROM_CARRY_BOTH) {
      panel_legend(&q, 500, 0, "up");
      panel_legend(&q, 580, 1, "down");
    }
  }
  point_set_free(&d);
  return good;
}

static bool draw_one_axis(const sweep_plan *p, FILE *file) {
  sweep_panel panels[MOST_MEASURES + 2];
  int count = 0;
  char first[160];
  if (carom_model_describe(p->model).contacts > 0)
    panels[count++] = (sweep_panel){"impacts.csv", "speed of impacts, m/s", 5, true};
  if (carom_model_describe(p->model).outputs > 0) {
    snprintf(first, sizeof first, "%.90s at whole periods of the drive",
             carom_model_output(p->model, 0).name);
    panels[count++] = (sweep_panel){"poincare.csv", first, 3, true};
  }
  for (int i = 0; i < p->measures; ++i)
    panels[count++] = (sweep_panel){"sweep.csv", p->name[i], 3 + i, false};
  svg_begin(file, 900, 50 + ROW * count, "Sweep");
  bool good = true;
  for (int i = 0; good && i < count; ++i)
    good = draw_sweep_panel(p, file, &panels[i], 60 + ROW * i);
  svg_end(file);
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
    field[i] = 0;
  for (int i = 0; i < d->count; ++i) {
    if (d->down[i] != down)
      continue;
    const int along = n % a[0].count;
    const int column = d->down[i] ? a[0].count - 1 - along : along;
    const int row = n++ / a[0].count;
    if (row < a[1].count && isfinite(d->y[i]) && range.high > range.low)
      field[(size_t)(a[1].count - 1 - row) * (size_t)a[0].count + (size_t)column] =
          (d->y[i] - range.low) / (range.high - range.low);
  }
}

static void draw_map(const carom_sweep_axis *a, panel q, const double *field, const char *label) {
  q.left = a[0].from;
  q.right = a[0].to;
  q.bottom = a[1].from;
  q.top = a[1].to;
  image_write(q.file, q.x, q.y, q.width, q.height, field, a[0].count, a[1].count, COLOURS_HEAT);
  if (a[0].to > a[0].from && a[1].to > a[1].from && !a[0].logarithmic && !a[1].logarithmic)
    panel_axes(&q, a[0].path, label);
  else
    svg_text(q.file, q.x, q.y - 8, "start", "label", label);
}

// A measure as a map, or as two side by side where the sweep goes in both directions.
static bool draw_measure(const sweep_plan *p, FILE *file, int measure_index, double y) {
  const carom_sweep_axis *a = p->options->axes;
  const int directions = p->options->carry == CAROM_CARRY_BOTH ? 2 : 1;
  point_set d = {0};
  double *field = calloc((size_t)a[0].count * (size_t)a[1].count, sizeof *field);
  const bool good = field != NULL && point_set_read(p, "sweep.csv", 1, 4 + measure_index, &d);
  const value_range range = find_range(&d);
  char label[200];
  snprintf(label, sizeof label, "%s: from %.4g (dark) to %.4g (light); up: %.60s",
           p->name[measure_index], range.low, range.high, a[1].path);
  for (int k = 0; good && k < directions; ++k) {
    const panel q = {.file = file,
                     .x = 90 + 440.0 * k,
                     .y = y,
                     .width = directions == 2 ? 340 : 780,
                     .height = 200};
    fill_map(a, &d, p->options->carry == CAROM_CARRY_DOWN ? 1 : k, range, field);
    draw_map(a, q, field, label);
  }
  point_set_free(&d);
  free(field);
  return good;
}

static bool draw_two_axes(const sweep_plan *p, FILE *file) {
  bool good = true;
  svg_begin(file, 900, 50 + 280 * p->measures, "Sweep");
  for (int i = 0; good && i < p->measures; ++i)
    good = draw_measure(p, file, i, 60 + 280.0 * i);
  svg_end(file);
  return good;
}

bool sweep_draw(const sweep_plan *p) {
  atomic_file file = {0};
  if (p->options->axis_count > 2)
    return true;
  if (!atomic_file_open(&file, p->options->directory, "sweep.svg"))
    return false;
  const bool good =
      p->options->axis_count == 1 ? draw_one_axis(p, file.file) : draw_two_axes(p, file.file);
  if (!good) {
    atomic_file_discard(&file);
    return false;
  }
  return atomic_file_commit(&file);
}
