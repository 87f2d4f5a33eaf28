// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Plates on grids against published tables: the scheme's own modes, by inverse iteration, converge
// to them.

#include "plate_scenes.h"

// --- The scheme's own modes ---------------------------------------------------------------------

enum { MAX = 33 * 61, WANTED = 9, VECTORS = 14 };

// Cholesky factor of M^-1/2 K M^-1/2 + shift in place of K; held nodes are left out by a 1.
static void factorise(operator* o, double shift) {
  const int n = o->n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double *a = &o->a[i * n + j];
      *a = o->mass[i] > 0 && o->mass[j] > 0 ? *a / sqrt(o->mass[i] * o->mass[j]) : 0;
      if (i == j)
        *a = o->mass[i] > 0 ? *a + shift : 1;
    }
  for (int i = 0; i < n; ++i) {
    while (o->a[i * n + o->first[i]] == 0)
      ++o->first[i];
    for (int j = o->first[i]; j <= i; ++j) {
      double sum = o->a[i * n + j];
      for (int l = o->first[i]; l < j; ++l)
        sum -= o->a[i * n + l] * o->a[j * n + l];
      o->a[i * n + j] = i == j ? sqrt(sum) : sum / o->a[j * n + j];
    }
  }
}

static void solve(const operator* o, double *x) {
  const int n = o->n;
  for (int i = 0; i < n; ++i) {
    for (int j = o->first[i]; j < i; ++j)
      x[i] -= o->a[i * n + j] * x[j];
    x[i] /= o->a[i * n + i];
  }
  for (int i = n - 1; i >= 0; --i) {
    x[i] /= o->a[i * n + i];
    for (int j = o->first[i]; j < i; ++j)
      x[j] -= o->a[i * n + j] * x[i];
  }
}

// Eigenvalues of a small symmetric matrix by Jacobi's rotations, falling.
static void eigenvalues(double a[VECTORS][VECTORS], double *values) {
  for (int round = 0; round < 12; ++round)
    for (int p = 0; p < VECTORS; ++p)
      for (int q = p + 1; q < VECTORS; ++q) {
        const double angle = 0.5 * atan2(2 * a[p][q], a[q][q] - a[p][p]);
        const double c = cos(angle);
        const double s = sin(angle);
        for (int i = 0; i < VECTORS; ++i) {
          const double x = a[i][p];
          a[i][p] = c * x - s * a[i][q];
          a[i][q] = s * x + c * a[i][q];
        }
        for (int i = 0; i < VECTORS; ++i) {
          const double x = a[p][i];
          a[p][i] = c * x - s * a[q][i];
          a[q][i] = s * x + c * a[q][i];
        }
      }
  for (int i = 0; i < VECTORS; ++i) {
    int rank = 0;
    for (int j = 0; j < VECTORS; ++j)
      rank += a[j][j] > a[i][i] || (a[j][j] == a[i][i] && j < i);
    values[rank] = a[i][i];
  }
}

static double dot(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}

static void orthonormalise(double v[VECTORS][MAX], int n) {
  for (int i = 0; i < VECTORS; ++i)
    for (int l = 0; l <= i; ++l) {
      const double product = dot(v[i], v[l], n);
      for (int j = 0; j < n; ++j)
        v[i][j] = l == i ? v[i][j] / sqrt(product) : v[i][j] - product * v[l][j];
    }
}

// The lowest square roots of eigenvalues, by inverse iteration on several vectors and Ritz.
static void lowest_roots(operator* o, double *roots) {
  static double v[VECTORS][MAX];
  static double w[VECTORS][MAX];
  const double shift = 1e-4;
  uint64_t seed = 11;
  assert_true(o->n <= MAX);
  factorise(o, shift);
  for (int i = 0; i < VECTORS; ++i)
    for (int j = 0; j < o->n; ++j)
      w[i][j] = o->mass[j] > 0 ? random_between(&seed, -1, 1) : 0;
  for (int round = 0; round < 25; ++round) {
    memcpy(v, w, sizeof v);
    orthonormalise(v, o->n);
    memcpy(w, v, sizeof w);
    for (int i = 0; i < VECTORS; ++i)
      solve(o, w[i]);
  }
  double small[VECTORS][VECTORS];
  double values[VECTORS];
  for (int i = 0; i < VECTORS; ++i)
    for (int j = 0; j < VECTORS; ++j)
      small[i][j] = (dot(v[i], w[j], o->n) + dot(v[j], w[i], o->n)) / 2;
  eigenvalues(small, values);
  for (int i = 0; i < WANTED; ++i)
    roots[i] = sqrt(fmax(1 / values[i] - shift, 0));
}

/// omega a^2 / kappa of a plate of 1 m by `side`, N cells along x and M along y, a = 1 m.
static void published_numbers(const char *edges, double side, int nx, int ny, double *roots) {
  char text[300];
  snprintf(text, sizeof text,
           "{carom: 1, bodies: {p: {type: plate, model: grid, size: [1, %.17g], thickness: 1e-3, "
           "density: 1000, "
           "youngs: 1e6, poisson: 0.3, edges: %s, points: [%d, %d]}}}",
           side, edges, nx, ny);
  rig r = rig_of(scene_of(text));
  operator o = operator_of(&r);
  lowest_roots(&o, roots);
  for (int i = 0; i < WANTED; ++i)
    roots[i] /= pow(r.model->body[0].h, 2);
  operator_free(&o);
  rig_free(&r);
}

// --- Published tables ---------------------------------------------------------------------------

/// Frequencies of a plate from A. W. Leissa, The free vibration of rectangular plates, Journal of
/// Sound and Vibration 31 (1973), by Ritz's method: upper bounds. And more exact ones, where known.
typedef struct {
  const char *edges;
  double side; // ly / lx
  int rigid, count;
  double leissa[5], exact[5];
  double within; // of the exact ones, extrapolated from 16 and 32 cells
} published;

static const published tables[] = {
    {"free",
     1,
     3,
     5,
     {13.489, 19.789, 24.432, 35.024, 35.024},
     {13.468, 19.596, 24.270, 34.801, 34.801},
     1e-4},
    {"free", 1.5, 3, 5, {8.9459, 9.6015, 20.735, 22.353, 25.867}, {0}, 0},
    {"clamped",
     1,
     0,
     5,
     {35.992, 73.413, 73.413, 108.27, 131.64},
     {35.985, 73.394, 73.394, 108.22, 131.58},
     1.1e-3},
};

// Halving the cells divides the error by four; extrapolated, frequencies are below Leissa's bounds
// by at most 1.1 % and near the exact ones. With square cells and with oblong ones.
static void plates_converge_to_published_frequencies(void **state) {
  (void)state;
  for (int i = 0; i < 6; ++i) {
    const published *p = &tables[i / 2];
    double coarse[WANTED];
    double fine[WANTED];
    const int across = (int)(p->side * 16 * (i % 2 == 0 ? 1 : 1.25));
    published_numbers(p->edges, p->side, 16, across, coarse);
    published_numbers(p->edges, p->side, 32, 2 * across, fine);
    for (int j = 0; j < p->rigid; ++j)
      assert_at_most(fine[j], 1e-2);
    for (int j = 0; j < p->count; ++j) {
      const double limit = (4 * fine[p->rigid + j] - coarse[p->rigid + j]) / 3;
      assert_at_most(limit, p->leissa[j]);
      assert_at_most(p->leissa[j], 1.011 * limit);
      if (p->exact[j] == 0)
        continue;
      assert_near(limit / p->exact[j], 1, p->within);
      const double errors[] = {coarse[p->rigid + j] / p->exact[j] - 1,
                               fine[p->rigid + j] / p->exact[j] - 1};
      assert_near(log2(errors[0] / errors[1]), 2, 0.12);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plates_converge_to_published_frequencies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
