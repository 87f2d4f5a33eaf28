// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bars and plates that nothing holds. A blow leaves them with a velocity for ever, and gravity does
// not bring them back: what strikes again misses. One blow by a free mass is not meant to be
// repeated; where forces, gestures, weights or springs act the next one is to come.

#include "state/adrift.h"
#include "scene/words.h"

#include <math.h>

static bool is_free(const model_body *b) {
  return !body_is_mass(b) && !body_stands(b) && !body_is_link(b) && b->ends[0] == END_FREE &&
         b->ends[1] == END_FREE;
}

// Whether a spring, finger or bow is at the body.
static bool is_tied(const carom_model *m, int body) {
  for (int i = 0; i < m->link_count; ++i) {
    const model_link *link = &m->link[i];
    for (int t = 0; !m->contact[link->contact].impacts && t < link->terms; ++t)
      if (m->term[link->first_term + t].body == body)
        return true;
  }
  return false;
}

// Whether blows or pushes may come after the first one.
static bool goes_on(const carom_model *m) {
  bool on = m->force_count > 0 || m->ramp_count > 0 || m->cue_count > 0 || m->control_count > 0 ||
            m->gravity != 0;
  for (int i = 0; i < m->body_count; ++i)
    on = on || (body_is_mass(&m->body[i]) && m->body[i].start.omega2 > 0);
  return on;
}

double body_adrift(const carom_model *m, const carom_state *s, int body) {
  const model_body *b = &m->body[body];
  if (!is_free(b) || !goes_on(m) || is_tied(m, body))
    return 0;
  const node_field u = method_of(m)->fields(m, s).displacement;
  if (body_is_modal(b)) // the first mode is the motion as a whole
    return (node_value(u, b->first) - m->start[b->first]) * m->shape[b->modes.first_shape].part[0];
  double moment = 0;
  double mass = 0;
  for (int i = b->first; i < b->first + b->nodes; ++i)
    if (m->inverse_mass[i] > 0) {
      mass += 1 / m->inverse_mass[i];
      moment += (node_value(u, i) - m->start[i]) / m->inverse_mass[i];
    }
  return mass > 0 ? moment / mass : 0;
}
