// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A collision alone among those of its island, as most are: steps 2 and 3 of the contact rule
// (island_collisions.c) with one contact. Where rounding would make it pull it takes the general
// way.

#include "laws/gradient.h"
#include "methods/audio/islands/island.h"
#include <math.h>

bool collision_alone(const carom_model *m, const carom_state *s, const collision_view *c,
                     double goal, link_step *step) {
  const contact_values *a = &s->values[c->link->contact];
  const double psi = c->past->psi;
  if (psi > 0 && c->past->half <= 0) // it has separated, and stores energy
    return false;
  gradient_step p = {.law = link_law(m, c->link),
                     .bound = c->bound,
                     .stiffness = a->stiffness * c->link->scale,
                     .loss = a->damping / (2 * m->k),
                     .x = c->past->half,
                     .W = c->W};
  double damping = 1;
  const double near = gradient_settle(&p, psi, goal, &damping);
  const gradient_slopes slopes = gradient_slopes_settled(&p, psi, near);
  const double f = slopes.g * psi;
  const double d = slopes.g * slopes.g / 4 + slopes.h;
  const double D = (goal - c->W * f) / (1 + d * c->W);
  const double force = f + d * D;
  const double next = psi + slopes.g * D / 2;
  const double noise = psi_noise * c->past->psi_max;
  if (!(next >= -noise && force >= 0 && isfinite(force)))
    return false;
  step->force = force;
  step->seen = D;
  step->psi = next <= noise ? 0 : next;
  step->loss = slopes.h;
  step->numerical = slopes.numerical;
  step->stretch = step->dropped = step->slide = step->slope = 0;
  return true;
}
