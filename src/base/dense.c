// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Gauss-Jordan elimination and triangular factors with partial pivoting, and Cholesky factors with
// zeros for redundant rows.

#include "base/dense.h"

#include <assert.h>
#include <math.h>

static int pivot_row(const double *a, int n, int col) {
  const int w = n + 1;
  int best = col;
  for (int r = col + 1; r < n; ++r)
    if (fabs(a[r * w + col]) > fabs(a[best * w + col]))
      best = r;
  return best;
}

bool dense_eliminate(double *a, int n) {
  const int w = n + 1;
  for (int col = 0; col < n; ++col) {
    const int best = pivot_row(a, n, col);
    for (int k = 0; k < w; ++k) {
      const double kept = a[col * w + k];
      a[col * w + k] = a[best * w + k];
      a[best * w + k] = kept;
    }
    if (fabs(a[col * w + col]) < 1e-12)
      return false;
    for (int r = 0; r < n; ++r) {
      const double factor = r == col ? 0 : a[r * w + col] / a[col * w + col];
      for (int k = col; factor != 0 && k < w; ++k)
        a[r * w + k] -= factor * a[col * w + k];
    }
  }
  return true;
}

static void swap(double *a, int i, int k) {
  const double kept = a[i];
  a[i] = a[k];
  a[k] = kept;
}

bool dense_factor(double *a, int n, int *pivot) {
  assert(n >= 0);
  for (int col = 0; col < n; ++col) {
    int best = col;
    for (int r = col + 1; r < n; ++r)
      if (fabs(a[r * n + col]) > fabs(a[best * n + col]))
        best = r;
    pivot[col] = best;
    for (int k = 0; best != col && k < n; ++k)
      swap(a, col * n + k, best * n + k);
    if (!(fabs(a[col * n + col]) >= 1e-12))
      return false;
    for (int r = col + 1; r < n; ++r) {
      const double factor = a[r * n + col] /= a[col * n + col];
      for (int k = col + 1; factor != 0 && k < n; ++k)
        a[r * n + k] -= factor * a[col * n + k];
    }
  }
  return true;
}

void dense_substitute(const double *a, int n, const int *pivot, double *b) {
  for (int i = 0; i < n; ++i) {
    assert(pivot[i] >= i && pivot[i] < n && "of dense_factor()");
    swap(b, i, pivot[i]);
  }
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k)
      b[i] -= a[i * n + k] * b[k];
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k)
      b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
}

static void factor(double *G, int n) {
  for (int i = 0; i < n; ++i) {
    const double whole = G[i * n + i];
    for (int k = 0; k <= i; ++k) {
      double sum = G[i * n + k];
      for (int l = 0; l < k; ++l)
        sum -= G[i * n + l] * G[k * n + l];
      if (k < i)
        G[i * n + k] = G[k * n + k] > 0 ? sum / G[k * n + k] : 0;
      else
        G[i * n + i] = sum > 1e-12 * whole ? sqrt(sum) : 0;
    }
  }
}

void dense_solve_semidefinite(double *G, int n, double *b) {
  factor(G, n);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k)
      b[i] -= G[i * n + k] * b[k];
    b[i] = G[i * n + i] > 0 ? b[i] / G[i * n + i] : 0;
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k)
      b[i] -= G[k * n + i] * b[k];
    b[i] = G[i * n + i] > 0 ? b[i] / G[i * n + i] : 0;
  }
}
