// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Whole scenes: the built-in ones and random networks keep their ledgers.

#include "methods/audio/audio.h"
#include "random_scene.h"

// Rounding of 10,000 steps; the largest measured is 3e-13 (a struck string).
static void built_in_scenes_keep_their_energy(void **state) {
  (void)state;
  for (int i = 0; i < carom_builtin_count(); ++i) {
    rig r = rig_of(scene_of(carom_builtin_name(i)));
    rig_steps(&r, 10000);
    if (!(rig_error(&r) <= 1e-12))
      fail_msg("%s: energy error %g", carom_builtin_name(i), rig_error(&r));
    rig_free(&r);
  }
}

// The same with the other schemes, and with the printed branch of the two-sided law.
static void all_schemes_keep_their_energy(void **state) {
  (void)state;
  const char *const schemes[] = {"clamp", "published"};
  for (int i = 0; i < 2 * carom_builtin_count(); ++i) {
    carom_scene *s = scene_of(carom_builtin_name(i / 2));
    if (strcmp(carom_scene_get(s, "solver.method"), "audio") != 0) {
      carom_scene_free(s);
      continue;
    }
    for (int c = 0; c < carom_scene_count(s, "contacts"); ++c) {
      char path[128];
      const char *name = carom_scene_name(s, "contacts", c);
      snprintf(path, sizeof path, "contacts.%s.type", name);
      const char *type = carom_scene_get(s, path);
      const bool collision = strcmp(type, "collision") == 0;
      if (!collision && strcmp(type, "spring") != 0)
        continue;
      snprintf(path, sizeof path, "contacts.%s.%s", name, collision ? "scheme" : "branch");
      rig_set(s, path, collision ? schemes[i % 2] : "printed");
    }
    rig r = rig_of(s);
    rig_steps(&r, 10000);
    if (!(rig_error(&r) <= 1e-12))
      fail_msg("%s, %s: energy error %g", carom_builtin_name(i / 2), schemes[i % 2], rig_error(&r));
    rig_free(&r);
  }
}

static void momentum_goes_from_mass_to_mass(void **state) {
  (void)state;
  carom_scene *s = scene_of("two-masses");
  rig_set(s, "bodies.upper.frequency", "0");
  rig_set(s, "bodies.lower.frequency", "0");
  rig r = rig_of(s);
  rig_steps(&r, 2000);
  const double k = r.model->k;
  const double upper = audio_of(r.state)->du.wide[0] / k;
  const double lower = audio_of(r.state)->du.wide[1] / k;
  // 10 g at 2 m/s meet 20 g at rest: they leave with -2/3 and 4/3 m/s.
  assert_near(lower, -2.0 / 3, 1e-12);
  assert_near(upper, 4.0 / 3, 1e-12);
  rig_free(&r);
}

static void strings_side_by_side_touch_node_by_node(void **state) {
  (void)state;
  rig r = rig_of(scene_of("string-string"));
  const carom_model_info info = carom_model_describe(r.model);
  assert_int_equal(info.links, 109);
  assert_int_equal(info.islands, 109);
  assert_int_equal(info.largest_island, 1);
  rig_free(&r);
}

// Bodies along each other on different grids: links overlap and form one island.
static void bodies_along_each_other_keep_their_energy(void **state) {
  (void)state;
  static const char *const below[] = {
      "type: string, length: 1, linear_density: 0.01, tension: 100, points: 31, sigma0: 1, start: "
      "{shape: "
      "hump, amplitude: 4e-3}",
      "type: bar, length: 1, linear_density: 0.1, bending_stiffness: 1, points: 14, ends: [free, "
      "clamped], "
      "start_velocity: {shape: hump, amplitude: 3}",
      "type: plate, size: [0.4, 0.3], thickness: 1e-3, density: 2000, youngs: 1e9, points: [12, "
      "9], "
      "sigma1: 0.01, start: {shape: hump, amplitude: 4e-3, width: 0.5}",
      "type: plate, size: [0.4, 0.3], thickness: 1e-3, density: 2000, youngs: 1e9, points: [12, "
      "9], "
      "edges: clamped, start_velocity: {shape: hump, amplitude: -4, width: 0.5}"};
  static const char *const above[] = {
      "type: bar, length: 1, linear_density: 0.1, bending_stiffness: 1, points: 17, ends: [pinned, "
      "free]",
      "type: barrier, position: 1e-3, profile: {shape: sine, height: 5e-4, width: 0.5}",
      "type: plate, size: [0.4, 0.3], thickness: 2e-3, density: 1000, youngs: 1e9, points: [8, 6], "
      "edges: "
      "clamped",
      "type: barrier, position: 0"};
  for (int i = 0; i < 4; ++i) {
    char text[1024];
    const bool swap = i == 3; // the last barrier is a floor
    snprintf(text, sizeof text,
             "{carom: 1, bodies: {a: {%s}, b: {%s}}, contacts: {c: {type: collision, below: %s, "
             "above: %s, "
             "along: true, stiffness: 1e9, exponent: 1.5, damping: %g, gap: 5e-4}}}",
             below[i], above[i], swap ? "b" : "a", swap ? "a" : "b", i % 2 == 0 ? 0.0 : 0.5);
    rig r = rig_of(scene_of(text));
    rig_steps(&r, 10000);
    assert_at_most(rig_error(&r), 1e-12);
    assert_true(carom_contact_counts(r.model, r.state, 0).impacts > 0);
    rig_free(&r);
  }
}

// A two-sided law with a dead zone leaves the mass alone inside it and turns it back outside.
static void dead_zone_is_free(void **state) {
  (void)state;
  rig r = rig_of(
      scene_of("{carom: 1, bodies: {m: {type: mass, mass: 0.01, velocity: 1}, w: {type: barrier}}, "
               "contacts: {c: {type: spring, below: m, above: w, stiffness: 1e7, exponent: 1.5, "
               "dead_zone: 1e-3}}, outputs: {v: {of: m, quantity: velocity}, u: {of: m}, F: {of: "
               "c, quantity: force}}}"));
  int turns = 0;
  double last = 1;
  for (int n = 0; n < 4410; ++n) {
    rig_steps(&r, 1);
    const double v = carom_output(r.model, r.state, 0);
    const double u = carom_output(r.model, r.state, 1);
    if (fabs(u) < 0.95e-3) // a step moves 2e-5 m
      assert_near(fabs(v), 1, 2e-3);
    turns += v * last < 0;
    last = v;
  }
  assert_true(turns > 20);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// A rod between two masses, from soft to far stiffer than the step resolves: the ledger holds, but
// for the rounding of its coefficients, which is the same in every step (3e-17 of the energy).
static void springs_keep_their_energy_at_any_stiffness(void **state) {
  (void)state;
  for (double K = 1e3; K < 2e15; K *= 1e3) {
    carom_scene *s =
        scene_of("{carom: 1, bodies: {a: {type: mass, mass: 1e-3, position: 1e-4}, b: {type: mass, "
                 "mass: 1e-3, frequency: 100}}, contacts: {rod: {type: spring, below: a, above: "
                 "b, linear: 1}}}");
    rig_set_number(s, "contacts.rod.linear", K);
    rig r = rig_of(s);
    rig_steps(&r, 44100);
    assert_at_most(rig_error(&r),
                   K < 2e9 ? 1e-11 : 1e-8); // forces many times the energies cost digits
    rig_free(&r);
  }
}

// Links that depend on each other: two springs hold one mass, and another one hits it.
static void a_wall_on_two_stiff_springs_keeps_the_balance(void **state) {
  (void)state;
  for (double linear = 1e6; linear <= 1e15; linear *= 10) {
    carom_scene *s =
        scene_of("{carom: 1, bodies: {m: {type: mass, mass: 1e-4}, a: {type: barrier}, h: {type: "
                 "mass, mass: 0.01, velocity: 1, position: -1e-3}}, contacts: {s: {type: spring, "
                 "below: m, above: a}, t: {type: spring, below: m, above: a}, c: {type: collision, "
                 "below: h, above: m, stiffness: 1e7, exponent: 1.5}}}");
    rig_set_number(s, "contacts.s.linear", linear);
    rig_set_number(s, "contacts.t.linear", 0.7 * linear);
    rig r = rig_of(s);
    rig_steps(&r, 1000);
    assert_at_most(rig_error(&r), 1e-14);
    rig_free(&r);
  }
}

// --- Random networks ----------------------------------------------------------------------------

static int add_bar(generator *g) {
  static const char *const ends[] = {"pinned", "clamped", "free"};
  const int i = g->bodies++;
  put(g, "bodies", i, "type=bar");
  put(g, "bodies", i, "length=%.17g", random_between(&g->seed, 0.3, 0.5));
  put(g, "bodies", i, "linear_density=%.17g", random_log(&g->seed, 1e-2, 1));
  put(g, "bodies", i, "bending_stiffness=%.17g", random_log(&g->seed, 1e-2, 10));
  put(g, "bodies", i, "points=6");
  put(g, "bodies", i, "ends=[%s, %s]", ends[(int)(3 * random_unit(&g->seed))],
      ends[(int)(3 * random_unit(&g->seed))]);
  put(g, "bodies", i, "sigma0=%.17g",
      random_unit(&g->seed) < 0.5 ? 0 : random_log(&g->seed, 0.1, 20));
  put(g, "bodies", i, "start_velocity.shape=hump");
  put(g, "bodies", i, "start_velocity.amplitude=%.17g", random_between(&g->seed, -1, 1));
  return i;
}

static int add_plate(generator *g) {
  const int i = g->bodies++;
  put(g, "bodies", i, "type=plate");
  put(g, "bodies", i, "size=[0.4, 0.3]");
  put(g, "bodies", i, "thickness=%.17g", random_log(&g->seed, 5e-4, 3e-3));
  put(g, "bodies", i, "density=%.17g", random_log(&g->seed, 300, 8000));
  put(g, "bodies", i, "youngs=%.17g", random_log(&g->seed, 1e8, 1e10));
  put(g, "bodies", i, "points=[8, 6]");
  put(g, "bodies", i, "edges=%s", random_unit(&g->seed) < 0.5 ? "pinned" : "clamped");
  put(g, "bodies", i, "sigma0=%.17g",
      random_unit(&g->seed) < 0.5 ? 0 : random_log(&g->seed, 0.1, 50));
  put(g, "bodies", i, "sigma1=%.17g",
      random_unit(&g->seed) < 0.5 ? 0 : random_log(&g->seed, 1e-4, 1e-2));
  put(g, "bodies", i, "start_velocity.shape=hump");
  put(g, "bodies", i, "start_velocity.amplitude=%.17g", random_between(&g->seed, -1, 1));
  return i;
}

enum { MASS, WALL, STRING, BAR, PLATE, KINDS };

static int add_body(generator *g, int kind) {
  switch (kind) {
  case MASS: {
    const int i =
        add_mass(g, random_log(&g->seed, 1e-4, 0.1), small(g), random_between(&g->seed, -2, 2));
    put(g, "bodies", i, "frequency=%.17g",
        random_unit(&g->seed) < 0.5 ? 0 : random_log(&g->seed, 5, 2000));
    put(g, "bodies", i, "damping=%.17g",
        random_unit(&g->seed) < 0.5 ? 0 : random_log(&g->seed, 1e-3, 1));
    return i;
  }
  case WALL: {
    const int i = g->bodies++;
    put(g, "bodies", i, "type=barrier");
    if (random_unit(&g->seed) < 0.5) {
      put(g, "bodies", i, "position=%.17g", small(g));
    } else {
      put(g, "bodies", i, "position.sine.amplitude=%.17g", small(g));
      put(g, "bodies", i, "position.sine.frequency=%.17g", random_log(&g->seed, 1, 300));
    }
    return i;
  }
  case STRING:
    return add_string(g, 16, small(g));
  case BAR:
    return add_bar(g);
  default:
    return add_plate(g);
  }
}

static void point_on(generator *g, int body, int kind, char point[48]) {
  if (kind == MASS || kind == WALL)
    snprintf(point, 48, "b%d", body);
  else if (kind == PLATE)
    snprintf(point, 48, "b%d@%.4f:%.4f", body, random_between(&g->seed, 0.1, 0.9),
             random_between(&g->seed, 0.1, 0.9));
  else
    snprintf(point, 48, "b%d@%.4f", body, random_between(&g->seed, 0.1, 0.9));
}

// Three to eight bodies of any kind, joined by collisions, springs and two-sided laws.
static carom_scene *random_network(uint64_t seed) {
  generator g = {.seed = seed * 0x9E3779B97F4A7C15ULL + 1,
                 .scheme = "positive",
                 .lossy = 0.4,
                 .scene = carom_scene_new(NULL)};
  for (int i = 0; i < 8; ++i)
    random_unit(&g.seed);
  rig_set(g.scene, "carom", "1");
  rig_set(g.scene, "gravity", random_unit(&g.seed) < 0.3 ? "9.81" : "0");
  int kind[8];
  const int count = 3 + (int)(6 * random_unit(&g.seed));
  for (int i = 0; i < count; ++i) {
    kind[i] = i == 0 ? STRING : i == 1 ? MASS : (int)(KINDS * random_unit(&g.seed));
    add_body(&g, kind[i]);
  }
  for (int i = 1; i < count + 2; ++i) {
    const int a = i % count;
    const int b = (int)(i < count ? i * random_unit(&g.seed) : count * random_unit(&g.seed));
    if (a == b || (kind[a] == WALL && kind[b] == WALL))
      continue;
    char below[48];
    char above[48];
    point_on(&g, b, kind[b], below);
    point_on(&g, a, kind[a], above);
    for (int way = 0; way < 2; ++way) { // from both sides, so that they meet sooner or later
      const int c = add_contact(&g, way == 0 ? below : above, way == 0 ? above : below);
      put(&g, "contacts", c, "gap=%.17g", random_between(&g.seed, 2e-3, 2.2e-3));
    }
    if (random_unit(&g.seed) < 0.4) { // and a spring beside it
      const int spring = g.contacts++;
      put(&g, "contacts", spring, "type=spring");
      put(&g, "contacts", spring, "below=%s", below);
      put(&g, "contacts", spring, "above=%s", above);
      put(&g, "contacts", spring, "linear=%.17g", random_log(&g.seed, 1e2, 1e6));
      put(&g, "contacts", spring, "cubic=%.17g", random_log(&g.seed, 1e4, 1e10));
    }
  }
  return g.scene;
}

static void random_networks_keep_their_energy_and_never_stick(void **state) {
  (void)state;
  const int count = random_cases(400, 40);
  int touched = 0;
  for (int i = 0; i < count; ++i) {
    rig r = rig_of(random_network((uint64_t)i + 1));
    bool forced = false;
    for (int n = 0; n < 3000; ++n) {
      rig_steps(&r, 1);
      for (int l = 0; l < r.model->link_count; ++l) {
        const bool pulls = !r.model->link[l].linear && audio_of(r.state)->step[l].force < 0;
        if (pulls || audio_of(r.state)->link[l].hovering > 4)
          fail_msg("network %d: contact sticks at step %d", i + 1, n);
        forced = forced || (!r.model->link[l].linear && audio_of(r.state)->step[l].force > 0);
      }
    }
    touched += forced;
    if (!(rig_error(&r) <= 1e-10))
      fail_msg("network %d: energy error %g", i + 1, rig_error(&r));
    rig_free(&r);
  }
  assert_true(touched > count / 2); // the scenes do collide
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(built_in_scenes_keep_their_energy),
      cmocka_unit_test(all_schemes_keep_their_energy),
      cmocka_unit_test(momentum_goes_from_mass_to_mass),
      cmocka_unit_test(strings_side_by_side_touch_node_by_node),
      cmocka_unit_test(bodies_along_each_other_keep_their_energy),
      cmocka_unit_test(dead_zone_is_free),
      cmocka_unit_test(springs_keep_their_energy_at_any_stiffness),
      cmocka_unit_test(a_wall_on_two_stiff_springs_keeps_the_balance),
      cmocka_unit_test(random_networks_keep_their_energy_and_never_stick),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
