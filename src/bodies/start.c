// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How bodies on a grid start: shapes of displacement and velocity (the hump is theory 8.7).
//
//   pluck   a triangle with its peak at `at`        hump   0.5 a (1 + cos 2 pi (x - at) / width)
//   sine    a sin m pi x (times sin n pi y)          table  values at the grid points
//   mode    a mode of the body, its largest value a: in closed form where there is one, else the
//   grid's
//   wrapped mode m about the rest shape on a bridge, set once the bridge is known

#include "bodies/start.h"

#include "base/constants.h"
#include "bodies/grid_modes.h"
#include "bodies/modes.h"
#include "bodies/tuning.h"
#include "model/compile.h"
#include "model/method.h"
#include "scene/words.h"

#include <math.h>
#include <string.h>

double start_along(word_index kind, double x, double at, double mode) {
  if (kind == SHAPE_SINE)
    return sin(mode * pi * x);
  return x <= at ? (at > 0 ? x / at : 1) : (1 - x) / (1 - at);
}

const start_keys start_displacement = {"start.shape",     "start.at",   "start.width",
                                       "start.amplitude", "start.mode", "start.values"};
const start_keys start_velocity = {"start_velocity.shape", "start_velocity.at",
                                   "start_velocity.width", "start_velocity.amplitude",
                                   "start_velocity.mode",  "start_velocity.values"};

bool start_given(compiler *c, const item *it, const start_keys *keys, bool *given) {
  const char *const others[] = {keys->at, keys->width, keys->amplitude, keys->mode, keys->values};
  *given = item_has(it, keys->shape);
  for (int i = 0; !*given && i < 5; ++i)
    if (item_has(it, others[i]))
      return MISTAKE(c, it, keys->shape, CAROM_MISSING,
                     "missing; needed with %s: pluck, hump, sine, table or mode", others[i]);
  return true;
}

bool start_takes_wrapped(compiler *c, const item *it, const char *key) {
  const bool velocity = strcmp(key, start_velocity.shape) == 0;
  const method *by = method_table[c->m.head.method];
  return ((by->wraps || by->lays_wrapped) && !velocity) ||
         MISTAKE(c, it, key, CAROM_BAD_VALUE,
                 "wrapped is the displacement of a string on a bridge; allowed are pluck, hump, "
                 "sine and table%s",
                 velocity ? "" : ", or solver.method wrap, wave, rigid, adaptive or audio");
}

bool start_pair(compiler *c, const item *it, const model_body *b, const char *key, double pair[2]) {
  const double *numbers = item_numbers(it, key);
  if (item_is_list(it, key) && !body_is_flat(b))
    return MISTAKE(c, it, key, CAROM_BAD_VALUE, "'%s' is a pair; allowed here is one number",
                   item_text(it, key));
  pair[0] = numbers[0];
  pair[1] = item_is_list(it, key) ? numbers[1] : numbers[0];
  return true;
}

static bool start_table(compiler *c, const item *it, const model_body *b, const start_keys *keys,
                        double *field) {
  const int count = (b->nx + 1) * (b->ny + 1);
  const int given = item_rows(it, keys->values);
  if (given != count)
    return MISTAKE(
        c, it, keys->values, CAROM_BAD_VALUE,
        "%d values; needed with shape: table are %d, one for each grid point with its ends", given,
        count);
  const double *values = item_numbers(it, keys->values);
  for (int j = 0; j <= b->ny; ++j)
    for (int i = 0; i <= b->nx; ++i)
      field[node_at(b, i, j)] = values[j * (b->nx + 1) + i];
  return true;
}

// --- Modes --------------------------------------------------------------------------------------

bool start_mode_number(compiler *c, const item *it, const start_keys *keys, int max, int *number) {
  const double asked = item_number(it, keys->mode);
  if (item_is_list(it, keys->mode) || asked != floor(asked) || asked > max)
    return MISTAKE(c, it, keys->mode, CAROM_BAD_VALUE,
                   "'%s' is not the number of a mode; allowed with shape: mode is a whole number "
                   "from 1 to %d",
                   item_has(it, keys->mode) ? item_text(it, keys->mode) : "1", max);
  *number = (int)asked;
  return true;
}

// A string's or bar's own, in closed form.
static bool line_mode(compiler *c, const model_body *b, int number, double *values) {
  const size_t size = (size_t)number * sizeof(mode_shape);
  mode_shape *shapes = compile_take(c, size);
  const modal_line line = modal_line_of(b);
  const bool found = shapes != NULL && modes_find(&line, number, shapes);
  if (found) {
    const mode_shape *shape = shapes + number - 1;
    const double peak = mode_peak(shape, b->lx);
    for (int i = 0; i <= b->nx; ++i)
      values[i] = mode_value(shape, b->lx, i * b->lx / b->nx, 0) / peak;
  }
  compile_drop(c, shapes, size);
  return found;
}

static bool plate_mode(const model_body *b, int number, double *values) {
  int pairs[TUNING_MODES_MAX][2];
  if (plate_mode_pairs(b, number, pairs) < number)
    return false;
  for (int j = 0; j <= b->ny; ++j)
    for (int i = 0; i <= b->nx; ++i)
      values[j * (b->nx + 1) + i] =
          sin(pairs[number - 1][0] * pi * i / b->nx) * sin(pairs[number - 1][1] * pi * j / b->ny);
  return true;
}

// Those of the grid; the last of `room` is wanted.
static bool grid_mode_shape(compiler *c, const model_body *b, int number, double *values) {
  grid_mode modes[GRID_MODES_MAX];
  const size_t points = (size_t)(b->nx + 1) * (size_t)(b->ny + 1);
  const size_t size = (size_t)number * points * sizeof *values;
  double *shapes = compile_take(c, size);
  const int found =
      shapes != NULL ? grid_modes_find(&c->m.memory, b, c->m.head.k, number, modes, shapes) : -1;
  if (shapes != NULL && found == number)
    memcpy(values, shapes + (size_t)(number - 1) * points, points * sizeof *values);
  compile_drop(c, shapes, size);
  c->m.out_of_memory = c->m.out_of_memory || found < 0;
  return found == number;
}

static bool start_mode(compiler *c, const item *it, const model_body *b, const start_keys *keys,
                       double *field) {
  const bool line = b->layout == LAYOUT_LINE;
  const bool known = tuning_is_known(b);
  const int points = (b->nx + 1) * (b->ny + 1);
  int number = 0;
  if (!start_mode_number(c, it, keys, line && known ? b->nx - 1 : GRID_MODES_MAX, &number))
    return false;
  const size_t size = (size_t)points * sizeof(double);
  double *values = compile_take(c, size);
  const bool found = values != NULL && (!known ? grid_mode_shape(c, b, number, values)
                                        : line ? line_mode(c, b, number, values)
                                               : plate_mode(b, number, values));
  for (int i = 0; found && i < points; ++i)
    field[node_at(b, i % (b->nx + 1), i / (b->nx + 1))] =
        item_number(it, keys->amplitude) * values[i];
  compile_drop(c, values, size);
  if (!found && !c->m.out_of_memory)
    return MISTAKE(c, it, keys->mode, CAROM_BAD_VALUE,
                   "the grid does not have mode %d, or is too large to tell its modes; allowed are "
                   "lower ones, or fewer points",
                   number);
  return found;
}

// --- Shapes -------------------------------------------------------------------------------------

/// A starting shape on a grid.
typedef struct {
  start_shape kind;
  double at[2], mode[2], amplitude, width;
} grid_start;

static double start_at(const grid_start *s, const model_body *b, int i, int j) {
  const bool plate = b->layout == LAYOUT_PLATE;
  const double x = (double)i / b->nx;
  const double y = plate ? (double)j / b->ny : 0;
  if (s->kind == SHAPE_HUMP) { // round on a plate: distances in units of lx
    const double dy = plate ? (y - s->at[1]) * b->ly / b->lx : 0;
    const double r = hypot(x - s->at[0], dy);
    return r < s->width / 2 ? 0.5 * (1 + cos(2 * pi * r / s->width)) : 0;
  }
  double value = start_along(s->kind, x, s->at[0], s->mode[0]);
  if (plate)
    value *= start_along(s->kind, y, s->at[1], s->mode[1]);
  return value;
}

static bool start_field(compiler *c, const item *it, const model_body *b, const start_keys *keys,
                        double *field) {
  bool given = false;
  if (!start_given(c, it, keys, &given) || !given)
    return !given && c->status == CAROM_OK;
  grid_start s = {.kind = (start_shape)item_choice(it, keys->shape),
                  .amplitude = item_number(it, keys->amplitude),
                  .width = item_number(it, keys->width)};
  if (s.kind == SHAPE_WRAPPED) // the method's own start
    return start_takes_wrapped(c, it, keys->shape);
  if (s.kind == SHAPE_TABLE)
    return start_table(c, it, b, keys, field);
  if (s.kind == SHAPE_MODE)
    return start_mode(c, it, b, keys, field);
  if (!start_pair(c, it, b, keys->at, s.at) || !start_pair(c, it, b, keys->mode, s.mode))
    return false;
  for (int j = 0; j <= b->ny; ++j)
    for (int i = 0; i <= b->nx; ++i)
      field[node_at(b, i, j)] = s.amplitude * start_at(&s, b, i, j);
  return true;
}

// Starting shapes must be zero where the body is fixed.
static void hold_start(compiler *c, const model_body *b, const item *it) {
  bool moved = false;
  for (int i = b->first; i < b->first + b->nodes; ++i)
    if (c->m.inverse_mass[i] == 0) {
      moved = moved || fabs(c->m.start[i]) > 1e-12 || fabs(c->m.start_speed[i]) > 1e-12;
      c->m.start[i] = 0;
      c->m.start_speed[i] = 0;
    }
  if (moved)
    compile_warning(c, WARNING_HELD_START, &(warning_words){.name = it->name});
}

bool start_grid(compiler *c, const item *it, const model_body *b) {
  if (!start_field(c, it, b, &start_displacement, c->m.start) ||
      !start_field(c, it, b, &start_velocity, c->m.start_speed))
    return false;
  hold_start(c, b, it);
  return true;
}
