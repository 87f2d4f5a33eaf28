// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The action of a grand piano repeats; the adaptive method agrees; it is saved and goes on.

#include "action.h"

// Strikes that begin at least 20 ms after the one before: a string that comes back to the hammer
// is the same blow.
static int count_strikes(rig *r, double duration, double *last, double *key_between) {
  int count = 0;
  *key_between = 1;
  *last = -1;
  for (int n = 0; n < duration * 48000; ++n) {
    rig_steps(r, 1);
    const double t = n / 48000.0;
    if (count > 0)
      *key_between = fmin(*key_between, action_read(r, "key"));
    if (action_read(r, "force") > 0 && t - *last > 0.02) {
      ++count;
      *last = t;
    } else if (action_read(r, "force") > 0) {
      *last = t;
    }
  }
  return count;
}

static const char eight_times[] =
    "[[0, 0], [0.005, -9], [0.05, -9], [0.055, 0], [0.125, 0], [0.13, -9], [0.175, -9], [0.18, 0], "
    "[0.25, 0], [0.255, -9], [0.3, -9], [0.305, 0], [0.375, 0], [0.38, -9], [0.425, -9], [0.43, "
    "0], "
    "[0.5, 0], [0.505, -9], [0.55, -9], [0.555, 0], [0.625, 0], [0.63, -9], [0.675, -9], [0.68, "
    "0], "
    "[0.75, 0], [0.755, -9], [0.8, -9], [0.805, 0], [0.875, 0], [0.88, -9], [0.925, -9], [0.93, "
    "0]]";

// As piano-repeat has it.
static void eight_blows_a_second_strike_eight_times(void **state) {
  (void)state;
  double last = 0;
  double back = 0;
  carom_scene *scene = action_scene();
  rig_set(scene, "forces.finger.table", eight_times);
  rig r = rig_of(scene);
  assert_int_equal(count_strikes(&r, 1, &last, &back), 8);
  assert_at_most(rig_error(&r), 1e-6);
  rig_free(&r);
}

// The finger lets go for 20 ms: the key has come back to 2 of its 10 mm when it is pressed again.
static void a_second_blow_needs_no_full_return_of_the_key(void **state) {
  (void)state;
  double last = 0;
  double back = 0;
  carom_scene *scene = action_scene();
  rig_set(scene, "forces.finger.table",
          "[[0, 0], [0.005, -9], [0.15, -9], [0.155, 0], [0.17, 0], [0.175, -9]]");
  rig r = rig_of(scene);
  assert_int_equal(count_strikes(&r, 0.25, &last, &back), 2);
  assert_true(last > 0.18 && back > 1e-3);
  rig_free(&r);
}

// --- The reference ------------------------------------------------------------------------------

// Strike speed within 1.5e-4 of it (5e-5 is found) and time within a sample, in which it is told,
// at five forces; 8 modes of the string.
static void the_step_agrees_with_the_adaptive_method(void **state) {
  (void)state;
  static const double forces[] = {1.5, 3, 6, 10, 16};
  if (!carom_has_integrator() || slow_build())
    return;
  for (int i = 0; i < 5; ++i) {
    blow b[2];
    for (int k = 0; k < 2; ++k) {
      carom_scene *scene = action_scene();
      action_hold(scene, forces[i]);
      rig_set(scene, "bodies.string.points", "8");
      if (k == 1) {
        rig_set(scene, "solver.method", "adaptive");
        rig_set(scene, "solver.tolerance", "1e-6");
      }
      rig r = rig_of(scene);
      assert_int_equal(carom_state_equip(r.model, r.state, NULL), CAROM_OK);
      b[k] = action_blow(&r, 0.15);
      rig_free(&r);
    }
    assert_true(b[0].strikes && b[1].strikes);
    assert_near(b[0].speed, b[1].speed, 1.5e-4 * b[1].speed);
    assert_near(b[0].time, b[1].time, 1.01 / 48000);
  }
}

// --- Saving -------------------------------------------------------------------------------------

static void a_saved_action_goes_on_as_it_would_have(void **state) {
  (void)state;
  rig a = rig_of(action_scene());
  rig b = rig_of(action_scene());
  rig_steps(&a, 5300); // the hammer is on the strings
  assert_true(action_read(&a, "force") > 0);
  assert_goes_on_when_restored(&a, &b, 500);
  rig_free(&a);
  rig_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(eight_blows_a_second_strike_eight_times),
      cmocka_unit_test(a_second_blow_needs_no_full_return_of_the_key),
      cmocka_unit_test(the_step_agrees_with_the_adaptive_method),
      cmocka_unit_test(a_saved_action_goes_on_as_it_would_have),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
