// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Small dense systems, against what they were made from.

#include "base/dense.h"
#include "support.h"

enum { MAX = 12 };

static void elimination_finds_the_solution_it_was_made_from(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int trial = 0; trial < 2000; ++trial) {
    const int n = 1 + (int)(random_unit(&seed) * MAX);
    double rows[MAX * (MAX + 1)];
    double full[MAX * MAX];
    double x[MAX];
    for (int i = 0; i < n; ++i)
      x[i] = random_between(&seed, -1, 1);
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < n; ++j) {
        full[i * n + j] = random_between(&seed, -1, 1) + (i == (j + trial) % n ? 3.0 * n : 0);
        rows[i * (n + 1) + j] = full[i * n + j];
        sum += full[i * n + j] * x[j];
      }
      rows[i * (n + 1) + n] = sum;
    }
    double b[MAX];
    int pivot[MAX];
    for (int i = 0; i < n; ++i)
      b[i] = rows[i * (n + 1) + n];
    assert_true(dense_eliminate(rows, n));
    assert_true(dense_factor(full, n, pivot));
    dense_substitute(full, n, pivot, b);
    for (int i = 0; i < n; ++i) {
      assert_near(rows[i * (n + 1) + n] / rows[i * (n + 1) + i], x[i], 1e-13);
      assert_near(b[i], x[i], 1e-13);
    }
  }
}

static void elimination_refuses_rows_that_repeat_each_other(void **state) {
  (void)state;
  double rows[] = {1, 2, 3, 1, 2, 4, 6, 2, 1, 1, 1, 1};
  double square[] = {1, 2, 3, 2, 4, 6, 1, 1, 1};
  int pivot[3];
  assert_false(dense_eliminate(rows, 3));
  assert_false(dense_factor(square, 3, pivot));
  double zero_pivot[] = {0, 1, 5, 1, 0, 7}; // needs an exchange of rows
  assert_true(dense_eliminate(zero_pivot, 2));
  assert_near(zero_pivot[2] / zero_pivot[0], 7, 0);
  assert_near(zero_pivot[5] / zero_pivot[4], 5, 0);
}

// G = B B^T has the rank of B; what the solution pushes with must do what was asked.
static void a_semidefinite_system_is_met_where_it_can_be(void **state) {
  (void)state;
  uint64_t seed = 2;
  for (int trial = 0; trial < 2000; ++trial) {
    const int n = 1 + (int)(random_unit(&seed) * MAX);
    const int rank = 1 + (int)(random_unit(&seed) * n);
    double B[MAX][MAX] = {{0}};
    double G[MAX * MAX];
    double kept[MAX * MAX];
    double b[MAX];
    double x[MAX];
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < rank; ++k)
        B[i][k] = i < rank ? (i == k ? 2 : random_between(&seed, -0.3, 0.3))
                           : B[i % rank][k]; // a row that repeats another
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int k = 0; k < rank; ++k)
          sum += B[i][k] * B[j][k];
        G[i * n + j] = kept[i * n + j] = sum;
      }
    for (int i = 0; i < n; ++i)
      x[i] = b[i] = i < rank ? random_between(&seed, -1, 1) : b[i % rank];
    dense_solve_semidefinite(G, n, x);
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < n; ++j)
        sum += kept[i * n + j] * x[j];
      assert_near(sum, b[i], 1e-12);
      if (i >= rank)
        assert_near(x[i], 0, 0);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elimination_finds_the_solution_it_was_made_from),
      cmocka_unit_test(elimination_refuses_rows_that_repeat_each_other),
      cmocka_unit_test(a_semidefinite_system_is_met_where_it_can_be),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
