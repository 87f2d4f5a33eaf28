// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Values as they are written.

#include "base/breakpoint.h"
#include "scene/value.h"
#include "support.h"

static void numbers_are_read_whole(void **state) {
  (void)state;
  double x = 0;
  assert_true(value_number(" 1.5e-3 ", &x));
  assert_near(x, 1.5e-3, 0);
  assert_true(value_number("-7", &x));
  assert_true(value_number(".inf", &x) && isinf(x));
  assert_false(value_number("1.5 m", &x));
  assert_false(value_number("", &x));
  assert_false(value_number("heavy", &x));
  assert_false(value_number("[1]", &x));
}

static void lists_are_read_flat_and_in_pairs(void **state) {
  (void)state;
  double x[6] = {0};
  assert_int_equal(value_list("[1, 2 ,3]", 1, x, 6), 3);
  assert_near(x[2], 3, 0);
  assert_int_equal(value_list("[[0, 1], [2, 3]]", 2, x, 6), 2);
  assert_near(x[3], 3, 0);
  assert_int_equal(value_list("[]", 1, x, 6), 0);
  assert_int_equal(value_list("[1, 2", 1, x, 6), -1);
  assert_int_equal(value_list("[1,, 2]", 1, x, 6), -1);
  assert_int_equal(value_list("[[0, 1], 2]", 2, x, 6), -1);
  assert_int_equal(value_list("[[0, 1, 2]]", 2, x, 6), -1);
  assert_int_equal(value_list("[1, 2] 3", 1, x, 6), -1);
}

static void lists_longer_than_the_room_are_counted_not_copied(void **state) {
  (void)state;
  double x[2] = {0, 0};
  assert_int_equal(value_list("[1, 2, 3, 4]", 1, x, 2), 4);
  assert_near(x[1], 2, 0);
}

static void breakpoints_are_straight_between_and_held_outside(void **state) {
  (void)state;
  const carom_memory heap = carom_memory_heap();
  scene_value v;
  assert_true(value_begin(&v, "[[0, 1], [1, 3], [2, 2]]", true, NULL, &heap));
  assert_int_equal(v.rows, 3);
  assert_int_equal(v.width, 2);
  const breakpoint *points = (const breakpoint *)(const void *)value_numbers(&v);
  assert_near(v.at_0, 1, 0);
  assert_near(v.most, 3, 0);
  assert_near(breakpoints_at(points, v.rows, -1), 1, 0);
  assert_near(breakpoints_at(points, v.rows, 0.25), 1.5, 1e-15);
  assert_near(breakpoints_at(points, v.rows, 1.5), 2.5, 1e-15);
  assert_near(breakpoints_at(points, v.rows, 9), 2, 0);
  value_end(&v, &heap);
  assert_true(value_begin(&v, "[1, 2]", true, NULL, &heap));
  assert_int_equal(v.width, 1);
  value_end(&v, &heap);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_read_whole),
      cmocka_unit_test(lists_are_read_flat_and_in_pairs),
      cmocka_unit_test(lists_longer_than_the_room_are_counted_not_copied),
      cmocka_unit_test(breakpoints_are_straight_between_and_held_outside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
