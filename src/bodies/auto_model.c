// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// model: auto. A body is taken by its modes where a partial that is heard would be off by more than
// a cent, 3 for a plate, on its finest grid (theory 1.34 and 7.2), if nothing touches it along its
// length, and nothing asks of it what modes cannot do. Everything else is taken by a grid. Which
// partials are heard does not depend on oversampling, and nothing is asked of the others: a higher
// rate never takes a body that was in tune for a grid that is not.

#include "bodies/auto_model.h"

#include "bodies/modal.h"
#include "bodies/plate_modes.h"
#include "bodies/tuning.h"
#include "model/compile.h"
#include "model/method.h"
#include "scene/words.h"
#include <math.h>
#include <string.h>

// --- What a scene asks --------------------------------------------------------------------------

// Whether a point "body@0.2" or a body's name is on the body.
static bool is_on(const item *it, const char *key, const item *body) {
  const char *text = item_text(it, key);
  const size_t length = strlen(body->name);
  return text != NULL && strncmp(text, body->name, length) == 0 &&
         (text[length] == '\0' || text[length] == '@');
}

static bool touches(const item *contact, const item *body) {
  return is_on(contact, "on", body) || is_on(contact, "below", body) ||
         is_on(contact, "above", body);
}

// Whether the scene asks of a body what modes cannot do: a spring with a cubic part and a power
// law.
static bool asks_beyond_modes(const compiler *c, const item *body) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_CONTACTS && touches(it, body) && item_has(it, "stiffness") &&
        item_largest(it, "cubic") > 0)
      return true;
  }
  return false;
}

bool model_is_touched_along(const compiler *c, const item *body) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_CONTACTS && touches(it, body) && item_flag(it, "along"))
      return true;
  }
  return false;
}

bool model_chooses_modes(const compiler *c, const item *body) {
  return method_table[c->m.head.method]->along_modes && model_is_touched_along(c, body);
}

// --- Tuning -------------------------------------------------------------------------------------

// The body on its finest grid; nobody would hear more intervals than these.
static model_body on_finest_grid(const model_body *b, double h_least) {
  model_body grid = *b;
  grid.layout = LAYOUT_LINE;
  grid.nx = (int)fmin(floor(b->lx / h_least), 1e6);
  if (grid.nx > 0 && b->lx / grid.nx < h_least)
    --grid.nx;
  grid.h = b->lx / fmax(grid.nx, 1);
  grid.node_mass = b->density * grid.h;
  return grid;
}

static bool is_out_of_tune(const compiler *c, const model_body *grid) {
  return grid->nx < 2 ||
         fabs(tuning_of_grid(&c->m.memory, grid, c->m.head.k, tuning_heard(c->m.head.k)).cents) >
             tuning_tolerance(grid);
}

// Whether the words say it, or the choice is free.
typedef enum { MODEL_SAID_GRID, MODEL_SAID_MODES, MODEL_FREE } model_said;

static model_said what_is_said(const compiler *c, const item *it) {
  const body_model asked = (body_model)item_choice(it, "model");
  const bool counted = item_rows(it, "points") > 0;
  if (asked != MODEL_AUTO)
    return asked == MODEL_MODES ? MODEL_SAID_MODES : MODEL_SAID_GRID;
  if (method_table[c->m.head.method]->modal) // without their number they are refused later
    return counted || model_chooses_modes(c, it) ? MODEL_SAID_MODES : MODEL_SAID_GRID;
  return counted || model_is_touched_along(c, it) || asks_beyond_modes(c, it) ? MODEL_SAID_GRID
                                                                              : MODEL_FREE;
}

// A bar or plate that is told by its pitch has that, not what a grid makes of it.
static bool is_pitched(const item *it, const model_body *b) {
  return b->type != BODY_STRING && item_has(it, "pitch");
}

bool model_by_modes(compiler *c, const item *it, const model_body *b, line_limits *limits) {
  const model_said said = what_is_said(c, it);
  if (said != MODEL_FREE)
    return said == MODEL_SAID_MODES;
  const model_body grid = on_finest_grid(b, keys_line_spacing(c, it, b, limits));
  return modal_fits(c, it, b, limits->largest) &&
         (modal_has_keys(it) || is_pitched(it, b) || is_out_of_tune(c, &grid));
}

// A starting shape by values at grid points, which a plate's modes do not take.
static bool has_table(const item *it) {
  static const char *const keys[] = {"start.shape", "start_velocity.shape"};
  return (item_has(it, keys[0]) && item_choice(it, keys[0]) == SHAPE_TABLE) ||
         (item_has(it, keys[1]) && item_choice(it, keys[1]) == SHAPE_TABLE);
}

// Whether modes may be chosen for a plate.
static bool plate_may_choose(const compiler *c, const item *it, const model_body *b) {
  return what_is_said(c, it) == MODEL_FREE && !has_table(it) && plate_modes_fit(c, it, b);
}

bool plate_without_grid(const compiler *c, const item *it, const model_body *b) {
  return item_choice(it, "model") == MODEL_MODES ||
         (is_pitched(it, b) && plate_may_choose(c, it, b));
}

bool plate_by_modes(compiler *c, const item *it, const model_body *grid) {
  return what_is_said(c, it) == MODEL_SAID_MODES ||
         (plate_may_choose(c, it, grid) && is_out_of_tune(c, grid));
}

/// So many modes are told of.
enum { TOLD = 10, RIGID_MOST = 3 };

// The frequency of the tenth mode that vibrates, or what is heard if that is lower, Hz.
static double highest_told(const compiler *c, const model_body *b) {
  double right[TOLD + RIGID_MOST];
  const double heard = tuning_heard(c->m.head.k);
  const int count = tuning_true(&c->m.memory, b, TOLD + RIGID_MOST, right);
  int rigid = 0;
  while (rigid < count && rigid < RIGID_MOST && right[rigid] < 1e-6 * heard)
    ++rigid;
  return rigid + TOLD <= count ? fmin(heard, right[rigid + TOLD - 1] * (1 + 1e-9)) : heard;
}

void model_tell_tuning(compiler *c, const item *it, const model_body *b, bool fits) {
  static const double told = 3; // cents
  if (!method_table[c->m.head.method]->steps_links || item_rows(it, "points") > 0)
    return;
  const tuning_range range =
      tuning_of_modes(&c->m.memory, b, c->m.head.k, highest_told(c, b), TOLD);
  if (fabs(range.cents) <= told)
    return;
  const char *remedy = "a higher rate or solver.oversample brings them nearer";
  if (fits && !asks_beyond_modes(c, it))
    remedy = model_is_touched_along(c, it)
                 ? "a higher rate brings them nearer, and model: modes is in tune at many times "
                   "the cost"
                 : "model: modes is in tune";
  compile_warning(
      c, WARNING_OUT_OF_TUNE,
      &(warning_words){.name = it->name, .more = remedy, .number = {range.frequency, range.cents}});
}
