// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Sums that keep what rounding drops, against sums without rounding.

#include "support.h"

#include "base/compensated_sum.h"

enum { PARTS = 80, COUNT = 1000 };

static const double eps = 0x1p-53;

/// A number as the sum of parts that do not overlap, smallest first (Shewchuk): exact.
typedef struct {
  int count;
  double part[PARTS];
} exact_sum;

static void exact_add(exact_sum *e, double x) {
  int kept = 0;
  for (int i = 0; i < e->count; ++i) {
    double a = x;
    double b = e->part[i];
    if (fabs(a) < fabs(b)) {
      a = e->part[i];
      b = x;
    }
    const double sum = a + b;
    const double dropped = b - (sum - a);
    if (dropped != 0)
      e->part[kept++] = dropped;
    x = sum;
  }
  assert_true(kept < PARTS);
  e->part[kept] = x;
  e->count = kept + 1;
}

// How far a value is from the sum.
static double distance(exact_sum e, double value) {
  exact_add(&e, -value);
  double sum = 0;
  for (int i = 0; i < e.count; ++i)
    sum += e.part[i];
  return fabs(sum);
}

typedef struct {
  double found, plain;        // with compensation, and without
  double distance, plain_off; // of both from the exact sum
  double size;                // of the exact sum
  double turnover;            // the sum of the absolute values
} outcome;

static outcome add_up(const double *x, int count) {
  exact_sum exact = {.count = 0};
  compensated_sum sum = {0, 0};
  outcome o = {0};
  for (int i = 0; i < count; ++i) {
    exact_add(&exact, x[i]);
    sum_add(&sum, x[i]);
    o.plain += x[i];
    o.turnover += fabs(x[i]);
  }
  o.found = sum_value(sum);
  o.distance = distance(exact, o.found);
  o.plain_off = distance(exact, o.plain);
  o.size = distance(exact, 0);
  return o;
}

// What is dropped from the sum is itself added with rounding, of the second order.
static double bound(const outcome *o, int count) {
  return eps * o->size + 2.0 * count * count * eps * eps * o->turnover;
}

static void check(const double *x, int count) {
  const outcome o = add_up(x, count);
  if (!(o.distance <= bound(&o, count)))
    fail_msg("%.17g is %g off, at most %g expected", o.found, o.distance, bound(&o, count));
}

// --- Claims
// ---------------------------------------------------------------------------------------

static void small_numbers_outlast_large_ones_that_cancel(void **state) {
  (void)state;
  const double x[][4] = {{1, 1e100, 1, -1e100}, {1e100, 1, -1e100, 1}, {1, -1e16, 1, 1e16},
                         {-1e16, 1, 1e16, 1},   {1e-300, 2, -2, 0},    {0x1p53, 1, 1, -0x1p53}};
  const double expected[] = {2, 2, 2, 2, 1e-300, 2};
  for (int i = 0; i < 6; ++i) {
    compensated_sum sum = {0, 0};
    for (int k = 0; k < 4; ++k)
      sum_add(&sum, x[i][k]);
    assert_near(sum_value(sum), expected[i], 0);
  }
}

static void a_million_crumbs_are_not_lost_beside_one(void **state) {
  (void)state;
  compensated_sum sum = {0, 0};
  double plain = 1;
  sum_add(&sum, 1);
  for (int i = 0; i < 1000000; ++i) {
    sum_add(&sum, 0x1p-54);
    plain += 0x1p-54;
  }
  assert_near(plain, 1, 0);
  assert_near(sum_value(sum), 1 + 1000000 * 0x1p-54, 0);
}

static void random_sums_that_cancel_are_within_the_last_digit(void **state) {
  (void)state;
  uint64_t seed = 41;
  int better = 0;
  const int cases = random_cases(2000, 200);
  for (int c = 0; c < cases; ++c) {
    double x[COUNT];
    const int count = 2 + (int)(random_unit(&seed) * (COUNT - 2));
    const double range = random_between(&seed, 0, 30);
    for (int i = 0; i < count; ++i) {
      const bool back = i > 0 && random_unit(&seed) < 0.5;
      x[i] = back ? -x[i - 1] * (1 + eps * floor(random_between(&seed, 0, 8)))
                  : random_between(&seed, -1, 1) * pow(10, random_between(&seed, -range, range));
    }
    check(x, count);
    const outcome o = add_up(x, count);
    better += o.plain_off > bound(&o, count);
  }
  assert_true(better > cases / 2); // these are sums that a plain one gets wrong
}

static void the_order_hardly_matters(void **state) {
  (void)state;
  uint64_t seed = 42;
  for (int c = 0; c < 200; ++c) {
    double x[COUNT];
    for (int i = 0; i < COUNT; ++i)
      x[i] = random_between(&seed, -1, 1) * random_log(&seed, 1e-8, 1e8);
    check(x, COUNT);
    for (int i = 0; i < COUNT / 2; ++i) {
      const double kept = x[i];
      x[i] = x[COUNT - 1 - i];
      x[COUNT - 1 - i] = kept;
    }
    check(x, COUNT);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_numbers_outlast_large_ones_that_cancel),
      cmocka_unit_test(a_million_crumbs_are_not_lost_beside_one),
      cmocka_unit_test(random_sums_that_cancel_are_within_the_last_digit),
      cmocka_unit_test(the_order_hardly_matters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
