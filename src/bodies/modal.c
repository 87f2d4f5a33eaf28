// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Strings and bars by their modes: shapes (modes.c), rotation (modal_step.c) and start
// (modal_start.c).

#include "bodies/modal.h"

#include "bodies/grid.h"
#include "bodies/kinds.h"
#include "bodies/modal_step.h"
#include "bodies/modes.h"
#include "model/method.h"
#include <math.h>

enum { MOST_MODES = 10000 };

static modal_line line_of(const model_body *b) {
  return (modal_line){.ends = {b->ends[0], b->ends[1]},
                      .length = b->lx,
                      .density = b->density,
                      .tip_mass = b->modes.tip_mass,
                      .tip_inertia = b->modes.tip_inertia};
}

static bool read_modal_keys(compiler *c, const item *it, model_body *b) {
  b->modes.damping_ratio = item_number(it, "damping_ratio");
  b->modes.tip_mass = item_number(it, "tip_mass");
  b->modes.tip_inertia = item_number(it, "tip_inertia");
  b->modes.base_amplitude = item_number(it, "base.amplitude");
  b->modes.base_frequency = item_number(it, "base.frequency");
  const bool clamped = b->ends[0] == END_CLAMPED || b->ends[1] == END_CLAMPED;
  const bool loose = b->ends[0] == END_FREE || b->ends[1] == END_FREE;
  if ((b->modes.tip_mass > 0 || b->modes.tip_inertia > 0) && !(clamped && loose))
    return MISTAKE(c, it, b->modes.tip_mass > 0 ? "tip_mass" : "tip_inertia", CAROM_BAD_VALUE,
                   "a tip is the free end of a bar clamped at the other; allowed are ends: "
                   "[clamped, free] with it");
  if (b->modes.base_amplitude != 0 && !(clamped && !(loose && b->ends[0] == b->ends[1])))
    return MISTAKE(c, it, "base.amplitude", CAROM_BAD_VALUE,
                   "a base moves a bar by a clamped end; allowed are ends with clamped in them");
  if (b->type == BODY_STRING && (b->ends[0] != END_PINNED || b->ends[1] != END_PINNED))
    return MISTAKE(c, it, "ends", CAROM_BAD_VALUE,
                   "modes of a string are known for pinned ends; allowed is [pinned, pinned], or "
                   "model: grid");
  return true;
}

// Rotations for the audio method: by whole steps, and by halves of the parts of a step.
static bool add_rotations(compiler *c, const item *it, model_body *b) {
  if (b->modes.base_amplitude != 0)
    return MISTAKE(c, it, "base.amplitude", CAROM_BAD_VALUE,
                   "the audio method knows no moving base; allowed is solver.method event");
  static const char *const constant[] = {"tension", "sigma0", "sigma1"};
  for (int i = 0; i < 3; ++i)
    if (item_is_list(it, constant[i]))
      return MISTAKE(c, it, constant[i], CAROM_BAD_VALUE,
                     "modes keep their numbers; allowed is one number, or model: grid");
  b->modes.first_rotation = c->m.rotation_count;
  b->modes.first_link = -1;
  mode_rotation *rotations = BUILDER_ADD(&c->m, rotation, ROTATE_COUNT * b->nodes);
  for (int t = 0; rotations != NULL && t < ROTATE_COUNT; ++t)
    for (int j = 0; j < b->nodes; ++j) {
      const double beta = c->m.shape[b->modes.first_shape + j].beta;
      const double omega = sqrt(beta * beta * (b->start.c2 + b->bend * beta * beta));
      const double sigma =
          b->start.sigma0 + b->start.sigma1 * beta * beta + b->modes.damping_ratio * omega;
      const double tau = t == ROTATE_STEP ? c->m.head.k : c->m.head.k / (2 << (t - ROTATE_HALF));
      if (!modal_rotation_of(omega, sigma, tau, &rotations[t * b->nodes + j]))
        return MISTAKE(c, it, "sigma1", CAROM_BAD_VALUE,
                       "mode %d decays within a step; allowed are fewer modes or less loss", j + 1);
    }
  return rotations != NULL;
}

bool modal_compile(compiler *c, const item *it, model_body *b) {
  b->layout = LAYOUT_MODES;
  const double count = item_rows(it, "points") == 1 ? item_number(it, "points") : 0;
  if (count < 1 || count > MOST_MODES)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                   "with model: modes this is the number of modes, a part of the model; allowed is "
                   "a whole number from 1 to %d",
                   (int)MOST_MODES);
  if (!read_modal_keys(c, it, b))
    return false;
  b->nodes = (int)count;
  b->nx = b->nodes < 10 ? 100 : b->nodes < 200 ? 10 * b->nodes : 2000; // points to draw it
  b->h = b->lx / b->nx;
  b->node_mass = 1;
  b->modes.first_shape = c->m.shape_count;
  mode_shape *shapes = BUILDER_ADD(&c->m, shape, b->nodes);
  const modal_line line = line_of(b);
  return shapes != NULL && modes_find(&line, b->nodes, shapes) &&
         (method_table[c->m.head.method]->modal || add_rotations(c, it, b));
}

double modal_value(const compiler *c, const model_body *b, int mode, double x, int order) {
  return mode_value(&c->m.shape[b->modes.first_shape + mode], b->lx, x * b->lx, order);
}

double modal_base(const compiler *c, const model_body *b, int mode) {
  const modal_line line = line_of(b);
  return mode_base(&line, &c->m.shape[b->modes.first_shape + mode]);
}

// --- The layout ---------------------------------------------------------------------------------

static bool place(compiler *c, const item *it, int body) {
  model_body *b = &c->m.body[body];
  b->first = c->m.inverse_mass_count;
  if (b->nx + 1 > c->m.head.widest)
    c->m.head.widest = b->nx + 1;
  if (!grid_add_nodes(c, it, b))
    return false;
  for (int i = b->first; i < b->first + b->nodes; ++i)
    c->m.inverse_mass[i] = 1 / b->node_mass;
  return modal_start(c, it, b, &start_displacement, c->m.start) &&
         modal_start(c, it, b, &start_velocity, c->m.start_speed);
}

// Modes with a node at the point do not participate.
static int weights(compiler *c, body_point at, int order, bool slope, double sign) {
  (void)order;
  const model_body b = c->m.body[at.body];
  int terms = 0;
  for (int j = 0; j < b.nodes; ++j) {
    const double weight = modal_value(c, &b, j, at.x, slope ? 1 : 0);
    if (slope || fabs(weight) * sqrt(b.mass) > 1e-13)
      terms += compile_term(c, at.body, b.first + j, sign * weight);
  }
  return terms;
}

// At equidistant points.
static int shape(const carom_model *m, const model_body *b, const double *field, double over,
                 double *values, int room) {
  const int count = b->nx + 1;
  for (int i = 0; i < count && i < room; ++i) {
    values[i] = 0;
    for (int j = 0; j < b->nodes; ++j)
      values[i] += field[b->first + j] *
                   mode_value(&m->shape[b->modes.first_shape + j], b->lx, i * b->lx / b->nx, 0);
    values[i] /= over;
  }
  return count;
}

const layout modal_layout_row = {.place = place,
                                 .weights = weights,
                                 .shape = shape,
                                 .step = modal_begin,
                                 .energy = modal_energy,
                                 .advance = modal_advance};
