// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Strings, bars and plates by their modes: shapes (modes.c, plate_modes.c), turns (modal_step.c)
// and start (modal_start.c, plate_modes_start.c).

#include "bodies/modal.h"

#include "bodies/grid.h"
#include "bodies/kinds.h"
#include "bodies/modal_step.h"
#include "bodies/modes.h"
#include "bodies/plate_modes.h"
#include "model/method.h"
#include <float.h>
#include <math.h>

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

// The rows of mode j: its turns by whole steps and by halves of the parts of a step, its constants.
static bool fill_bank(const compiler *c, const model_body *b, int j) {
  const int length = b->modes.length;
  double *bank = c->m.bank + b->modes.first_bank;
  const double beta = c->m.shape[b->modes.first_shape + j].beta;
  const double omega = sqrt(beta * beta * (b->start.c2 + b->bend * beta * beta));
  const double sigma =
      b->start.sigma0 + b->start.sigma1 * beta * beta + b->modes.damping_ratio * omega;
  for (int t = 0; t < TURN_COUNT; ++t) {
    const double tau = t == TURN_STEP ? c->m.head.k : c->m.head.k / (2 << (t - TURN_HALF));
    mode_turn turn;
    if (!modal_turn_of(omega, sigma, tau, &turn))
      return false;
    const double rows[TURN_ROWS] = {turn.a, turn.b, turn.keep, turn.to_q, turn.to_y};
    for (int r = 0; r < TURN_ROWS; ++r)
      bank[(t * TURN_ROWS + r) * length + j] = rows[r];
  }
  bank[BANK_SIGMA * length + j] = sigma;
  bank[BANK_OMEGA2 * length + j] = omega * omega;
  bank[BANK_LOSSY * length + j] = sigma > 0;
  return true;
}

// What the audio method needs of the modes.
static bool add_bank(compiler *c, const item *it, model_body *b) {
  if (b->modes.base_amplitude != 0)
    return MISTAKE(c, it, "base.amplitude", CAROM_BAD_VALUE,
                   "the audio method knows no moving base; allowed is solver.method event");
  static const char *const constant[] = {"tension", "sigma0", "sigma1"};
  for (int i = 0; i < 3; ++i)
    if (item_is_list(it, constant[i]))
      return MISTAKE(c, it, constant[i], CAROM_BAD_VALUE,
                     "modes keep their numbers; allowed is one number, or model: grid");
  b->modes.first_link = -1;
  b->modes.length = (b->nodes + BLOCK - 1) / BLOCK * BLOCK;
  b->modes.first_mode = c->m.head.modes;
  b->modes.first_bank = c->m.bank_count;
  c->m.head.modes += b->modes.length;
  if (BUILDER_ADD(&c->m, bank, BANK_ROWS * b->modes.length) == NULL)
    return false;
  for (int j = 0; j < b->nodes; ++j)
    if (!fill_bank(c, b, j))
      return MISTAKE(c, it, "sigma1", CAROM_BAD_VALUE,
                     "mode %d decays within a step; allowed are fewer modes or less loss", j + 1);
  return true;
}

bool modal_finish(compiler *c, const item *it, model_body *b) {
  b->node_mass = 1;
  return method_table[c->m.head.method]->modal || add_bank(c, it, b);
}

bool modal_compile(compiler *c, const item *it, model_body *b) {
  b->layout = LAYOUT_MODES;
  const double count = item_rows(it, "points") == 1 ? item_number(it, "points") : 0;
  if (count < 1 || count > MODAL_MOST)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                   "with model: modes this is the number of modes, a part of the model; allowed is "
                   "a whole number from 1 to %d",
                   (int)MODAL_MOST);
  if (!read_modal_keys(c, it, b))
    return false;
  b->nodes = (int)count;
  b->nx = b->nodes < 10 ? 100 : b->nodes < 200 ? 10 * b->nodes : 2000; // points to draw it
  b->h = b->lx / b->nx;
  b->modes.first_shape = c->m.shape_count;
  mode_shape *shapes = BUILDER_ADD(&c->m, shape, b->nodes);
  const modal_line line = line_of(b);
  return shapes != NULL && modes_find(&line, b->nodes, shapes) && modal_finish(c, it, b);
}

double modal_value(const compiler *c, const model_body *b, int mode, double x, int order) {
  return mode_value(&c->m.shape[b->modes.first_shape + mode], b->lx, x * b->lx, order);
}

double modal_base(const compiler *c, const model_body *b, int mode) {
  const modal_line line = line_of(b);
  return mode_base(&line, &c->m.shape[b->modes.first_shape + mode]);
}

// --- The layout ---------------------------------------------------------------------------------

// In the audio method that of a node which the force over a cell moves as far: 2 g_1 / k^2. It is
// positive there too, even where a cell is a whole number of periods and the mode does not answer.
static double inverse_mass(const compiler *c, const model_body *b, int j) {
  if (method_table[c->m.head.method]->modal)
    return 1 / b->node_mass;
  const double *step = modal_turn(c->m.bank + b->modes.first_bank, b->modes.length, TURN_STEP);
  return fmax(2 * step[3 * b->modes.length + j] / (c->m.head.k * c->m.head.k), DBL_MIN);
}

static bool place(compiler *c, const item *it, int body) {
  model_body *b = &c->m.body[body];
  bool (*const start)(compiler *, const item *, const model_body *, const start_keys *, double *) =
      body_is_flat(b) ? plate_modes_start : modal_start;
  b->first = c->m.inverse_mass_count;
  if (b->nx + 1 > c->m.head.widest)
    c->m.head.widest = b->nx + 1;
  if (!grid_add_nodes(c, it, b))
    return false;
  for (int j = 0; j < b->nodes; ++j)
    c->m.inverse_mass[b->first + j] = inverse_mass(c, b, j);
  return start(c, it, b, &start_displacement, c->m.start) &&
         start(c, it, b, &start_velocity, c->m.start_speed);
}

static double value_at(const compiler *c, const model_body *b, int j, body_point at, int order) {
  return body_is_flat(b)
             ? plate_mode_value(&c->m.shape[b->modes.first_shape + j], b, at.x, at.y, order)
             : modal_value(c, b, j, at.x, order);
}

// Modes with a node at the point do not participate.
static int weights(compiler *c, body_point at, int order, bool slope, double sign) {
  (void)order;
  const model_body b = c->m.body[at.body];
  int terms = 0;
  for (int j = 0; j < b.nodes; ++j) {
    const double weight = value_at(c, &b, j, at, slope ? 1 : 0);
    if (slope || fabs(weight) * sqrt(b.mass) > 1e-13)
      terms += compile_term(c, at.body, b.first + j, sign * weight);
  }
  return terms;
}

// At equidistant points.
static int shape(const carom_model *m, const model_body *b, const double *field, double over,
                 double *values, int room) {
  if (body_is_flat(b))
    return plate_modes_shape(m, b, field, over, values, room);
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

const layout modal_layout_row = {.place = place, .weights = weights, .shape = shape};
