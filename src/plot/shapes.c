// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Shapes of strings and bars: which ones are drawn, and their curves.
//
// Of many snapshots those of the first period after the body begins to move are taken: until the
// shape comes back to that of the beginning, ||u_k - u_0|| small again after it was large. A
// Helmholtz corner is then seen on its way around the string.

#include "plot/shapes.h"

#include "plot/drawing.h"
#include "plot/series.h"
#include "plot/units.h"
#include <math.h>
#include <stdlib.h>

enum { CURVES = SEQUENCE_STEPS, LEGEND_WIDTH = 130 };

double shapes_size(const result_snapshots *s) {
  double most = 0;
  for (long long i = 0; i < s->shapes.rows; ++i)
    for (int c = 1; c < s->shapes.columns; ++c) {
      const double size = fabs(series_value(&s->shapes, i, c));
      most = isfinite(size) ? fmax(most, size) : most;
    }
  return most;
}

static double distance(const result_snapshots *s, long long a, long long b) {
  double sum = 0;
  for (int c = 1; c < s->shapes.columns; ++c) {
    const double d = series_value(&s->shapes, a, c) - series_value(&s->shapes, b, c);
    sum += d * d;
  }
  return sum;
}

/// Rows that are drawn: `count` of them over `length` rows from the first.
typedef struct {
  long long first, length;
  int count;
  bool period; // they are one period
} shape_choice;

// The last row before the body moves by a hundredth of its largest displacement.
static long long find_motion(const result_snapshots *s) {
  const double most = shapes_size(s);
  for (long long i = 0; i < s->shapes.rows; ++i)
    for (int c = 1; c < s->shapes.columns; ++c)
      if (fabs(series_value(&s->shapes, i, c)) > most / 100)
        return i > 0 ? i - 1 : 0;
  return 0;
}

// Rows until the shape is back, or -1: the first local minimum, below a fifth of the largest
// distance, after that was half reached.
static long long find_return(const result_snapshots *s, long long first) {
  double most = 0;
  for (long long i = first; i < s->shapes.rows; ++i)
    most = fmax(most, distance(s, first, i));
  bool away = false;
  for (long long i = first + 1; i < s->shapes.rows; ++i) {
    const double d = distance(s, first, i);
    const bool last = i + 1 == s->shapes.rows;
    away = away || d > most / 2;
    if (away && d < most / 5 && (last || d <= distance(s, first, i + 1)))
      return i - first;
  }
  return -1;
}

static shape_choice choose(const result_snapshots *s) {
  const int all = s->shapes.rows < CURVES ? (int)s->shapes.rows : CURVES;
  if (s->shapes.rows <= CURVES)
    return (shape_choice){0, s->shapes.rows - 1, all, false};
  const long long first = find_motion(s);
  const long long back = find_return(s, first);
  if (back >= CURVES - 1)
    return (shape_choice){first, back, CURVES, true};
  const long long left = s->shapes.rows - 1 - first;
  return (shape_choice){first, left, left + 1 < CURVES ? (int)left + 1 : CURVES, false};
}

// Of a period the last one would be the first again.
static long long row_of(const shape_choice *c, int i) {
  const int steps = c->period ? c->count : c->count - 1;
  return c->first + (steps > 0 ? i * c->length / steps : 0);
}

static void put_legend(const panel *p, const result_snapshots *s, const shape_choice *c) {
  const double x = p->x + p->width + 14;
  const double begin = series_value(&s->shapes, c->first, 0);
  const double last = series_value(&s->shapes, row_of(c, c->count - 1), 0) - begin;
  char text[64];
  char value[48];
  svg_text(p->file, x, p->y + 4, "start", "legend", unit_text(begin, "s", value, sizeof value));
  for (int i = 0; i < c->count; ++i) {
    const double y = p->y + 24 + 20.0 * i;
    const panel q = {.file = p->file, .x = x, .y = y + 8};
    snprintf(text, sizeof text, "+ %s",
             unit_text_like(series_value(&s->shapes, row_of(c, i), 0) - begin, last, "s", value,
                            sizeof value));
    panel_legend(&q, 0, SEQUENCE + i, text);
  }
}

static void put_caption(const panel *p, const result_snapshots *s, const shape_choice *c) {
  char text[300];
  char times[120];
  unit_times(series_value(&s->shapes, c->first, 0),
             series_value(&s->shapes, c->first + c->length, 0), times, sizeof times);
  if (s->reason[0] != '\0')
    snprintf(text, sizeof text, "%d shapes %s: %s", c->count, times, s->reason);
  else if (c->count == s->shapes.rows)
    snprintf(text, sizeof text, "All %d snapshots of the scene, %s", c->count, times);
  else
    snprintf(text, sizeof text, "%d of %lld snapshots, %s: %s", c->count, s->shapes.rows, times,
             c->period ? "one period, until the shape is back" : "the shape does not come back");
  panel_caption(p, text);
}

void draw_line_shapes(FILE *file, const result_snapshots *s, double y, double height) {
  panel p = time_panel(file, y, height);
  const int nodes = s->points_x + 1;
  const shape_choice c = choose(s);
  double range[2] = {0, 0};
  char label[LABEL_ROOM];
  double *x = drawing_take((size_t)nodes + 1, sizeof *x);
  if (x == NULL)
    return;
  for (int i = 0; i < nodes; ++i)
    x[i] = nodes > 1 ? s->size_x * i / (nodes - 1) : 0;
  for (int i = 0; i < c.count; ++i)
    for (int n = 1; n <= nodes; ++n) {
      range[0] = fmin(range[0], series_value(&s->shapes, row_of(&c, i), n));
      range[1] = fmax(range[1], series_value(&s->shapes, row_of(&c, i), n));
    }
  p.width -= LEGEND_WIDTH;
  p.right = s->size_x > 0 ? s->size_x : 1;
  panel_range(&p, range[0], range[1]);
  snprintf(label, sizeof label, "%s: displacement, m", s->body);
  panel_axes(&p, "place x, m", label);
  for (int i = 0; i < c.count; ++i)
    panel_line(&p, x, s->shapes.values + row_of(&c, i) * s->shapes.columns + 1, nodes, SEQUENCE + i,
               1);
  put_legend(&p, s, &c);
  put_caption(&p, s, &c);
  free(x);
}
