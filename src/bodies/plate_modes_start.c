// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Starting shapes of plates by their modes; of pinned ones (theory 7.24),
//
//   q = int rho H W u dx dy = 2 sqrt(M) int int u sin(m pi x) sin(n pi y) dx dy,   x, y from 0 to 1
//
// in closed form for products of sines or triangles. For a hump of radius R about (x0, y0),
// distances in units of lx, with y = y0 + R sin phi and x = x0 + R t cos phi, the integrand is
// smooth in t and phi; the integral over t is the same for all modes of one m.

#include "bodies/plate_modes.h"

#include "base/constants.h"
#include "base/quadrature.h"
#include "base/sines.h"
#include "bodies/plate_ritz_start.h"
#include "model/compile.h"
#include "scene/words.h"
#include <math.h>

// --- Products -----------------------------------------------------------------------------------

// int f sin(m pi x) dx from 0 to 1, of sin(mode pi x) or the triangle with its peak at `at`.
static double project_side(const plate_start *s, int side, double m) {
  if (s->kind == SHAPE_SINE)
    return s->mode[side] == m ? 0.5 : 0;
  const double at = s->at[side];
  if (at == 0)
    return 1 / (m * pi);
  if (at == 1)
    return -cos(m * pi) / (m * pi);
  return sin(m * pi * at) / (m * m * pi * pi * at * (1 - at));
}

// --- A hump -------------------------------------------------------------------------------------

/// A hump about (x, y), y and the plate's height in units of lx, and its quadrature over phi.
typedef struct {
  double x, y, height, radius;
  double from, to; // of phi
  int panels;      // of ten points, along t and along phi
} hump;

static double clipped_angle(double sine) {
  return asin(fmin(fmax(sine, -1), 1));
}

static double hump_at(const hump *h, double r) {
  return r < h->radius ? 0.5 * (1 + cos(pi * r / h->radius)) : 0;
}

// Point i of the quadrature of an interval, and its weight.
static double panel_point(double from, double to, int panels, int i, double *weight) {
  const double half = (to - from) / (2 * panels);
  *weight = half * gauss_weight[i % GAUSS_POINTS / 2];
  const int panel = i / GAUSS_POINTS;
  return from + half * (2 * panel + 1 + gauss_point(i % GAUSS_POINTS));
}

/// Its table: points of phi and of t, and two rows of sines for each number of half waves: of m
/// along the chords, integrated, and of n across them.
typedef struct {
  int points, max_m, max_n;
  double *place, *weight, *angle, *sine, *cosine; // of the points of a chord
  double *along, *across;                         // rows of points, from m = 1 and n = 1 on
} hump_table;

enum { TABLE_ROWS = 5 }; // beside those of sines

static size_t table_size(const hump_table *t) {
  return (size_t)(TABLE_ROWS + t->max_m + t->max_n) * (size_t)t->points * sizeof(double);
}

static bool table_take(compiler *c, hump_table *t) {
  double *rows = compile_take(c, table_size(t));
  if (rows == NULL)
    return false;
  const ptrdiff_t n = t->points;
  t->place = rows;
  t->weight = rows + n;
  t->angle = rows + 2 * n;
  t->sine = rows + 3 * n;
  t->cosine = rows + 4 * n;
  t->along = rows + TABLE_ROWS * n;
  t->across = t->along + t->max_m * n;
  return true;
}

static double inner_product(const double *x, const double *y, int count) {
  double sum[SINES_AT_ONCE] = {0};
  for (int n = 0; n < count; n += SINES_AT_ONCE)
    for (int k = 0; k < SINES_AT_ONCE; ++k)
      sum[k] += x[n + k] * y[n + k];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// int f sin(m pi x) dx along the chord at the angle phi, for all m: its point i.
static void project_chord(const hump *h, double phi, int i, const hump_table *t) {
  const double half = h->radius * cos(phi);
  const double from = fmax(-1, -h->x / half);
  const double to = fmin(1, (1 - h->x) / half);
  for (int n = 0; n < t->points; ++n) {
    const double at = panel_point(from, to, h->panels, n, &t->weight[n]);
    t->place[n] = pi * (h->x + half * at);
    t->weight[n] *= half * hump_at(h, hypot(half * at, h->radius * sin(phi)));
  }
  for (int m = 1; m <= t->max_m; ++m) {
    for (int n = 0; n < t->points; ++n)
      t->angle[n] = m * t->place[n];
    sines(t->points, m * pi, t->angle, t->sine, t->cosine);
    t->along[(ptrdiff_t)(m - 1) * t->points + i] = inner_product(t->weight, t->sine, t->points);
  }
}

static void fill_table(const hump *h, const hump_table *t) {
  for (int i = 0; i < t->points; ++i) {
    double weight = 0;
    const double phi = panel_point(h->from, h->to, h->panels, i, &weight);
    const double y = h->y + h->radius * sin(phi);
    project_chord(h, phi, i, t);
    for (int n = 1; n <= t->max_n; ++n)
      t->across[(ptrdiff_t)(n - 1) * t->points + i] =
          weight * cos(phi) * sin(n * pi * y / h->height);
  }
}

// Half waves of a mode along both sides.
static void waves_of(const compiler *c, const model_body *b, int j, int waves[2]) {
  const mode_shape *shape = &c->m.shape[b->modes.first_shape + j];
  waves[0] = (int)lround(shape->coefficient[1] * b->lx / pi);
  waves[1] = (int)lround(shape->coefficient[2] * b->ly / pi);
}

static bool project_hump(compiler *c, const model_body *b, const plate_start *s, double *field) {
  hump h = {.x = s->at[0],
            .y = s->at[1] * b->ly / b->lx,
            .height = b->ly / b->lx,
            .radius = s->width / 2};
  h.from = clipped_angle(-h.y / h.radius);
  h.to = clipped_angle((h.height - h.y) / h.radius);
  hump_table t = {0};
  double max = 0;
  int waves[2];
  for (int j = 0; j < b->nodes; ++j) {
    waves_of(c, b, j, waves);
    max = fmax(max, c->m.shape[b->modes.first_shape + j].beta * b->lx / pi);
    t.max_m = waves[0] > t.max_m ? waves[0] : t.max_m;
    t.max_n = waves[1] > t.max_n ? waves[1] : t.max_n;
  }
  h.panels = 2 * (1 + (int)(max * s->width / 2 + 0.5)); // even: points fill lanes
  t.points = h.panels * GAUSS_POINTS;
  if (!table_take(c, &t))
    return false;
  fill_table(&h, &t);
  for (int j = 0; j < b->nodes; ++j) {
    waves_of(c, b, j, waves);
    const double *along = t.along + (ptrdiff_t)(waves[0] - 1) * t.points;
    const double *across = t.across + (ptrdiff_t)(waves[1] - 1) * t.points;
    field[b->first + j] = 2 * sqrt(b->mass) * s->amplitude *
                          inner_product(along, across, t.points) * h.radius / h.height;
  }
  compile_drop(c, t.place, table_size(&t));
  return true;
}

bool plate_modes_start(compiler *c, const item *it, const model_body *b, const start_keys *keys,
                       double *field) {
  bool given = false;
  if (!start_given(c, it, keys, &given) || !given)
    return !given && c->status == CAROM_OK;
  plate_start s = {.kind = (start_shape)item_choice(it, keys->shape),
                   .amplitude = item_number(it, keys->amplitude),
                   .width = item_number(it, keys->width)};
  if (s.kind == SHAPE_WRAPPED)
    return start_takes_wrapped(c, it, keys->shape);
  if (s.kind == SHAPE_TABLE)
    return MISTAKE(
        c, it, keys->shape, CAROM_BAD_VALUE,
        "a plate by its modes has no grid points; allowed are pluck, hump, sine and mode, or "
        "model: grid");
  int number = 0;
  if (s.kind == SHAPE_MODE && !start_mode_number(c, it, keys, b->nodes, &number))
    return false;
  if (s.kind != SHAPE_MODE &&
      (!start_pair(c, it, b, keys->at, s.at) || !start_pair(c, it, b, keys->mode, s.mode)))
    return false;
  if (b->ends[0] != END_PINNED)
    return plate_ritz_start(c, b, &s, number, field);
  if (s.kind == SHAPE_MODE) {
    field[b->first + number - 1] =
        s.amplitude / c->m.shape[b->modes.first_shape + number - 1].coefficient[0];
    return true;
  }
  if (s.kind == SHAPE_HUMP)
    return project_hump(c, b, &s, field);
  for (int j = 0; j < b->nodes; ++j) {
    const mode_shape *shape = &c->m.shape[b->modes.first_shape + j];
    field[b->first + j] = 2 * sqrt(b->mass) * s.amplitude *
                          project_side(&s, 0, round(shape->coefficient[1] * b->lx / pi)) *
                          project_side(&s, 1, round(shape->coefficient[2] * b->ly / pi));
  }
  return true;
}
