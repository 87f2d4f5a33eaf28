// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All eigenvectors of a dense symmetric matrix: Householder's reflections make it tridiagonal, QL
// steps with implicit shifts make that diagonal (B. N. Parlett, The symmetric eigenvalue problem,
// 1980, chapters 7 and 8). What is turned are rows, which lie in one piece.

#include "base/banded.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/// QL steps for one eigenvalue, at most; two are usual.
enum { STEPS_MAX = 60 };

// --- Tridiagonal --------------------------------------------------------------------------------

static void add_row(double *to, double by, const double *row, int n) {
  for (int i = 0; i < n; ++i)
    to[i] += by * row[i];
}

static double dot(const double *x, const double *y, int n) {
  double partial[4] = {0};
  int i = 0;
  for (; i + 4 <= n; i += 4)
    for (int c = 0; c < 4; ++c)
      partial[c] += x[i + c] * y[i + c];
  for (; i < n; ++i)
    partial[0] += x[i] * y[i];
  return (partial[0] + partial[1]) + (partial[2] + partial[3]);
}

// Turns row i of the leading i + 1 rows into (.., 0, e): u = row - e, A - u q^T - q u^T. The row
// keeps u, and element (i - 1, i) e.
static void reflect(double *a, int N, int i, double *p) {
  double *u = a + (size_t)i * (size_t)N;
  const double above = dot(u, u, i - 1);
  double *e = a + (size_t)(i - 1) * (size_t)N + i;
  if (above == 0) {
    *e = u[i - 1];
    memset(u, 0, (size_t)i * sizeof *u);
    return;
  }
  const double length = sqrt(above + u[i - 1] * u[i - 1]);
  *e = u[i - 1] > 0 ? -length : length;
  const double H = length * (length + fabs(u[i - 1]));
  u[i - 1] -= *e;
  memset(p, 0, (size_t)i * sizeof *p);
  for (int j = 0; j < i; ++j)
    add_row(p, u[j] / H, a + (size_t)j * (size_t)N, i);
  add_row(p, -dot(u, p, i) / (2 * H), u, i);
  for (int j = 0; j < i; ++j) {
    add_row(a + (size_t)j * (size_t)N, -u[j], p, i);
    add_row(a + (size_t)j * (size_t)N, -p[j], u, i);
  }
}

// The product of all reflections, transposed.
static void multiply(const double *a, int N, double *vectors) {
  memset(vectors, 0, (size_t)N * (size_t)N * sizeof *vectors);
  for (int i = 0; i < N; ++i)
    vectors[(size_t)i * (size_t)N + (size_t)i] = 1;
  for (int i = 2; i < N; ++i) {
    const double *u = a + (size_t)i * (size_t)N;
    const double H = dot(u, u, i) / 2;
    for (int r = 0; H > 0 && r < i; ++r) {
      double *row = vectors + (size_t)r * (size_t)N;
      add_row(row, -dot(row, u, i) / H, u, i);
    }
  }
}

// --- Diagonal -----------------------------------------------------------------------------------

static void rotate(double *x, double *y, int n, double c, double s) {
  for (int i = 0; i < n; ++i) {
    const double kept = y[i];
    y[i] = s * x[i] + c * kept;
    x[i] = c * x[i] - s * kept;
  }
}

// One step on rows `from` to `to` of the diagonal d and of e, e[i] between i and i + 1.
static void step(double *d, double *e, int from, int to, int N, double *vectors) {
  double g = (d[from + 1] - d[from]) / (2 * e[from]);
  g = d[to] - d[from] + e[from] / (g + copysign(hypot(g, 1), g));
  double s = 1;
  double c = 1;
  double p = 0;
  for (int i = to - 1; i >= from; --i) {
    const double f = s * e[i];
    const double b = c * e[i];
    const double r = hypot(f, g);
    if (i + 1 < to)
      e[i + 1] = r;
    s = r > 0 ? f / r : 0;
    c = r > 0 ? g / r : 1;
    g = d[i + 1] - p;
    const double t = (d[i] - g) * s + 2 * c * b;
    p = s * t;
    d[i + 1] = g + p;
    g = c * t - b;
    rotate(vectors + (size_t)i * (size_t)N, vectors + (size_t)(i + 1) * (size_t)N, N, c, s);
  }
  d[from] -= p;
  e[from] = g;
}

static void diagonalise(double *d, double *e, int N, double *vectors) {
  for (int from = 0; from < N - 1; ++from)
    for (int steps = 0; steps < STEPS_MAX; ++steps) {
      int to = from;
      while (to < N - 1 && fabs(e[to]) > DBL_EPSILON / 2 * (fabs(d[to]) + fabs(d[to + 1])))
        ++to;
      if (to == from)
        break;
      step(d, e, from, to, N, vectors);
    }
}

// By exchanging.
static void sort(double *value, int N, double *vectors) {
  for (int i = 0; i < N; ++i) {
    int min = i;
    for (int j = i + 1; j < N; ++j)
      min = value[j] < value[min] ? j : min;
    const double kept = value[i];
    value[i] = value[min];
    value[min] = kept;
    for (int j = 0; min != i && j < N; ++j) {
      double *x = vectors + (size_t)i * (size_t)N + j;
      double *y = vectors + (size_t)min * (size_t)N + j;
      const double swap = *x;
      *x = *y;
      *y = swap;
    }
  }
}

void symmetric_eigen_fast(double *a, int n, double *value, double *vectors) {
  for (int i = n - 1; i >= 2; --i)
    reflect(a, n, i, value);
  multiply(a, n, vectors);
  for (int i = 0; i < n; ++i)
    value[i] = a[(size_t)i * ((size_t)n + 1)];
  for (int i = 0; i + 1 < n; ++i) // a is free from here on, and this never overtakes
    a[i] = a[(size_t)i * (size_t)n + (size_t)i + 1];
  diagonalise(value, a, n, vectors);
  sort(value, n, vectors);
}
