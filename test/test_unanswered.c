// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The warning of laws that bodies do not answer: it is told where forces go up and down at half the
// rate and one push counts as many impacts, and what it names cures that (theory 2.21).

#include "support.h"

/// A scene whose contact is hard and long: pushes as long as that are one impact at 16 times the
/// rate.
static const char *const hard[] = {
    // A hammer on a grid.
    "{carom: 1, duration: 1, bodies: {s: {type: string, length: 0.65, linear_density: 5e-3, pitch: "
    "100, sigma0: 1, sigma1: 1e-3, model: grid}, h: {type: mass, mass: 5e-3, position: -1e-3, "
    "velocity: 2}}, contacts: {c: {type: collision, below: h, above: s@0.2, stiffness: 1e9, "
    "exponent: 1.5}}, outputs: {f: {of: c, quantity: force}}}",
    // On modes.
    "{carom: 1, duration: 1, bodies: {s: {type: string, length: 0.65, linear_density: 5e-3, pitch: "
    "150, sigma0: 1, sigma1: 1e-3, model: modes}, h: {type: mass, mass: 3.5e-3, position: -1e-4, "
    "velocity: 2}}, contacts: {c: {type: collision, below: h, above: s@0.3, stiffness: 1e10, "
    "exponent: 1.5}}, outputs: {f: {of: c, quantity: force}}}",
    // A fret.
    "{carom: 1, duration: 1, bodies: {s: {type: string, length: 0.65, linear_density: 5e-3, pitch: "
    "150, sigma0: 1, sigma1: 1e-3, model: grid, start: {shape: pluck, at: 0.3, amplitude: 3e-3}}, "
    "h: "
    "{type: barrier, position: -3e-4}}, contacts: {c: {type: collision, below: h, above: s@0.7, "
    "stiffness: 1e9, exponent: 1.5}}, outputs: {f: {of: c, quantity: force}}}"};
enum { HARD = 3 };

static const char *const schemes[] = {"positive", "exact", "clamp", "published"};

/// What a run of 50 ms has.
typedef struct {
  bool told, too_short; // the warnings unanswered and short-strike
  char text[480];
  double wiggle; // how much the force differs from the mean of its neighbours, over its sum
  long long impacts;
} pushes;

static pushes pushes_of(carom_scene *scene) {
  rig r = rig_of(scene);
  pushes p = {0};
  double before[2] = {0};
  double sum = 0;
  for (int n = 0; n < 2205; ++n) {
    rig_steps(&r, 1);
    const double force = carom_output(r.model, r.state, 0);
    p.wiggle += fabs(force - 2 * before[0] + before[1]) / 4;
    sum += fabs(force);
    before[1] = before[0];
    before[0] = force;
  }
  assert_true(sum > 0);
  p.wiggle /= sum;
  p.impacts = carom_contact_counts(r.model, r.state, 0).impacts;
  carom_warning found[16];
  const int count = carom_warnings(r.model, r.state, NULL, found, 16);
  for (int i = 0; i < count; ++i) {
    p.too_short = p.too_short || strcmp(found[i].kind, "short-strike") == 0;
    if (strcmp(found[i].kind, "unanswered") == 0) {
      p.told = true;
      memcpy(p.text, found[i].text, sizeof p.text);
    }
  }
  rig_free(&r);
  return p;
}

// A hard contact with a scheme, without a bound for positive.
static carom_scene *unbounded(int scene, int scheme) {
  carom_scene *s = scene_of(hard[scene]);
  rig_set(s, "contacts.c.scheme", schemes[scheme]);
  if (scheme == 0)
    rig_set(s, "solver.bound", "false");
  return s;
}

static void hard_laws_without_a_bound_alternate_and_are_told(void **state) {
  (void)state;
  for (int i = 0; i < HARD; ++i) {
    const pushes bounded = pushes_of(scene_of(hard[i]));
    assert_false(bounded.told);
    for (int k = 0; k < 4; ++k) {
      const pushes p = pushes_of(unbounded(i, k));
      assert_true(p.told);
      assert_true(p.wiggle > 2 * bounded.wiggle);
      if (k < 2)
        assert_true(p.impacts > bounded.impacts);
      else
        assert_false(p.too_short); // whose remedy would not help
    }
  }
}

static void to_leave_the_bound_on_cures_all_of_them(void **state) {
  (void)state;
  for (int i = 0; i < HARD; ++i)
    for (int k = 0; k < 4; ++k) {
      const pushes p = pushes_of(unbounded(i, k));
      const char *remedy =
          k == 0 ? "without solver.bound: false it is bounded" : "scheme: positive bounds it";
      assert_non_null(strstr(p.text, remedy));
      carom_scene *s = scene_of(hard[i]);
      rig_set(s, "contacts.c.scheme", "positive");
      assert_false(pushes_of(s).told);
      s = unbounded(i, k);
      rig_set(s, "solver.bound", "false");
      assert_non_null(strstr(pushes_of(s).text, "without solver.bound: false"));
    }
}

// Where it is named: what is in 8 steps instead of one has as many impacts as with the bound.
static void the_oversampling_that_is_named_cures_those_it_is_named_for(void **state) {
  (void)state;
  int named = 0;
  for (int i = 0; i < HARD; ++i)
    for (int k = 0; k < 4; ++k) {
      const pushes p = pushes_of(unbounded(i, k));
      const char *says = strstr(p.text, "solver.oversample: ");
      assert_int_equal(says != NULL, i != 1 && k < 2);
      if (says == NULL)
        continue;
      ++named;
      carom_scene *s = unbounded(i, k);
      rig_set(s, "solver.oversample", (char[]){says[strlen("solver.oversample: ")], '\0'});
      const pushes cured = pushes_of(s);
      s = scene_of(hard[i]);
      rig_set(s, "solver.oversample", (char[]){says[strlen("solver.oversample: ")], '\0'});
      const pushes bounded = pushes_of(s);
      assert_false(cured.told);
      assert_int_equal(cured.impacts, bounded.impacts);
      assert_near(cured.wiggle, bounded.wiggle, 0.1 * bounded.wiggle);
    }
  assert_int_equal(named, 4);
}

// Twice as many modes bring no end to the impacts of exact contacts inside a step.
static void no_oversampling_is_named_for_modes_and_schemes_of_first_order(void **state) {
  (void)state;
  for (int k = 1; k < 4; ++k) {
    carom_scene *s = unbounded(1, k);
    rig_set(s, "contacts.c.stiffness", "1e9");
    const pushes p = pushes_of(s);
    assert_true(p.told);
    assert_null(strstr(p.text, "oversample"));
  }
}

static void soft_laws_bring_no_warning_with_any_scheme(void **state) {
  (void)state;
  for (int i = 0; i < HARD; ++i)
    for (int k = 0; k < 4; ++k) {
      carom_scene *s = unbounded(i, k);
      rig_set(s, "contacts.c.stiffness", "1e6");
      const pushes p = pushes_of(s);
      assert_true(p.impacts > 0);
      assert_false(p.told);
    }
}

// A hammer of 5 g leaves with the speed of 16 times the rate where the law is as hard as it likes,
// by the schemes that the warning does not say otherwise of.
static void speeds_are_right_all_the_same_but_for_schemes_of_first_order(void **state) {
  (void)state;
  double speed[5];
  for (int k = 0; k < 5; ++k) {
    carom_scene *s = k < 4 ? unbounded(0, k) : scene_of(hard[0]);
    if (k == 4)
      rig_set(s, "rate", "705600");
    rig r = rig_of(s);
    rig_steps(&r, k < 4 ? 2205 : 2205 * 16);
    const int hammer = carom_model_find_body(r.model, "h");
    assert_int_equal(carom_body_velocity(r.model, r.state, hammer, &speed[k], 1), 1);
    rig_free(&r);
  }
  for (int k = 0; k < 4; ++k)
    if (k < 2)
      assert_near(speed[k], speed[4], 2e-3 * fabs(speed[4]));
    else
      assert_true(fabs(speed[k] - speed[4]) > 2e-2 * fabs(speed[4]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hard_laws_without_a_bound_alternate_and_are_told),
      cmocka_unit_test(to_leave_the_bound_on_cures_all_of_them),
      cmocka_unit_test(the_oversampling_that_is_named_cures_those_it_is_named_for),
      cmocka_unit_test(no_oversampling_is_named_for_modes_and_schemes_of_first_order),
      cmocka_unit_test(soft_laws_bring_no_warning_with_any_scheme),
      cmocka_unit_test(speeds_are_right_all_the_same_but_for_schemes_of_first_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
