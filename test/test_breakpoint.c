// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Breakpoints, against a walk from the first to the last.

#include "base/breakpoint.h"
#include "support.h"

enum { MAX = 40 };

static double walked(const breakpoint *p, int count, double time) {
  if (time < p[0].time)
    return p[0].value;
  int last = 0; // the last that is not later than the time
  for (int i = 0; i < count; ++i)
    if (p[i].time <= time)
      last = i;
  if (last == count - 1)
    return p[last].value;
  const long double part = ((long double)time - (long double)p[last].time) /
                           ((long double)p[last + 1].time - (long double)p[last].time);
  return (double)((1 - part) * (long double)p[last].value + part * (long double)p[last + 1].value);
}

static void check_at(const breakpoint *p, int count, double time) {
  const double expected = walked(p, count, time);
  const double found = breakpoints_at(p, count, time);
  if (!(fabs(found - expected) <= 4e-15))
    fail_msg("%.17g at %.17g of %d points, expected %.17g", found, time, count, expected);
}

// Times that rise by 0 more often than not meet each other two, three and more at once.
static int random_points(uint64_t *seed, breakpoint *p, double shared) {
  const int count = 1 + (int)(random_unit(seed) * MAX);
  double time = random_between(seed, -2, 2);
  for (int i = 0; i < count; ++i) {
    p[i] = (breakpoint){.time = time, .value = random_between(seed, -1, 1)};
    time += random_unit(seed) < shared ? 0 : random_log(seed, 1e-6, 1);
  }
  return count;
}

static void any_time_finds_what_a_walk_finds(void **state) {
  (void)state;
  uint64_t seed = 21;
  const int cases = random_cases(3000, 300);
  for (int c = 0; c < cases; ++c) {
    breakpoint p[MAX];
    const int count = random_points(&seed, p, c % 3 * 0.4);
    for (int i = 0; i < 40; ++i)
      check_at(p, count, random_between(&seed, p[0].time - 0.5, p[count - 1].time + 0.5));
    for (int i = 0; i < count; ++i) {
      check_at(p, count, p[i].time);
      check_at(p, count, nextafter(p[i].time, -INFINITY));
      check_at(p, count, nextafter(p[i].time, INFINITY));
    }
  }
}

static void at_its_own_time_a_point_has_its_own_value(void **state) {
  (void)state;
  uint64_t seed = 22;
  for (int c = 0; c < 1000; ++c) {
    breakpoint p[MAX];
    const int count = random_points(&seed, p, 0);
    for (int i = 0; i < count; ++i)
      assert_near(breakpoints_at(p, count, p[i].time), p[i].value, 0);
  }
}

static void where_points_share_a_time_the_last_one_counts(void **state) {
  (void)state;
  const breakpoint p[] = {{0, 1}, {0, 2}, {1, 3}, {1, 7}, {1, 4}, {1, 5}, {2, 6}, {2, 9}};
  assert_near(breakpoints_at(p, 8, -1e-300), 1, 0);
  assert_near(breakpoints_at(p, 8, 0), 2, 0);
  assert_near(breakpoints_at(p, 8, 0.5), 2.5, 0);
  assert_near(breakpoints_at(p, 8, nextafter(1, 0)), 3, 1e-15);
  assert_near(breakpoints_at(p, 8, 1), 5, 0);
  assert_near(breakpoints_at(p, 8, 1.5), 5.5, 0);
  assert_near(breakpoints_at(p, 8, nextafter(2, 0)), 6, 1e-15);
  assert_near(breakpoints_at(p, 8, 2), 9, 0);
  assert_near(breakpoints_at(p, 2, 0), 2, 0); // all at one time
}

static void before_the_first_and_after_the_last_the_value_is_held(void **state) {
  (void)state;
  const breakpoint p[] = {{-1, 4}, {3, 8}};
  const double before[] = {-INFINITY, -1e300, -1.0000000001, -1};
  const double after[] = {3, 3.0000000001, 1e300, INFINITY};
  for (int i = 0; i < 4; ++i) {
    assert_near(breakpoints_at(p, 2, before[i]), 4, 0);
    assert_near(breakpoints_at(p, 2, after[i]), 8, 0);
    assert_near(breakpoints_at(p, 1, before[i]), 4, 0); // one point is a constant
    assert_near(breakpoints_at(p, 1, after[i]), 4, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_time_finds_what_a_walk_finds),
      cmocka_unit_test(at_its_own_time_a_point_has_its_own_value),
      cmocka_unit_test(where_points_share_a_time_the_last_one_counts),
      cmocka_unit_test(before_the_first_and_after_the_last_the_value_is_held),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
