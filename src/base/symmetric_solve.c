// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// By Sylvester's law a symmetric matrix has as many negative eigenvalues as D of its factors
// L D L^T. The band is factored without exchanges: where a pivot is small by chance the counted
// matrix is a neighbour of S, and a count that matters is taken at other places too. A full matrix
// exchanges rows, with blocks of two where all diagonal elements are small (J. R. Bunch and B. N.
// Parlett, SIAM J. Numer. Anal. 8, 1971).

#include "base/symmetric_solve.h"

#include <float.h>
#include <stddef.h>

// --- With a band --------------------------------------------------------------------------------

static int rows_below(const phasor_band *S, int j) {
  return S->n - 1 - j < S->width ? S->n - 1 - j : S->width;
}

static phasor not_zero(phasor pivot) {
  return pivot.re == 0 && pivot.im == 0 ? (phasor){DBL_MIN, 0} : pivot;
}

int phasor_band_factor(phasor_band *S) {
  const size_t next = (size_t)S->width + 1;
  int negative = 0;
  for (int j = 0; j < S->n; ++j) {
    phasor *restrict column = S->column + (size_t)j * next;
    const int below = rows_below(S, j);
    column[0] = not_zero(column[0]);
    negative += column[0].re < 0;
    for (int p = 1; p <= below; ++p) {
      if (column[p].re == 0 && column[p].im == 0)
        continue;
      const phasor factor = phasor_over(column[p], column[0]);
      phasor *restrict to = column + (size_t)p * next;
      for (int q = p; q <= below; ++q)
        to[q - p] = phasor_less(to[q - p], phasor_times(factor, column[q]));
    }
    for (int p = 1; p <= below; ++p)
      column[p] = phasor_over(column[p], column[0]);
  }
  return negative;
}

void phasor_band_solve(const phasor_band *L, phasor *x) {
  const size_t next = (size_t)L->width + 1;
  for (int j = 0; j < L->n; ++j)
    for (int p = 1; p <= rows_below(L, j); ++p)
      x[j + p] = phasor_less(x[j + p], phasor_times(L->column[(size_t)j * next + (size_t)p], x[j]));
  for (int j = 0; j < L->n; ++j)
    x[j] = phasor_over(x[j], L->column[(size_t)j * next]);
  for (int j = L->n - 1; j >= 0; --j)
    for (int p = 1; p <= rows_below(L, j); ++p)
      x[j] = phasor_less(x[j], phasor_times(L->column[(size_t)j * next + (size_t)p], x[j + p]));
}

// --- In full ------------------------------------------------------------------------------------

void phasor_factor(phasor *a, int n, int *pivot) {
  for (int j = 0; j < n; ++j) {
    pivot[j] = j;
    for (int i = j + 1; i < n; ++i)
      if (phasor_square(a[i * n + j]) > phasor_square(a[pivot[j] * n + j]))
        pivot[j] = i;
    for (int c = 0; pivot[j] != j && c < n; ++c) {
      const phasor kept = a[j * n + c];
      a[j * n + c] = a[pivot[j] * n + c];
      a[pivot[j] * n + c] = kept;
    }
    a[j * n + j] = not_zero(a[j * n + j]);
    for (int i = j + 1; i < n; ++i) {
      const phasor factor = phasor_over(a[i * n + j], a[j * n + j]);
      a[i * n + j] = factor;
      for (int c = j + 1; c < n; ++c)
        a[i * n + c] = phasor_less(a[i * n + c], phasor_times(factor, a[j * n + c]));
    }
  }
}

void phasor_solve(const phasor *a, int n, const int *pivot, phasor *b) {
  for (int i = 0; i < n; ++i) {
    const phasor kept = b[i];
    b[i] = b[pivot[i]];
    b[pivot[i]] = kept;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      b[i] = phasor_less(b[i], phasor_times(a[i * n + j], b[j]));
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      b[i] = phasor_less(b[i], phasor_times(a[i * n + j], b[j]));
    b[i] = phasor_over(b[i], a[i * n + i]);
  }
}

// --- Negative eigenvalues -----------------------------------------------------------------------

static void exchange(double *a, int n, int p, int q) {
  for (int i = 0; p != q && i < n; ++i) {
    const double kept = a[p * n + i];
    a[p * n + i] = a[q * n + i];
    a[q * n + i] = kept;
  }
  for (int i = 0; p != q && i < n; ++i) {
    const double kept = a[i * n + p];
    a[i * n + p] = a[i * n + q];
    a[i * n + q] = kept;
  }
}

static void eliminate_one(double *a, int n, int j) {
  for (int i = j + 1; i < n; ++i)
    for (int c = j + 1; c < n; ++c)
      a[i * n + c] -= a[i * n + j] / a[j * n + j] * a[j * n + c];
}

static void eliminate_two(double *a, int n, int j) {
  const double p = a[j * n + j];
  const double q = a[j * n + j + 1];
  const double r = a[(j + 1) * n + j + 1];
  const double determinant = p * r - q * q;
  for (int i = j + 2; i < n; ++i) {
    const double x = (r * a[i * n + j] - q * a[i * n + j + 1]) / determinant;
    const double y = (p * a[i * n + j + 1] - q * a[i * n + j]) / determinant;
    for (int c = j + 2; c < n; ++c)
      a[i * n + c] -= x * a[j * n + c] + y * a[(j + 1) * n + c];
  }
}

int symmetric_negative(double *a, int n) {
  int negative = 0;
  for (int j = 0; j < n;) {
    int diagonal = j;
    int row = j;
    int column = j;
    for (int i = j; i < n; ++i) {
      if (fabs(a[i * n + i]) > fabs(a[diagonal * n + diagonal]))
        diagonal = i;
      for (int c = j; c < i; ++c)
        if (row == column || fabs(a[i * n + c]) > fabs(a[row * n + column])) {
          row = i;
          column = c;
        }
    }
    const double off = row == column ? 0 : fabs(a[row * n + column]);
    if (fabs(a[diagonal * n + diagonal]) >= 0.64 * off) {
      exchange(a, n, j, diagonal);
      if (a[j * n + j] == 0)
        break; // all that is left is zero
      negative += a[j * n + j] < 0;
      eliminate_one(a, n, j);
      ++j;
    } else { // a block of two has one negative eigenvalue
      exchange(a, n, j, column);
      exchange(a, n, j + 1, row);
      ++negative;
      eliminate_two(a, n, j);
      j += 2;
    }
  }
  return negative;
}
