// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// impact.svg, first impacts: phase portrait and hysteresis loop, the samples of the run over the
// closed form.

#include "plot/plots.h"
#include "plot/series.h"
#include <math.h>
#include <string.h>

enum { CURVE = 200, MOST_SAMPLES = 2000, ROW_HEIGHT = 340 };

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
    c->x[i] = carom_impact_compression(&p->impact, c->v[i]);
    c->f[i] = carom_impact_force(&p->impact, c->v[i]);
  }
}

// The samples from just before the impact to just after it. Velocities are those of an output of
// the mass, or central differences of the overlap.
static void sampled_points(const results *r, const result_impact *p, impact_points *c) {
  const numeric_table *t = &r->samples;
  const int overlap = output_find(r, p->contact, "overlap") + 1;
  const int force = output_find(r, p->contact, "force") + 1;
  const int velocity = p->side != 0 ? output_find(r, p->moving, "velocity") + 1 : 0;
  c->count = 0;
  for (long long i = 0; overlap > 0 && i < t->rows && c->count < MOST_SAMPLES; ++i) {
    const double *row = t->values + i * t->columns;
    if (row[0] < p->begin - 1.5 / r->rate ||
        row[0] > p->begin + p->found.contact_time + 1.5 / r->rate)
      continue;
    const bool inner = i > 0 && i + 1 < t->rows;
    const int n = c->count++;
    c->x[n] = row[overlap];
    c->f[n] = force > 0 ? row[force] : (double)NAN;
    c->v[n] = velocity > 0 ? p->side * row[velocity]
              : inner      ? (row[t->columns + overlap] - row[overlap - t->columns]) * r->rate / 2
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

static void draw_over(FILE *file, double left, double top, const impact_points *exact,
                      const impact_points *sampled, bool loop, const char *label) {
  panel p = {.file = file, .x = left, .y = top, .width = 330, .height = 260};
  const double *y[2] = {loop ? exact->f : exact->v, loop ? sampled->f : sampled->v};
  double low = INFINITY;
  double high = -INFINITY;
  extend_range(exact->x, exact->count, &low, &high);
  extend_range(sampled->x, sampled->count, &low, &high);
  panel_range_x(&p, low, high);
  low = INFINITY;
  high = -INFINITY;
  extend_range(y[0], exact->count, &low, &high);
  extend_range(y[1], sampled->count, &low, &high);
  panel_range(&p, low, high);
  panel_axes(&p, "compression, m", label);
  panel_line(&p, exact->x, y[0], exact->count, 1, 0.9);
  panel_line(&p, sampled->x, y[1], sampled->count, 0, 0.9);
  panel_legend(&p, 180, 1, "exact");
  panel_legend(&p, 255, 0, "run");
}

bool has_impacts(const results *r) {
  return r->impacts > 0;
}

void draw_impacts(FILE *file, const results *r) {
  impact_points exact;
  impact_points sampled;
  svg_begin(file, PICTURE_WIDTH, 50 + ROW_HEIGHT * r->impacts, r->title);
  for (int i = 0; i < r->impacts; ++i) {
    char label[120];
    closed_form_points(&r->impact[i], &exact);
    sampled_points(r, &r->impact[i], &sampled);
    snprintf(label, sizeof label, "%s: velocity, m/s", r->impact[i].contact);
    draw_over(file, 90, 64 + ROW_HEIGHT * i, &exact, &sampled, false, label);
    snprintf(label, sizeof label, "%s: force, N", r->impact[i].contact);
    draw_over(file, 530, 64 + ROW_HEIGHT * i, &exact, &sampled, true, label);
  }
}
