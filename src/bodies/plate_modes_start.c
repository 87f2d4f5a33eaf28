// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Starting shapes of plates by their modes (theory 7.24),
//
//   q = int rho H W u dx dy = 2 sqrt(M) int int u sin(m pi x) sin(n pi y) dx dy,   x, y from 0 to 1
//
// in closed form for products of sines or triangles. For a hump of radius R about (x0, y0),
// distances in units of lx, with y = y0 + R sin phi and x = x0 + R t cos phi, the integrand is
// smooth in t and phi; the integral over t is the same for all modes of one m.

#include "bodies/plate_modes.h"

#include "base/constants.h"
#include "base/quadrature.h"
#include <math.h>

/// A starting shape; lengths over the sides.
typedef struct {
  start_shape kind;
  double at[2], mode[2], amplitude, width;
} plate_start;

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

// int f sin(m pi x) dx along the chord at the angle phi.
static double project_chord(const hump *h, double phi, double m) {
  const double half = h->radius * cos(phi);
  const double from = fmax(-1, -h->x / half);
  const double to = fmin(1, (1 - h->x) / half);
  double sum = 0;
  for (int i = 0; i < h->panels * GAUSS_POINTS; ++i) {
    double weight = 0;
    const double t = panel_point(from, to, h->panels, i, &weight);
    const double r = hypot(half * t, h->radius * sin(phi));
    sum += weight * hump_at(h, r) * sin(m * pi * (h->x + half * t));
  }
  return sum * half;
}

// Of all modes (m, n), with the chords of m.
static void project_row(const compiler *c, const model_body *b, const hump *h, const double *chord,
                        double m, double amplitude, double *field) {
  const mode_shape *shapes = c->m.shape + b->modes.first_shape;
  for (int j = 0; j < b->nodes; ++j) {
    if (round(shapes[j].part[1] * b->lx / pi) != m)
      continue;
    double sum = 0;
    for (int i = 0; i < h->panels * GAUSS_POINTS; ++i) {
      double weight = 0;
      const double phi = panel_point(h->from, h->to, h->panels, i, &weight);
      sum += weight * chord[i] * cos(phi) *
             sin(shapes[j].part[2] * b->lx * (h->y + h->radius * sin(phi)));
    }
    field[b->first + j] = 2 * sqrt(b->mass) * amplitude * sum * h->radius / h->height;
  }
}

static bool project_hump(compiler *c, const model_body *b, const plate_start *s, double *field) {
  const mode_shape *shapes = c->m.shape + b->modes.first_shape;
  hump h = {.x = s->at[0],
            .y = s->at[1] * b->ly / b->lx,
            .height = b->ly / b->lx,
            .radius = s->width / 2};
  h.from = clipped_angle(-h.y / h.radius);
  h.to = clipped_angle((h.height - h.y) / h.radius);
  double most = 0;
  double most_m = 0;
  for (int j = 0; j < b->nodes; ++j) {
    most = fmax(most, shapes[j].beta * b->lx / pi);
    most_m = fmax(most_m, round(shapes[j].part[1] * b->lx / pi));
  }
  h.panels = 2 + (int)(most * s->width);
  const size_t size = (size_t)h.panels * GAUSS_POINTS * sizeof(double);
  double *chord = compile_take(c, size);
  if (chord == NULL)
    return false;
  for (int m = 1; m <= most_m; ++m) {
    for (int i = 0; i < h.panels * GAUSS_POINTS; ++i) {
      double weight = 0;
      chord[i] = project_chord(&h, panel_point(h.from, h.to, h.panels, i, &weight), m);
    }
    project_row(c, b, &h, chord, m, s->amplitude, field);
  }
  compile_drop(c, chord, size);
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
  if (s.kind == SHAPE_MODE) {
    int number = 0;
    if (!start_mode_number(c, it, keys, b->nodes, &number))
      return false;
    field[b->first + number - 1] =
        s.amplitude / c->m.shape[b->modes.first_shape + number - 1].part[0];
    return true;
  }
  if (!start_pair(c, it, b, keys->at, s.at) || !start_pair(c, it, b, keys->mode, s.mode))
    return false;
  if (s.kind == SHAPE_HUMP)
    return project_hump(c, b, &s, field);
  for (int j = 0; j < b->nodes; ++j) {
    const mode_shape *shape = &c->m.shape[b->modes.first_shape + j];
    field[b->first + j] = 2 * sqrt(b->mass) * s.amplitude *
                          project_side(&s, 0, round(shape->part[1] * b->lx / pi)) *
                          project_side(&s, 1, round(shape->part[2] * b->ly / pi));
  }
  return true;
}
