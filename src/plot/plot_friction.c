// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// friction.svg: relative velocity and friction force of a contact over a few periods, and one
// against the other.

#include "plot/plots.h"
#include "plot/series.h"
#include <math.h>
#include <string.h>

/// The outputs with the velocity and the force of one contact.
typedef struct {
  int velocity, force;
} friction_outputs;

static int find_pairs(const results *r, friction_outputs *found, int room) {
  int count = 0;
  for (int o = 0; o < r->outputs && count < room; ++o) {
    if (strcmp(r->output[o].quantity, "velocity") != 0)
      continue;
    const friction_outputs pair = {o, output_find(r, r->output[o].of, "force")};
    if (pair.force >= 0)
      found[count++] = pair;
  }
  return count;
}

// A few periods of one output, a quarter of the run after its start.
static void draw_excerpt(FILE *file, const results *r, int output, double y, int colour) {
  panel p = time_panel(file, y, 110);
  const double length = fmin(0.06, series_end(&r->samples));
  p.left = fmin(series_end(&r->samples) / 4, series_end(&r->samples) - length);
  p.right = p.left + length;
  double low = INFINITY;
  double high = -INFINITY;
  for (long long i = 0; i < r->samples.rows; ++i) {
    const double time = series_value(&r->samples, i, 0);
    if (time >= p.left && time <= p.right) {
      low = fmin(low, series_value(&r->samples, i, output + 1));
      high = fmax(high, series_value(&r->samples, i, output + 1));
    }
  }
  panel_range(&p, low, high);
  char label[240];
  output_label(&r->output[output], label, sizeof label);
  panel_axes(&p, "t, s", label);
  draw_series(&p, &r->samples, output + 1, colour);
}

// Over the same time: sticking is a vertical line, slipping follows the friction curve.
static void draw_force_against_velocity(FILE *file, const results *r, friction_outputs pair,
                                        double y) {
  enum { MOST_POINTS = 8192 };
  const numeric_table *t = &r->samples;
  double v[MOST_POINTS] = {0};
  double F[MOST_POINTS] = {0};
  const double length = fmin(0.06, series_end(t));
  const double begin = fmin(series_end(t) / 4, series_end(t) - length);
  int count = 0;
  panel p = {.file = file, .x = PANEL_X, .y = y, .width = 420, .height = 220};
  for (long long i = 0; i < t->rows && count < MOST_POINTS; ++i) {
    const double time = series_value(t, i, 0);
    if (time < begin || time > begin + length)
      continue;
    v[count] = series_value(t, i, pair.velocity + 1);
    F[count++] = series_value(t, i, pair.force + 1);
  }
  double range[4] = {0, 0, 0, 0};
  for (int i = 0; i < count; ++i) {
    range[0] = fmin(range[0], v[i]);
    range[1] = fmax(range[1], v[i]);
    range[2] = fmin(range[2], F[i]);
    range[3] = fmax(range[3], F[i]);
  }
  panel_range_x(&p, range[0], range[1]);
  panel_range(&p, range[2], range[3]);
  char label[200];
  snprintf(label, sizeof label, "%s: force, N, against velocity", r->output[pair.force].of);
  panel_axes(&p, "velocity, m/s", label);
  panel_line(&p, v, F, count, 0, 0.6);
}

void draw_friction(FILE *file, const results *r) {
  enum { ROW = 630, MOST = 4 };
  friction_outputs pairs[MOST];
  const int count = find_pairs(r, pairs, MOST);
  svg_begin(file, PICTURE_WIDTH, 50 + ROW * count, r->title);
  for (int i = 0; i < count; ++i) {
    const double y = 64 + ROW * i;
    draw_excerpt(file, r, pairs[i].velocity, y, 0);
    draw_excerpt(file, r, pairs[i].force, y + 170, 1);
    draw_force_against_velocity(file, r, pairs[i], y + 340);
  }
}

bool has_friction(const results *r) {
  friction_outputs any;
  return has_samples(r) && find_pairs(r, &any, 1) > 0;
}
