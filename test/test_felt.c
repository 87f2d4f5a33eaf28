// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The law of felt over a step, and friction on it.

#include "contacts/felt.h"
#include "support.h"

static felt_law random_law(uint64_t *seed) {
  return (felt_law){.power = random_unit(seed) < 0.5,
                    .a = random_log(seed, 1e9, 1e11),
                    .b = random_log(seed, 1e5, 1e8),
                    .c = random_log(seed, 1e2, 1e5),
                    .stiffness = random_log(seed, 1e8, 1e11),
                    .exponent = random_between(seed, 1, 4),
                    .damping = random_between(seed, 0, 0.3)};
}

static double random_overlap(uint64_t *seed) {
  return random_between(seed, -0.3e-3, 1e-3);
}

// What a step takes from the bodies is stored or lost, and nothing is ever gained.
static void a_step_never_gives_more_than_it_took(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int i = 0; i < random_cases(200000, 2000); ++i) {
    const felt_law law = random_law(&seed);
    const double from = random_overlap(&seed);
    const double to =
        random_unit(&seed) < 0.2 ? from + 1e-9 * random_unit(&seed) : random_overlap(&seed);
    const double h = random_log(&seed, 1e-7, 1e-4);
    const felt_step s = felt_over(&law, from, to, h);
    const double stored = felt_energy(&law, to) - felt_energy(&law, from);
    assert_true(s.force >= 0 && s.slope >= -1e-9 * s.force / 1e-3);
    const double lost = s.force * (to - from) - stored;
    assert_true(lost >= -1e-12 * (fabs(stored) + felt_energy(&law, from)));
  }
}

// Where the step is short it is the law itself.
static void a_short_step_has_the_force_of_the_instant(void **state) {
  (void)state;
  uint64_t seed = 6;
  for (int i = 0; i < random_cases(10000, 1000); ++i) {
    const felt_law law = random_law(&seed);
    const double D = random_between(&seed, 1e-5, 1e-3);
    const double rate = random_between(&seed, -3, 3);
    const double h = 1e-9;
    const felt_step s = felt_over(&law, D - rate * h / 2, D + rate * h / 2, h);
    assert_near(s.force, felt_push(&law, D, rate), 1e-6 * felt_push(&law, D, 3));
  }
}

static void the_slope_is_the_derivative_of_the_force(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (int i = 0; i < random_cases(10000, 1000); ++i) {
    const felt_law law = random_law(&seed);
    const double from = random_overlap(&seed);
    const double to = random_overlap(&seed);
    const double h = 1e-3;
    const double d = 1e-9;
    if (fabs(to) < 3 * d || fabs(to - from) < 1e-5)
      continue;
    const double up = felt_over(&law, from, to + d, h).force;
    const double down = felt_over(&law, from, to - d, h).force;
    const double slope = felt_over(&law, from, to, h).slope;
    assert_near((up - down) / (2 * d), slope, 1e-4 * slope + 1e-5 * (up + 1e-3) / 1e-5);
  }
}

static void the_overlap_on_a_compliance_is_found(void **state) {
  (void)state;
  uint64_t seed = 8;
  for (int i = 0; i < random_cases(20000, 1000); ++i) {
    const felt_law law = random_law(&seed);
    const double from = random_overlap(&seed);
    const double free = from + random_between(&seed, -1e-4, 1e-4);
    const double compliance = random_log(&seed, 1e-9, 1e-3);
    const double h = random_log(&seed, 1e-6, 1e-4);
    const double y = felt_solve(&law, from, free, compliance, h);
    const felt_step at = felt_over(&law, from, y, h);
    const double rounding = 1e-15 * (fabs(free) + fabs(y)) * (1 + compliance * at.slope);
    assert_near(y + compliance * at.force, free, 4 * rounding);
  }
}

// tanh alone, and with the rise B1 that fades with B2.
static void friction_is_odd_and_bounded(void **state) {
  (void)state;
  const felt_friction smooth = {.friction = 0.6, .threshold = 1e-3};
  const felt_friction rising = {.friction = 0.4, .b1 = 0.3, .b2 = 0.2, .threshold = 1e-3};
  double slope = 0;
  assert_near(friction_share(&smooth, 1, &slope), 0.6, 1e-12);
  assert_near(friction_share(&smooth, -1e-3, &slope), -0.6 * tanh(1), 1e-15);
  assert_near(slope, 600 * (1 - tanh(1) * tanh(1)), 1e-9);
  assert_near(friction_share(&rising, 1e-3, &slope), 0.4 * tanh(1) + 0.3 / 1.2, 1e-15);
  assert_near(friction_share(&rising, 1, &slope), 0.4, 1e-8);
  const double d = 1e-9;
  double unused = 0;
  friction_share(&rising, 0.7e-3, &slope);
  assert_near((friction_share(&rising, 0.7e-3 + d, &unused) -
               friction_share(&rising, 0.7e-3 - d, &unused)) /
                  (2 * d),
              slope, 1e-5 * slope);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_never_gives_more_than_it_took),
      cmocka_unit_test(a_short_step_has_the_force_of_the_instant),
      cmocka_unit_test(the_slope_is_the_derivative_of_the_force),
      cmocka_unit_test(the_overlap_on_a_compliance_is_found),
      cmocka_unit_test(friction_is_odd_and_bounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
