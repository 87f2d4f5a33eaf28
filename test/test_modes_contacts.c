// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts of modal bodies in the audio method: as right as on grids, among several bodies and on
// cubic springs.

#include "methods/audio/audio.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

// --- Contacts -----------------------------------------------------------------------------------

/// Speeds of a hammer on 30 modes up to 17 kHz, about 3 ms after it touched, and of the point it
/// hit.
typedef struct {
  double hammer, point;
} speeds;

enum { PARTIALS = 30, SIZE = 2 + 2 * PARTIALS };

static void push(double K, double alpha, const double *weight, const double *x, double *rate) {
  double overlap = x[0];
  for (int j = 0; j < PARTIALS; ++j)
    overlap -= weight[j] * x[2 + 2 * j];
  const double F = overlap > 0 ? K * pow(overlap, alpha) : 0;
  rate[0] = x[1];
  rate[1] = -F / 0.003;
  for (int j = 0; j < PARTIALS; ++j) {
    const double omega = 2 * pi * 566 * (j + 1);
    rate[2 + 2 * j] = x[3 + 2 * j];
    rate[3 + 2 * j] = F * weight[j] - omega * omega * x[2 + 2 * j];
  }
}

// By Runge and Kutta, in steps of a 200th of a sample.
static speeds integrate(double K, double alpha, double gap, double time) {
  double weight[PARTIALS];
  double x[SIZE] = {-gap, 2};
  for (int j = 0; j < PARTIALS; ++j)
    weight[j] = sin((j + 1) * pi * 0.3) * sqrt(2 / 0.02);
  const int steps = (int)(time * 44100 * 200);
  const double h = time / steps;
  const double part[] = {0, h / 2, h / 2, h};
  for (int n = 0; n < steps; ++n) {
    double rate[4][SIZE];
    for (int stage = 0; stage < 4; ++stage) {
      double z[SIZE];
      for (int j = 0; j < SIZE; ++j)
        z[j] = x[j] + (stage > 0 ? part[stage] * rate[stage - 1][j] : 0);
      push(K, alpha, weight, z, rate[stage]);
    }
    for (int j = 0; j < SIZE; ++j)
      x[j] += h / 6 * (rate[0][j] + 2 * rate[1][j] + 2 * rate[2][j] + rate[3][j]);
  }
  speeds s = {x[1], 0};
  for (int j = 0; j < PARTIALS; ++j)
    s.point += weight[j] * x[3 + 2 * j];
  return s;
}

static speeds run(double K, double alpha, double gap, const char *scheme, int times, int steps) {
  char text[900];
  snprintf(text, sizeof text,
           "carom: 1\n"
           "rate: %d\n"
           "bodies:\n"
           "  hammer: {type: mass, mass: 0.003, position: %.17g, velocity: 2}\n"
           "  string: {type: string, length: 1, linear_density: 0.02, pitch: 566, model: modes,\n"
           "           points: 30}\n"
           "contacts:\n"
           "  hit: {type: collision, below: hammer, above: string@0.3, stiffness: %.17g,\n"
           "        exponent: %g, scheme: %s}\n"
           "outputs:\n"
           "  hammer: {of: hammer, quantity: velocity}\n"
           "  point: {of: string@0.3, quantity: velocity}\n",
           times * 44100, -gap, K, alpha, scheme);
  rig r = rig_of(scene_of(text));
  rig_steps(&r, times * steps + 1);
  const speeds s = {carom_output(r.model, r.state, 0), carom_output(r.model, r.state, 1)};
  assert_at_most(rig_error(&r), 1e-13);
  rig_free(&r);
  return s;
}

// Hammers whose contacts the step resolves: of second order, and with parts of the sample better.
static void hammers_move_modes_as_they_should(void **state) {
  (void)state;
  const double gap = 3.3 / 44100 * 2;
  const int steps = 120;
  for (double K = 4e5; K < 1e8; K *= 10) {
    const speeds expected = integrate(K, 1.5, gap, steps / 44100.0);
    double error[2];
    for (int i = 0; i < 2; ++i) {
      const speeds s = run(K, 1.5, gap, "positive", 1 + i, steps);
      error[i] = fabs(s.hammer - expected.hammer);
      assert_near(s.point, expected.point, 3e-4);
    }
    assert_at_most(error[0], 1.2e-2 * sqrt(K / 4e7));
    assert_near(log2(error[0] / error[1]), 2, 0.1);
    const speeds s = run(K, 1.5, gap, "exact", 1, steps);
    assert_near(s.hammer, expected.hammer, 4e-4);
    assert_near(s.point, expected.point, 3e-3);
  }
}

// --- Several bodies and points ------------------------------------------------------------------

// Two modal bodies touch each other and a mass, are pushed at two points and read at five: every
// path of the step, with a ledger and without, block by block the same.
static const char *const crowd =
    "carom: 1\n"
    "bodies:\n"
    "  bar: {type: bar, length: 0.3, density: 7800, width: 0.03, thickness: 6e-3, youngs: 2e11,\n"
    "        ends: [free, free], model: modes, points: 13, sigma0: 3, sigma1: 1e-3}\n"
    "  string: {type: string, length: 1, linear_density: 0.01, pitch: 200, model: modes,\n"
    "           points: 37, sigma0: 1, start: {shape: pluck, at: 0.2}}\n"
    "  mallet: {type: mass, mass: 0.02, position: 2e-4, velocity: -1}\n"
    "forces:\n"
    "  shake: {on: bar@0.3, amplitude: 5, frequency: 100}\n"
    "  pull: {on: bar@0.8, table: [[0, 0], [0.01, 3], [0.02, 0]]}\n"
    "contacts:\n"
    "  tie: {type: spring, below: bar@0.2, above: string@0.9, linear: 1e4, sigma_x: 0.1}\n"
    "  rattle: {type: collision, below: string@0.4, above: bar@0.7, stiffness: 1e8, gap: 1e-4}\n"
    "  hit: {type: collision, below: bar@0.5, above: mallet, stiffness: 1e8, damping: 0.3}\n"
    "outputs:\n"
    "  x: {of: bar@0.05}\n"
    "  v: {of: bar@0.05, quantity: velocity}\n"
    "  a: {of: string@0.05, quantity: acceleration}\n"
    "  q: {of: string, quantity: mode, mode: 20}\n"
    "  s: {of: string@0.6, quantity: slope}\n"
    "  o: {of: rattle, quantity: overlap}\n";

static void modes_among_themselves_keep_the_balance(void **state) {
  (void)state;
  rig with = rig_of(scene_of(crowd));
  rig without = rig_of(scene_of(crowd));
  carom_state_keep_ledger(without.model, without.state, false);
  for (int n = 0; n < 6000; ++n) {
    rig_steps(&with, 1);
    rig_steps(&without, 1);
    for (int i = 0; i < with.model->output_count; ++i)
      assert_true(carom_output(with.model, with.state, i) ==
                  carom_output(without.model, without.state, i));
  }
  assert_true(carom_contact_counts(with.model, with.state, 1).impacts > 3);
  assert_at_most(rig_error(&with), 1e-13);
  rig_free(&with);
  rig_free(&without);
}

// An external force acts through the parts of a sample as well.
static void forces_act_on_modes_in_exact_contacts(void **state) {
  (void)state;
  carom_scene *scene = scene_of(crowd);
  rig_set(scene, "contacts.hit.scheme", "exact");
  rig_set(scene, "contacts.rattle.scheme", "exact");
  rig_set(scene, "contacts.tie.below", "mallet"); // an island of its own: without springs
  rig_set(scene, "contacts.tie.above", "post");
  rig_set(scene, "bodies.post.type", "mass");
  rig_set(scene, "bodies.post.mass", "1");
  rig_set(scene, "contacts.hit.above", "ball");
  rig_set(scene, "bodies.ball.type", "mass");
  rig_set(scene, "bodies.ball.mass", "0.02");
  rig_set(scene, "bodies.ball.position", "2e-4");
  rig_set(scene, "bodies.ball.velocity", "-1");
  rig r = rig_of(scene);
  rig_steps(&r, 6000);
  assert_true(carom_contact_counts(r.model, r.state, 1).impacts > 3);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// --- Cubic springs ------------------------------------------------------------------------------

enum { TIED = 4, TIED_SIZE = 2 + 2 * TIED };

static void tied(const double *weight, const double *x, double *rate) {
  double overlap = x[0];
  for (int j = 0; j < TIED; ++j)
    overlap -= weight[j] * x[2 + 2 * j];
  const double F = 3e3 * overlap + 4e9 * overlap * overlap * overlap;
  rate[0] = x[1];
  rate[1] = -F / 0.003;
  for (int j = 0; j < TIED; ++j) {
    const double omega = 2 * pi * 300 * (j + 1);
    rate[2 + 2 * j] = x[3 + 2 * j];
    rate[3 + 2 * j] = F * weight[j] - omega * omega * x[2 + 2 * j];
  }
}

// The position of a mass on a cubic spring on four modes at t, by Runge and Kutta.
static double integrate_tied(double time) {
  double weight[TIED];
  double x[TIED_SIZE] = {5e-4};
  for (int j = 0; j < TIED; ++j)
    weight[j] = sin((j + 1) * pi * 0.3) * sqrt(2 / 0.02);
  const int steps = (int)(time * 44100 * 50);
  const double h = time / steps;
  const double part[] = {0, h / 2, h / 2, h};
  for (int n = 0; n < steps; ++n) {
    double rate[4][TIED_SIZE];
    for (int stage = 0; stage < 4; ++stage) {
      double z[TIED_SIZE];
      for (int j = 0; j < TIED_SIZE; ++j)
        z[j] = x[j] + (stage > 0 ? part[stage] * rate[stage - 1][j] : 0);
      tied(weight, z, rate[stage]);
    }
    for (int j = 0; j < TIED_SIZE; ++j)
      x[j] += h / 6 * (rate[0][j] + 2 * rate[1][j] + 2 * rate[2][j] + rate[3][j]);
  }
  return x[0];
}

static const char *const tied_scene =
    "carom: 1\n"
    "bodies:\n"
    "  mass: {type: mass, mass: 0.003, position: 5e-4}\n"
    "  string: {type: string, length: 1, linear_density: 0.02, pitch: 300, model: modes, points: "
    "4}\n"
    "contacts:\n"
    "  tie: {type: spring, below: mass, above: string@0.3, linear: 3e3, cubic: 4e9}\n"
    "outputs:\n"
    "  x: {of: mass}\n";

// At 0.5 mm the cubic part is a quarter of the linear one.
static void cubic_springs_on_modes_are_right(void **state) {
  (void)state;
  const double expected = integrate_tied(441 / 44100.0);
  double error[2];
  for (int i = 0; i < 2; ++i) {
    carom_scene *scene = scene_of(tied_scene);
    rig_set_number(scene, "rate", 44100 * (4 + 4 * i));
    rig r = rig_of(scene);
    rig_steps(&r, 441 * (4 + 4 * i) + 1);
    error[i] = fabs(carom_output(r.model, r.state, 0) - expected);
    assert_at_most(rig_error(&r), 1e-13);
    rig_free(&r);
  }
  assert_at_most(error[0], 5e-4 * 5e-3);
  assert_near(log2(error[0] / error[1]), 2, 0.3);
}

// They are live, from nothing on; beside a power law there is no room for one.
static void cubic_springs_on_modes_are_live(void **state) {
  (void)state;
  uint64_t seed = 3;
  rig r = rig_of(scene_of(crowd));
  const int cubic = carom_model_find_live(r.model, "contacts.tie.cubic");
  for (int n = 0; n < 6000; ++n) {
    if (n % 50 == 0)
      assert_int_equal(
          carom_state_set(r.model, r.state, cubic, n % 100 == 0 ? 0 : random_log(&seed, 1e6, 1e9)),
          CAROM_OK);
    carom_step(r.model, r.state);
  }
  assert_true(carom_contact_share(r.model, r.state, 0).supplied != 0);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
  carom_scene *scene = scene_of(crowd);
  carom_model *model = NULL;
  carom_error error;
  rig_set(scene, "contacts.tie.cubic", "1e9");
  rig_set(scene, "contacts.tie.stiffness", "1e9");
  assert_null(model = carom_model_compile(scene, NULL, &error));
  assert_int_equal(error.status, CAROM_BAD_VALUE);
  assert_non_null(strstr(error.text, "one of the two"));
  carom_scene_free(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hammers_move_modes_as_they_should),
      cmocka_unit_test(modes_among_themselves_keep_the_balance),
      cmocka_unit_test(forces_act_on_modes_in_exact_contacts),
      cmocka_unit_test(cubic_springs_on_modes_are_right),
      cmocka_unit_test(cubic_springs_on_modes_are_live),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
