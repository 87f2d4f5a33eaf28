// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// friction.svg: relative velocity and friction force of a contact over a few periods, and one
// against the other.

#include "plot/interval.h"
#include "plot/plots.h"
#include "plot/series.h"
#include "plot/units.h"
#include <math.h>
#include <string.h>

enum { HEIGHT = 110, ROW = HEIGHT + PANEL_MARGIN, CURVE = 260 };
enum { CONTACT_ROW = 2 * ROW + CURVE + PANEL_MARGIN, MOST = 4, MOST_POINTS = 8192 };

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

// The range of an output over a part of the run, 0 included.
static void part_range(const results *r, int output, const interval *part, double range[2]) {
  range[0] = range[1] = 0;
  for (long long i = part->first; i < part->first + part->count; ++i) {
    range[0] = fmin(range[0], series_value(&r->samples, i, output + 1));
    range[1] = fmax(range[1], series_value(&r->samples, i, output + 1));
  }
}

static panel draw_excerpt(FILE *file, const results *r, int output, const interval *part,
                          double y) {
  panel p = time_panel(file, y, HEIGHT);
  double range[2];
  char label[LABEL_ROOM];
  p.left = part->from;
  p.right = part->to > part->from ? part->to : part->from + 1;
  part_range(r, output, part, range);
  panel_range(&p, range[0], range[1]);
  output_label(&r->output[output], label, sizeof label);
  panel_axes(&p, "time, s", label);
  draw_series(&p, &r->samples, output + 1, 0, 1);
  return p;
}

// Over the same time: sticking is a vertical line, slipping follows the friction curve.
static void draw_force_against_velocity(FILE *file, const results *r, friction_outputs pair,
                                        const interval *part, double y) {
  double v[MOST_POINTS];
  double F[MOST_POINTS];
  double range[2];
  int count = 0;
  char label[LABEL_ROOM];
  panel p = time_panel(file, y, CURVE);
  for (long long i = part->first; i < part->first + part->count && count < MOST_POINTS; ++i) {
    v[count] = series_value(&r->samples, i, pair.velocity + 1);
    F[count++] = series_value(&r->samples, i, pair.force + 1);
  }
  part_range(r, pair.velocity, part, range);
  panel_range_x(&p, range[0], range[1]);
  part_range(r, pair.force, part, range);
  panel_range(&p, range[0], range[1]);
  snprintf(label, sizeof label, "%s: force against velocity, N", r->output[pair.force].of);
  panel_axes(&p, "relative velocity, m/s", label);
  panel_line(&p, v, F, count, 7, 0.25);
  panel_dots(&p, v, F, count, 0, count < 500 ? 4.5 : 2.6);
  panel_caption(&p,
                "The same samples as dots: sticking is at velocity 0, slipping follows the curve");
}

void draw_friction(FILE *file, const results *r) {
  friction_outputs pairs[MOST];
  const int count = find_pairs(r, pairs, MOST);
  svg_begin(file, PICTURE_WIDTH, PICTURE_HEAD + CONTACT_ROW * count, r->title);
  for (int i = 0; i < count; ++i) {
    const double y = PICTURE_HEAD + CONTACT_ROW * i;
    const interval part = interval_steady(r, pairs[i].velocity, 6, MOST_POINTS);
    char text[200];
    draw_excerpt(file, r, pairs[i].velocity, &part, y);
    const panel p = draw_excerpt(file, r, pairs[i].force, &part, y + ROW);
    panel_caption(&p, interval_text(&part, text, sizeof text));
    draw_force_against_velocity(file, r, pairs[i], &part, y + 2 * ROW);
  }
}

bool has_friction(const results *r) {
  friction_outputs any;
  return has_samples(r) && find_pairs(r, &any, 1) > 0;
}
