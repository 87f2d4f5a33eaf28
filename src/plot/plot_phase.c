// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// phase.svg: phase portraits, velocity against displacement.

#include "plot/plots.h"
#include "plot/series.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Velocity, by central differences of the displacement, against displacement.
static void draw_portrait(FILE *file, const results *r, int output, double x, double y) {
  enum { MOST_POINTS = 6000 };
  const numeric_table *t = &r->samples;
  const long long rows = t->rows < MOST_POINTS ? t->rows : MOST_POINTS;
  double *u = calloc((size_t)rows * 2, sizeof *u);
  if (u == NULL)
    return;
  double *v = u + rows;
  panel p = {.file = file, .x = x, .y = y, .width = 330, .height = 260};
  double low = INFINITY;
  double high = -INFINITY;
  double left = INFINITY;
  double right = -INFINITY;
  for (long long i = 1; i + 1 < rows; ++i) {
    u[i - 1] = series_value(t, i, output + 1);
    v[i - 1] =
        (series_value(t, i + 1, output + 1) - series_value(t, i - 1, output + 1)) * r->rate / 2;
    left = fmin(left, u[i - 1]);
    right = fmax(right, u[i - 1]);
    low = fmin(low, v[i - 1]);
    high = fmax(high, v[i - 1]);
  }
  panel_range_x(&p, left, right);
  panel_range(&p, low, high);
  char label[200];
  snprintf(label, sizeof label, "%s: velocity, m/s, over %.3g s", r->output[output].name,
           (double)rows / r->rate);
  panel_axes(&p, "displacement, m", label);
  panel_line(&p, u, v, (int)rows - 2, 0, 0.8);
  free(u);
}

bool has_displacements(const results *r) {
  return has_samples(r) && output_count(r, "displacement") > 0;
}

void draw_phase(FILE *file, const results *r) {
  enum { ROW = 340 };
  const int panels = output_count(r, "displacement");
  svg_begin(file, PICTURE_WIDTH, 50 + ROW * ((panels + 1) / 2), r->title);
  for (int o = 0, drawn = 0; o < r->outputs && drawn < panels; ++o)
    if (strcmp(r->output[o].quantity, "displacement") == 0) {
      const int row = drawn / 2;
      draw_portrait(file, r, o, 90 + 440 * (drawn % 2), 64 + ROW * row);
      ++drawn;
    }
}
