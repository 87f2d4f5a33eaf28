// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A bow: friction at a point; friction.c has the laws. Its force, speed, place and noise are live.

#include "contacts/friction.h"
#include "contacts/kinds.h"
#include "contacts/links.h"
#include <math.h>

static bool check_friction(compiler *c, const item *it, const model_friction *f) {
  if (f->law == FRICTION_ELASTO_PLASTIC && f->solve != SOLVE_NEWTON)
    return MISTAKE(c, it, "solve", CAROM_BAD_VALUE,
                   "the elasto-plastic law has no linear form; allowed is newton");
  if (f->dynamic_friction > f->static_friction)
    return MISTAKE(c, it, "dynamic_friction", CAROM_BAD_VALUE,
                   "above static_friction; allowed is at most %g", f->static_friction);
  return true;
}

static const double standard_force = 0.5; // N

bool compile_bow(compiler *c, const item *it, int index, model_contact contact) {
  contact.law.two_sided = true;
  contact.rubs = true;
  contact.friction = (model_friction){.law = (friction_law)item_choice(it, "law"),
                                      .solve = (friction_solve)item_choice(it, "solve"),
                                      .curve = friction_curve_of(item_number(it, "sharpness")),
                                      .static_friction = item_number(it, "static_friction"),
                                      .dynamic_friction = item_number(it, "dynamic_friction"),
                                      .stribeck = item_number(it, "stribeck"),
                                      .bristle_stiffness = item_number(it, "bristle_stiffness"),
                                      .bristle_damping = item_number(it, "bristle_damping"),
                                      .viscous = item_number(it, "viscous"),
                                      .seed = compile_seed(c, (unsigned)index)};
  contact.start.bow_force = links_force(it, standard_force);
  contact.start.bow_speed = item_number(it, "speed");
  links_live_force(c, it, index, standard_force);
  contact.start.noise = item_number(it, "noise");
  compile_live(c, it, "speed", index, -INFINITY, INFINITY);
  compile_live(c, it, "noise", index, 0, 1);
  return check_friction(c, it, &contact.friction) && links_touch(c, it, index, &contact);
}
