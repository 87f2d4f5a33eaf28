// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Starting shapes of modal bodies as sums of their modes (theory 7.8),
//
//   q_j = int rho A W_j u dx + (tip mass) W_j u + (tip inertia) W_j' u'  at the tip,
//
// in closed form: with x from 0 to 1 and z = beta L,
//
//   W = A sin z x + B cos z x + C e^{-z x} + D e^{-z (1 - x)},
//
// (with another decay, zeta = alpha L, where tension meets clamped ends) and u is a broken line, or
// a sum of waves cos(kappa x + phi) over one piece. The integral over a broken line is [W_1 u] less
// the sum of its slopes times the changes of W_2, W_1 and W_2 the first and second integrals of W.

#include "bodies/modal.h"

#include "base/constants.h"
#include "base/quadrature.h"
#include "bodies/modes.h"
#include "model/compile.h"
#include "scene/words.h"
#include <math.h>

/// A shape along the line, x from 0 to 1, smooth between its corners.
typedef struct {
  start_shape kind;
  double at, width, amplitude, mode;
  int count; // of a table
  const double *values;
} form;

static double form_at(const form *f, double x) {
  if (f->kind == SHAPE_SINE)
    return f->amplitude * sin(f->mode * pi * x);
  if (f->kind == SHAPE_PLUCK)
    return f->amplitude * (x <= f->at ? (f->at > 0 ? x / f->at : 1) : (1 - x) / (1 - f->at));
  if (f->kind == SHAPE_HUMP)
    return fabs(x - f->at) < f->width / 2
               ? f->amplitude / 2 * (1 + cos(2 * pi * (x - f->at) / f->width))
               : 0;
  if (f->values == NULL)
    return 0;
  const double place = fmin(fmax(x, 0), 1) * (f->count - 1);
  const int i = place >= f->count - 1 ? f->count - 2 : (int)place;
  return f->values[i] + (f->values[i + 1] - f->values[i]) * (place - i);
}

// The n-th corner, from 0 at the left end on; 1 beyond the last.
static double corner(const form *f, int n) {
  if (n == 0)
    return 0;
  if (f->kind == SHAPE_PLUCK)
    return n == 1 ? f->at : 1;
  if (f->kind == SHAPE_HUMP && n < 3)
    return fmin(fmax(f->at + (n == 1 ? -0.5 : 0.5) * f->width, 0), 1);
  if (f->kind == SHAPE_TABLE)
    return n < f->count - 1 ? (double)n / (f->count - 1) : 1;
  return 1;
}

// --- Broken lines -------------------------------------------------------------------------------

// W_1 and W_2 at x.
static void integrals_at(const mode_shape *w, double z, double x, double integral[2]) {
  const double s = sin(z * x);
  const double c = cos(z * x);
  const double zeta = z * (w->decay / w->beta);
  const double left = w->coefficient[2] * exp(-zeta * x);
  const double right = w->coefficient[3] * exp(-zeta * (1 - x));
  const double r = z / zeta;
  integral[0] = (w->coefficient[1] * s - w->coefficient[0] * c - r * left + r * right) / z;
  integral[1] =
      (r * r * left + r * r * right - w->coefficient[0] * s - w->coefficient[1] * c) / (z * z);
}

// Slopes change at corners; the sum is ordered by these, where the line has ended both are known.
static double project_line(const mode_shape *w, double z, const form *f) {
  double sum = 0;
  double slope = 0;
  double at[2];
  double from = 0;
  for (int n = 0; from < 1; ++n) {
    const double to = corner(f, n + 1);
    if (!(to > from))
      continue;
    integrals_at(w, z, from, at);
    const double next = (form_at(f, to) - form_at(f, from)) / (to - from);
    sum += (next - slope) * at[1] - (from == 0 ? form_at(f, 0) * at[0] : 0);
    slope = next;
    from = to;
  }
  integrals_at(w, z, 1, at);
  return sum + form_at(f, 1) * at[0] - slope * at[1];
}

// --- Waves --------------------------------------------------------------------------------------

/// cos(kappa x + phi), x from `from` to `to`.
typedef struct {
  double kappa, phi, from, to;
} wave;

// int A sin(g x + d) + B cos(g x + d) over the piece.
static double project_sines(const mode_shape *w, double g, double d, const wave *u) {
  const double length = u->to - u->from;
  const double half = g * length / 2;
  const double middle = g * (u->from + u->to) / 2 + d;
  return length * (half != 0 ? sin(half) / half : 1) *
         (w->coefficient[0] * sin(middle) + w->coefficient[1] * cos(middle));
}

static double project_decays(const mode_shape *w, double z, const wave *u) {
  const double a = u->kappa * u->from + u->phi;
  const double b = u->kappa * u->to + u->phi;
  const double across = exp(-z * (u->to - u->from));
  const double left = z * cos(a) - u->kappa * sin(a) - across * (z * cos(b) - u->kappa * sin(b));
  const double right = z * cos(b) + u->kappa * sin(b) - across * (z * cos(a) + u->kappa * sin(a));
  return (w->coefficient[2] * exp(-z * u->from) * left +
          w->coefficient[3] * exp(-z * (1 - u->to)) * right) /
         (z * z + u->kappa * u->kappa);
}

static double project_wave(const mode_shape *w, double z, const wave *u) {
  return (project_sines(w, z + u->kappa, u->phi, u) + project_sines(w, z - u->kappa, -u->phi, u)) /
             2 +
         project_decays(w, z * (w->decay / w->beta), u);
}

// --- All shapes ---------------------------------------------------------------------------------

// A rigid motion's, by quadrature in panels shorter than a wavelength of the shape.
static double project_rigid(const mode_shape *w, double length, const form *f) {
  double sum = 0;
  for (int i = 0; corner(f, i) < 1; ++i) {
    const double from = corner(f, i);
    const double to = corner(f, i + 1);
    const double waves = (2 + (f->kind == SHAPE_SINE ? f->mode : 4)) * (to - from);
    const int panels = (int)fmin(waves, 1e5) + 1;
    const double half = (to - from) / (2 * panels);
    for (int n = 0; n < panels * GAUSS_POINTS && half > 0; ++n) {
      const int panel = n / GAUSS_POINTS;
      const double x = from + half * (2 * panel + 1 + gauss_point(n % GAUSS_POINTS));
      sum += half * gauss_weight[n % GAUSS_POINTS / 2] * form_at(f, x) *
             mode_value(w, length, x * length, 0);
    }
  }
  return sum;
}

// int W u dx from 0 to 1.
static double project_shape(const mode_shape *w, double length, const form *f) {
  const double z = w->beta * length;
  if (z == 0)
    return project_rigid(w, length, f);
  if (f->kind == SHAPE_SINE) {
    const wave u = {f->mode * pi, -pi / 2, 0, 1};
    return f->amplitude * project_wave(w, z, &u);
  }
  if (f->kind != SHAPE_HUMP)
    return project_line(w, z, f);
  const double kappa = 2 * pi / f->width;
  const wave even = {0, 0, corner(f, 1), corner(f, 2)};
  const wave swings = {kappa, -kappa * f->at, corner(f, 1), corner(f, 2)};
  return f->amplitude / 2 * (project_wave(w, z, &even) + project_wave(w, z, &swings));
}

static double project(const compiler *c, const model_body *b, int mode, const form *f) {
  if (b->ends[0] == END_PINNED && b->ends[1] == END_PINNED && f->kind == SHAPE_SINE)
    return mode + 1 == (int)f->mode && f->mode == floor(f->mode) ? f->amplitude * sqrt(b->mass / 2)
                                                                 : 0;
  double sum =
      b->density * b->lx * project_shape(&c->m.shape[b->modes.first_shape + mode], b->lx, f);
  for (int end = 0; end < 2; ++end)
    if (b->ends[end] == END_FREE && (b->modes.tip_mass > 0 || b->modes.tip_inertia > 0)) {
      const double x = end;
      const double inward = end == 0 ? 1e-6 : -1e-6;
      const double slope = (form_at(f, x + inward) - form_at(f, x)) / (inward * b->lx);
      sum += b->modes.tip_mass * form_at(f, x) * modal_value(c, b, mode, x, 0) +
             b->modes.tip_inertia * slope * modal_value(c, b, mode, x, 1);
    }
  return sum;
}

static bool start_in_mode(compiler *c, const item *it, const model_body *b, const start_keys *keys,
                          double *field) {
  int number = 0;
  if (!start_mode_number(c, it, keys, b->nodes, &number))
    return false;
  field[b->first + number - 1] = item_number(it, keys->amplitude) /
                                 mode_peak(&c->m.shape[b->modes.first_shape + number - 1], b->lx);
  return true;
}

bool modal_start(compiler *c, const item *it, const model_body *b, const start_keys *keys,
                 double *field) {
  bool given = false;
  if (!start_given(c, it, keys, &given) || !given)
    return !given && c->status == CAROM_OK;
  double at[2];
  double mode[2];
  if (!start_pair(c, it, b, keys->at, at) || !start_pair(c, it, b, keys->mode, mode))
    return false;
  form f = {.kind = (start_shape)item_choice(it, keys->shape),
            .at = at[0],
            .width = item_number(it, keys->width),
            .amplitude = item_number(it, keys->amplitude),
            .mode = mode[0]};
  if (f.kind == SHAPE_WRAPPED && !start_takes_wrapped(c, it, keys->shape))
    return false;
  if (f.kind == SHAPE_MODE)
    return start_in_mode(c, it, b, keys, field);
  if (f.kind == SHAPE_TABLE) {
    f.count = item_rows(it, keys->values);
    if (f.count < 2)
      return MISTAKE(c, it, keys->values, CAROM_BAD_VALUE,
                     "needed with shape: table are at least two values, evenly spaced from end to "
                     "end");
    f.values = item_numbers(it, keys->values);
  }
  for (int j = 0; j < b->nodes; ++j)
    field[b->first + j] = project(c, b, j, &f);
  return true;
}
