// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Strings that start wrapped on a bridge and move on a hard bed of springs, by a grid (audio) or by
// modes (adaptive): the shape of the start in closed form, and the motion of the exact wave.

#include "support.h"

enum { SAMPLES = 4000 };

static const double pi = 3.14159265358979324;

static rig rig_by(const char *method, const char *beta) {
  carom_scene *scene = scene_of("sitar-string");
  carom_scene_remove(scene, "solver.modes", NULL);
  rig_set(scene, "solver.method", method);
  rig_set(scene, "bodies.string.start.amplitude", beta);
  if (strcmp(method, "adaptive") == 0)
    rig_set(scene, "solver.tolerance", "1e-6");
  rig r = rig_of(scene);
  carom_error error;
  if (carom_state_equip(r.model, r.state, &error) != CAROM_OK)
    fail_msg("%s", error.text);
  return r;
}

// The string of b = 0.05 and height 1 that leaves its bridge as a tangent (theory 14.2 and 14.3).
static double closed_form(double beta, double x) {
  const double alpha = 1600;
  const double b = 0.05;
  double low = 1 - b;
  double high = 1;
  for (int i = 0; i < 60; ++i) {
    const double l = (low + high) / 2;
    if (alpha * (l * l - (1 - b)) * sqrt(l) < pi * sqrt(2) * beta)
      low = l;
    else
      high = l;
  }
  const double gamma = 1 - low;
  const double end = alpha * gamma * (b - gamma);
  return x <= gamma ? alpha * x * (b - x)
                    : end * (1 - x) / low + beta * sqrt(2 / low) * sin(pi * (x - gamma) / low);
}

// Two hundred modes leave 4 alpha / pi^3 / (2 * 200^2) of the steps of the curvature, 2 alpha, at
// the string's end and the contact's: 2.6e-3 at most.
static void grids_and_modes_start_in_the_wrapped_shape(void **state) {
  (void)state;
  static const struct {
    const char *method, *beta;
    double error;
  } rows[] = {{"audio", "9", 1e-12},     {"audio", "-9", 1e-12},     {"rigid", "9", 1e-12},
              {"adaptive", "9", 2.6e-3}, {"adaptive", "-9", 2.6e-3}, {"adaptive", "0", 2.6e-3}};
  for (int i = 0; i < 6; ++i) {
    if (strcmp(rows[i].method, "adaptive") == 0 && !carom_has_integrator())
      continue;
    rig r = rig_by(rows[i].method, rows[i].beta);
    static double shape[2001];
    const int points = carom_body_shape(r.model, r.state, 0, shape, 2001);
    assert_true(points > 900 && points <= 2001);
    for (int n = 0; n < points; ++n)
      assert_near(shape[n], closed_form(atof(rows[i].beta), n / (points - 1.0)), rows[i].error);
    rig_free(&r);
  }
}

static void swing(const char *method, double *mid) {
  rig r = rig_by(method, "9");
  for (int n = 0; n < SAMPLES; ++n) {
    assert_int_equal(carom_process(r.model, r.state, 1, NULL), CAROM_OK);
    mid[n] = carom_output(r.model, r.state, 0);
  }
  assert_at_most(rig_error(&r), strcmp(method, "audio") == 0 ? 1e-10 : 1e-5);
  rig_free(&r);
}

// Two periods; 2.1e-4 of the rms by both, most of it the springs' own softness.
static void hard_springs_swing_as_the_exact_wave(void **state) {
  (void)state;
  static double exact[SAMPLES];
  static double mid[SAMPLES];
  static const char *const methods[] = {"audio", "adaptive"};
  swing("wave", exact);
  for (int i = 0; i < 2; ++i) {
    if (i == 1 && (!carom_has_integrator() || slow_build()))
      continue;
    double difference = 0;
    double square = 0;
    swing(methods[i], mid);
    for (int n = 0; n < SAMPLES; ++n) {
      difference += (mid[n] - exact[n]) * (mid[n] - exact[n]);
      square += exact[n] * exact[n];
    }
    assert_at_most(sqrt(difference / square), 4e-4);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(grids_and_modes_start_in_the_wrapped_shape),
      cmocka_unit_test(hard_springs_swing_as_the_exact_wave),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
