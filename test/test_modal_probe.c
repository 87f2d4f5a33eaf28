// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What points see of modes: one by one, and several at once.

#include "support.h"

#include "bodies/modal_step.h"

enum { MOST_MODES = 200 };

static void fill(double *row, int count, uint64_t *seed) {
  for (int i = 0; i < count; ++i)
    row[i] = random_between(seed, -1, 1);
}

// The sums of their own, in long double.
static modal_reading plain_look(const double *turn, const double *weights, int length,
                                const double *q, const double *y) {
  long double here = 0;
  long double way = 0;
  for (int j = 0; j < length; ++j) {
    const long double x = q[j] + (long double)turn[j] * y[j];
    const long double turned = y[j] + turn[length + j] * x;
    const long double next = turn[2 * length + j] * (x + turn[j] * turned);
    here += weights[j] * (long double)q[j];
    way += weights[j] * (next - q[j]);
  }
  return (modal_reading){(double)here, (double)way};
}

static void several_points_see_what_each_sees(void **state) {
  (void)state;
  uint64_t seed = 8;
  for (int length = 8; length <= MOST_MODES; length += 8) {
    double turn[ROTATION_ROWS * MOST_MODES];
    double q[MOST_MODES];
    double y[MOST_MODES];
    double rows[PROBES_MAX][MOST_MODES];
    const double *weights[PROBES_MAX];
    fill(turn, ROTATION_ROWS * length, &seed);
    fill(q, length, &seed);
    fill(y, length, &seed);
    for (int p = 0; p < PROBES_MAX; ++p) {
      fill(rows[p], length, &seed);
      weights[p] = rows[p];
    }
    for (int points = PROBES_MAX / 2; points <= PROBES_MAX; points += PROBES_MAX / 2) {
      modal_reading seen[PROBES_MAX];
      modal_probe_many(turn, weights, points, length, q, y, seen);
      for (int p = 0; p < points; ++p) {
        const modal_reading one = modal_probe(turn, rows[p], length, q, y);
        const modal_reading plain = plain_look(turn, rows[p], length, q, y);
        assert_true(seen[p].here == one.here && seen[p].travel == one.travel);
        assert_near(one.here, plain.here, 1e-13);
        assert_near(one.travel, plain.travel, 1e-13);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(several_points_see_what_each_sees)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
