// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scenes of a campaign: any bodies with any contacts between them, started apart, near, touching
// and pressed; and scenes that exist, changed by the table of keys.

#ifndef CAROM_TEST_CAMPAIGN_MAKE_H
#define CAROM_TEST_CAMPAIGN_MAKE_H

#include "campaign_scene.h"

static inline int pick(uint64_t *seed, int count) {
  return (int)(count * random_unit(seed));
}

static inline bool chance(uint64_t *seed, double probability) {
  return random_unit(seed) < probability;
}

static inline double any_sign(uint64_t *seed) {
  return chance(seed, 0.5) ? 1 : -1;
}

#define any_of(seed, words) (words)[pick(seed, (int)(sizeof(words) / sizeof(words)[0]))]

// --- Any bodies ---------------------------------------------------------------------------------

/// A scene that grows: where masses are put depends on what they touch.
typedef struct {
  uint64_t *seed;
  carom_scene *scene;
  int bodies, contacts;
} maker;

static inline double speed_of(maker *m) {
  return any_sign(m->seed) * random_log(m->seed, 0.01, 20);
}

static inline void make_start(maker *m, const char *body, const char *key, double low, double high,
                              bool plate) {
  static const char *const shapes[] = {"sine", "sine", "hump", "pluck"};
  const char *shape = plate && chance(m->seed, 0.5) ? "hump" : any_of(m->seed, shapes);
  put_text(m->scene, shape, "bodies.%s.%s.shape", body, key);
  put_value(m->scene, any_sign(m->seed) * random_log(m->seed, low, high), "bodies.%s.%s.amplitude",
            body, key);
  if (is_word(shape, "sine"))
    put_text(m->scene,
             plate                  ? "[1, 2]"
             : chance(m->seed, 0.5) ? "1"
                                    : "3",
             "bodies.%s.%s.mode", body, key);
  else
    put_text(m->scene, plate ? "[0.4, 0.6]" : "0.4", "bodies.%s.%s.at", body, key);
}

static inline void make_line(maker *m, const char *body, bool bar) {
  static const char *const ends[] = {"[pinned, pinned]", "[clamped, pinned]", "[clamped, clamped]"};
  static const char *const free_ends[] = {"[free, free]", "[clamped, free]", "[pinned, free]"};
  put_text(m->scene, bar ? "bar" : "string", "bodies.%s.type", body);
  put_value(m->scene, random_log(m->seed, 0.2, 2), "bodies.%s.length", body);
  put_value(m->scene, random_log(m->seed, 1e-3, bar ? 2 : 0.1), "bodies.%s.linear_density", body);
  if (bar || chance(m->seed, 0.3))
    put_value(m->scene, random_log(m->seed, bar ? 0.1 : 1e-4, bar ? 100 : 0.1),
              "bodies.%s.bending_stiffness", body);
  if (!bar)
    put_value(m->scene, random_log(m->seed, 30, 600), "bodies.%s.pitch", body);
  put_text(m->scene,
           bar && chance(m->seed, 0.4) ? any_of(m->seed, free_ends) : any_of(m->seed, ends),
           "bodies.%s.ends", body);
  put_value(m->scene, 8 + pick(m->seed, 25), "bodies.%s.points", body);
}

static inline void make_plate(maker *m, const char *body) {
  static const char *const edges[] = {"pinned", "pinned", "clamped", "free"};
  put_text(m->scene, "plate", "bodies.%s.type", body);
  put_text(m->scene, "[0.4, 0.3]", "bodies.%s.size", body);
  put_value(m->scene, random_log(m->seed, 1e-3, 1e-2), "bodies.%s.thickness", body);
  put_value(m->scene, random_log(m->seed, 200, 8000), "bodies.%s.density", body);
  put_value(m->scene, random_log(m->seed, 1e8, 1e10), "bodies.%s.youngs", body);
  put_text(m->scene, any_of(m->seed, edges), "bodies.%s.edges", body);
  put_text(m->scene, chance(m->seed, 0.5) ? "[8, 6]" : "[5, 7]", "bodies.%s.points", body);
}

static inline void make_continuum(maker *m, const char *body) {
  const bool plate = chance(m->seed, 0.25);
  if (plate)
    make_plate(m, body);
  else
    make_line(m, body, chance(m->seed, 0.4));
  if (chance(m->seed, 0.4))
    put_text(m->scene, "modes", "bodies.%s.model", body);
  if (chance(m->seed, 0.4))
    put_value(m->scene, random_log(m->seed, 0.1, 50), "bodies.%s.sigma0", body);
  if (chance(m->seed, 0.3))
    put_value(m->scene, random_log(m->seed, 1e-5, 1e-3), "bodies.%s.sigma1", body);
  if (chance(m->seed, 0.5))
    make_start(m, body, "start", 1e-6, 1e-2, plate);
  if (chance(m->seed, 0.4))
    make_start(m, body, "start_velocity", 1e-3, 10, plate);
}

static inline void make_body(maker *m) {
  char body[16];
  snprintf(body, sizeof body, "b%d", m->bodies++);
  const double kind = random_unit(m->seed);
  if (kind < 0.55) {
    put_text(m->scene, "mass", "bodies.%s.type", body);
    put_value(m->scene, random_log(m->seed, 1e-4, 1), "bodies.%s.mass", body);
    put_value(m->scene, any_sign(m->seed) * random_log(m->seed, 1e-7, 1e-2), "bodies.%s.position",
              body);
    if (chance(m->seed, 0.7))
      put_value(m->scene, speed_of(m), "bodies.%s.velocity", body);
    if (chance(m->seed, 0.2))
      put_value(m->scene, random_log(m->seed, 5, 2000), "bodies.%s.frequency", body);
    if (chance(m->seed, 0.1))
      put_value(m->scene, random_log(m->seed, 1e-3, 1), "bodies.%s.damping", body);
  } else if (kind < 0.75) {
    put_text(m->scene, "barrier", "bodies.%s.type", body);
    put_value(m->scene, chance(m->seed, 0.4) ? 0 : 1e-3 * random_between(m->seed, -1, 1),
              "bodies.%s.position", body);
  } else {
    make_continuum(m, body);
  }
}

// --- Any contacts -------------------------------------------------------------------------------

static inline bool is_type(const carom_scene *scene, const char *body, const char *type) {
  return is_word(get(scene, "bodies.%s.type", body), type);
}

static inline void any_point(maker *m, const char *body, char point[64]) {
  if (is_type(m->scene, body, "plate"))
    snprintf(point, 64, "%s@%.3f:%.3f", body, random_between(m->seed, 0.05, 0.95),
             random_between(m->seed, 0.05, 0.95));
  else if (is_type(m->scene, body, "mass") || is_type(m->scene, body, "barrier"))
    snprintf(point, 64, "%s", body);
  else
    snprintf(point, 64, "%s@%.3f", body, random_between(m->seed, 0.05, 0.95));
}

static inline void make_law(maker *m, const char *name, bool spring) {
  static const char *const exponents[] = {"1", "1.3", "1.5", "2", "2.5", "3"};
  static const char *const schemes[] = {"positive", "positive", "exact", "clamp", "published"};
  if (spring && chance(m->seed, 0.6)) {
    put_value(m->scene, random_log(m->seed, 1e2, 1e10), "contacts.%s.linear", name);
    if (chance(m->seed, 0.3))
      put_value(m->scene, random_log(m->seed, 1e6, 1e11), "contacts.%s.cubic", name);
    if (chance(m->seed, 0.3))
      put_value(m->scene, random_log(m->seed, 1e-3, 10), "contacts.%s.sigma_x", name);
    return;
  }
  put_value(m->scene, random_log(m->seed, 1e3, spring ? 1e10 : 1e14), "contacts.%s.stiffness",
            name);
  put_text(m->scene, any_of(m->seed, exponents), "contacts.%s.exponent", name);
  if (spring)
    return;
  put_text(m->scene, any_of(m->seed, schemes), "contacts.%s.scheme", name);
  if (chance(m->seed, 0.3))
    put_value(m->scene, random_log(m->seed, 0.01, 10), "contacts.%s.damping", name);
  if (chance(m->seed, 0.3))
    put_value(m->scene, 1e-4 * random_unit(m->seed), "contacts.%s.gap", name);
}

/// Puts a mass where it is to one that stands about as far from a contact as it moves in a sample.
static inline void make_near(maker *m, const char *name, const char *mass, const char *other,
                             double side) {
  if (!is_type(m->scene, mass, "mass") || chance(m->seed, 0.4))
    return;
  const double at = number_at(m->scene, "bodies.%s.position", other); // NAN on strings: 0
  const double gap = number_at(m->scene, "contacts.%s.gap", name);
  const double way = fabs(number_at(m->scene, "bodies.%s.velocity", mass)) / 44100;
  const double places[] = {0,         -1e-9,      1e-9,
                           0.5 * way, -0.5 * way, way * random_between(m->seed, -2, 2)};
  put_value(m->scene,
            (isfinite(at) ? at : 0) + side * ((isfinite(gap) ? gap : 0) + any_of(m->seed, places)),
            "bodies.%s.position", mass);
}

static inline void make_contact(maker *m) {
  char name[16];
  char body[2][16];
  char point[2][64];
  snprintf(name, sizeof name, "c%d", m->contacts++);
  for (int i = 0; i < 2; ++i) {
    snprintf(body[i], sizeof body[i], "b%d", pick(m->seed, m->bodies));
    any_point(m, body[i], point[i]);
  }
  if (strcmp(body[0], body[1]) == 0)
    return;
  const bool spring = chance(m->seed, 0.15);
  const bool masses = is_type(m->scene, body[0], "mass") || is_type(m->scene, body[1], "mass");
  const bool along = !masses && chance(m->seed, 0.6);
  put_text(m->scene, spring ? "spring" : "collision", "contacts.%s.type", name);
  put_text(m->scene, along ? body[0] : point[0], "contacts.%s.below", name);
  put_text(m->scene, along ? body[1] : point[1], "contacts.%s.above", name);
  if (along)
    put_text(m->scene, "true", "contacts.%s.along", name);
  make_law(m, name, spring);
  if (chance(m->seed, 0.5))
    make_near(m, name, body[0], body[1], -1);
  else
    make_near(m, name, body[1], body[0], 1);
}

/// What moves a scene from outside.
static inline void make_excitation(maker *m) {
  char point[64];
  char body[16];
  snprintf(body, sizeof body, "b%d", pick(m->seed, m->bodies));
  any_point(m, body, point);
  if (strchr(point, '@') != NULL && strchr(point, ':') == NULL && chance(m->seed, 0.5)) {
    put_text(m->scene, chance(m->seed, 0.7) ? "bow" : "finger", "contacts.rub.type");
    put_text(m->scene, point, "contacts.rub.on");
    put_value(m->scene, random_log(m->seed, 0.01, 10), "contacts.rub.force");
  } else if (!is_type(m->scene, body, "barrier")) {
    put_text(m->scene, point, "forces.push.on");
    put_value(m->scene, random_log(m->seed, 0.01, 100), "forces.push.amplitude");
    if (chance(m->seed, 0.5))
      put_text(m->scene, "200", "forces.push.frequency");
    else
      put_text(m->scene, "[[0, 1], [0.001, -0.5], [0.003, 0]]", "forces.push.table");
  }
}

/// A scene of up to five bodies and six contacts. Most are left to themselves.
static inline carom_scene *any_scene(uint64_t *seed) {
  static const char *const rates[] = {"44100", "44100", "48000", "96000", "8000", "192000"};
  maker m = {.seed = seed, .scene = carom_scene_new(NULL)};
  put_text(m.scene, "1", "carom");
  put_text(m.scene, any_of(seed, rates), "rate");
  if (chance(seed, 0.3))
    put_text(m.scene, chance(seed, 0.7) ? "9.81" : "-200", "gravity");
  if (chance(seed, 0.15))
    put_text(m.scene, chance(seed, 0.5) ? "2" : "4", "solver.oversample");
  if (chance(seed, 0.05))
    put_text(m.scene, "single", "solver.precision");
  const int bodies = 2 + pick(seed, 4);
  const int contacts = 1 + pick(seed, 6);
  while (m.bodies < bodies)
    make_body(&m);
  for (int i = 0; i < contacts; ++i)
    make_contact(&m);
  if (chance(seed, 0.15))
    make_excitation(&m);
  return m.scene;
}

#endif
