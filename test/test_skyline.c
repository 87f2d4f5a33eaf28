// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Cholesky within a skyline, against full matrices in long double; and the contacts of an island
// that are solved by it.

#include "methods/audio/islands/island.h"
#include "methods/audio/islands/skyline.h"
#include "support.h"

enum { MAX = 30, ROOM = 2 * MAX * MAX };

static const double untouched = 1e77;

/// A positive definite matrix, full, and in its skyline with gaps between the rows.
typedef struct {
  int n;
  long double full[MAX][MAX];
  model_row row[MAX];
  double values[ROOM];
} matrix;

static void pack(matrix *m, uint64_t *seed) {
  for (int k = 0; k < ROOM; ++k)
    m->values[k] = untouched;
  int at = 0;
  for (int i = 0; i < m->n; ++i) {
    at += (int)(random_unit(seed) * 4);
    m->row[i].start = at;
    for (int j = m->row[i].first; j <= i; ++j)
      m->values[at++] = (double)m->full[i][j];
  }
}

// Skylines: diagonal, of a band, anyhow, full.
static int random_first(int i, int shape, uint64_t *seed) {
  const int band = i > 3 ? i - 3 : 0;
  return shape == 0 ? i : shape == 1 ? band : shape == 2 ? (int)(random_unit(seed) * (i + 1)) : 0;
}

// Anything within the skyline, and a diagonal that outweighs it.
static void random_matrix(matrix *m, int shape, uint64_t *seed) {
  *m = (matrix){.n = 1 + (int)(random_unit(seed) * MAX)};
  for (int i = 0; i < m->n; ++i) {
    m->row[i].first = random_first(i, shape, seed);
    for (int j = m->row[i].first; j < i; ++j)
      m->full[i][j] = m->full[j][i] = (long double)random_between(seed, -1, 1);
  }
  for (int i = 0; i < m->n; ++i) {
    long double others = 0;
    for (int j = 0; j < m->n; ++j)
      others += fabsl(m->full[i][j]);
    const double more = random_log(seed, 0.1, 10);
    m->full[i][i] = (long double)((double)others + more); // as it will be packed
  }
  pack(m, seed);
}

// Gauss with row exchange, on a copy.
static void solve_full(const matrix *m, const double *b, long double *x) {
  long double a[MAX][MAX + 1];
  const int n = m->n;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      a[i][j] = m->full[i][j];
    a[i][n] = (long double)b[i];
  }
  for (int c = 0; c < n; ++c) {
    int best = c;
    for (int r = c + 1; r < n; ++r)
      if (fabsl(a[r][c]) > fabsl(a[best][c]))
        best = r;
    for (int k = 0; k <= n; ++k) {
      const long double kept = a[c][k];
      a[c][k] = a[best][k];
      a[best][k] = kept;
    }
    for (int r = c + 1; r < n; ++r) {
      const long double factor = a[r][c] / a[c][c];
      for (int k = c; k <= n; ++k)
        a[r][k] -= factor * a[c][k];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    x[i] = a[i][n];
    for (int j = i + 1; j < n; ++j)
      x[i] -= a[i][j] * x[j];
    x[i] /= a[i][i];
  }
}

// --- Claims
// ---------------------------------------------------------------------------------------

static void solutions_are_those_of_the_full_matrix(void **state) {
  (void)state;
  uint64_t seed = 31;
  const int cases = random_cases(2000, 200);
  for (int c = 0; c < cases; ++c) {
    matrix m;
    random_matrix(&m, c % 4, &seed);
    double b[MAX];
    link_work work[MAX] = {{0}};
    for (int i = 0; i < m.n; ++i)
      work[i].x = b[i] = random_between(&seed, -1, 1);
    long double x[MAX];
    solve_full(&m, b, x);
    sky_factor(m.n, m.row, m.values);
    sky_forward(m.n, m.row, m.values, work);
    sky_backward(m.n, m.row, m.values, work);
    for (int i = 0; i < m.n; ++i)
      assert_near(work[i].x, (double)x[i], 1e-13);
  }
}

// Of L, whose diagonal is kept inverted.
static double factor_at(const matrix *m, int i, int j) {
  const double value = sky_at(m->row, m->values, i, j);
  return i == j ? 1 / value : value;
}

static void the_factor_times_itself_is_the_matrix(void **state) {
  (void)state;
  uint64_t seed = 32;
  const int cases = random_cases(1000, 100);
  for (int c = 0; c < cases; ++c) {
    matrix m;
    random_matrix(&m, c % 4, &seed);
    sky_factor(m.n, m.row, m.values);
    for (int i = 0; i < m.n; ++i) {
      assert_true(sky_at(m.row, m.values, i, i) > 0);
      for (int j = 0; j <= i; ++j) {
        long double sum = 0;
        for (int k = 0; k <= j; ++k) // the lower triangle: (i, k) with k <= i
          sum += (long double)factor_at(&m, i, k) * (long double)factor_at(&m, j, k);
        assert_near((double)sum, (double)m.full[i][j], 1e-13);
      }
    }
  }
}

static void forward_and_backward_undo_the_two_triangles(void **state) {
  (void)state;
  uint64_t seed = 33;
  for (int c = 0; c < 500; ++c) {
    matrix m;
    random_matrix(&m, c % 4, &seed);
    sky_factor(m.n, m.row, m.values);
    double y[MAX];
    for (int i = 0; i < m.n; ++i)
      y[i] = random_between(&seed, -1, 1);
    link_work lower[MAX] = {{0}};
    link_work upper[MAX] = {{0}};
    for (int i = 0; i < m.n; ++i)
      for (int j = 0; j <= i; ++j) {
        lower[i].x += factor_at(&m, i, j) * y[j]; // L y
        upper[j].x += factor_at(&m, i, j) * y[i]; // L^T y
      }
    sky_forward(m.n, m.row, m.values, lower);
    sky_backward(m.n, m.row, m.values, upper);
    for (int i = 0; i < m.n; ++i) {
      assert_near(lower[i].x, y[i], 1e-13);
      assert_near(upper[i].x, y[i], 1e-13);
    }
  }
}

static void elements_are_symmetric_and_zero_outside_the_skyline(void **state) {
  (void)state;
  uint64_t seed = 34;
  for (int c = 0; c < 200; ++c) {
    matrix m;
    random_matrix(&m, c % 4, &seed);
    for (int i = 0; i < m.n; ++i)
      for (int j = 0; j < m.n; ++j)
        assert_near(sky_at(m.row, m.values, i, j), (double)m.full[i][j], 0);
  }
}

static void shifting_gives_one_plus_the_matrix_between_roots(void **state) {
  (void)state;
  uint64_t seed = 35;
  for (int c = 0; c < 500; ++c) {
    matrix m;
    random_matrix(&m, c % 4, &seed);
    link_work work[MAX] = {{0}};
    for (int i = 0; i < m.n; ++i)
      work[i].root = i % 3 == 0 ? 0 : random_log(&seed, 1e-3, 1e3);
    double out[ROOM];
    for (int k = 0; k < ROOM; ++k)
      out[k] = untouched;
    sky_shift(m.n, m.row, m.values, work, out);
    for (int i = 0; i < m.n; ++i)
      for (int j = 0; j < m.n; ++j) {
        const long double expected =
            (long double)work[i].root * m.full[i][j] * (long double)work[j].root + (i == j);
        assert_near(sky_at(m.row, out, i, j), (double)expected, 1e-15 * fabs((double)expected));
      }
  }
}

static void nothing_is_written_between_the_rows(void **state) {
  (void)state;
  uint64_t seed = 36;
  for (int c = 0; c < 500; ++c) {
    matrix m;
    random_matrix(&m, c % 4, &seed);
    sky_factor(m.n, m.row, m.values);
    int at = 0;
    for (int i = 0; i < m.n; ++i) {
      for (; at < m.row[i].start; ++at)
        assert_near(m.values[at], untouched, 0);
      at += i - m.row[i].first + 1;
    }
    for (; at < ROOM; ++at)
      assert_near(m.values[at], untouched, 0);
  }
}

// The last row that has a column.
static void find_last_rows(matrix *m) {
  for (int i = 0; i < m->n; ++i)
    for (int j = m->row[i].first; j <= i; ++j)
      m->row[j].last = i;
}

// f and d of some links, as if the others did not touch.
static void random_forces(int n, double acting, link_work *work, uint64_t *seed) {
  for (int i = 0; i < n; ++i) {
    const bool acts = random_unit(seed) < acting;
    work[i] = (link_work){.goal = random_between(seed, -1, 1)};
    if (acts) {
      work[i].f = random_between(seed, 0, 1);
      work[i].d = i % 5 == 0 ? 0 : random_log(seed, 1e-3, 1e3);
      work[i].root = sqrt(work[i].d);
    }
  }
}

static void contacts_of_an_island_obey_their_equations(void **state) {
  (void)state;
  static const double parts[] = {0, 0.1, 0.3, 1};
  uint64_t seed = 37;
  const int cases = random_cases(4000, 400);
  for (int c = 0; c < cases; ++c) {
    matrix m;
    double factor[ROOM];
    link_work work[MAX];
    random_matrix(&m, c % 4, &seed);
    find_last_rows(&m);
    random_forces(m.n, parts[c / 4 % 4], work, &seed);
    const island_view v = {
        .collisions = {.count = m.n, .row = m.row, .work = work}, .W = m.values, .factor = factor};
    collisions_solve_affine(&v);
    for (int i = 0; i < m.n; ++i) {
      long double left = (long double)work[i].goal - (long double)work[i].D;
      long double size = 1;
      for (int j = 0; j < m.n; ++j) {
        const long double F =
            (long double)work[j].f + (long double)work[j].d * (long double)work[j].D;
        left -= m.full[i][j] * F;
        size += fabsl(m.full[i][j] * F);
      }
      assert_true(fabsl(left) <= 1e-12L * size);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solutions_are_those_of_the_full_matrix),
      cmocka_unit_test(the_factor_times_itself_is_the_matrix),
      cmocka_unit_test(forward_and_backward_undo_the_two_triangles),
      cmocka_unit_test(elements_are_symmetric_and_zero_outside_the_skyline),
      cmocka_unit_test(shifting_gives_one_plus_the_matrix_between_roots),
      cmocka_unit_test(nothing_is_written_between_the_rows),
      cmocka_unit_test(contacts_of_an_island_obey_their_equations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
