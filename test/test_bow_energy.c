// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Energy of the bow and of a finger, agreement with an integration that shares nothing with the
// engine but the equations, and random islands with a bow.

#include "bowed_string.h"

static const double pi = 3.14159265358979323846;

// --- Energy -------------------------------------------------------------------------------------

// However strongly bristles are damped, and when the bow is being lifted and they are bent too far.
static void bristles_only_take_energy(void **state) {
  (void)state;
  static const char *const dampings[] = {"0.1", "3", "10", "100"};
  for (int i = 0; i < 4; ++i) {
    carom_scene *s = scene_of(bowed_string);
    rig_set(s, "contacts.bow.law", "elasto-plastic");
    rig_set(s, "contacts.bow.bristle_damping", dampings[i]);
    rig_set(s, "contacts.bow.force", "[[0, 2], [0.2, 2], [0.3, 0.01], [0.4, 2], [0.5, 0]]");
    rig r = rig_of(s);
    double heat = 0;
    for (int n = 0; n < 26460; ++n) {
      carom_step(r.model, r.state);
      const double now = carom_contact_share(r.model, r.state, 0).dissipated;
      assert_true(now >= heat - 1e-15 * fabs(heat));
      heat = now;
    }
    assert_true(heat > 0);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

static const char *const busy_bow =
    "{carom: 1, rate: 44100, duration: 10,"
    " bodies: {s: {type: string, length: 1, density: 7850, radius: 5e-4, pitch: 100, youngs: 2e11,"
    "              sigma0: 1, sigma1: 5e-3},"
    "          m: {type: mass, mass: 1e-3, frequency: 300, damping: 0.01},"
    "          floor: {type: barrier, position: -2e-6}},"
    " contacts: {bow: {type: bow, on: s@0.13, force: 0.6, speed: 0.15},"
    "            finger: {type: finger, on: s@0.5, damper: 0.3, spring: 200,"
    "                     position: [[0, 0.5], [3, 0.3], [5, 0.7], [8, 0.14]]},"
    "            joint: {type: spring, below: s@0.85, above: m, linear: 3e4, cubic: 1e9},"
    "            rattle: {type: collision, below: floor, above: m, stiffness: 1e7, exponent: 1.3,"
    "                     damping: 0.5}},"
    " outputs: {rattle: {of: rattle, quantity: force}}}";

static void work_heat_and_gain_balance(void **state) {
  (void)state;
  static const char *const laws[] = {"exponential", "elasto-plastic"};
  for (int i = 0; i < 2; ++i) {
    carom_scene *s = scene_of(busy_bow);
    rig_set(s, "contacts.bow.law", laws[i]);
    rig_set(s, "contacts.bow.force", i == 0 ? "0.6" : "2");
    rig r = rig_of(s);
    const double first = carom_state_ledger(r.state).total; // half a step before t = 0
    double pull = 0;
    for (int n = 0; n < 441000; ++n) {
      carom_step(r.model, r.state);
      pull = fmin(pull, carom_output(r.model, r.state, 0));
    }
    assert_near(pull, 0, 0);
    assert_at_most(rig_error(&r), 1e-10);
    assert_true(carom_contact_counts(r.model, r.state, 3).impacts > 100);
    // The bow's work less its heat is what all others gained and lost.
    const carom_ledger l = carom_state_ledger(r.state);
    const carom_share bow = carom_contact_share(r.model, r.state, 0);
    const carom_share finger = carom_contact_share(r.model, r.state, 1);
    assert_true(bow.supplied > 0 && bow.dissipated > 0);
    const double gained = l.kinetic + l.potential + l.contact - bow.potential - first;
    const double lost = l.dissipated - bow.dissipated;
    assert_near(bow.supplied - bow.dissipated - bow.potential + finger.supplied, gained + lost,
                1e-10 * bow.supplied);
    rig_free(&r);
  }
}

// Whatever its slope, friction takes energy: with the bow at rest a moving string only loses.
static void a_resting_bow_only_brakes(void **state) {
  (void)state;
  static const char *const solves[] = {"newton", "linear", "linear2"};
  for (int i = 0; i < 3; ++i)
    for (double force = 0.1; force < 1000; force *= 10) {
      carom_scene *s = scene_of(bowed_string);
      rig_set(s, "contacts.bow.solve", solves[i]);
      rig_set(s, "contacts.bow.speed", "0");
      rig_set_number(s, "contacts.bow.force", force);
      rig_set(s, "bodies.s.start.shape", "pluck");
      rig_set(s, "bodies.s.start.at", "0.3");
      rig_set(s, "bodies.s.start.amplitude", "5e-3");
      rig r = rig_of(s);
      double before = 0;
      for (int n = 0; n < 4000; ++n) {
        carom_step(r.model, r.state);
        const double heat = carom_contact_share(r.model, r.state, 0).dissipated;
        assert_true(heat >= before);
        before = heat;
      }
      assert_true(before > 0);
      assert_at_most(rig_error(&r), 1e-12);
      rig_free(&r);
    }
}

// A strong bow takes a resting mass along: half of its work stays, half is heat.
static void a_strong_bow_takes_a_mass_along(void **state) {
  (void)state;
  rig r = rig_of(scene_of("{carom: 1, bodies: {m: {type: mass, mass: 1e-3}},"
                          " contacts: {bow: {type: bow, on: m, force: 100, speed: 0.1}},"
                          " outputs: {v: {of: m, quantity: velocity}}}"));
  assert_near(carom_state_ledger(r.state).total, 0, 0);
  rig_steps(&r, 1000);
  assert_near(carom_output(r.model, r.state, 0), 0.1, 1e-12);
  assert_near(carom_contact_share(r.model, r.state, 0).supplied, 1e-3 * 0.01, 1e-12);
  assert_near(carom_contact_share(r.model, r.state, 0).dissipated, 1e-3 * 0.01 / 2, 1e-12);
  rig_free(&r);
}

// A finger far stiffer than the step resolves may still be moved.
static void a_stiff_finger_glides_without_making_energy(void **state) {
  (void)state;
  carom_scene *s = scene_of(bowed_string);
  rig_set(s, "contacts.finger.type", "finger");
  rig_set(s, "contacts.finger.on", "s");
  rig_set(s, "contacts.finger.spring", "1e9");
  rig_set(s, "contacts.finger.position", "[[0, 0.3], [0.1, 0.3], [0.12, 0.5]]");
  rig r = rig_of(s);
  rig_steps(&r, 11025);
  const carom_ledger l = carom_state_ledger(r.state);
  assert_at_most(l.kinetic + l.potential, 1);
  assert_at_most(rig_error(&r), 1e-9);
  rig_free(&r);
}

// --- An integration of its own ------------------------------------------------------------------

// String, bow, finger and rattle on the same few nodes, as ordinary differential equations:
// y = (u, u'), integrated by the implicit midpoint rule.
enum { N = 20 };

static const double length = 0.6, density = 5e-3, tension = 60, stiffness = 2e-3, loss = 2;
static const double bow_at = 0.30, bow_force = 0.4, bow_speed = 0.12, sharpness = 100;
static const double finger_at = 0.37, finger_damper = 0.2, finger_spring = 300;
static const double wall_at = 0.45, wall_gap = 2e-5, wall_K = 3e7, wall_alpha = 1.5;

static void cubic_weights(double x, double *w) {
  const int l = (int)floor(x * N);
  const double a = x * N - l;
  memset(w, 0, (N + 1) * sizeof *w);
  w[l - 1] = -a * (a - 1) * (a - 2) / 6;
  w[l] = (a - 1) * (a + 1) * (a - 2) / 2;
  w[l + 1] = -a * (a + 1) * (a - 2) / 2;
  w[l + 2] = a * (a + 1) * (a - 1) / 6;
}

static double dot(const double *w, const double *u) {
  double sum = 0;
  for (int i = 0; i <= N; ++i)
    sum += w[i] * u[i];
  return sum;
}

static void slopes(const double *y, double *dy) {
  const double h = length / N;
  const double *u = y;
  const double *v = y + N + 1;
  double bow[N + 1];
  double finger[N + 1];
  double wall[N + 1];
  cubic_weights(bow_at, bow);
  cubic_weights(finger_at, finger);
  cubic_weights(wall_at, wall);
  const double slide = dot(bow, v) - bow_speed;
  const double F_bow =
      bow_force * sqrt(2 * sharpness) * slide * exp(0.5 - sharpness * slide * slide);
  const double F_finger = finger_spring * dot(finger, u) + finger_damper * dot(finger, v);
  const double depth = fmax(0, dot(wall, u) - wall_gap); // the wall lies above the string
  const double F_wall = wall_K * pow(depth, wall_alpha);
  double bend[N + 1] = {0};
  for (int i = 1; i < N; ++i)
    bend[i] = (u[i - 1] - 2 * u[i] + u[i + 1]) / (h * h);
  for (int i = 0; i <= N; ++i) {
    dy[i] = v[i];
    dy[N + 1 + i] = 0;
    if (i == 0 || i == N)
      continue;
    const double inner =
        tension * bend[i] - stiffness * (bend[i - 1] - 2 * bend[i] + bend[i + 1]) / (h * h);
    const double push = bow[i] * F_bow + finger[i] * F_finger + wall[i] * F_wall;
    dy[N + 1 + i] = inner / density - 2 * loss * v[i] - push / (density * h);
  }
}

enum { SIZE = 2 * (N + 1) };

static void midpoint(double *y, double step) {
  double next[SIZE];
  double middle[SIZE];
  double dy[SIZE];
  slopes(y, dy);
  for (int i = 0; i < SIZE; ++i)
    next[i] = y[i] + step * dy[i];
  for (int round = 0; round < 60; ++round) {
    for (int i = 0; i < SIZE; ++i)
      middle[i] = (y[i] + next[i]) / 2;
    slopes(middle, dy);
    double change = 0;
    for (int i = 0; i < SIZE; ++i) {
      const double x = y[i] + step * dy[i];
      change = fmax(change, fabs(x - next[i]) / (i <= N ? 1e-4 : 1));
      next[i] = x;
    }
    if (change < 1e-15)
      break;
  }
  memcpy(y, next, sizeof next);
}

static void integrate(double time, int steps, double *y) {
  memset(y, 0, SIZE * sizeof *y);
  for (int i = 0; i <= N; ++i)
    y[i] = 1e-4 * sin(pi * i / N);
  for (int i = 0; i < steps; ++i)
    midpoint(y, time / steps);
}

// The engine's shape after that many samples at a multiple of 44,100 Hz.
static void run_engine(int finer, int samples, double *shape) {
  char text[900];
  snprintf(text, sizeof text,
           "{carom: 1, rate: %d, duration: 1,"
           " bodies: {s: {type: string, length: %g, linear_density: %g, tension: %g,"
           "              bending_stiffness: %g, sigma0: %g, points: %d,"
           "              start: {shape: sine, mode: 1, amplitude: 1e-4}},"
           "          wall: {type: barrier, position: %g}},"
           " contacts: {bow: {type: bow, on: s@%g, force: %g, speed: %g, sharpness: %g},"
           "            finger: {type: finger, on: s@%g, damper: %g, spring: %g},"
           "            rattle: {type: collision, below: s@%g, above: wall, stiffness: %g,"
           "                     exponent: %g}}}",
           44100 * finer, length, density, tension, stiffness, loss, N, wall_gap, bow_at, bow_force,
           bow_speed, sharpness, finger_at, finger_damper, finger_spring, wall_at, wall_K,
           wall_alpha);
  rig r = rig_of(scene_of(text));
  rig_steps(&r, (long long)samples * finer);
  assert_int_equal(carom_body_shape(r.model, r.state, 0, shape, N + 1), N + 1);
  assert_true(carom_contact_counts(r.model, r.state, 2).impacts > 0);
  assert_int_equal(carom_contact_counts(r.model, r.state, 0).fallbacks,
                   0); // every bow force was found
  rig_free(&r);
}

static double largest_difference(const double *a, const double *b) {
  double largest = 0;
  double difference = 0;
  for (int i = 0; i <= N; ++i) {
    largest = fmax(largest, fabs(b[i]));
    difference = fmax(difference, fabs(a[i] - b[i]));
  }
  return difference / largest;
}

// Both methods are of second order: their errors fall to a quarter with half the step, and without
// those errors they give the same motion.
static void one_island_agrees_with_an_implicit_integration(void **state) {
  (void)state;
  enum { SAMPLES = 400 };
  double coarse[SIZE];
  double y[SIZE];
  integrate(SAMPLES / 44100.0, SAMPLES * 64, coarse);
  integrate(SAMPLES / 44100.0, SAMPLES * 128, y);
  assert_at_most(largest_difference(coarse, y), 1e-4);
  for (int i = 0; i <= N; ++i)
    y[i] += (y[i] - coarse[i]) / 3;
  double shape[3][N + 1];
  double error[3];
  for (int i = 0; i < 3; ++i) {
    run_engine(8 << i, SAMPLES, shape[i]);
    error[i] = largest_difference(shape[i], y);
  }
  assert_at_most(error[0], 5e-3);
  assert_near(error[0] / error[1], 4, 0.2);
  assert_near(error[1] / error[2], 4, 0.2);
  double limit[N + 1];
  for (int i = 0; i <= N; ++i)
    limit[i] = shape[2][i] + (shape[2][i] - shape[1][i]) / 3;
  assert_at_most(largest_difference(limit, y), 1e-5);
}

// --- Random islands -----------------------------------------------------------------------------

static void nothing_pulls_beside_a_bow(void **state) {
  (void)state;
  uint64_t r = 77;
  const int systems = random_cases(200, 20);
  for (int i = 0; i < systems; ++i) {
    const double at = random_between(&r, 0.2, 0.8);
    char text[1400];
    snprintf(text, sizeof text,
             "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 6e-3, tension: %g,"
             "  sigma0: 1, sigma1: 1e-3, points: 30, start: {shape: pluck, at: 0.3, amplitude: "
             "%g}},"
             " a: {type: mass, mass: %g, frequency: %g}, b: {type: mass, mass: %g, frequency: 90}},"
             " contacts: {bow: {type: bow, on: s@%g, force: %g, speed: %g, law: %s},"
             "  finger: {type: finger, on: s@%g, damper: %g, spring: %g},"
             "  one: {type: collision, below: a, above: s@%g, stiffness: %g, exponent: %g,"
             "        damping: %g},"
             "  two: {type: collision, below: s@%g, above: b, stiffness: %g, exponent: %g}},"
             " outputs: {one: {of: one, quantity: force}, two: {of: two, quantity: force}}}",
             random_between(&r, 20, 150), random_between(&r, 0, 3e-3),
             pow(10, random_between(&r, -4, -1)), random_between(&r, 0, 500),
             pow(10, random_between(&r, -4, -1)), at, pow(10, random_between(&r, -2, 1.5)),
             random_between(&r, -1, 1), i % 3 == 0 ? "elasto-plastic" : "exponential",
             at + random_between(&r, -0.1, 0.1), random_between(&r, 0, 3),
             random_between(&r, 0, 3e3), at + random_between(&r, -0.1, 0.1),
             pow(10, random_between(&r, 3, 12)), random_between(&r, 1, 3), random_between(&r, 0, 2),
             at + random_between(&r, -0.1, 0.1), pow(10, random_between(&r, 3, 12)),
             random_between(&r, 1, 3));
    rig g = rig_of(scene_of(text));
    for (int n = 0; n < 3000; ++n) {
      carom_step(g.model, g.state);
      assert_true(carom_output(g.model, g.state, 0) >= 0 && carom_output(g.model, g.state, 1) >= 0);
    }
    assert_at_most(rig_error(&g), 1e-10);
    rig_free(&g);
  }
}

// The springs of an island are eliminated before the root of the bow is sought: it is the solution.
static void springs_beside_a_bow_take_no_further_round(void **state) {
  (void)state;
  for (int springs = 0; springs <= 3; ++springs) {
    char text[1000];
    int at = snprintf(text, sizeof text,
                      "{carom: 1, bodies: {s: {type: string, length: 1, linear_density: 6e-3, "
                      "tension: 60, sigma0: "
                      "1, sigma1: 1e-3, points: 40}, m: {type: mass, mass: 2e-3, frequency: 90}}, "
                      "contacts: {bow: "
                      "{type: bow, on: s@0.42, force: 0.7, speed: 0.2}");
    for (int i = 0; i < springs; ++i)
      at += snprintf(text + at, sizeof text - (size_t)at,
                     ", k%d: {type: spring, below: m, above: s@%g, stiffness: %g, exponent: %g}", i,
                     0.4 + 0.02 * i, 1e5 * (i + 1), 1 + 0.3 * i);
    snprintf(text + at, sizeof text - (size_t)at, "}, outputs: {f: {of: bow, quantity: force}}}");
    rig g = rig_of(scene_of(text));
    double rubbed = 0;
    for (int n = 0; n < 4000; ++n) {
      carom_step(g.model, g.state);
      rubbed += fabs(carom_output(g.model, g.state, 0));
    }
    const carom_counts counts = carom_contact_counts(g.model, g.state, 0);
    assert_true(rubbed > 100); // N, of 4000 steps
    assert_int_equal(counts.solves, 4000);
    assert_int_equal(counts.retries, 0);
    assert_at_most(rig_error(&g), 1e-11);
    rig_free(&g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bristles_only_take_energy),
      cmocka_unit_test(work_heat_and_gain_balance),
      cmocka_unit_test(a_resting_bow_only_brakes),
      cmocka_unit_test(a_strong_bow_takes_a_mass_along),
      cmocka_unit_test(a_stiff_finger_glides_without_making_energy),
      cmocka_unit_test(one_island_agrees_with_an_implicit_integration),
      cmocka_unit_test(nothing_pulls_beside_a_bow),
      cmocka_unit_test(springs_beside_a_bow_take_no_further_round),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
