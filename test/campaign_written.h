// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The energy that a scene says, computed from its keys: of masses and laws in closed form, of
// strings, bars and plates by a model of the same scene without contacts. And by how much the
// engine may differ from it at the half step before t = 0.

#ifndef CAROM_TEST_CAMPAIGN_WRITTEN_H
#define CAROM_TEST_CAMPAIGN_WRITTEN_H

#include "campaign_scene.h"

static const double two_pi = 6.28318530717958647692;

/// Energies in joules.
typedef struct {
  bool known;
  double bodies, contacts;
  double turnover; ///< sum of all magnitudes
  double slack;    ///< by which the half step before t = 0 may differ, above and below
  double push;     ///< N, of all contacts together
} written_energy;

static inline bool is_body(const carom_scene *scene, const char *name, const char *type) {
  return is_word(get(scene, "bodies.%s.type", name), type);
}

static inline double time_step_of(const carom_scene *scene) {
  return 1 / (number_at(scene, "rate") * number_at(scene, "solver.oversample"));
}

static inline void add_energy(written_energy *w, double *sum, double energy) {
  *sum += energy;
  w->turnover += fabs(energy);
  w->known = w->known && isfinite(energy);
}

// A force from outside on a mass at t = 0; sines begin with 0.
static inline double push_at_start(const carom_scene *scene, const char *body) {
  double sum = 0;
  for (int i = 0; i < carom_scene_count(scene, "forces"); ++i) {
    const char *name = carom_scene_name(scene, "forces", i);
    if (is_word(get(scene, "forces.%s.on", name), body) &&
        get(scene, "forces.%s.table", name) != NULL)
      sum +=
          number_at(scene, "forces.%s.amplitude", name) * number_at(scene, "forces.%s.table", name);
  }
  return sum;
}

// M v^2/2 + M omega^2 u^2/2 + M G u, less k^2 M a^2/8, plus k/2 times the power of losses less that
// of forces (theory 8.5 and 1.13). A mass on a spring of its own is taken in tune or not: (omega
// k)^2/4 of its potential either way is within the same term.
static inline void write_mass(const carom_scene *scene, const char *name, written_energy *w) {
  const double k = time_step_of(scene);
  const double mass = number_at(scene, "bodies.%s.mass", name);
  const double u = number_at(scene, "bodies.%s.position", name);
  const double v = number_at(scene, "bodies.%s.velocity", name);
  const double omega = two_pi * number_at(scene, "bodies.%s.frequency", name);
  const double resistance = number_at(scene, "bodies.%s.damping", name);
  const double gravity = number_at(scene, "gravity");
  const double push = push_at_start(scene, name);
  add_energy(w, &w->bodies, mass * v * v / 2);
  add_energy(w, &w->bodies, mass * omega * omega * u * u / 2);
  add_energy(w, &w->bodies, mass * gravity * u);
  const double a =
      fabs(omega * omega * u) + fabs(gravity) + fabs(resistance * v) / mass + fabs(push) / mass;
  w->slack += k * k / 8 * mass * a * a + k / 2 * (resistance * v * v + fabs(push * v)) +
              omega * omega * k * k / 4 * mass * (v * v + omega * omega * u * u) / 2;
}

/// The law of a contact, straight from its bound on.
typedef struct {
  double stiffness, exponent;
  double knee, straight; ///< m, and N/m from there on (theory 2.22)
} written_law;

static inline double law_force(const written_law *l, double x) {
  const double below = fmin(fmax(x, 0), l->knee);
  const double straight = x > l->knee ? l->straight * (x - l->knee) : 0;
  return l->stiffness * pow(below, l->exponent) + straight;
}

static inline double law_energy(const written_law *l, double x) {
  const double below = fmin(fmax(x, 0), l->knee);
  double energy = l->stiffness / (l->exponent + 1) * pow(below, l->exponent + 1);
  if (x > l->knee) {
    const double more = x - l->knee;
    energy += l->stiffness * pow(l->knee, l->exponent) * more + l->straight * more * more / 2;
  }
  return energy;
}

/// What the judge of a scene knows of a contact at t = 0.
typedef struct {
  double overlap; ///< m, as written where that is known, else as the model reads it
  double speed;   ///< m/s, with which it closes; a bound of its magnitude on strings, bars, plates
  double error;   ///< m, of rounding
  double knee, straight; ///< m, from which the law is straight, and N/m there
} written_contact;

static inline void write_collision(const carom_scene *scene, const char *name,
                                   const written_contact *c, written_energy *w) {
  const written_law law = {.stiffness = number_at(scene, "contacts.%s.stiffness", name),
                           .exponent = number_at(scene, "contacts.%s.exponent", name),
                           .knee = c->knee,
                           .straight = c->straight};
  const double mu = number_at(scene, "contacts.%s.damping", name);
  const double force = law_force(&law, c->overlap);
  const double energy = law_energy(&law, c->overlap);
  add_energy(w, &w->contacts, energy);
  w->push += force * (1 + mu * fabs(c->speed));
  // Half a step of its loss, k/2 mu w^2 F, and no more than mu w times what it stores twice; and
  // what the kick (1 + mu w) F has more than F, k^2 W F^2 / 8 with W F at most half of the overlap.
  const double loss = 1.5 * mu * fabs(c->speed); // others push it as well
  w->slack += loss * (fmin(time_step_of(scene) / 2 * fabs(c->speed) * force, 2 * energy) + energy) +
              loss * (2 + loss) * (law.exponent + 1) / 16 * energy;
  w->slack += law_force(&law, c->overlap + c->error) * c->error;
}

static inline void write_spring(const carom_scene *scene, const char *name,
                                const written_contact *c, written_energy *w) {
  const double linear = number_at(scene, "contacts.%s.linear", name);
  const double loss = number_at(scene, "contacts.%s.sigma_x", name);
  const double dead = number_at(scene, "contacts.%s.dead_zone", name);
  const char *stiffness = get(scene, "contacts.%s.stiffness", name);
  const written_law law = {.stiffness = stiffness != NULL ? number_of(stiffness) : 0,
                           .exponent = number_at(scene, "contacts.%s.exponent", name),
                           .knee = INFINITY};
  w->known =
      w->known && number_at(scene, "contacts.%s.cubic", name) == 0; // no energy of its own (2.13)
  const double half = fabs(c->overlap) + time_step_of(scene) / 2 * fabs(c->speed);
  const double force = linear * half + law_force(&law, half - dead);
  add_energy(w, &w->contacts, linear * c->overlap * c->overlap / 2);
  add_energy(w, &w->contacts, law_energy(&law, fabs(c->overlap) - dead));
  w->push += force;
  // What a leapfrog has less for the force at t = 0, by which a spring in it is off as well: k^2
  // omega^2/4 of what it stores, and the inertia of springs that are in tune (2.25). A spring that
  // the step does not resolve has what is written; a false start has many times that.
  w->slack += fmin(linear * half * half / 2, w->turnover / 2) + 0.1 * law_energy(&law, half - dead);
  // Half a step of its loss, more of it the harder it brakes.
  double give = 0;
  for (int side = 0; side < 2; ++side) {
    const char *body = get(scene, "contacts.%s.%s", name, side == 0 ? "below" : "above");
    give += is_body(scene, body, "mass") ? 1 / number_at(scene, "bodies.%s.mass", body) : 0;
  }
  const double braked = time_step_of(scene) * loss;
  w->slack += braked * c->speed * c->speed * (1 + 2 * braked * give) + force * 2 * c->error;
}

/// What contacts push a mass to in half a step is braked, and driven, as well.
static inline void write_pushed(const carom_scene *scene, const char *name, written_energy *w) {
  const double k = time_step_of(scene);
  const double v = fabs(number_at(scene, "bodies.%s.velocity", name));
  const double pushed = v + k * w->push / number_at(scene, "bodies.%s.mass", name);
  const double resistance = number_at(scene, "bodies.%s.damping", name);
  w->slack += k / 2 * resistance * (pushed * pushed - v * v) +
              k / 2 * fabs(push_at_start(scene, name)) * (pushed - v);
}

// --- Without contacts ---------------------------------------------------------------------------

static inline void remove_all(carom_scene *scene, const char *section) {
  carom_error error;
  char path[PATH_ROOM];
  while (carom_scene_count(scene, section) > 0) {
    snprintf(path, sizeof path, "%s.%s", section, carom_scene_name(scene, section, 0));
    if (carom_scene_remove(scene, path, &error) != CAROM_OK)
      return;
  }
}

enum { MOST_FREE = 24 };

/// What strings, bars and plates begin with where nothing touches them.
typedef struct {
  bool known;
  double energy, slack; ///< J
  double of[MOST_FREE]; ///< J, of each body in the order of the scene; NAN of what is no such body
  double speed;         ///< m/s, the largest of any point
  double held;          ///< J, k^2 a M a / 8 of those by modes, with forces
  bool braked;          ///< by sigma0
  bool lossy;           ///< by sigma1, whose part of the energy is of first order (theory 1.15)
} free_bodies;

enum { SHAPE_ROOM = 4096 };

static inline double change_of_velocity(const carom_model *model, const carom_state *state,
                                        int body, double *before, bool first, double *largest) {
  static double now[SHAPE_ROOM];
  const int count = carom_body_velocity(model, state, body, now, SHAPE_ROOM);
  double sum = 0;
  for (int i = 0; i < count && i < SHAPE_ROOM; ++i) {
    *largest = fmax(*largest, fabs(now[i]));
    sum += first ? 0 : (now[i] - before[i]) * (now[i] - before[i]);
    before[i] = now[i];
  }
  return sum;
}

static inline void read_free_body(const carom_model *model, carom_state *state, int body,
                                  free_bodies *f) {
  static double before[SHAPE_ROOM];
  const carom_body_info info = carom_model_body(model, body);
  const carom_share share = carom_body_share(model, state, body);
  const int cells = info.points_x * (info.points_y > 0 ? info.points_y : 1);
  f->known = f->known && info.shape <= SHAPE_ROOM;
  change_of_velocity(model, state, body, before, true, &f->speed);
  carom_step(model, state);
  const double changes = change_of_velocity(model, state, body, before, false, &f->speed);
  if (cells > 0)
    *(info.modes == 0 ? &f->slack : &f->held) += info.mass / cells * changes / 8 * 1.01;
  f->energy += share.kinetic + share.potential;
  carom_state_reset(model, state);
}

static inline bool is_continuum(const carom_scene *scene, const char *body) {
  return is_body(scene, body, "string") || is_body(scene, body, "bar") ||
         is_body(scene, body, "plate");
}

static inline free_bodies free_bodies_of(const scene_text *t, const carom_model *judged) {
  free_bodies f = {.known = true};
  carom_scene *scene = scene_from(t->bytes, t->length);
  static const char *const gone[] = {"presets", "controls", "snapshots",
                                     "outputs", "score",    "contacts"};
  for (size_t i = 0; i < sizeof gone / sizeof gone[0]; ++i)
    remove_all(scene, gone[i]);
  carom_model *model = NULL;
  carom_error error;
  f.known = (model = carom_model_compile(scene, NULL, &error)) != NULL;
  carom_state *state = f.known ? carom_state_new(model, NULL) : NULL;
  for (int i = 0; f.known && i < carom_scene_count(scene, "bodies"); ++i) {
    const char *name = carom_scene_name(scene, "bodies", i);
    const int index = carom_model_find_body(model, name);
    const carom_body_info a = carom_model_body(model, index);
    const carom_body_info b = carom_model_body(judged, carom_model_find_body(judged, name));
    f.known = a.points_x == b.points_x && a.points_y == b.points_y && a.modes == b.modes;
    const double before = f.energy;
    if (f.known && is_continuum(scene, name))
      read_free_body(model, state, index, &f);
    if (i < MOST_FREE)
      f.of[i] = is_continuum(scene, name) ? f.energy - before : (double)NAN;
    f.braked = f.braked ||
               (is_continuum(scene, name) && !(number_at(scene, "bodies.%s.sigma0", name) == 0));
    f.lossy = f.lossy ||
              (is_continuum(scene, name) && !(number_at(scene, "bodies.%s.sigma1", name) == 0));
  }
  carom_state_free(state);
  carom_model_free(model);
  carom_scene_free(scene);
  return f;
}

// --- Sines in closed form -----------------------------------------------------------------------

/// The energy of a pinned body that begins as one sine, or at rest; NAN for anything else. (T
/// beta^2
/// + EI beta^4) A^2 L/4, its mass times V^2/4, and B (beta^4) lx ly A^2/8, mass V^2/8 of a plate.
static inline double sine_energy(const carom_scene *scene, const carom_model *model,
                                 const char *name) {
  const carom_body_info body = carom_model_body(model, carom_model_find_body(model, name));
  const bool bar = is_body(scene, name, "bar");
  if ((!bar && !is_body(scene, name, "string")) ||
      !is_word(get(scene, "bodies.%s.ends", name), "[pinned, pinned]") ||
      get(scene, "bodies.%s.linear_density", name) == NULL ||
      !(number_at(scene, "bodies.%s.count", name) == 1 || bar))
    return NAN;
  const char *stiff = get(scene, "bodies.%s.bending_stiffness", name);
  const double bending = stiff != NULL                                  ? number_of(stiff)
                         : get(scene, "bodies.%s.youngs", name) == NULL ? 0
                                                                        : (double)NAN;
  const double length = number_at(scene, "bodies.%s.length", name);
  const double density = number_at(scene, "bodies.%s.linear_density", name);
  const double pitch = number_at(scene, "bodies.%s.pitch", name);
  const double first = two_pi / 2 / length;
  const double tension =
      bar ? 0
      : get(scene, "bodies.%s.tension", name) != NULL
          ? number_at(scene, "bodies.%s.tension", name)
          : density * 4 * length * length * pitch * pitch - bending * first * first;
  double energy = 0;
  for (int i = 0; i < 2; ++i) {
    const char *key = i == 0 ? "start" : "start_velocity";
    const char *shape = get(scene, "bodies.%s.%s.shape", name, key);
    const double amplitude = number_at(scene, "bodies.%s.%s.amplitude", name, key);
    const double mode = number_at(scene, "bodies.%s.%s.mode", name, key);
    const double beta = mode * first;
    if (shape == NULL)
      continue;
    if (!is_word(shape, "sine") || !(mode * 8 < fmax(body.points_x, body.modes)))
      return NAN;
    energy += i == 0 ? (tension + bending * beta * beta) * beta * beta * amplitude * amplitude *
                           length / 4
                     : density * length * amplitude * amplitude / 4;
  }
  return energy;
}

#endif
