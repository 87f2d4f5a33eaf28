// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Values as they are written.

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
  double at = 0;
  double largest = 0;
  const char *text = "[[0, 1], [1, 3], [2, 2]]";
  assert_true(value_breakpoints(text, -1, &at, &largest));
  assert_near(at, 1, 0);
  assert_near(largest, 3, 0);
  assert_true(value_breakpoints(text, 0.25, &at, &largest));
  assert_near(at, 1.5, 1e-15);
  assert_true(value_breakpoints(text, 1.5, &at, &largest));
  assert_near(at, 2.5, 1e-15);
  assert_true(value_breakpoints(text, 9, &at, &largest));
  assert_near(at, 2, 0);
  assert_false(value_breakpoints("[1, 2]", 0, &at, &largest));
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
