// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Random scenes, from nine families that push contacts against each other in different ways.

#ifndef CAROM_TEST_RANDOM_SCENE_H
#define CAROM_TEST_RANDOM_SCENE_H

#include "support.h"

typedef struct {
  uint64_t seed;
  const char *scheme;
  double lossy; // probability that a contact has Hunt-Crossley loss
  bool modes;   // strings by their modes
  carom_scene *scene;
  int bodies, contacts;
} generator;

enum { FAMILIES = 9 };

__attribute__((format(printf, 4, 5))) static inline void put(generator *g, const char *in,
                                                             int index, const char *format, ...) {
  char key[64];
  char path[128];
  va_list args;
  va_start(args, format);
  vsnprintf(key, sizeof key, format, args);
  va_end(args);
  char *equals = strchr(key, '=');
  *equals = '\0';
  snprintf(path, sizeof path, "%s.%c%d.%s", in, in[0], index, key);
  rig_set(g->scene, path, equals + 1);
}

static inline int add_mass(generator *g, double mass, double position, double velocity) {
  const int i = g->bodies++;
  put(g, "bodies", i, "type=mass");
  put(g, "bodies", i, "mass=%.17g", mass);
  put(g, "bodies", i, "position=%.17g", position);
  put(g, "bodies", i, "velocity=%.17g", velocity);
  return i;
}

static inline int add_wall(generator *g, double position) {
  const int i = g->bodies++;
  put(g, "bodies", i, "type=barrier");
  put(g, "bodies", i, "position=%.17g", position);
  return i;
}

static inline int add_string(generator *g, int points, double amplitude) {
  const int i = g->bodies++;
  put(g, "bodies", i, "type=string");
  put(g, "bodies", i, "length=1");
  put(g, "bodies", i, "linear_density=%.17g", random_log(&g->seed, 1e-3, 1e-1));
  put(g, "bodies", i, "pitch=%.17g", random_between(&g->seed, 60, 400));
  put(g, "bodies", i, "points=%d", points);
  if (g->modes)
    put(g, "bodies", i, "model=modes");
  put(g, "bodies", i, "sigma0=%.17g",
      random_unit(&g->seed) < 0.5 ? 0 : random_log(&g->seed, .1, 50));
  put(g, "bodies", i, "sigma1=%.17g",
      random_unit(&g->seed) < 0.5 ? 0 : random_log(&g->seed, 1e-4, .03));
  const bool clamped = random_unit(&g->seed) >= 0.5 && !g->modes;
  put(g, "bodies", i, "ends=[pinned, %s]", clamped ? "clamped" : "pinned");
  put(g, "bodies", i, "start.shape=hump");
  put(g, "bodies", i, "start.at=%.17g", random_between(&g->seed, 0.2, 0.8));
  put(g, "bodies", i, "start.amplitude=%.17g", amplitude);
  return i;
}

/// The scheme asked for; "some-exact" is exact or positive or clamp, by chance.
static inline const char *scheme_of(generator *g) {
  if (strcmp(g->scheme, "some-exact") != 0)
    return g->scheme;
  const double chance = random_unit(&g->seed);
  return chance < 0.5 ? "exact" : chance < 0.8 ? "positive" : "clamp";
}

static inline int add_contact(generator *g, const char *below, const char *above) {
  const int i = g->contacts++;
  put(g, "contacts", i, "type=collision");
  put(g, "contacts", i, "scheme=%s", scheme_of(g));
  put(g, "contacts", i, "below=%s", below);
  put(g, "contacts", i, "above=%s", above);
  put(g, "contacts", i, "stiffness=%.17g", random_log(&g->seed, 1e3, 1e13));
  const double alphas[] = {1, 1.3, 1.5, 2, 2.3, 3};
  put(g, "contacts", i, "exponent=%g", alphas[(int)(6 * random_unit(&g->seed))]);
  if (random_unit(&g->seed) < g->lossy)
    put(g, "contacts", i, "damping=%.17g", random_log(&g->seed, 0.01, 10));
  return i;
}

static inline void name_body(char name[32], int index) {
  snprintf(name, 32, "b%d", index);
}

static inline void touch(generator *g, int below, int above) {
  char b[32];
  char a[32];
  name_body(b, below);
  name_body(a, above);
  add_contact(g, b, a);
}

static inline void add_spring(generator *g, int below, int above, bool law) {
  const int i = g->contacts++;
  put(g, "contacts", i, "type=spring");
  put(g, "contacts", i, "below=b%d", below);
  put(g, "contacts", i, "above=b%d", above);
  if (law) {
    put(g, "contacts", i, "stiffness=%.17g", random_log(&g->seed, 1e3, 1e9));
    put(g, "contacts", i, "exponent=%g", random_unit(&g->seed) < 0.5 ? 1.3 : 2);
    return;
  }
  put(g, "contacts", i, "linear=%.17g", random_log(&g->seed, 1e2, 1e6));
  put(g, "contacts", i, "cubic=%.17g", random_log(&g->seed, 1e6, 1e11));
  put(g, "contacts", i, "sigma_x=%.17g",
      random_unit(&g->seed) < 0.5 ? 0 : random_log(&g->seed, .01, 10));
}

static inline double any_mass(generator *g) {
  return random_log(&g->seed, 1e-4, 1);
}

static inline double small(generator *g) {
  return random_between(&g->seed, -1e-3, 1e-3);
}

// Masses above each other, and a floor.
static inline void make_chain(generator *g, int count, bool gravity, bool light) {
  int last = add_wall(g, 0);
  for (int i = 0; i < count; ++i) {
    const double mass = light ? (i % 2 == 0 ? 1 : 1e-3) * any_mass(g) : any_mass(g);
    const int next =
        add_mass(g, mass, 1e-3 * (i + 1), gravity ? 0 : random_between(&g->seed, -2, 2));
    touch(g, last, next);
    last = next;
  }
  if (gravity)
    rig_set(g->scene, "gravity", "9.81");
  else
    touch(g, last, add_wall(g, 1e-3 * (count + 1)));
}

// One mass that strikes several others, or several walls, from the same side.
static inline void make_star(generator *g, int count, bool walls) {
  const int striker = add_mass(g, any_mass(g), -5e-4, random_between(&g->seed, 0.2, 3));
  for (int i = 0; i < count; ++i)
    touch(g, striker,
          walls ? add_wall(g, 0.1 * small(g)) : add_mass(g, any_mass(g), 0.1 * small(g), 0));
  touch(g, add_wall(g, -2e-3), striker);
}

// Contacts between any two masses, all at rest distance or beyond at the start.
static inline void make_random(generator *g, int count, bool springs) {
  double position[8];
  for (int i = 0; i < count; ++i) {
    position[i] = small(g);
    add_mass(g, any_mass(g), position[i], random_between(&g->seed, -2, 2));
  }
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      if (i != j && (i + j == 1 || random_unit(&g->seed) < 0.35)) {
        touch(g, i, j);
        put(g, "contacts", g->contacts - 1, "gap=%.17g",
            fmax(0, position[i] - position[j]) + 1e-4 * random_unit(&g->seed));
      }
  for (int i = 0; springs && i + 1 < count; ++i)
    if (random_unit(&g->seed) < 0.7)
      add_spring(g, i, i + 1, random_unit(&g->seed) < 0.5);
}

// Masses at neighbouring points of one string: overlapping stencils.
static inline void make_string_and_masses(generator *g, int count) {
  const int string = add_string(g, 20, 1e-3);
  for (int i = 0; i < count; ++i) {
    const int mass = add_mass(g, any_mass(g), -5e-4, random_between(&g->seed, 0, 2));
    char point[32];
    char body[32];
    snprintf(point, sizeof point, "b%d@%.6f", string,
             0.4 + 0.03 * i + 0.01 * random_unit(&g->seed));
    name_body(body, mass);
    const int c = add_contact(g, body, point);
    put(g, "contacts", c, "interpolation=%d", random_unit(&g->seed) < 0.5 ? 1 : 3);
  }
}

// Two strings on different grids along each other: each link overlaps its neighbours.
static inline void make_strings(generator *g) {
  const int lower = add_string(g, 18, 2e-3);
  const int upper = add_string(g, 13, -1e-3);
  char a[32];
  char b[32];
  name_body(a, upper);
  name_body(b, lower);
  const int c = add_contact(g, b, a);
  put(g, "contacts", c, "along=true");
  put(g, "contacts", c, "gap=%.17g", random_between(&g->seed, 0, 1e-3));
}

/// A scene of a family, 0 .. FAMILIES - 1.
static inline carom_scene *random_scene(uint64_t seed, int family, const char *scheme,
                                        double lossy) {
  generator g = {.seed = seed * 0x9E3779B97F4A7C15ULL + 88172645463325252ULL,
                 .scheme = scheme,
                 .lossy = lossy,
                 .scene = carom_scene_new(NULL)};
  for (int i = 0; i < 8; ++i)
    random_unit(&g.seed);
  g.modes = strcmp(scheme, "modes") == 0;
  if (g.modes)
    g.scheme = random_unit(&g.seed) < 0.5 ? "exact" : "some-exact";
  rig_set(g.scene, "carom", "1");
  const int count = 2 + (int)(4 * random_unit(&g.seed));
  switch (family) {
  case 0:
    make_chain(&g, count, false, false);
    break;
  case 1:
    make_chain(&g, count, true, false);
    break;
  case 2:
    make_star(&g, count, false);
    break;
  case 3:
    make_star(&g, count, true);
    break;
  case 4:
    make_random(&g, count, false);
    break;
  case 5:
    make_chain(&g, count, false, true);
    break;
  case 6:
    make_string_and_masses(&g, count);
    break;
  case 7:
    make_strings(&g);
    break;
  default:
    make_random(&g, count, true);
    break;
  }
  return g.scene;
}

#endif
