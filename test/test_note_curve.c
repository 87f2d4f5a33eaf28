// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Values by note: what a curve is worth at each note, how it is written and read, and what it may
// not be.

#include "scene/note_curve.h"
#include "support.h"

static void positive_values_are_interpolated_geometrically(void **state) {
  (void)state;
  const note_value curve[] = {{48, 0.32}, {60, 0.08}, {72, 0.01}};
  assert_near(curve_at(curve, 3, 48, false), 0.32, 0); // at its notes, what was written
  assert_near(curve_at(curve, 3, 60, false), 0.08, 0);
  assert_near(curve_at(curve, 3, 54, false), 0.16, 1e-16); // sqrt(0.32 0.08), rounded
  assert_near(curve_at(curve, 3, 51, false), 0.32 * pow(0.25, 0.25), 1e-16);
  assert_near(curve_at(curve, 3, 64, false), 0.08 * pow(0.125, 1.0 / 3), 1e-16);
}

static void other_values_are_interpolated_linearly(void **state) {
  (void)state;
  const note_value pan[] = {{48, -0.6}, {84, 0.6}};
  const note_value from_0[] = {{48, 0}, {60, 2}, {72, 8}}; // one 0 makes all of it linear
  assert_near(curve_at(pan, 2, 66, false), 0, 1e-16);
  assert_near(curve_at(pan, 2, 57, false), -0.3, 1e-16);
  assert_near(curve_at(from_0, 3, 66, false), 5, 0);
}

static void a_value_is_held_beyond_the_ends(void **state) {
  (void)state;
  const note_value curve[] = {{48, 0.32}, {60, 0.08}};
  assert_near(curve_at(curve, 2, 0, false), 0.32, 0);
  assert_near(curve_at(curve, 2, 127, false), 0.08, 0);
  assert_near(curve_at(curve, 1, 60, false), 0.32, 0);
}

static void whole_numbers_are_rounded(void **state) {
  (void)state;
  const note_value curve[] = {{48, 3}, {60, 1}};
  assert_near(curve_at(curve, 2, 51, true), 2, 0); // 2.28
  assert_near(curve_at(curve, 2, 50, true), 2, 0); // 2.498
  assert_near(curve_at(curve, 2, 49, true), 3, 0); // 2.74
}

#define FAMILY(values)                                                                             \
  "{carom: 1, bodies: {'bar*': {type: bar, length: " values ", linear_density: 1, "                \
  "bending_stiffness: 1}}}"

// In a file, by path, as one text, and from what was written: always the same curve.
static void a_curve_is_the_same_however_it_is_written(void **state) {
  (void)state;
  static const double expected[] = {48, 0.38, 60, 0.25, 84, 0.17};
  carom_scene *s = scene_of(FAMILY("{C3: 0.38, C6: 0.17, 60: 0.25}"));
  double numbers[6];
  char text[400];
  assert_int_equal(carom_scene_numbers(s, "bodies.bar*.length", numbers, 6), 6);
  assert_memory_equal(numbers, expected, sizeof expected);
  carom_scene_text(s, text, sizeof text);
  assert_non_null(strstr(text, "\"length\": {\"C3\": 0.38, \"C6\": 0.17, \"60\": 0.25}"));
  carom_scene_free(s);

  carom_error error;
  s = carom_scene_new(NULL);
  assert_int_equal(carom_scene_parse_json(s, "scene", text, strlen(text), &error), CAROM_OK);
  assert_int_equal(carom_scene_numbers(s, "bodies.bar*.length", numbers, 6), 6);
  assert_memory_equal(numbers, expected, sizeof expected);
  rig_set(s, "bodies.bar*.length", "{C3: 1}"); // all of it
  rig_set(s, "bodies.bar*.length.C6", "0.17"); // and value by value
  rig_set(s, "bodies.bar*.length.60", "0.25");
  rig_set(s, "bodies.bar*.length.C3", "0.38");
  assert_int_equal(carom_scene_numbers(s, "bodies.bar*.length", numbers, 6), 6);
  assert_memory_equal(numbers, expected, sizeof expected);
  rig_set(s, "bodies.bar*.length", "0.2");
  assert_int_equal(carom_scene_numbers(s, "bodies.bar*.length", numbers, 6), 1);
  carom_scene_free(s);
}

static void what_is_no_curve_is_refused(void **state) {
  (void)state;
  assert_refused(FAMILY("{C3: 0.38, H6: 0.17}"), "bodies.bar*.length.H6: unknown key");
  assert_refused(FAMILY("{C3: 0.38, C6+5: 0.17}"), "bodies.bar*.length.C6+5: unknown key");
  assert_refused(FAMILY("{C3: 0.38, 128: 0.17}"), "bodies.bar*.length.128: unknown key");
  assert_refused(FAMILY("{C3: 0.38, 48: 0.17}"),
                 "bodies.bar*.length.48: this note has a value by its other name");
  assert_refused(FAMILY("{C3: -1, C6: 0.17}"),
                 "bodies.bar*.length.C3: '-1' is out of range; allowed is a number above 0, in m");
  assert_refused(FAMILY("{C3: long}"), "'long' is not a number, and words have nothing between");
  assert_refused(FAMILY("{C3: [[0, 1], [1, 2]]}"),
                 "by note changes over time too; allowed is one of both");
  assert_refused("{carom: 1, bodies: {'bar*': {type: bar, ends: {C3: [free, free]}}}}",
                 "nothing lies between two of these");
  assert_refused("{carom: 1, bodies: {'bar*': {type: {C3: bar, C6: string}}}}",
                 "nothing lies between two of these");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(positive_values_are_interpolated_geometrically),
      cmocka_unit_test(other_values_are_interpolated_linearly),
      cmocka_unit_test(a_value_is_held_beyond_the_ends),
      cmocka_unit_test(whole_numbers_are_rounded),
      cmocka_unit_test(a_curve_is_the_same_however_it_is_written),
      cmocka_unit_test(what_is_no_curve_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
