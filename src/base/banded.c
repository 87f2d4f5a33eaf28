// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The Cholesky factor of a symmetric banded matrix by columns, and Jacobi's rotations for small
// dense ones.

#include "base/banded.h"

#include <float.h>
#include <math.h>

// --- Cholesky -----------------------------------------------------------------------------------

// How many rows below row j are within the band.
static int rows_below(const banded *S, int j) {
  return S->n - 1 - j < S->width ? S->n - 1 - j : S->width;
}

bool banded_factor(banded *S) {
  const size_t next = (size_t)S->width + 1;
  for (int j = 0; j < S->n; ++j) {
    double *restrict column = S->column + (size_t)j * next;
    const int below = rows_below(S, j);
    if (!(column[0] > 0))
      return false;
    column[0] = sqrt(column[0]);
    for (int p = 1; p <= below; ++p)
      column[p] /= column[0];
    for (int p = 1; p <= below; ++p) {
      double *restrict to = column + (size_t)p * next;
      const double factor = column[p];
      for (int q = p; factor != 0 && q <= below; ++q)
        to[q - p] -= factor * column[q];
    }
  }
  return true;
}

void banded_solve(const banded *L, double *x) {
  const size_t next = (size_t)L->width + 1;
  for (int j = 0; j < L->n; ++j) {
    const double *column = L->column + (size_t)j * next;
    double *here = x + (size_t)BANDED_SIDES * (size_t)j;
    for (int c = 0; c < BANDED_SIDES; ++c)
      here[c] /= column[0];
    for (int p = 1; p <= rows_below(L, j); ++p)
      for (int c = 0; c < BANDED_SIDES; ++c)
        here[BANDED_SIDES * p + c] -= column[p] * here[c];
  }
  for (int j = L->n - 1; j >= 0; --j) {
    const double *column = L->column + (size_t)j * next;
    double *here = x + (size_t)BANDED_SIDES * (size_t)j;
    double sum[BANDED_SIDES] = {0};
    for (int p = 1; p <= rows_below(L, j); ++p)
      for (int c = 0; c < BANDED_SIDES; ++c)
        sum[c] += column[p] * here[BANDED_SIDES * p + c];
    for (int c = 0; c < BANDED_SIDES; ++c)
      here[c] = (here[c] - sum[c]) / column[0];
  }
}

// --- Jacobi's rotations -------------------------------------------------------------------------

// Rotates rows x and y of n numbers, `step` apart, by the angle with cosine c and sine s.
static void rotate_pair(double *x, double *y, int n, size_t step, double c, double s) {
  for (size_t i = 0; i < (size_t)n * step; i += step) {
    const double a = x[i];
    const double b = y[i];
    x[i] = c * a - s * b;
    y[i] = s * a + c * b;
  }
}

// Makes element (p, q) zero.
static void rotate(double *a, int n, int p, int q, double *vectors) {
  const size_t N = (size_t)n;
  double *row_p = a + (size_t)p * N;
  double *row_q = a + (size_t)q * N;
  const double cot = (row_q[q] - row_p[p]) / (2 * row_p[q]);
  const double t = (cot < 0 ? -1 : 1) / (fabs(cot) + sqrt(1 + cot * cot));
  const double c = 1 / sqrt(1 + t * t);
  rotate_pair(row_p, row_q, n, 1, c, t * c);
  rotate_pair(a + p, a + q, n, N, c, t * c);
  rotate_pair(vectors + (size_t)p * N, vectors + (size_t)q * N, n, 1, c, t * c);
}

// One sweep over all elements that are not negligible beside their diagonals; whether there was
// one.
static bool sweep(double *a, int n, double *vectors) {
  bool any = false;
  const size_t N = (size_t)n;
  for (int p = 0; p < n; ++p)
    for (int q = p + 1; q < n; ++q) {
      const double min =
          sqrt(fabs(a[(size_t)p * N + (size_t)p])) * sqrt(fabs(a[(size_t)q * N + (size_t)q]));
      if (fabs(a[(size_t)p * N + (size_t)q]) <= DBL_EPSILON / 8 * min + DBL_MIN)
        continue;
      rotate(a, n, p, q, vectors);
      any = true;
    }
  return any;
}

void symmetric_eigen(double *a, int n, double *value, double *vectors) {
  const size_t N = (size_t)n;
  for (size_t i = 0; i < N * N; ++i)
    vectors[i] = i % (N + 1) == 0;
  for (int sweeps = 0; sweeps < 40 && sweep(a, n, vectors); ++sweeps)
    ;
  for (int i = 0; i < n; ++i)
    value[i] = a[(size_t)i * (N + 1)];
  for (int i = 0; i < n; ++i) { // sorts by exchanging
    int min = i;
    for (int j = i + 1; j < n; ++j)
      min = value[j] < value[min] ? j : min;
    const double kept = value[i];
    value[i] = value[min];
    value[min] = kept;
    for (size_t j = 0; min != i && j < N; ++j) {
      double *x = vectors + (size_t)i * N + j;
      double *y = vectors + (size_t)min * N + j;
      const double swap = *x;
      *x = *y;
      *y = swap;
    }
  }
}
