// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies that nothing keeps in place are warned of once they are away.

#include "warning_rig.h"

// A bar that a mallet on a spring strikes, on cords or on none; by modes and on a grid.
static void what_nothing_keeps_in_place_brings_a_warning_once_it_is_away(void **state) {
  (void)state;
  static const char *const models[] = {"modes", "grid"};
  for (int i = 0; i < 6; ++i) {
    const bool tied = i % 3 == 1;
    const bool once = i % 3 == 2; // the mallet flies away for ever
    carom_scene *s = scene_of(
        "{carom: 1, duration: 1, bodies: {bar: {type: bar, length: 0.3, density: 7800, width: "
        "0.03, "
        "thickness: 6e-3, youngs: 2e11, ends: [free, free], model: grid, sigma0: 3}, mallet: "
        "{type: "
        "mass, mass: 0.02, frequency: 3, position: -1e-3, velocity: 1}, floor: {type: barrier}}, "
        "contacts: {hit: {type: collision, below: mallet, above: bar@0.5, stiffness: 1e8}, left: "
        "{type: spring, below: floor, above: bar@0.22, linear: 3e3}, right: {type: spring, below: "
        "floor, above: bar@0.78, linear: 3e3}}}");
    rig_set(s, "bodies.bar.model", models[i / 3]);
    if (once)
      rig_set(s, "bodies.mallet.frequency", "0");
    if (!tied) {
      carom_scene_remove(s, "contacts.left", NULL);
      carom_scene_remove(s, "contacts.right", NULL);
    }
    rig r = rig_of(s);
    run_for(&r, 200); // hit, and still near
    assert_false(brings_a_warning(&r, NULL, "adrift"));
    run_for(&r, 8000);
    assert_int_equal(brings_a_warning(&r, NULL, "adrift"), !tied && !once);
    rig_free(&r);
  }
}

// A plate by its modes and on a grid: a ball, a mallet on a spring, a push.
static void a_plate_that_flies_off_brings_a_warning_and_a_held_one_none(void **state) {
  (void)state;
  static const char *const others[] = {
      ", ball: {type: mass, mass: 0.01, position: 1e-3}}, gravity: 9.81, contacts: {c: {type: "
      "collision, below: 'plate@0.5:0.5', above: ball, stiffness: 1e7, exponent: 1.5}}}",
      ", mallet: {type: mass, mass: 0.02, frequency: 3, position: -1e-3, velocity: 1}}, contacts: "
      "{c: {type: collision, below: mallet, above: 'plate@0.5:0.5', stiffness: 1e7, exponent: "
      "1.5}}}",
      "}, forces: {push: {on: 'plate@0.5:0.5', table: [[0, 0], [0.01, 5], [0.02, 0]]}}}"};
  static const char *const models[] = {"auto", "modes", "grid"};
  for (int i = 0; i < 18; ++i) {
    char text[600];
    snprintf(text, sizeof text,
             "{carom: 1, bodies: {plate: {type: plate, size: [0.3, 0.2], thickness: 3e-3, density: "
             "2700, youngs: 7e10, edges: free, sigma0: 1}%s",
             others[i / 6]);
    carom_scene *s = scene_of(text);
    rig_set(s, "bodies.plate.model", models[i % 3]);
    const bool held = i / 3 % 2 == 1;
    rig_set(s, "bodies.plate.edges", held ? "pinned" : "free");
    rig r = rig_of(s);
    run_for(&r, 22050);
    assert_int_equal(brings_a_warning(&r, NULL, "adrift"), !held);
    rig_free(&r);
  }
}

// Two forces whose sum is 0, on a free bar and on one that has a pin.
static void a_bar_that_turns_for_ever_brings_a_warning_that_tells_how_far(void **state) {
  (void)state;
  static const char *const models[] = {"modes", "grid"};
  static const char *const ends[] = {"[free, free]", "[pinned, free]", "[free, pinned]",
                                     "[clamped, free]"};
  for (int i = 0; i < 8; ++i) {
    carom_scene *s = scene_of(
        "{carom: 1, bodies: {bar: {type: bar, length: 0.3, density: 7800, width: 0.03, thickness: "
        "6e-3, youngs: 2e11, sigma0: 0, sigma1: 0}}, forces: {left: {on: bar@0.1, table: [[0, "
        "0], [0.01, -1], [0.02, 0]]}, right: {on: bar@0.9, table: [[0, 0], [0.01, 1], [0.02, "
        "0]]}}}");
    rig_set(s, "bodies.bar.model", models[i % 2]);
    rig_set(s, "bodies.bar.ends", ends[i / 2]);
    rig r = rig_of(s);
    run_for(&r, 44100);
    carom_warning found[8];
    const int count = carom_warnings(r.model, r.state, NULL, found, 8);
    const carom_warning *adrift = NULL; // bars on grids are out of tune, too
    for (int n = 0; n < count; ++n)
      if (strcmp(found[n].kind, "adrift") == 0)
        adrift = &found[n];
    assert_int_equal(adrift != NULL, i / 2 < 3);
    if (adrift != NULL) {
      // Angular momentum 0.01 s 1 N 0.8 L over the moment of inertia; 0.99 s of it.
      const double mass = 7800 * 0.03 * 6e-3 * 0.3;
      const double way = i / 2 == 0 ? 0.008 / (mass / 12) / sqrt(12) : 0.008 / (mass / 3) / sqrt(3);
      const char *says = strstr(adrift->text, "has moved by ");
      assert_non_null(says);
      assert_near(atof(says + strlen("has moved by ")) / (0.99 * way), 1, 0.02);
    }
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_nothing_keeps_in_place_brings_a_warning_once_it_is_away),
      cmocka_unit_test(a_plate_that_flies_off_brings_a_warning_and_a_held_one_none),
      cmocka_unit_test(a_bar_that_turns_for_ever_brings_a_warning_that_tells_how_far),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
