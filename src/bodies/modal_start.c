// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Starting shapes of modal bodies as sums of their modes (theory 7.8),
//
//   q_j = int rho A W_j u dx + (tip mass) W_j u + (tip inertia) W_j' u'  at the tip.

#include "bodies/modal.h"

#include "base/constants.h"
#include "base/quadrature.h"
#include "bodies/modes.h"
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

// int W u over one smooth piece, in panels shorter than a wavelength of mode and shape.
static double project_piece(const compiler *c, const model_body *b, int mode, const form *f,
                            double from, double to) {
  const double waves = (mode + 1 + (f->kind == SHAPE_SINE ? f->mode : 4)) * (to - from);
  const int panels = (int)fmin(waves, 1e5) + 1;
  const double half = (to - from) / (2 * panels);
  double sum = 0;
  for (int n = 0; n < panels; ++n)
    for (int k = 0; k < GAUSS_POINTS; ++k) {
      const double x = from + half * (2 * n + 1 + gauss_point(k));
      sum += half * gauss_weight[k / 2] * form_at(f, x) * modal_value(c, b, mode, x, 0);
    }
  return sum * b->lx;
}

static double project(const compiler *c, const model_body *b, int mode, const form *f) {
  if (b->ends[0] == END_PINNED && b->ends[1] == END_PINNED && f->kind == SHAPE_SINE)
    return mode + 1 == (int)f->mode && f->mode == floor(f->mode) ? f->amplitude * sqrt(b->mass / 2)
                                                                 : 0;
  double sum = 0;
  for (int n = 0; corner(f, n) < 1; ++n)
    if (corner(f, n + 1) > corner(f, n) && (f->kind != SHAPE_HUMP || n == 1)) // else it is 0
      sum += b->density * project_piece(c, b, mode, f, corner(f, n), corner(f, n + 1));
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
  form f = {.kind = (start_shape)item_choice(it, keys->shape),
            .at = item_number(it, keys->at),
            .width = item_number(it, keys->width),
            .amplitude = item_number(it, keys->amplitude),
            .mode = item_number(it, keys->mode)};
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
