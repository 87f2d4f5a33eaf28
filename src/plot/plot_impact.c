// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// impact.svg, first impacts: phase portrait and hysteresis loop, the samples of the run over the
// closed form.

#include "plot/marks.h"
#include "plot/plots.h"
#include "plot/series.h"
#include "plot/units.h"
#include <math.h>
#include <string.h>

enum { CURVE = 200, MOST_SAMPLES = 2000, MOST_MARKS = 100 };
enum { HEIGHT = 260, ROW_HEIGHT = HEIGHT + PANEL_MARGIN + 38 };

/// Points of one impact; NAN where nothing is known.
typedef struct {
  int count;
  double x[MOST_SAMPLES], v[MOST_SAMPLES], f[MOST_SAMPLES];
} impact_points;

static void closed_form_points(const result_impact *p, impact_points *c) {
  c->count = CURVE + 1;
  for (int i = 0; i <= CURVE; ++i) {
    // Evenly in an angle, so that the steep ends are round
    const double mean = (p->impact.speed_in - p->closed_form.speed_out) / 2;
    const double half = (p->impact.speed_in + p->closed_form.speed_out) / 2;
    c->v[i] = mean + half * cos(3.14159265358979323846 * i / CURVE);
    c->x[i] = carom_hunt_crossley_compression(&p->impact, c->v[i]);
    c->f[i] = carom_hunt_crossley_force(&p->impact, c->v[i]);
  }
}

/// Which column of the samples tells the compression, and how.
typedef struct {
  int column;  // 0 if none does
  double sign; // the compression is sign (value - zero)
  double zero;
} compression_source;

// An output of the overlap or, at a barrier, of the displacement of the mass, whose value at the
// beginning of the impact is interpolated.
static compression_source find_compression(const results *r, const result_impact *p) {
  const numeric_table *t = &r->samples;
  const int overlap = output_find(r, p->contact, "overlap") + 1;
  const int place = p->side != 0 ? output_find(r, p->moving, "displacement") + 1 : 0;
  if (t->values == NULL || (overlap == 0 && place == 0))
    return (compression_source){0};
  if (overlap > 0)
    return (compression_source){.column = overlap, .sign = 1};
  for (long long i = 1; i < t->rows; ++i) {
    const double from = series_value(t, i - 1, 0);
    const double to = series_value(t, i, 0);
    if (to >= p->begin && to > from) {
      const double share = (p->begin - from) / (to - from);
      const double before = series_value(t, i - 1, place);
      return (compression_source){.column = place,
                                  .sign = p->side,
                                  .zero = before + share * (series_value(t, i, place) - before)};
    }
  }
  return (compression_source){0};
}

// The samples from just before the impact to just after it. Velocities are those of an output of
// the mass, or central differences of the compression.
static void sampled_points(const results *r, const result_impact *p, impact_points *c) {
  const numeric_table *t = &r->samples;
  const compression_source s = find_compression(r, p);
  const int force = output_find(r, p->contact, "force") + 1;
  const int velocity = p->side != 0 ? output_find(r, p->moving, "velocity") + 1 : 0;
  c->count = 0;
  for (long long i = 0; s.column > 0 && i < t->rows && c->count < MOST_SAMPLES; ++i) {
    const double *row = t->values + i * t->columns;
    if (row[0] < p->begin - 1.5 / r->rate ||
        row[0] > p->begin + p->found.contact_time + 1.5 / r->rate)
      continue;
    const bool inner = i > 0 && i + 1 < t->rows;
    const int n = c->count++;
    c->x[n] = s.sign * (row[s.column] - s.zero);
    c->f[n] = force > 0 ? row[force] : (double)NAN;
    c->v[n] = velocity > 0 ? p->side * row[velocity]
              : inner
                  ? s.sign * (row[t->columns + s.column] - row[s.column - t->columns]) * r->rate / 2
                  : (double)NAN;
  }
}

// Extends a range to take in the finite values of an array.
static void extend_range(const double *a, int count, double *low, double *high) {
  for (int i = 0; i < count; ++i)
    if (isfinite(a[i])) {
      *low = fmin(*low, a[i]);
      *high = fmax(*high, a[i]);
    }
}

static int count_finite(const double *a, int count) {
  int finite = 0;
  for (int i = 0; i < count; ++i)
    finite += isfinite(a[i]);
  return finite;
}

// "exact" as a line and "run" as marks or a line, above the panel.
static void put_legend(const panel *p, bool sampled, bool marked) {
  const double place = p->width - panel_legend_width("run") + 16;
  panel_legend(p, place - panel_legend_width("exact"), 1, "exact");
  if (sampled && !marked)
    panel_legend(p, place, 0, "run");
  if (!sampled || !marked)
    return;
  marks_mark(p->file, p->x + place + 20, p->y - 12, 0);
  svg_text(p->file, p->x + place + 31, p->y - 8, "start", "legend", "run");
}

// The run's samples as marks, joined where they are too many for that.
static void draw_over(panel p, const impact_points *exact, const impact_points *sampled, bool loop,
                      const char *label) {
  const double *y[2] = {loop ? exact->f : exact->v, loop ? sampled->f : sampled->v};
  const int found = count_finite(y[1], sampled->count);
  double low = INFINITY;
  double high = -INFINITY;
  extend_range(exact->x, exact->count, &low, &high);
  extend_range(sampled->x, found > 0 ? sampled->count : 0, &low, &high);
  panel_range_x(&p, low, high);
  low = INFINITY;
  high = -INFINITY;
  extend_range(y[0], exact->count, &low, &high);
  extend_range(y[1], sampled->count, &low, &high);
  panel_range(&p, low, high);
  panel_axes(&p, "compression, m", label);
  panel_line(&p, exact->x, y[0], exact->count, 1, 1);
  if (sampled->count > MOST_MARKS)
    panel_line(&p, sampled->x, y[1], sampled->count, 0, 1);
  else
    marks_points(&p, sampled->x, y[1], sampled->count, 0);
  put_legend(&p, found > 0, sampled->count <= MOST_MARKS);
  if (found == 0)
    panel_caption(&p, "The scene has no outputs that tell this of the run");
}

bool has_impacts(const results *r) {
  return r->impacts > 0;
}

static void draw_impact(FILE *file, const results *r, const result_impact *impact, double y) {
  impact_points exact;
  impact_points sampled;
  char label[LABEL_ROOM];
  char text[200];
  char values[2][48];
  closed_form_points(impact, &exact);
  sampled_points(r, impact, &sampled);
  snprintf(label, sizeof label, "%s: velocity, m/s", impact->contact);
  draw_over((panel){.file = file, .x = PANEL_X, .y = y, .width = 330, .height = HEIGHT}, &exact,
            &sampled, false, label);
  snprintf(label, sizeof label, "%s: force, N", impact->contact);
  draw_over((panel){.file = file, .x = 540, .y = y, .width = 330, .height = HEIGHT}, &exact,
            &sampled, true, label);
  snprintf(text, sizeof text, "The first impact of %s, at %s, which arrives at %s", impact->contact,
           unit_time(impact->begin, values[0], sizeof values[0]),
           unit_text(impact->impact.speed_in, "m/s", values[1], sizeof values[1]));
  svg_paragraph(file, PANEL_X, y + HEIGHT + 64, 130, 1, text);
}

void draw_impacts(FILE *file, const results *r) {
  svg_begin(file, PICTURE_WIDTH, PICTURE_HEAD + ROW_HEIGHT * r->impacts, r->title);
  for (int i = 0; i < r->impacts; ++i)
    draw_impact(file, r, &r->impact[i], PICTURE_HEAD + ROW_HEIGHT * i);
}
