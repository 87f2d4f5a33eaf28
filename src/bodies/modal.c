// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Strings, bars and plates by their modes: shapes (modes.c, plate_modes.c), rotations
// (modal_step.c) and start (modal_start.c, plate_modes_start.c).

#include "bodies/modal.h"

#include "base/constants.h"
#include "bodies/auto_model.h"
#include "bodies/grid.h"
#include "bodies/kinds.h"
#include "bodies/linear_bodies.h"
#include "bodies/modal_bank.h"
#include "bodies/modes.h"
#include "bodies/plate_modes.h"
#include "bodies/stability.h"
#include "bodies/tuning.h"
#include "model/method.h"
#include <float.h>
#include <math.h>

static modal_line line_of(const model_body *b) {
  modal_line line = modal_line_of(b);
  line.tip_mass = b->modes.tip_mass;
  line.tip_inertia = b->modes.tip_inertia;
  return line;
}

static bool read_modal_keys(compiler *c, const item *it, model_body *b) {
  b->modes.damping_ratio += item_number(it, "damping_ratio");
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
  return true;
}

// What does not change of the modes, and all that follows.
static bool fill_bank(compiler *c, const item *it, const model_body *b) {
  const int length = b->modes.length;
  double *bank = c->m.bank + b->modes.first_bank;
  const modal_material of = modal_material_of(b, &b->start, c->m.head.k);
  for (int j = 0; j < b->nodes; ++j) {
    const mode_shape *shape = &c->m.shape[b->modes.first_shape + j];
    bank[BANK_STRETCH * length + j] = shape->stretch;
    bank[BANK_STIFF * length + j] = b->bend * shape->bending;
    if (modal_sigma(bank, length, j, &of) * of.k > modal_max_decay)
      return MISTAKE(c, it, "sigma1", CAROM_BAD_VALUE,
                     "mode %d decays within a step; allowed are fewer modes or less loss", j + 1);
  }
  modal_bank_fill(bank, b->nodes, length, &of, (modal_changes){.losses = true});
  return true;
}

// What the audio method needs of the modes.
static bool add_bank(compiler *c, const item *it, model_body *b) {
  if (b->modes.base_amplitude != 0)
    return MISTAKE(c, it, "base.amplitude", CAROM_BAD_VALUE,
                   "the audio method knows no moving base; allowed is solver.method event");
  b->modes.first_link = -1;
  b->modes.length = (b->nodes + BLOCK - 1) / BLOCK * BLOCK;
  b->modes.first_mode = c->m.head.modes;
  b->modes.first_bank = c->m.bank_count;
  c->m.head.modes += b->modes.length;
  return BUILDER_ADD(&c->m, bank, BANK_MIN * b->modes.length) != NULL && fill_bank(c, it, b);
}

/// Modes that are not counted by the user are those below this part of the rate of steps; where no
/// step bounds them, so many at most, each with ten points of a contact along the body.
static const double counted_fraction = 0.45;
enum { CHOSEN_MAX = 200 };

// The wave number at omega.
static double max_beta(double c2, double bend, double omega) {
  return omega * sqrt(2 / (c2 + sqrt(c2 * c2 + 4 * bend * omega * omega)));
}

// How many modes may lie below 0.45 of the rate at the largest tension, at most: their wave numbers
// are about pi / L apart.
static double max_below(const model_body *b, double omega) {
  const double c2 = fmax(b->start.c2, b->modes.largest_c2);
  return ceil(max_beta(c2, b->bend, omega) * b->lx / pi) + 3;
}

// Leaves out those that do not.
static bool drop_modes(compiler *c, const item *it, model_body *b, double omega) {
  const double c2 = fmax(b->start.c2, b->modes.largest_c2);
  const mode_shape *shapes = c->m.shape + b->modes.first_shape;
  while (b->nodes > 0 && sqrt(shape_omega2(&shapes[b->nodes - 1], c2, b->bend)) >= omega)
    --b->nodes;
  c->m.shape_count = b->modes.first_shape + b->nodes;
  return b->nodes > 0 || MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                                 "no mode lies below 0.45 of the rate; allowed are points, the "
                                 "number of modes, or a higher rate");
}

// Contacts along it have a link at each node of the finest stable grid, but of no finer one than
// counted modes can follow.
static int links_along(const compiler *c, const item *it, const model_body *b) {
  const double c2 = fmax(b->start.c2, b->modes.largest_c2);
  const double h = stable_line_spacing(c->m.head.k, c2, b->bend, item_largest(it, "sigma1"));
  const double max = item_rows(it, "points") == 0 ? 1e9 : b->nodes + 1;
  return (int)fmin(fmax(floor(b->lx / h), 2), max);
}

bool modal_has_keys(const item *it) {
  static const char *const keys[] = {"damping_ratio", "tip_mass", "tip_inertia"};
  for (int i = 0; i < 3; ++i)
    if (item_number(it, keys[i]) != 0)
      return true;
  return false;
}

// Of its vibrating modes; two may be rigid.
static double lowest_frequency(const model_body *b) {
  double first[3] = {0};
  int i = 0;
  tuning_closed_form(b, 3, first);
  while (i < 2 && first[i] == 0)
    ++i;
  return first[i];
}

bool modal_fits(const compiler *c, const item *it, const model_body *b, double largest_c2) {
  model_body highest = *b;
  highest.start.c2 = fmax(b->start.c2, largest_c2);
  const double omega = counted_fraction * two_pi / c->m.head.k;
  const double beta = max_beta(highest.start.c2, b->bend, omega);
  const double sigma = item_largest(it, "sigma0") + item_largest(it, "sigma1") * beta * beta +
                       (item_number(it, "damping_ratio") + b->modes.damping_ratio) * omega;
  return lowest_frequency(&highest) * two_pi < omega && beta * b->lx / pi + 4 <= MODAL_MAX &&
         sigma * c->m.head.k < modal_max_decay;
}

// How many intervals are drawn.
static int drawn_intervals(const item *it, int modes, bool in_closed_form) {
  if (item_rows(it, "points") == 0 && !in_closed_form)
    return modes < 50 ? 100 : 2 * modes;
  return modes < 10 ? 100 : modes < 200 ? 10 * modes : 2000;
}

bool modal_finish(compiler *c, const item *it, model_body *b) {
  b->node_mass = 1;
  return method_table[c->m.head.method]->modal || add_bank(c, it, b);
}

bool modal_compile(compiler *c, const item *it, model_body *b) {
  const bool in_closed_form = method_table[c->m.head.method]->modal;
  const bool chosen =
      item_rows(it, "points") == 0 && (!in_closed_form || model_chooses_modes(c, it));
  const double omega = counted_fraction * two_pi / c->m.head.k;
  b->layout = LAYOUT_MODES;
  if (b->type == BODY_STRING && b->bend == 0) // an ideal string's clamped end is a pinned one
    b->ends[0] = b->ends[1] = END_PINNED;
  if (!read_modal_keys(c, it, b))
    return false;
  const double max = in_closed_form ? CHOSEN_MAX : INFINITY;
  const double count = chosen                         ? fmin(max_below(b, omega), max)
                       : item_rows(it, "points") == 1 ? item_number(it, "points")
                                                      : 0;
  if (count < 1 || count > MODAL_MAX)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                   "with model: modes this is the number of modes, a part of the model; allowed is "
                   "a whole number from 1 to %d",
                   (int)MODAL_MAX);
  b->nodes = (int)count;
  b->modes.first_shape = c->m.shape_count;
  mode_shape *shapes = BUILDER_ADD(&c->m, shape, b->nodes);
  const modal_line line = line_of(b);
  if (shapes == NULL || !modes_find(&line, b->nodes, shapes) ||
      (chosen && !drop_modes(c, it, b, omega)))
    return false;
  b->nx = drawn_intervals(it, b->nodes, in_closed_form);
  b->h = b->lx / b->nx;
  b->modes.along = links_along(c, it, b);
  return modal_finish(c, it, b);
}

double modal_max_c2(const compiler *c, const model_body *b) {
  const mode_shape *last = &c->m.shape[b->modes.first_shape + b->nodes - 1];
  const double half = pi / c->m.head.k;
  return fmax((half * half - b->bend * last->bending) / last->stretch,
              fmax(b->start.c2, b->modes.largest_c2));
}

void modal_live_losses(compiler *c, const item *it, int index, const model_body *b) {
  const double stretch = c->m.shape[b->modes.first_shape + b->nodes - 1].stretch;
  const double max = modal_max_decay / 2 / c->m.head.k; // of each, so that both may act
  const double max1 = stretch > 0 ? max / stretch : (double)INFINITY;
  compile_live(c, it, "sigma0", index, 0, fmax(max, item_largest(it, "sigma0")));
  compile_live(c, it, "sigma1", index, 0, fmax(max1, item_largest(it, "sigma1")));
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
  const double *step =
      modal_rotation(c->m.bank + b->modes.first_bank, b->modes.length, ROTATION_STEP);
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

static bool values_at(compiler *c, const model_body *b, body_point at, int order, double *values) {
  if (body_is_flat(b))
    return plate_modes_at(c, b, at.x, at.y, order, values);
  for (int j = 0; j < b->nodes; ++j)
    values[j] = modal_value(c, b, j, at.x, order);
  return true;
}

// What sines of so many radians are off by, and some more.
static double rounding_of(const mode_shape *shape, const model_body *b) {
  return 1e-13 + 1e-15 * shape->beta * b->lx;
}

// Modes with a node at the point do not participate.
static int weights(compiler *c, body_point at, int order, bool slope, double sign) {
  (void)order;
  const model_body b = c->m.body[at.body];
  const size_t size = (size_t)b.nodes * sizeof(double);
  double *values = compile_take(c, size);
  int terms = 0;
  const bool found = values != NULL && values_at(c, &b, at, slope ? 1 : 0, values);
  for (int j = 0; found && j < b.nodes; ++j) {
    const double none = rounding_of(&c->m.shape[b.modes.first_shape + j], &b);
    if (slope || fabs(values[j]) * sqrt(b.mass) > none)
      terms += compile_term(c, at.body, b.first + j, sign * values[j]);
  }
  compile_drop(c, values, size);
  return terms;
}

// At equidistant points.
static int shape(const carom_model *m, const model_body *b, node_field field, double over,
                 double *values, int room) {
  if (body_is_flat(b))
    return plate_modes_shape(m, b, field, over, values, room);
  const int count = b->nx + 1;
  for (int i = 0; i < count && i < room; ++i) {
    values[i] = 0;
    for (int j = 0; j < b->nodes; ++j)
      values[i] += node_value(field, b->first + j) *
                   mode_value(&m->shape[b->modes.first_shape + j], b->lx, i * b->lx / b->nx, 0);
    values[i] /= over;
  }
  return count;
}

const layout modal_layout_row = {
    .place = place, .weights = weights, .shape = shape, .linear = &linear_modes};
