// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Starting shapes of clamped and free plates by their modes (theory 7.24): the shape is projected
// on the functions of both sides, and these are summed as in a mode. A hump of radius R about (x0,
// y0) is a sum over chords y = y0 + R sin phi.

#include "bodies/plate_ritz_start.h"

#include "base/constants.h"
#include "base/quadrature.h"
#include "bodies/plate_modes.h"
#include "bodies/plate_ritz.h"
#include "scene/words.h"
#include <math.h>

/// What all projections share: the plate, its functions at a point and their integrals.
typedef struct {
  compiler *c;
  const model_body *b;
  ritz_arrays of;
  double max; // the largest wave number, 1/m
  double *at, *sides;
} projection;

static int functions_of(const projection *p, int side) {
  return p->b->modes.ritz.functions[side];
}

static double *integrals_of(const projection *p, int side) {
  return side == 0 ? p->sides : p->sides + functions_of(p, 0);
}

static int panels_over(const projection *p, double length, double waves) {
  return 1 + (int)(length * p->max / two_pi + waves);
}

// Point i of ten in each of `panels` from `from` to `to`, and its weight.
static double panel_point(double from, double to, int panels, int i, double *weight) {
  const double half = (to - from) / (2 * panels);
  const int panel = i / GAUSS_POINTS;
  *weight = half * gauss_weight[i % GAUSS_POINTS / 2];
  return from + half * (2.0 * panel + 1 + gauss_point(i % GAUSS_POINTS));
}

// Adds `by` times the functions of a side at x.
static void add_at(const projection *p, int side, double x, double by) {
  double *sum = integrals_of(p, side);
  ritz_side_values(&p->of, p->b, side, x, 0, p->at);
  for (int i = 0; i < functions_of(p, side); ++i)
    sum[i] += by * p->at[i];
}

static void clear(const projection *p, int side) {
  for (int i = 0; i < functions_of(p, side); ++i)
    integrals_of(p, side)[i] = 0;
}

// Adds `by` times the integrals' product to all modes.
static void add_modes(const projection *p, double by, double *field) {
  const model_body *b = p->b;
  for (int j = 0; j < b->nodes; ++j)
    field[b->first + j] += by * b->density *
                           ritz_mode_sum(&p->of, b, &p->c->m.shape[b->modes.first_shape + j],
                                         integrals_of(p, 0), integrals_of(p, 1));
}

// --- Products and humps -------------------------------------------------------------------------

// A sine or triangle along a side, smooth on both sides of its peak.
static void project_side(const projection *p, const plate_start *s, int side) {
  const double length = side == 0 ? p->b->lx : p->b->ly;
  const double corner[] = {0, s->kind == SHAPE_SINE ? 0 : s->at[side] * length, length};
  clear(p, side);
  for (int piece = 0; piece < 2; ++piece) {
    const double from = corner[piece];
    const double to = corner[piece + 1];
    const int panels = panels_over(p, to - from, s->kind == SHAPE_SINE ? s->mode[side] / 2 : 0);
    for (int i = 0; to > from && i < panels * GAUSS_POINTS; ++i) {
      double weight = 0;
      const double x = panel_point(from, to, panels, i, &weight);
      add_at(p, side, x, weight * start_along(s->kind, x / length, s->at[side], s->mode[side]));
    }
  }
}

static double clipped_angle(double sine) {
  return asin(fmin(fmax(sine, -1), 1));
}

static void project_hump(const projection *p, const plate_start *s, double *field) {
  const model_body *b = p->b;
  const double R = s->width / 2 * b->lx;
  const double x0 = s->at[0] * b->lx;
  const double y0 = s->at[1] * b->ly;
  const double low = clipped_angle(-y0 / R);
  const double high = clipped_angle((b->ly - y0) / R);
  const int panels = panels_over(p, 2 * R, 1);
  for (int i = 0; i < panels * GAUSS_POINTS; ++i) {
    double weight = 0;
    const double phi = panel_point(low, high, panels, i, &weight);
    const double half = R * cos(phi);
    const double from = fmax(0, x0 - half);
    const double to = fmin(b->lx, x0 + half);
    clear(p, 0);
    clear(p, 1);
    for (int n = 0; n < panels * GAUSS_POINTS; ++n) {
      double dx = 0;
      const double x = panel_point(from, to, panels, n, &dx);
      const double r = fmin(hypot(x - x0, R * sin(phi)) / R, 1);
      add_at(p, 0, x, dx * 0.5 * (1 + cos(pi * r)));
    }
    add_at(p, 1, y0 + R * sin(phi), weight * half);
    add_modes(p, s->amplitude, field);
  }
}

// --- Modes --------------------------------------------------------------------------------------

/// A mode at evenly spaced points, eight in half a wave at least.
enum { PEAK_MIN = 32, PEAK_MAX = 512 };

static double value_at(const projection *p, const mode_shape *mode, double x, double y) {
  clear(p, 0);
  clear(p, 1);
  add_at(p, 0, fmin(fmax(x, 0), p->b->lx), 1);
  add_at(p, 1, fmin(fmax(y, 0), p->b->ly), 1);
  return ritz_mode_sum(&p->of, p->b, mode, integrals_of(p, 0), integrals_of(p, 1));
}

// What a parabola through three values adds to the one in the middle.
static double above_middle(double left, double middle, double right) {
  const double bend = left - 2 * middle + right;
  const bool inside = (middle - left) * (middle - right) > 0;
  return inside ? -(right - left) * (right - left) / (8 * bend) : 0;
}

// The value where it is largest.
static double peak_of(const projection *p, const mode_shape *mode) {
  const double lx = p->b->lx;
  const double ly = p->b->ly;
  const int nx = (int)fmin(fmax(8 * mode->beta * lx / pi, PEAK_MIN), PEAK_MAX);
  const int ny = (int)fmin(fmax(8 * mode->beta * ly / pi, PEAK_MIN), PEAK_MAX);
  double peak = 0;
  double place[2] = {0};
  for (int j = 0; j <= ny; ++j) {
    for (int i = 0; i <= nx; ++i) {
      const double value = value_at(p, mode, i * lx / nx, j * ly / ny);
      if (fabs(value) <= fabs(peak) * (1 + 1e-9)) // of equal ones the first
        continue;
      peak = value;
      place[0] = i * lx / nx;
      place[1] = j * ly / ny;
    }
  }
  const double dx = lx / nx;
  const double dy = ly / ny;
  const double more = above_middle(value_at(p, mode, place[0] - dx, place[1]), peak,
                                   value_at(p, mode, place[0] + dx, place[1])) +
                      above_middle(value_at(p, mode, place[0], place[1] - dy), peak,
                                   value_at(p, mode, place[0], place[1] + dy));
  return peak + more;
}

bool plate_ritz_start(compiler *c, const model_body *b, const plate_start *s, int mode,
                      double *field) {
  projection p = {.c = c, .b = b, .of = {c->m.shape, c->m.ritz}};
  const mode_shape *shapes = c->m.shape + b->modes.first_shape;
  p.max = shapes[b->nodes - 1].beta;
  p.at = plate_modes_take_sides(c, b);
  p.sides = plate_modes_take_sides(c, b);
  const bool good = p.at != NULL && p.sides != NULL;
  if (good && s->kind == SHAPE_MODE)
    field[b->first + mode - 1] = s->amplitude / peak_of(&p, &shapes[mode - 1]);
  if (good && s->kind == SHAPE_HUMP)
    project_hump(&p, s, field);
  if (good && (s->kind == SHAPE_SINE || s->kind == SHAPE_PLUCK)) {
    project_side(&p, s, 0);
    project_side(&p, s, 1);
    add_modes(&p, s->amplitude, field);
  }
  plate_modes_drop_sides(c, b, p.at);
  plate_modes_drop_sides(c, b, p.sides);
  return good;
}
