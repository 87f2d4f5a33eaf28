// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is warned of at the start: bodies that overlap, unless something holds them so.

#include "warning_rig.h"

static void swapped_sides_bring_a_warning_and_the_right_ones_none(void **state) {
  (void)state;
  for (int swapped = 0; swapped < 2; ++swapped) {
    carom_scene *s = scene_of(ball_scene);
    rig_set(s, "contacts.c.below", swapped ? "ball" : "floor");
    rig_set(s, "contacts.c.above", swapped ? "floor" : "ball");
    rig r = rig_of(s);
    carom_initial_overlap p;
    assert_int_equal(brings_a_warning(&r, NULL, "overlap"), swapped);
    assert_int_equal(carom_contact_initial_overlap(r.model, r.state, 0, &p), swapped);
    run_for(&r, 1000);
    assert_int_equal(brings_a_warning(&r, NULL, "overlap"), swapped);
    if (swapped) {
      assert_near(p.overlap, 0.05, 1e-15);
      assert_near(p.rest, 0.01 * 9.81 * 0.05, 2e-4); // m g z
      const double energy = 1e7 / 2.5 * pow(0.05, 2.5);
      assert_near(p.energy, energy, 0.1 * energy); // that of half a step before
      assert_true(p.held < 1e-4);
    }
    rig_free(&r);
  }
}

// Held is m g / K x^alpha by definition; the warning begins at one half.
static void a_mass_at_rest_is_held_by_its_weight(void **state) {
  (void)state;
  const double rest = pow(0.01 * 9.81 / 1e7, 1 / 1.5);
  static const double factors[] = {0.5, 1, 1.5, 1.9, 2.1, 4};
  for (int i = 0; i < 12; ++i) {
    const double factor = factors[i % 6];
    carom_scene *s = scene_of(ball_scene);
    rig_set(s, "solver.method", i < 6 ? "audio" : "rk4");
    rig_set_number(s, "bodies.ball.position", -rest * pow(factor, 1 / 1.5));
    rig r = rig_of(s);
    carom_initial_overlap p;
    assert_true(carom_contact_initial_overlap(r.model, r.state, 0, &p));
    assert_near(p.held, 1 / factor, 1e-9);
    assert_int_equal(brings_a_warning(&r, NULL, "overlap"), factor > 2);
    rig_free(&r);
  }
}

static void a_stack_at_rest_brings_no_warning_and_one_that_is_squeezed_does(void **state) {
  (void)state;
  static const char *const stack =
      "{carom: 1, gravity: 9.81, bodies: {floor: {type: barrier}, a: {type: mass, mass: 0.01}, b: "
      "{type: mass, mass: 0.02}}, contacts: {low: {type: collision, below: floor, above: a, "
      "stiffness: 1e6, exponent: 1}, high: {type: collision, below: a, above: b, stiffness: 1e6, "
      "exponent: 1}}}";
  const double low = 0.03 * 9.81 / 1e6;
  const double high = 0.02 * 9.81 / 1e6;
  for (int squeezed = 0; squeezed < 2; ++squeezed) {
    carom_scene *s = scene_of(stack);
    rig_set_number(s, "bodies.a.position", -low);
    rig_set_number(s, "bodies.b.position", -low - high * (squeezed ? 10 : 1));
    rig r = rig_of(s);
    assert_int_equal(brings_a_warning(&r, NULL, "overlap"), squeezed);
    rig_free(&r);
  }
}

// A string drawn over a bridge in its middle, as a triangle of height a: its tension presses with
// 4 T a / L there, which the linear law holds at that over K.
static void a_string_is_held_on_its_bridge_by_its_tension(void **state) {
  (void)state;
  static const char *const bridge =
      "{carom: 1, bodies: {s: {type: string, length: 0.65, linear_density: 6e-3, tension: 100, "
      "points: 100, start: {shape: pluck, at: 0.5, amplitude: 1e-3}}, b: {type: barrier}}, "
      "contacts: {c: {type: collision, below: b, above: s@0.5, stiffness: 3e3, exponent: 1}}}";
  const double overlap = 4 * 100 * 1e-3 / 0.65 / 3e3;
  for (int modal = 0; modal < 2; ++modal)
    for (int factor = 1; factor <= 8; factor *= 8) {
      carom_scene *s = scene_of(bridge);
      rig_set_number(s, "bodies.b.position", 1e-3 + factor * overlap);
      if (modal)
        rig_set(s, "bodies.s.model", "modes");
      rig r = rig_of(s);
      carom_initial_overlap p;
      assert_true(carom_contact_initial_overlap(r.model, r.state, 0, &p));
      assert_true(p.energy > 0.05 * p.rest); // so that it does count how it is held
      if (!modal)                            // on modes the corner is round
        assert_near(p.held, 1.0 / factor, 1e-9);
      assert_int_equal(brings_a_warning(&r, NULL, "overlap"), factor > 1);
      rig_free(&r);
    }
}

static void a_small_pre_load_before_a_bow_brings_no_warning_once_it_has_played(void **state) {
  (void)state;
  rig r = rig_of(scene_of("tromba-brass"));
  carom_initial_overlap p;
  const int rattle = carom_model_find_contact(r.model, "rattle");
  assert_true(carom_contact_initial_overlap(r.model, r.state, rattle, &p));
  assert_false(brings_a_warning(&r, NULL, "overlap"));
  run_for(&r, slow_build() ? 8000 : 22050);
  assert_false(brings_a_warning(&r, NULL, "overlap"));
  rig_free(&r);
}

static void warnings_are_saved_with_the_state(void **state) {
  (void)state;
  carom_scene *s = scene_of(ball_scene);
  rig_set_number(s, "bodies.ball.position", -0.01);
  rig r = rig_of(s);
  run_for(&r, 100);
  void *bytes = malloc(carom_state_saved_size(r.model));
  carom_state_save(r.model, r.state, bytes);
  rig other = {.model = r.model, .state = carom_state_new(r.model, NULL)};
  assert_int_equal(carom_state_restore(other.model, other.state, bytes), CAROM_OK);
  assert_true(brings_a_warning(&other, NULL, "overlap"));
  free(bytes);
  carom_state_free(other.state);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(swapped_sides_bring_a_warning_and_the_right_ones_none),
      cmocka_unit_test(a_mass_at_rest_is_held_by_its_weight),
      cmocka_unit_test(a_stack_at_rest_brings_no_warning_and_one_that_is_squeezed_does),
      cmocka_unit_test(a_string_is_held_on_its_bridge_by_its_tension),
      cmocka_unit_test(a_small_pre_load_before_a_bow_brings_no_warning_once_it_has_played),
      cmocka_unit_test(warnings_are_saved_with_the_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
