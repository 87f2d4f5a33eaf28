// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bars and strings by their modes in the event method.

#include "events.h"

static const double pi = 3.14159265358979323846;

// --- Bars ---------------------------------------------------------------------------------------

static double frequency(const char *ends, const char *more, int mode) {
  char text[400];
  snprintf(text, sizeof text,
           "carom: 1\n"
           "bodies:\n"
           "  bar: {type: bar, model: modes, points: %d, length: 1, linear_density: 1,\n"
           "        bending_stiffness: 1, ends: %s%s}\n"
           "solver: {method: event}\n",
           mode, ends, more);
  rig r = rig_of(scene_of(text));
  const double hertz = carom_model_body(r.model, 0).highest;
  rig_free(&r);
  return 2 * pi * hertz;
}

// beta L of the classical cases, to the digits in which tables give them, and far up.
static void bars_have_their_frequencies(void **state) {
  (void)state;
  assert_near(sqrt(frequency("[clamped, free]", "", 1)), 1.87510406871196, 1e-13);
  assert_near(sqrt(frequency("[free, clamped]", "", 2)), 4.69409113297417, 1e-13);
  assert_near(sqrt(frequency("[clamped, clamped]", "", 1)), 4.73004074486270, 1e-13);
  assert_near(sqrt(frequency("[free, free]", "", 3)), 4.73004074486270, 1e-13);
  assert_near(frequency("[free, free]", "", 2), 0, 0);
  assert_near(sqrt(frequency("[clamped, pinned]", "", 1)), 3.92660231204792, 1e-13);
  assert_near(sqrt(frequency("[pinned, free]", "", 2)), 3.92660231204792, 1e-13);
  assert_near(sqrt(frequency("[pinned, pinned]", "", 7)), 7 * pi, 1e-13);
  assert_near(sqrt(frequency("[clamped, free]", "", 2000)), 1999.5 * pi, 1e-11);
  // a tip so heavy that the bar is its spring: 3 EI / m L^3
  assert_near(frequency("[clamped, free]", ", tip_mass: 1e6", 1), sqrt(3e-6), 1e-9);
}

static void cantilever_has_the_measured_frequencies(void **state) {
  (void)state;
  static const double measured[] = {17.2, 128.9, 378.9};
  for (int k = 0; k < 3; ++k) {
    carom_scene *scene = scene_of("cantilever-stop");
    rig_set_number(scene, "bodies.beam.points", k + 1);
    rig r = rig_of(scene);
    assert_near(carom_model_body(r.model, 0).highest, measured[k], 2e-4 * measured[k]);
    rig_free(&r);
  }
}

// Shaken at 37.64 Hz one impact in each period, at 67.8 and 71.5 Hz one in two, all alike.
static void cantilever_has_its_periods(void **state) {
  (void)state;
  static const double shaken[] = {37.64, 67.8, 71.5};
  static const int period[] = {1, 2, 2};
  for (int k = 0; k < 3; ++k) {
    carom_scene *scene = scene_of("cantilever-stop");
    rig_set_number(scene, "bodies.beam.base.frequency", shaken[k]);
    rig_set(scene, "rate", "200");
    rig r = rig_of(scene);
    listen(&r, 60);
    const carom_impact *last = &heard.at[heard.count - 1];
    for (int i = 1; i < 20; ++i) {
      assert_near((last[-i + 1].begin - last[-i].begin) * shaken[k], period[k], 1e-6);
      assert_near(last[-i].speed_in, last->speed_in, 1e-6 * last->speed_in);
    }
    assert_at_most(rig_error(&r), 1e-13);
    rig_free(&r);
  }
}

// A long mode series stands for the shape it was made of.
static void start_shapes_come_out_of_the_modes(void **state) {
  (void)state;
  static const char *const ends[] = {"[clamped, free]", "[free, free]", "[clamped, clamped]",
                                     "[pinned, free]"};
  for (int k = 0; k < 4; ++k) {
    char text[500];
    snprintf(text, sizeof text,
             "carom: 1\n"
             "bodies:\n"
             "  bar: {type: bar, model: modes, points: 200, length: 0.7, linear_density: 0.3,\n"
             "        bending_stiffness: 2, ends: %s,\n"
             "        start: {shape: hump, at: 0.4, width: 0.5, amplitude: 0.01}}\n"
             "outputs: {there: {of: bar@0.4}, slope: {of: bar@0.3, quantity: slope}}\n"
             "solver: {method: event}\n",
             ends[k]);
    rig r = rig_of(scene_of(text));
    rig_steps(&r, 1);
    assert_near(carom_output(r.model, r.state, 0), 0.01, 1e-6);
    const double slope = 0.01 * pi / 0.5 * sin(2 * pi * 0.1 / 0.5) / 0.7;
    assert_near(carom_output(r.model, r.state, 1), slope, 1e-4);
    double shape[2001];
    assert_int_equal(carom_body_shape(r.model, r.state, 0, shape, 2001), 2001);
    assert_near(shape[800], 0.01, 1e-6);
    rig_free(&r);
  }
}

static void velocities_of_modal_bodies_are_those_of_the_start(void **state) {
  (void)state;
  static const char *const methods[] = {"audio", "event"};
  for (int i = 0; i < 2; ++i) {
    carom_scene *scene = scene_of("{carom: 1, bodies: {b: {type: string, model: modes, points: 3, "
                                  "length: 1, linear_density: 1, tension: 100, start_velocity: "
                                  "{shape: sine, amplitude: 2}}}}");
    rig_set(scene, "solver.method", methods[i]);
    rig r = rig_of(scene);
    double v[101];
    assert_int_equal(carom_body_velocity(r.model, r.state, 0, v, 101), 101);
    assert_near(v[50], 2, 1e-5); // half a step behind, by one of them
    assert_near(v[25], 2 * sin(pi / 4), 1e-5);
    rig_free(&r);
  }
}

// --- Many stops ---------------------------------------------------------------------------------

// Ten stops on 40 modes: between its impacts the bar is nowhere beyond a stop, whatever the search
// takes for granted of stops that it has not looked at again, and no energy is lost. One of them is
// at the middle, where every other mode has a node.
static void many_stops_are_never_passed(void **state) {
  (void)state;
  enum { STOPS = 10, STEPS = 8000 };
  char text[8000];
  int at = snprintf(text, sizeof text,
                    "carom: 1\nrate: 2000\nsolver: {method: event}\n"
                    "bodies:\n"
                    "  bar: {type: bar, model: modes, points: 40, length: 1, linear_density: 1,\n"
                    "        bending_stiffness: 1, start: {shape: sine, amplitude: -1.01}}\n");
  for (int i = 0; i < STOPS; ++i)
    at += snprintf(text + at, sizeof text - (size_t)at, "  wall%d: {type: barrier, position: %g}\n",
                   i, 0.6 + 0.05 * (i * 7 % 5));
  at += snprintf(text + at, sizeof text - (size_t)at, "contacts:\n");
  for (int i = 0; i < STOPS; ++i)
    at += snprintf(text + at, sizeof text - (size_t)at,
                   "  stop%d: {type: stop, below: bar@%g, above: wall%d, restitution: 1}\n", i,
                   i == 5 ? 0.5 : (i + 0.7) / 10.6, i);
  at += snprintf(text + at, sizeof text - (size_t)at, "outputs:\n");
  for (int i = 0; i < STOPS; ++i)
    at += snprintf(text + at, sizeof text - (size_t)at, "  o%d: {of: stop%d, quantity: overlap}\n",
                   i, i);
  rig r = rig_of(scene_of(text));
  long long impacts = 0;
  for (int n = 0; n < STEPS; ++n) {
    carom_step(r.model, r.state);
    for (int i = 0; i < STOPS; ++i)
      assert_true(carom_output(r.model, r.state, i) <= 1e-13);
  }
  for (int i = 0; i < STOPS; ++i)
    impacts += carom_contact_counts(r.model, r.state, i).impacts;
  assert_true(impacts > 40);
  assert_true(carom_state_ledger(r.state).largest_balance_error < 1e-13);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bars_have_their_frequencies),
      cmocka_unit_test(cantilever_has_the_measured_frequencies),
      cmocka_unit_test(cantilever_has_its_periods),
      cmocka_unit_test(start_shapes_come_out_of_the_modes),
      cmocka_unit_test(velocities_of_modal_bodies_are_those_of_the_start),
      cmocka_unit_test(many_stops_are_never_passed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
