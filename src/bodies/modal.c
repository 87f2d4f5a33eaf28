// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Strings and bars by their modes: shapes (modes.c), turns (modal_step.c) and start
// (modal_start.c).

#include "bodies/modal.h"

#include "base/constants.h"
#include "bodies/grid.h"
#include "bodies/kinds.h"
#include "bodies/modal_step.h"
#include "bodies/modes.h"
#include "bodies/tuning.h"
#include "model/method.h"
#include <float.h>
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

// --- How many -----------------------------------------------------------------------------------

/// Modes that are not counted by the user are those below this part of the rate of steps.
static const double counted_part = 0.45;

static double frequency_at(const model_body *b, double beta) {
  return sqrt(beta * beta * (b->start.c2 + b->bend * beta * beta)) / two_pi;
}

// The wave number at the end of that part, 1/m.
static double last_beta(const compiler *c, const model_body *b) {
  const double omega = two_pi * counted_part / c->m.head.k;
  const double c2 = b->start.c2;
  return omega * sqrt(2 / (c2 + sqrt(c2 * c2 + 4 * b->bend * omega * omega)));
}

// As many modes as there may be up to there: wave numbers are pi / L apart, but for rigid modes.
static double modes_below(const compiler *c, const model_body *b) {
  return floor(last_beta(c, b) * b->lx / pi) + 3;
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

bool modal_fits(const compiler *c, const item *it, const model_body *b) {
  const double last = last_beta(c, b);
  const double omega = two_pi * counted_part / c->m.head.k;
  const double sigma =
      b->start.sigma0 + b->start.sigma1 * last * last + item_number(it, "damping_ratio") * omega;
  mode_turn turn;
  return lowest_frequency(b) < counted_part / c->m.head.k && modes_below(c, b) <= MOST_MODES &&
         modal_turn_of(omega, sigma, c->m.head.k, &turn);
}

// The number given, or that of all modes below; false after a mistake.
static bool choose_count(compiler *c, const item *it, model_body *b) {
  const bool given = item_rows(it, "points") > 0;
  double count = item_rows(it, "points") == 1 ? item_number(it, "points") : 0;
  if (!given && !method_table[c->m.head.method]->modal)
    count = modes_below(c, b);
  if (count < 1 || count > MOST_MODES)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                   "with model: modes this is the number of modes, a part of the model; allowed is "
                   "a whole number from 1 to %d",
                   (int)MOST_MODES);
  b->nodes = (int)count;
  return true;
}

// Finds the shapes; where the number is not given, drops those beyond the end.
static bool find_shapes(compiler *c, const item *it, model_body *b) {
  b->modes.first_shape = c->m.shape_count;
  const mode_shape *shapes = BUILDER_ADD(&c->m, shape, b->nodes);
  const modal_line line = line_of(b);
  if (shapes == NULL || !modes_find(&line, b->nodes, c->m.shape + b->modes.first_shape))
    return false;
  if (item_rows(it, "points") > 0)
    return true;
  const double most = counted_part / c->m.head.k;
  while (b->nodes > 1 && frequency_at(b, shapes[b->nodes - 1].beta) >= most)
    --b->nodes;
  c->m.shape_count = b->modes.first_shape + b->nodes;
  return true;
}

// How many intervals are drawn.
static int drawn_intervals(const item *it, int modes) {
  if (item_rows(it, "points") == 0)
    return modes < 50 ? 100 : 2 * modes;
  return modes < 10 ? 100 : modes < 200 ? 10 * modes : 2000;
}

bool modal_compile(compiler *c, const item *it, model_body *b) {
  b->layout = LAYOUT_MODES;
  if (b->type == BODY_STRING && b->bend == 0) // an ideal string's clamped end is a pinned one
    b->ends[0] = b->ends[1] = END_PINNED;
  if (!choose_count(c, it, b) || !read_modal_keys(c, it, b) || !find_shapes(c, it, b))
    return false;
  b->nx = drawn_intervals(it, b->nodes);
  b->h = b->lx / b->nx;
  b->node_mass = 1;
  return method_table[c->m.head.method]->modal || add_bank(c, it, b);
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
  b->first = c->m.inverse_mass_count;
  if (!grid_add_nodes(c, it, b))
    return false;
  for (int j = 0; j < b->nodes; ++j)
    c->m.inverse_mass[b->first + j] = inverse_mass(c, b, j);
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

const layout modal_layout_row = {.place = place, .weights = weights, .shape = shape};
