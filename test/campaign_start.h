// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The start of a scene, held to what was written: the energy of its bodies and contacts.

#ifndef CAROM_TEST_CAMPAIGN_START_H
#define CAROM_TEST_CAMPAIGN_START_H

#include "campaign_trial.h"

/// Relative error of sums of doubles, and of floats.
static inline double rounding_of(const trial *t) {
  return t->info.single_bodies > 0 ? 1e-4 : 1e-10;
}

static inline double position_at_start(const trial *t, const char *body) {
  const bool swings = get(t->scene, "bodies.%s.position.sine.frequency", body) != NULL;
  return number_at(t->scene, swings ? "bodies.%s.position.sine.offset" : "bodies.%s.position",
                   body);
}

/// Whether an end of a contact is on modes, whose first reading is half a step of its force away.
/// Collisions tell their overlap before; springs and the published scheme do not.
static inline bool on_modes(const trial *t, const char *contact) {
  bool modes = false;
  for (int side = 0; side < 2; ++side) {
    char body[PATH_ROOM];
    snprintf(body, sizeof body, "%s",
             get(t->scene, "contacts.%s.%s", contact, side == 0 ? "below" : "above"));
    body[strcspn(body, "@")] = '\0';
    modes = modes || carom_model_body(t->model, carom_model_find_body(t->model, body)).modes > 0;
  }
  return modes && (is_word(get(t->scene, "contacts.%s.type", contact), "spring") ||
                   is_word(get(t->scene, "contacts.%s.scheme", contact), "published"));
}

/// What a contact is at t = 0. Points of masses and flat barriers are told by their bare names.
static inline written_contact contact_at_start(const trial *t, int contact, const free_bodies *f) {
  const char *name = carom_scene_name(t->scene, "contacts", contact);
  written_contact c = {.overlap = -number_at(t->scene, "contacts.%s.gap", name), .knee = INFINITY};
  const double gap = fabs(c.overlap);
  bool known = isfinite(c.overlap);
  c.overlap = known ? c.overlap : 0; // springs have no gap
  for (int side = 0; side < 2; ++side) {
    const char *body = get(t->scene, "contacts.%s.%s", name, side == 0 ? "below" : "above");
    const bool mass = is_body(t->scene, body, "mass");
    if (mass || (is_body(t->scene, body, "barrier") &&
                 is_word(get(t->scene, "bodies.%s.profile.shape", body), "flat"))) {
      const double u = position_at_start(t, body);
      c.overlap += side == 0 ? u : -u;
      c.error += 4e-16 * (fabs(u) + (isfinite(gap) ? gap : 0));
      if (mass)
        c.speed += (side == 0 ? 1 : -1) * number_at(t->scene, "bodies.%s.velocity", body);
    } else {
      c.error = NAN;
    }
  }
  carom_initial_overlap press;
  if (isnan(c.error)) { // a point of a string, bar or plate: as the model reads it
    // What does not touch tells none, and on modes reads what the forces of others have done since.
    const bool pushes = is_word(get(t->scene, "contacts.%s.type", name), "collision") &&
                        !is_word(get(t->scene, "contacts.%s.scheme", name), "published");
    c.overlap = carom_contact_initial_overlap(t->model, t->state, contact, &press) ? press.overlap
                : pushes ? fmin(t->first_overlap[contact], 0)
                         : t->first_overlap[contact];
    c.speed = fabs(c.speed) + f->speed;
    c.error = on_modes(t, name) ? (double)NAN : 1e-15 * fabs(c.overlap);
  }
  carom_bound bound;
  if (carom_contact_bound(t->model, t->state, contact, &bound)) {
    c.knee = bound.overlap;
    c.straight = 1 / bound.compliance;
  }
  return c;
}

/// Whether nothing along two bodies touches: of the nodes of a line or plate and a flat barrier.
static inline bool is_clear_along(const trial *t, const char *name) {
  static double shape[SHAPE_ROOM];
  const char *below = get(t->scene, "contacts.%s.below", name);
  const char *above = get(t->scene, "contacts.%s.above", name);
  const double gap = number_at(t->scene, "contacts.%s.gap", name);
  double highest = isfinite(gap) ? -gap : 0;
  for (int side = 0; side < 2; ++side) {
    const char *body = side == 0 ? below : above;
    const int index = carom_model_find_body(t->model, body);
    const int count = carom_body_shape(t->model, t->state, index, shape, SHAPE_ROOM);
    double most = -INFINITY;
    if (is_body(t->scene, body, "barrier") &&
        !is_word(get(t->scene, "bodies.%s.profile.shape", body), "flat"))
      return false;
    for (int i = 0; i < count && i < SHAPE_ROOM; ++i)
      most = fmax(most, side == 0 ? shape[i] : -shape[i]);
    if (count < 1 || count > SHAPE_ROOM)
      return false;
    highest += most;
  }
  return highest < 0;
}

/// Whether a force acts on a string, bar or plate.
static inline bool is_pushed(const trial *t) {
  bool any = false;
  for (int i = 0; i < carom_scene_count(t->scene, "forces"); ++i) {
    const char *on = get(t->scene, "forces.%s.on", carom_scene_name(t->scene, "forces", i));
    any = any || !is_body(t->scene, on, "mass");
  }
  return any;
}

static inline void write_contacts(trial *t, const free_bodies *f, bool clear) {
  written_energy *w = &t->written;
  bool pressed = false;
  bool held = false;
  for (int i = 0; i < carom_scene_count(t->scene, "contacts"); ++i) {
    const char *name = carom_scene_name(t->scene, "contacts", i);
    if (is_word(get(t->scene, "contacts.%s.along", name), "true")) {
      w->known = w->known && clear;
      continue;
    }
    const written_contact c = contact_at_start(t, i, f);
    const bool spring = is_word(get(t->scene, "contacts.%s.type", name), "spring");
    // What modes do by themselves is exact, what a pressed contact holds against it is a force at
    // t = 0 on the mass beside it.
    if (!spring && c.overlap > 0)
      w->slack += f->held;
    // The forces of others stretch a spring in the half step before; pressed collisions may by
    // much.
    pressed = pressed || (!spring && c.overlap > 0);
    held = held || (spring && carom_model_contact(t->model, i).island_size > 1);
    if (spring)
      write_spring(t->scene, name, &c, w);
    else
      write_collision(t->scene, name, &c, w);
  }
  // A contact changes what forces on the same body do in the half step before.
  w->known = w->known && !(pressed && (held || is_pushed(t)));
}

/// Where contacts along bodies begin, nothing touches; judged before the first step.
static inline bool is_clear(const trial *t) {
  bool clear = true;
  for (int i = 0; i < carom_scene_count(t->scene, "contacts"); ++i) {
    const char *name = carom_scene_name(t->scene, "contacts", i);
    if (is_word(get(t->scene, "contacts.%s.along", name), "true"))
      clear = clear && is_word(get(t->scene, "contacts.%s.type", name), "collision") &&
              is_clear_along(t, name);
  }
  return clear;
}

static inline void judge_sines(trial *t, const free_bodies *f) {
  const int count = carom_scene_count(t->scene, "bodies");
  for (int i = 0; i < count && i < MOST_FREE && t->audio && f->known && !t->masses; ++i) {
    const char *name = carom_scene_name(t->scene, "bodies", i);
    const double energy =
        is_continuum(t->scene, name) ? sine_energy(t->scene, t->model, name) : (double)NAN;
    if (!isfinite(energy) || energy == 0 || !t->alone)
      continue;
    ++t->of->judged[RULE_SINE];
    // (beta h)^2 of a grid is at most 0.62 at eight intervals in a half wave; half a step of
    // losses.
    judge(t, RULE_SINE, "J", f->of[i], energy, 0.2 * energy);
  }
}

static inline void judge_start(trial *t, const free_bodies *f, bool clear) {
  written_energy *w = &t->written;
  const bool first = is_word(get(t->scene, "solver.start"), "first-order");
  *w = (written_energy){.known =
                            t->fixed && f->known && has_only_laws(t->scene) && !f->lossy && !first};
  for (int i = 0; i < carom_scene_count(t->scene, "bodies"); ++i) {
    const char *name = carom_scene_name(t->scene, "bodies", i);
    if (is_body(t->scene, name, "mass"))
      write_mass(t->scene, name, w);
    w->known = w->known && !is_body(t->scene, name, "linkage");
  }
  add_energy(w, &w->bodies, f->energy);
  w->slack += f->slack;
  const double bodies = w->turnover;
  write_contacts(t, f, clear);
  w->slack +=
      f->braked ? 1e-3 * (w->turnover - bodies) : 0; // half a step of losses under their forces
  for (int i = 0; i < carom_scene_count(t->scene, "bodies"); ++i) {
    const char *name = carom_scene_name(t->scene, "bodies", i);
    if (is_body(t->scene, name, "mass"))
      write_pushed(t->scene, name, w);
  }
  w->known = w->known && isfinite(w->slack) && w->turnover < 1e100;
  if (!w->known)
    return;
  ++t->of->judged[RULE_START];
  judge(t, RULE_START, "J", t->begin.kinetic + t->begin.potential + t->begin.contact,
        w->bodies + w->contacts, 1.01 * w->slack + rounding_of(t) * w->turnover);
}

#endif
