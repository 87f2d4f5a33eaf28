// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Prescribed excitation: external forces and barriers.

#include "state/state.h"

#include "base/constants.h"
#include <math.h>

// A pluck rises like half a cosine and lets go; a strike falls again like the other half.
static double stroke_at(const force_stroke *stroke, int swings, double time) {
  const double phase = (time - stroke->begin) / stroke->length;
  if (!(phase >= 0 && phase <= 1))
    return 0;
  return stroke->amplitude * (1 - cos(two_pi / 2 * swings * phase)) / 2;
}

double force_at(const carom_model *m, const carom_state *s, int index, double time) {
  const model_force *force = &m->force[index];
  if (force->swings > 0)
    return stroke_at(&s->stroke[index], force->swings, time);
  if (force->points > 0)
    return s->amplitude[index] * breakpoints_at(m->point + force->first_point, force->points, time);
  return s->amplitude[index] * sin(two_pi * force->frequency * time);
}

double barrier_at(const carom_model *m, const carom_state *s, int body, double time) {
  const barrier_layout *b = &m->body[body].barrier;
  if (b->swings)
    return b->position + b->amplitude * sin(two_pi * b->frequency * time);
  const int live = b->position_live;
  if (live >= 0 && s->by_hand[live])
    return s->live[live];
  if (live >= 0 && m->live[live].points > 0)
    return breakpoints_at(m->point + m->live[live].first_point, m->live[live].points, time);
  return b->position;
}
