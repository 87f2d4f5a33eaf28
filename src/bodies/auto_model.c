// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// model: auto. A body is taken by its modes where one of its first five vibrating modes below 5 kHz
// would be off by more than a cent, 3 for a plate, on its finest grid (theory 1.34 and 7.2), if its
// modes are known in closed form, nothing touches it along its length, and nothing asks of it what
// modes cannot do. Everything else is taken by a grid.

#include "bodies/auto_model.h"

#include "bodies/grid_modes.h"
#include "bodies/modal.h"
#include "bodies/plate_modes.h"
#include "bodies/tuning.h"
#include "model/method.h"
#include <math.h>
#include <string.h>

/// Modes that are compared, and rigid ones before them.
enum { COMPARED = 5, RIGID_MOST = 2 };

static const double highest = 5000;       // Hz
static const double tolerated[] = {1, 3}; // of a line and of a plate, cents

// --- What a scene asks --------------------------------------------------------------------------

// Whether a point "body@0.2" or a body's name is on the body.
static bool is_on(const item *it, const char *key, const item *body) {
  const char *text = item_text(it, key);
  const size_t length = strlen(body->name);
  return text != NULL && strncmp(text, body->name, length) == 0 &&
         (text[length] == '\0' || text[length] == '@');
}

static bool touches(const item *contact, const item *body) {
  const contact_type type = (contact_type)item_choice(contact, "type");
  return type == CONTACT_BOW || type == CONTACT_FINGER
             ? is_on(contact, "on", body)
             : is_on(contact, "below", body) || is_on(contact, "above", body);
}

// Whether the scene asks of a body what modes cannot do: a spring with a cubic part and a power
// law.
static bool asks_beyond_modes(const compiler *c, const item *body) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_CONTACTS && item_choice(it, "type") == CONTACT_SPRING &&
        touches(it, body) && item_has(it, "stiffness") && item_has(it, "cubic"))
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

// Whether modes of the grid are off, or are not there at all.
static bool is_out_of_tune(compiler *c, const model_body *grid) {
  if (grid->nx < 2)
    return true;
  grid_mode own[COMPARED + RIGID_MOST];
  double right[COMPARED + RIGID_MOST];
  const int count = tuning_closed_form(grid, COMPARED + RIGID_MOST, right);
  int rigid = 0;
  while (rigid < RIGID_MOST && right[rigid] == 0)
    ++rigid;
  const int found = grid_modes_find(&c->m.memory, grid, c->m.head.k, rigid + COMPARED, own, NULL);
  c->m.out_of_memory = c->m.out_of_memory || found < 0;
  for (int i = rigid; found >= 0 && i < count && i < rigid + COMPARED; ++i)
    if (right[i] < highest && (i >= found || fabs(1200 * log2(own[i].frequency / right[i])) >
                                                 tolerated[body_is_plate(grid)]))
      return true;
  return false;
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

bool model_by_modes(compiler *c, const item *it, const model_body *b, line_limits *limits) {
  const model_said said = what_is_said(c, it);
  if (said != MODEL_FREE)
    return said == MODEL_SAID_MODES;
  const model_body grid = on_finest_grid(b, keys_line_spacing(c, it, b, limits));
  return tuning_is_known(b) && modal_fits(c, it, b, limits->largest) &&
         (modal_has_keys(it) || is_out_of_tune(c, &grid));
}

bool plate_by_modes(compiler *c, const item *it, const model_body *grid) {
  const model_said said = what_is_said(c, it);
  if (said != MODEL_FREE)
    return said == MODEL_SAID_MODES;
  return tuning_is_known(grid) && plate_modes_fit(c, it, grid) && is_out_of_tune(c, grid);
}
