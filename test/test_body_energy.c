// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Stability of grids at their limit, and energy of bodies and forces.

#include "body_scenes.h"

// --- Stability ----------------------------------------------------------------------------------

// h_min^2 = (X + sqrt(X^2 + 16 kappa^2 k^2)) / 2, X = c^2 k^2 + 4 sigma1 k: the body is made
// exactly N of these long, is stable there, and refused one part in ten thousand below.
static void lines_are_stable_at_their_limit_and_refused_below(void **state) {
  (void)state;
  const double k = 1 / 44100.0;
  const double T = 150;
  const double EI = 2e-3;
  const double rho = 6e-3;
  const char *const ends[] = {"[pinned, pinned]", "[clamped, clamped]", "[free, free]"};
  for (int i = 0; i < 3; ++i) {
    const bool bar = i == 2;
    const double X = (bar ? 0 : T / rho) * k * k + 4 * 4e-3 * k;
    const double h = sqrt((X + sqrt(X * X + 16 * EI / rho * k * k)) / 2);
    carom_scene *s = scene_of(string_scene);
    rig_set(s, "bodies.s.type", bar ? "bar" : "string");
    if (bar) {
      carom_error error;
      assert_int_equal(carom_scene_remove(s, "bodies.s.tension", &error), CAROM_OK);
    }
    rig_set(s, "bodies.s.ends", ends[i]);
    rig_set(s, "bodies.s.points", "40");
    rig_set(s, "bodies.s.sigma0", "0");
    rig_set(s, "bodies.s.start.shape", "pluck"); // all modes
    rig_set_number(s, "bodies.s.length", 40 * h * (1 - 1e-4));
    carom_model *model = NULL;
    carom_error error;
    assert_null(model = carom_model_compile(s, NULL, &error));
    assert_int_equal(error.status, CAROM_UNSTABLE);
    assert_non_null(strstr(error.text, "at most 39 intervals"));
    rig_set_number(s, "bodies.s.length", 40 * h);
    rig r = rig_of(s);
    const double first = carom_state_ledger(r.state).total;
    rig_steps(&r, 20000);
    const carom_ledger l = carom_state_ledger(r.state);
    assert_at_most(l.kinetic + l.potential, first * (1 + 1e-9));
    double shape[41];
    carom_body_shape(r.model, r.state, 0, shape, 41);
    for (int n = 0; n <= 40; ++n)
      assert_at_most(fabs(shape[n]), 0.1);
    rig_free(&r);
  }
}

static void plates_are_stable_at_their_limit_and_refused_below(void **state) {
  (void)state;
  const double k = 1 / 44100.0;
  const double kappa = plate_kappa();
  const double h = 2 * sqrt(k * (0.01 + sqrt(kappa * kappa + 1e-4)));
  for (int i = 0; i < 2; ++i) {
    carom_scene *s = scene_of(plate_scene);
    char text[80];
    rig_set(s, "bodies.p.edges", i == 0 ? "pinned" : "clamped");
    rig_set(s, "bodies.p.sigma1", "0.01");
    rig_set(s, "bodies.p.start.shape", "hump");
    rig_set(s, "bodies.p.points", "[14, 10]");
    snprintf(text, sizeof text, "[%.17g, %.17g]", 14 * h * (1 - 1e-4), 10 * h * (1 - 1e-4));
    rig_set(s, "bodies.p.size", text);
    carom_model *model = NULL;
    carom_error error;
    assert_null(model = carom_model_compile(s, NULL, &error));
    assert_int_equal(error.status, CAROM_UNSTABLE);
    snprintf(text, sizeof text, "[%.17g, %.17g]", 14 * h, 10 * h);
    rig_set(s, "bodies.p.size", text);
    rig r = rig_of(s);
    const double first = carom_state_ledger(r.state).total;
    rig_steps(&r, 20000);
    const carom_ledger l = carom_state_ledger(r.state);
    assert_at_most(l.kinetic + l.potential, first * (1 + 1e-9));
    rig_free(&r);
  }
}

// --- Energy -------------------------------------------------------------------------------------

// Every body, every way to hold it, with and without losses: rounding of 10,000 steps.
static void bodies_keep_their_energy(void **state) {
  (void)state;
  const char *const ends[] = {"[pinned, pinned]", "[clamped, pinned]", "[clamped, clamped]"};
  for (int i = 0; i < 6; ++i) {
    carom_scene *s = scene_of(string_scene);
    rig_set(s, "bodies.s.ends", ends[i % 3]);
    rig_set(s, "bodies.s.start.shape", "pluck");
    if (i >= 3) {
      rig_set(s, "bodies.s.sigma0", "0");
      rig_set(s, "bodies.s.sigma1", "0");
    }
    rig r = rig_of(s);
    rig_steps(&r, 10000);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
  for (int i = 0; i < 4; ++i) {
    carom_scene *s = scene_of(plate_scene);
    rig_set(s, "bodies.p.edges", i % 2 == 0 ? "pinned" : "clamped");
    rig_set(s, "bodies.p.start.shape", "pluck");
    rig_set(s, "bodies.p.sigma0", i < 2 ? "0" : "3");
    rig_set(s, "bodies.p.sigma1", i < 2 ? "0" : "0.02");
    rig r = rig_of(s);
    rig_steps(&r, 10000);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// Forces from outside: what they supply is what the body gains and loses.
static void forces_are_accounted_for(void **state) {
  (void)state;
  carom_scene *s = scene_of(string_scene);
  rig_set(s, "forces.sine.on", "s@0.313");
  rig_set(s, "forces.sine.frequency", "97");
  rig_set(s, "forces.sine.amplitude", "[[0, 0], [0.05, 0.5]]");
  rig_set(s, "forces.blow.on", "s@0.7");
  rig_set(s, "forces.blow.table", "[[0.1, 0], [0.101, 5], [0.102, 0]]");
  rig r = rig_of(s);
  rig_steps(&r, 10000);
  const carom_ledger l = carom_state_ledger(r.state);
  assert_true(l.supplied > 1e-6);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

// A resonant sine on a damped mass: amplitude F / (2 sigma omega M) at resonance.
static void driven_mass_swings_as_theory_says(void **state) {
  (void)state;
  rig r = rig_of(
      scene_of("{carom: 1, bodies: {m: {type: mass, mass: 0.02, frequency: 100, damping: 2}},"
               " forces: {f: {on: m, amplitude: 0.5, frequency: 100}}, outputs: {o: {of: m}}}"));
  rig_steps(&r, 44100);
  double most = 0;
  for (int i = 0; i < 2000; ++i) {
    rig_steps(&r, 1);
    most = fmax(most, fabs(carom_output(r.model, r.state, 0)));
  }
  assert_near(most / (0.5 / (2 * 2 * M_PI * 100)), 1, 1e-3);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_are_stable_at_their_limit_and_refused_below),
      cmocka_unit_test(plates_are_stable_at_their_limit_and_refused_below),
      cmocka_unit_test(bodies_keep_their_energy),
      cmocka_unit_test(forces_are_accounted_for),
      cmocka_unit_test(driven_mass_swings_as_theory_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
