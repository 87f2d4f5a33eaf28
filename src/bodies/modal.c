// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Strings and bars told by their modes: shapes, and starting shapes as sums of them,
//
//   q_j = int rho A W_j u dx + (tip mass) W_j u + (tip inertia) W_j' u'  at the tip.

#include "model/compile.h"

#include "bodies/modal_step.h"
#include "bodies/modes.h"
#include "scene/value.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

enum { MOST_MODES = 10000 };

static modal_line line_of(const model_body *b) {
  return (modal_line){.ends = {b->ends[0], b->ends[1]},
                      .length = b->lx,
                      .density = b->density,
                      .tip_mass = b->tip_mass,
                      .tip_inertia = b->tip_inertia};
}

static bool read_modal_keys(compiler *c, const item *it, model_body *b) {
  b->damping_ratio = item_number(it, "damping_ratio", 0);
  b->tip_mass = item_number(it, "tip_mass", 0);
  b->tip_inertia = item_number(it, "tip_inertia", 0);
  b->base_amplitude = item_number(it, "base.amplitude", 0);
  b->base_frequency = item_number(it, "base.frequency", 0);
  const bool clamped = b->ends[0] == END_CLAMPED || b->ends[1] == END_CLAMPED;
  const bool loose = b->ends[0] == END_FREE || b->ends[1] == END_FREE;
  if ((b->tip_mass > 0 || b->tip_inertia > 0) && !(clamped && loose))
    return MISTAKE(c, it, b->tip_mass > 0 ? "tip_mass" : "tip_inertia", CAROM_BAD_VALUE,
                   "a tip is the free end of a bar clamped at the other; allowed are ends: "
                   "[clamped, free] with it");
  if (b->base_amplitude != 0 && !(clamped && !(loose && b->ends[0] == b->ends[1])))
    return MISTAKE(c, it, "base.amplitude", CAROM_BAD_VALUE,
                   "a base moves a bar by a clamped end; allowed are ends with clamped in them");
  if (b->type == BODY_STRING && (b->ends[0] != END_PINNED || b->ends[1] != END_PINNED))
    return MISTAKE(c, it, "ends", CAROM_BAD_VALUE,
                   "modes of a string are known for pinned ends; allowed is [pinned, pinned], or "
                   "model: grid");
  return true;
}

// The audio method turns modes: by whole steps, and by halves of the parts of a step.
static bool add_rotations(compiler *c, const item *it, model_body *b) {
  if (b->base_amplitude != 0)
    return MISTAKE(c, it, "base.amplitude", CAROM_BAD_VALUE,
                   "the audio method knows no moving base; allowed is solver.method event");
  static const char *const constant[] = {"tension", "sigma0", "sigma1"};
  for (int i = 0; i < 3; ++i)
    if (item_entry(it, constant[i]) != NULL && item_text(it, constant[i])[0] == '[')
      return MISTAKE(c, it, constant[i], CAROM_BAD_VALUE,
                     "modes keep their numbers; allowed is one number, or model: grid");
  b->first_rotation = c->m.rotation_count;
  b->first_link = -1;
  mode_rotation *turns = BUILDER_ADD(&c->m, rotation, ROTATE_COUNT * b->nodes);
  for (int t = 0; turns != NULL && t < ROTATE_COUNT; ++t)
    for (int j = 0; j < b->nodes; ++j) {
      const double beta = c->m.shape[b->first_shape + j].beta;
      const double omega = sqrt(beta * beta * (b->pull + b->bend * beta * beta));
      const double sigma = b->sigma0 + b->sigma1 * beta * beta + b->damping_ratio * omega;
      const double tau = t == ROTATE_STEP ? c->m.head.k : c->m.head.k / (2 << (t - ROTATE_HALF));
      if (!modal_rotation_of(omega, sigma, tau, &turns[t * b->nodes + j]))
        return MISTAKE(c, it, "sigma1", CAROM_BAD_VALUE,
                       "mode %d decays within a step; allowed are fewer modes or less loss", j + 1);
    }
  return turns != NULL;
}

bool compile_modal_line(compiler *c, const item *it, model_body *b) {
  b->grid = LAYOUT_MODES;
  double count = 0;
  if (!value_number(item_text(it, "points"), &count) || count < 1 || count > MOST_MODES)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                   "with model: modes this is the number of modes, a part of the model; allowed is "
                   "a whole number from 1 to %d",
                   (int)MOST_MODES);
  if (!read_modal_keys(c, it, b))
    return false;
  b->nodes = (int)count;
  b->nx = b->nodes < 10 ? 100 : b->nodes < 200 ? 10 * b->nodes : 2000; // to draw it by
  b->h = b->lx / b->nx;
  b->node_mass = 1;
  b->first_shape = c->m.shape_count;
  mode_shape *shapes = BUILDER_ADD(&c->m, shape, b->nodes);
  const modal_line line = line_of(b);
  return shapes != NULL && modes_find(&line, b->nodes, shapes) &&
         (method_is_modal(c->m.head.method) || add_rotations(c, it, b));
}

double compile_mode_value(const compiler *c, const model_body *b, int mode, double x, int order) {
  return mode_value(&c->m.shape[b->first_shape + mode], b->lx, x * b->lx, order);
}

double compile_mode_base(const compiler *c, const model_body *b, int mode) {
  const modal_line line = line_of(b);
  return mode_base(&line, &c->m.shape[b->first_shape + mode]);
}

// --- Starting shapes ----------------------------------------------------------------------------

/// A shape along the line, x from 0 to 1, smooth between its corners.
typedef struct {
  const char *kind;
  double at, width, amplitude, mode;
  int count; // of a table
  double *values;
} form;

static double form_at(const form *f, double x) {
  if (strcmp(f->kind, "sine") == 0)
    return f->amplitude * sin(f->mode * pi * x);
  if (strcmp(f->kind, "pluck") == 0)
    return f->amplitude * (x <= f->at ? (f->at > 0 ? x / f->at : 1) : (1 - x) / (1 - f->at));
  if (strcmp(f->kind, "hump") == 0)
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
  if (strcmp(f->kind, "pluck") == 0)
    return n == 1 ? f->at : 1;
  if (strcmp(f->kind, "hump") == 0 && n < 3)
    return fmin(fmax(f->at + (n == 1 ? -0.5 : 0.5) * f->width, 0), 1);
  if (strcmp(f->kind, "table") == 0)
    return n < f->count - 1 ? (double)n / (f->count - 1) : 1;
  return 1;
}

// int W u over one smooth piece, in panels shorter than a wave of the mode or the shape.
static double overlap(const compiler *c, const model_body *b, int mode, const form *f, double from,
                      double to) {
  static const double at[] = {0.14887433898163122, 0.43339539412924719, 0.67940956829902441,
                              0.86506336668898451, 0.97390652851717172};
  static const double weight[] = {0.29552422471475287, 0.26926671930999636, 0.21908636251598204,
                                  0.14945134915058059, 0.06667134430868814};
  const double waves = (mode + 1 + (strcmp(f->kind, "sine") == 0 ? f->mode : 4)) * (to - from);
  const int panels = (int)fmin(waves, 1e5) + 1;
  const double half = (to - from) / (2 * panels);
  double sum = 0;
  for (int n = 0; n < panels; ++n)
    for (int k = 0; k < 10; ++k) {
      const double x = from + half * (2 * n + 1 + (k % 2 == 0 ? at[k / 2] : -at[k / 2]));
      sum += half * weight[k / 2] * form_at(f, x) * compile_mode_value(c, b, mode, x, 0);
    }
  return sum * b->lx;
}

static double share(const compiler *c, const model_body *b, int mode, const form *f) {
  if (b->ends[0] == END_PINNED && b->ends[1] == END_PINNED && strcmp(f->kind, "sine") == 0)
    return mode + 1 == (int)f->mode && f->mode == floor(f->mode) ? f->amplitude * sqrt(b->mass / 2)
                                                                 : 0;
  double sum = 0;
  for (int n = 0; corner(f, n) < 1; ++n)
    if (corner(f, n + 1) > corner(f, n))
      sum += b->density * overlap(c, b, mode, f, corner(f, n), corner(f, n + 1));
  for (int end = 0; end < 2; ++end)
    if (b->ends[end] == END_FREE && (b->tip_mass > 0 || b->tip_inertia > 0)) {
      const double x = end;
      const double inward = end == 0 ? 1e-6 : -1e-6;
      const double slope = (form_at(f, x + inward) - form_at(f, x)) / (inward * b->lx);
      sum += b->tip_mass * form_at(f, x) * compile_mode_value(c, b, mode, x, 0) +
             b->tip_inertia * slope * compile_mode_value(c, b, mode, x, 1);
    }
  return sum;
}

static bool read_table(compiler *c, const item *it, const char *key, form *f) {
  f->count = item_numbers(it, key, 1, NULL, 0);
  if (f->count < 2)
    return MISTAKE(c, it, key, CAROM_BAD_VALUE,
                   "needed with shape: table are at least two values, evenly spaced from end to "
                   "end");
  f->values = c->m.memory.resize(c->m.memory.user, NULL, 0, (size_t)f->count * sizeof *f->values);
  if (f->values == NULL) {
    c->m.out_of_memory = true;
    return false;
  }
  item_numbers(it, key, 1, f->values, f->count);
  return true;
}

bool compile_modal_start(compiler *c, const item *it, const model_body *b, const start_keys *keys,
                         double *field) {
  form f = {.kind = item_text(it, keys->shape),
            .at = item_number(it, keys->at, 0.5),
            .width = item_number(it, keys->width, 0.2),
            .amplitude = item_number(it, keys->amplitude, 0),
            .mode = item_number(it, keys->mode, 1)};
  if (strcmp(f.kind, "table") == 0 && !read_table(c, it, keys->values, &f))
    return false;
  for (int j = 0; j < b->nodes; ++j)
    field[b->first + j] = share(c, b, j, &f);
  if (f.values != NULL)
    c->m.memory.resize(c->m.memory.user, f.values, (size_t)f.count * sizeof *f.values, 0);
  return true;
}
