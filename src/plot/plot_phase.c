// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// phase.svg: phase portraits, velocity against displacement, after the transient.

#include "plot/drawing.h"
#include "plot/interval.h"
#include "plot/plots.h"
#include "plot/series.h"
#include "plot/units.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEIGHT = 280, ROW = HEIGHT + PANEL_MARGIN + 32, NARROW = 330, MOST_POINTS = 12000 };

// Velocity, by central differences of the displacement, against displacement.
static void draw_portrait(const results *r, int output, panel *p) {
  const numeric_table *t = &r->samples;
  const interval part = interval_steady(r, output, 12, MOST_POINTS);
  double *u = drawing_take((size_t)part.count * 2, sizeof *u);
  if (u == NULL)
    return;
  double *v = u + part.count;
  int count = 0;
  double range[4] = {INFINITY, -INFINITY, INFINITY, -INFINITY};
  for (long long i = part.first; i < part.first + part.count; ++i) {
    if (i == 0 || i + 1 == t->rows)
      continue;
    u[count] = series_value(t, i, output + 1);
    v[count] =
        (series_value(t, i + 1, output + 1) - series_value(t, i - 1, output + 1)) * r->rate / 2;
    range[0] = fmin(range[0], u[count]);
    range[1] = fmax(range[1], u[count]);
    range[2] = fmin(range[2], v[count]);
    range[3] = fmax(range[3], v[count]);
    ++count;
  }
  panel_range_x(p, range[0], range[1]);
  panel_range(p, range[2], range[3]);
  char label[LABEL_ROOM];
  char text[200];
  snprintf(label, sizeof label, "%s: velocity of %s, m/s", r->output[output].name,
           r->output[output].of);
  panel_axes(p, "displacement, m", label);
  panel_line(p, u, v, count, 0, 0.85);
  panel_caption(p, interval_text(&part, text, sizeof text));
  free(u);
}

// Outputs that never move have no portrait.
static bool is_moving(const results *r, int output) {
  double low = 0;
  double high = 0;
  series_range(&r->samples, output + 1, &low, &high);
  return strcmp(r->output[output].quantity, "displacement") == 0 && high > low;
}

static int count_moving(const results *r) {
  int count = 0;
  for (int o = 0; o < r->outputs && count < MOST_PANELS; ++o)
    count += is_moving(r, o);
  return count;
}

bool has_displacements(const results *r) {
  const bool unread = r->samples.values == NULL; // asked whether samples would do
  return has_samples(r) && output_count(r, "displacement") > 0 && (unread || count_moving(r) > 0);
}

// Two in a row; one that is alone in its row is wide.
void draw_phase(FILE *file, const results *r) {
  const int panels = count_moving(r);
  svg_begin(file, PICTURE_WIDTH, PICTURE_HEAD + ROW * ((panels + 1) / 2), r->title);
  for (int o = 0, drawn = 0; o < r->outputs && drawn < panels; ++o) {
    if (!is_moving(r, o))
      continue;
    const int row = drawn / 2;
    const bool alone = drawn % 2 == 0 && drawn + 1 == panels;
    panel p = {.file = file,
               .x = PANEL_X + 450 * (drawn % 2),
               .y = PICTURE_HEAD + ROW * row,
               .width = alone ? PANEL_WIDTH : NARROW,
               .height = HEIGHT};
    draw_portrait(r, o, &p);
    ++drawn;
  }
}
