// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the wrap method needs of a scene: one ideal string, one parabolic bridge under its left end,
// and how the string starts. A start that is given as a shape along the string is projected on the
// modes; shape: wrapped gives one of them.

#include "base/constants.h"
#include "contacts/bridge.h"
#include "methods/wrap/wrap.h"

#include <math.h>
#include <string.h>

// --- What it does not take ----------------------------------------------------------------------

/// The three items of such a scene.
typedef struct {
  const item *string, *bridge, *contact;
} wrap_items;

// An item of a section and type; NULL unless there is exactly one.
static const item *only(const compiler *c, section in, const char *type) {
  const item *found = NULL;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in != in || (type != NULL && strcmp(item_text(it, "type"), type) != 0))
      continue;
    if (found != NULL)
      return NULL;
    found = it;
  }
  return found;
}

static wrap_items items_of(const compiler *c) {
  return (wrap_items){.string = only(c, SECTION_BODIES, "string"),
                      .bridge = only(c, SECTION_BODIES, "barrier"),
                      .contact = only(c, SECTION_CONTACTS, NULL)};
}

// Keys that must be left at 0.
static bool all_zero(compiler *c, const item *it, const char *const *keys, const char *what) {
  for (; *keys != NULL; ++keys)
    if (item_is_list(it, *keys) || item_number(it, *keys) != 0)
      return MISTAKE(c, it, *keys, CAROM_BAD_VALUE,
                     "solver.method wrap takes %s; allowed is 0, or solver.method audio", what);
  return true;
}

static bool check_string(compiler *c, const item *it) {
  static const char *const zero[] = {"sigma0", "sigma1", "youngs", "bending_stiffness", NULL};
  const model_body *b = &c->m.body[compile_find_body(c, it->name, strlen(it->name))];
  if (!all_zero(c, it, zero, "a string without stiffness and loss"))
    return false;
  if (item_has(it, "material") || item_has(it, "loss_factor"))
    return MISTAKE(c, it, item_has(it, "material") ? "material" : "loss_factor", CAROM_BAD_VALUE,
                   "solver.method wrap takes a string without stiffness and loss; allowed is "
                   "linear_density without it, or solver.method audio");
  if (!body_is_line(b))
    return MISTAKE(c, it, "model", CAROM_BAD_VALUE,
                   "solver.method wrap has modes of its own; allowed is grid, on which shapes are "
                   "shown, and solver.modes");
  if (b->ends[0] != END_PINNED || b->ends[1] != END_PINNED)
    return MISTAKE(c, it, "ends", CAROM_BAD_VALUE,
                   "solver.method wrap takes an ideal string; allowed is [pinned, pinned]");
  return true;
}

static bool check_bridge(compiler *c, const item *it) {
  static const char *const zero[] = {"position.sine.amplitude", "position.sine.offset", NULL};
  return all_zero(c, it, zero, "a bridge that stands");
}

static bool check_contact(compiler *c, const wrap_items *in) {
  static const char *const zero[] = {"gap", "damping", NULL};
  const item *it = in->contact;
  if (!item_flag(it, "along") || strcmp(item_text(it, "above"), in->string->name) != 0)
    return MISTAKE(c, it, item_flag(it, "along") ? "above" : "along", CAROM_BAD_VALUE,
                   "solver.method wrap has the string along its bridge; allowed are along: true, "
                   "below: %s and above: %s",
                   in->bridge->name, in->string->name);
  return all_zero(c, it, zero, "a rigid bridge");
}

static bool check_outputs(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in == SECTION_FORCES || it->in == SECTION_SCORE || it->in == SECTION_CONTROLS)
      return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                     "solver.method wrap lets the string swing freely; allowed is to leave it "
                     "out, or solver.method audio");
    if (it->in == SECTION_OUTPUTS && item_choice(it, "quantity") == OUTPUT_PSI)
      return MISTAKE(c, it, "quantity", CAROM_BAD_VALUE,
                     "psi belongs to solver.method audio; allowed of a contact are force, "
                     "contact_length and energy");
  }
  if (item_number(scene_item(c->scene, 0), "solver.oversample") > 1)
    return MISTAKE(c, scene_item(c->scene, 0), "solver.oversample", CAROM_BAD_VALUE,
                   "solver.method wrap chooses its own steps; allowed is 1");
  return true;
}

bool wrap_fits(compiler *c) {
  const wrap_items in = items_of(c);
  if (in.string == NULL || in.bridge == NULL || in.contact == NULL)
    return MISTAKE(c, scene_item(c->scene, 0), "solver.method", CAROM_BAD_VALUE,
                   "wrap takes a string on a bridge; allowed are one string, one barrier and one "
                   "collision along: true, or solver.method audio");
  return check_string(c, in.string) && check_bridge(c, in.bridge) && check_contact(c, &in) &&
         check_outputs(c);
}

int wrap_modes(const compiler *c) {
  return (int)item_number(scene_item(c->scene, 0), "solver.modes");
}

// --- The bridge ---------------------------------------------------------------------------------

static bool read_bridge(compiler *c, const item *contact, wrap_system *p) {
  bridge of;
  if (!bridge_read(c, contact, &of))
    return false;
  p->b = of.b;
  p->alpha = of.alpha;
  p->gamma1 = of.from;
  p->gamma2 = of.to;
  p->endless = of.endless;
  return true;
}

// --- The start ----------------------------------------------------------------------------------

// <field, psi_k> over the free part, by a sum over the grid on which the field is given.
static double project(const model_body *b, const double *field, double gamma, int k) {
  const double l = 1 - gamma;
  double sum = 0;
  for (int i = 1; i < b->nx; ++i) {
    const double xi = ((double)i / b->nx - gamma) / l;
    if (xi > 0)
      sum += field[node_at(b, i, 0)] * sin((k + 1) * pi * xi);
  }
  return sum / b->nx * sqrt(2 / l);
}

static bool start_wrapped(compiler *c, const item *it, wrap_model *w) {
  const double mode = item_numbers(it, "start.mode")[0];
  if (mode != floor(mode) || mode > w->system.modes)
    return MISTAKE(c, it, "start.mode", CAROM_BAD_VALUE,
                   "%g is not one of the string's modes; allowed is a whole number from 1 to "
                   "solver.modes, %d",
                   mode, w->system.modes);
  w->start.at.beta[(int)mode - 1] = item_number(it, "start.amplitude");
  return true;
}

static bool start_shaped(compiler *c, const item *it, wrap_model *w) {
  const model_body *b = &c->m.body[w->string];
  if (w->system.gamma1 > 0)
    return MISTAKE(c, it, "start.shape", CAROM_BAD_VALUE,
                   "such a shape does not lie on a bridge that begins inside the string; allowed "
                   "is wrapped");
  const double mode = item_numbers(it, "start.mode")[0];
  if (item_choice(it, "start.shape") == SHAPE_SINE && mode > w->system.modes)
    return MISTAKE(c, it, "start.mode", CAROM_BAD_VALUE,
                   "mode %g does not move; allowed is up to solver.modes, %d", mode,
                   w->system.modes);
  for (int k = 0; k < w->system.modes; ++k)
    w->start.at.beta[k] = project(b, c->m.start, 0, k);
  return true;
}

static double length_of(const wrap_system *p, const double *x) {
  double sum = 0;
  for (int k = 0; k < p->modes; ++k)
    sum += x[k] * x[k];
  return sqrt(sum);
}

// Phase, contact length and velocity; errors are measured by the larger of motion and bridge.
static bool begin(compiler *c, const item *it, wrap_model *w, bool shaped) {
  wrap_system *p = &w->system;
  const model_body *b = &c->m.body[w->string];
  wrap_motion at_rest = w->start;
  wrap_begin(p, &at_rest);
  for (int k = 0; k < p->modes; ++k)
    w->start.at.beta_speed[k] =
        project(b, c->m.start_speed, at_rest.at.gamma, k) * w->length / w->speed;
  wrap_begin(p, &w->start);
  p->size = fmax(length_of(p, w->start.at.beta) + length_of(p, w->start.at.beta_speed) / pi,
                 0.01 * p->alpha * p->b * p->b / 4);
  if ((shaped && w->start.phase != PHASE_FREE) || !wrap_lies_above(p, &w->start))
    return MISTAKE(c, it, item_has(it, "start.shape") ? "start.shape" : NULL, CAROM_BAD_VALUE,
                   "with these modes the string starts inside its bridge, or lifted off its near "
                   "end; allowed are shapes that touch it there and lie above it, wrapped, or "
                   "solver.method audio");
  return true;
}

bool wrap_compile(compiler *c) {
  const wrap_items in = items_of(c);
  const item *top = scene_item(c->scene, 0);
  if (in.string == NULL || in.contact == NULL) // wrap_fits() refuses that
    return false;
  wrap_model w = {.string = compile_find_body(c, in.string->name, strlen(in.string->name))};
  const model_body *b = &c->m.body[w.string];
  w.length = b->lx;
  w.speed = sqrt(b->start.c2);
  w.tension = b->start.c2 * b->density;
  w.system.modes = wrap_modes(c);
  w.system.rules = (wrap_rules)item_choice(top, "solver.rules");
  w.system.tolerance = c->m.head.tolerance;
  const bool shaped =
      item_has(in.string, "start.shape") && item_choice(in.string, "start.shape") != SHAPE_WRAPPED;
  const bool wrapped = item_has(in.string, "start.shape") && !shaped;
  wrap_tables(&w.system);
  if (!read_bridge(c, in.contact, &w.system) || (shaped && !start_shaped(c, in.string, &w)) ||
      (wrapped && !start_wrapped(c, in.string, &w)) || !begin(c, in.string, &w, shaped))
    return false;
  unsigned char *own = BUILDER_ADD(&c->m, own, (int)sizeof w);
  if (own != NULL)
    memcpy(own, &w, sizeof w);
  return own != NULL;
}
