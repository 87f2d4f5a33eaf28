// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Whether anything can still happen. A motion that is not heard may come yet: a mass that flies, a
// string that swings far from any output. It is over where the kinetic energy of all bodies has
// been nil for a while, with nothing that acts: what stands still that long under constant forces
// is in equilibrium, gravity and loaded springs included, while a mass at the top of its flight is
// not.

#include "play/play.h"

#include "state/state.h"

/// Nil: this share of the largest kinetic energy so far, speeds of 1e-9; in single precision of
/// 3e-5, which is rounding where a string is at rest far from u = 0 (theory 8.15).
static const double nil = 1e-18;
static const double nil_in_single = 1e-9;

static double kinetic_energy(const carom_model *m, const carom_state *s) {
  double sum = 0;
  for (int i = 0; i < m->body_count; ++i) {
    double kinetic = 0;
    double potential = 0;
    method_of(m)->body_energy(m, s, i, &kinetic, &potential);
    sum += kinetic;
  }
  return sum;
}

// A pluck or strike that is not over, or a force that the scene drives.
static bool force_acts(const carom_model *m, const carom_state *s, int force) {
  const force_stroke *stroke = &s->stroke[force];
  if (m->force[force].swings == 0)
    return s->amplitude[force] != 0;
  return stroke->amplitude != 0 &&
         (double)s->head->n * m->k <= stroke->begin + stroke->length + m->k;
}

static bool body_is_driven(const model_body *b) {
  if (body_is_modal(b) && b->modes.base_amplitude != 0)
    return true;
  return body_stands(b) && b->barrier.swings && b->barrier.amplitude != 0;
}

// Whether something moves bodies, or will at a time of its own.
static bool driven(const carom_model *m, const carom_state *s) {
  bool acts = m->ramp_count > 0 || s->head->actions > 0 || s->head->gliding > 0 ||
              s->head->cued < m->cue_count;
  for (int i = 0; !acts && i < m->force_count; ++i)
    acts = force_acts(m, s, i);
  for (int i = 0; !acts && i < m->body_count; ++i)
    acts = body_is_driven(&m->body[i]);
  for (int i = 0; !acts && i < m->contact_count; ++i) // bows
    acts = s->values[i].bow_force != 0 && s->values[i].bow_speed != 0;
  return acts;
}

void player_look_for_motion(carom_player *p) {
  if (method_of(p->model)->body_energy == NULL) {
    p->quiet = p->quiet > 0 ? 0 : p->quiet;
    return;
  }
  const double least = p->model->single ? nil_in_single : nil;
  const double kinetic = kinetic_energy(p->model, p->state);
  p->liveliest = kinetic > p->liveliest ? kinetic : p->liveliest;
  if (p->quiet > 0 && (!(kinetic <= least * p->liveliest) || driven(p->model, p->state)))
    p->quiet = 0;
}
