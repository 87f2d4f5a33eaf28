// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How bodies start: shapes of displacement and velocity on their grids.
//
//   pluck   a triangle with its peak at `at`        hump   0.5 a (1 + cos 2 pi (x - at) / width)
//   sine    a sin m pi x (times sin n pi y)          table  values at the grid points

#include "model/compile.h"

#include "scene/value.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// A triangle or a mode along one side, x from 0 to 1.
static double shape_1d(const char *kind, double x, double at, double mode) {
  if (strcmp(kind, "sine") == 0)
    return sin(mode * pi * x);
  return x <= at ? (at > 0 ? x / at : 1) : (1 - x) / (1 - at);
}

static const start_keys start_displacement = {"start.shape",     "start.at",   "start.width",
                                              "start.amplitude", "start.mode", "start.values"};
static const start_keys start_velocity = {"start_velocity.shape", "start_velocity.at",
                                          "start_velocity.width", "start_velocity.amplitude",
                                          "start_velocity.mode",  "start_velocity.values"};

// A plate has two of them, a line one.
static bool one_or_two(compiler *c, const item *it, const model_body *b, const char *key,
                       double pair[2]) {
  const char *text = item_text(it, key);
  if (text[0] == '[' && b->grid != LAYOUT_PLATE)
    return MISTAKE(c, it, key, CAROM_BAD_VALUE, "'%s' is a pair; allowed here is one number", text);
  if (text[0] == '[')
    value_list(text, 1, pair, 2);
  else if (value_number(text, &pair[0]))
    pair[1] = pair[0];
  return true;
}

static bool start_table(compiler *c, const item *it, const model_body *b, const start_keys *keys,
                        double *field) {
  const int count = (b->nx + 1) * (b->ny + 1);
  const int given = item_numbers(it, keys->values, 1, NULL, 0);
  if (given != count)
    return MISTAKE(
        c, it, keys->values, CAROM_BAD_VALUE,
        "%d values; needed with shape: table are %d, one for each grid point with its ends",
        given < 0 ? 0 : given, count);
  double *values = c->m.memory.resize(c->m.memory.user, NULL, 0, (size_t)count * sizeof *values);
  if (values == NULL) {
    c->m.out_of_memory = true;
    return false;
  }
  item_numbers(it, keys->values, 1, values, count);
  for (int j = 0; j <= b->ny; ++j)
    for (int i = 0; i <= b->nx; ++i)
      field[node_at(b, i, j)] = values[j * (b->nx + 1) + i];
  c->m.memory.resize(c->m.memory.user, values, (size_t)count * sizeof *values, 0);
  return true;
}

static bool start_field(compiler *c, const item *it, const model_body *b, const start_keys *keys,
                        double *field) {
  const entry *shape = item_entry(it, keys->shape);
  if (shape == NULL) {
    const char *const others[] = {keys->at, keys->width, keys->amplitude, keys->mode, keys->values};
    for (int i = 0; i < 5; ++i)
      if (item_entry(it, others[i]) != NULL)
        return MISTAKE(c, it, keys->shape, CAROM_MISSING,
                       "missing; needed with %s: pluck, hump, sine or table", others[i]);
    return true;
  }
  if (b->grid == LAYOUT_MODES)
    return compile_modal_start(c, it, b, keys, field);
  if (strcmp(shape->text, "table") == 0)
    return start_table(c, it, b, keys, field);
  double at[2] = {0.5, 0.5};
  double mode[2] = {1, 1};
  if (!one_or_two(c, it, b, keys->at, at) || !one_or_two(c, it, b, keys->mode, mode))
    return false;
  const double amplitude = item_number(it, keys->amplitude, 0);
  const double width = item_number(it, keys->width, 0);
  const bool plate = b->grid == LAYOUT_PLATE;
  const bool hump = strcmp(shape->text, "hump") == 0;
  for (int j = 0; j <= b->ny; ++j)
    for (int i = 0; i <= b->nx; ++i) {
      const double x = (double)i / b->nx;
      const double y = plate ? (double)j / b->ny : 0;
      double value = 0;
      if (hump) { // round on a plate: distances in units of lx
        const double dy = plate ? (y - at[1]) * b->ly / b->lx : 0;
        const double r = hypot(x - at[0], dy);
        value = r < width / 2 ? 0.5 * (1 + cos(2 * pi * r / width)) : 0;
      } else {
        value = shape_1d(shape->text, x, at[0], mode[0]);
        if (plate)
          value *= shape_1d(shape->text, y, at[1], mode[1]);
      }
      field[node_at(b, i, j)] = amplitude * value;
    }
  return true;
}

// Starting shapes must agree with what holds the body.
static void hold_start(compiler *c, const model_body *b, const item *it) {
  bool moved = false;
  for (int i = b->first; i < b->first + b->nodes; ++i)
    if (c->m.inverse_mass[i] == 0) {
      moved = moved || fabs(c->m.start[i]) > 1e-12 || fabs(c->m.start_speed[i]) > 1e-12;
      c->m.start[i] = 0;
      c->m.start_speed[i] = 0;
    }
  if (moved)
    compile_warn(c, "bodies.%s.start: the shape was set to zero where the body is held", it->name);
}

bool compile_start(compiler *c, const item *it, const model_body *b) {
  if (!start_field(c, it, b, &start_displacement, c->m.start) ||
      !start_field(c, it, b, &start_velocity, c->m.start_speed))
    return false;
  hold_start(c, b, it);
  return true;
}
