// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One side of a plate (theory 7.29): the modes of a clamped or free bar as long as the side, with
// int f^2 dx = 1, and on a free one Legendre's polynomials P_2 to P_5 made orthonormal to these.
// With moments by Poisson's ratio sums of the bar's modes alone converge as 1 / count, since each
// of them has f'' = f''' = 0 at an edge; the polynomials have not. Integrals are sums over ten
// points in each half wave of the last mode.

#include "bodies/ritz_axis.h"

#include "base/quadrature.h"
#include <math.h>

double ritz_polynomial(int which, double length, double x, int order) {
  const double t = 2 * x / length - 1;
  const double t2 = t * t;
  const double values[RITZ_EXTRA][3] = {
      {(3 * t2 - 1) / 2, 3 * t, 3},
      {(5 * t2 - 3) * t / 2, (15 * t2 - 3) / 2, 15 * t},
      {((35 * t2 - 30) * t2 + 3) / 8, (35 * t2 - 15) * t / 2, (105 * t2 - 15) / 2},
      {((63 * t2 - 70) * t2 + 15) * t / 8, ((315 * t2 - 210) * t2 + 15) / 8,
       (315 * t2 - 105) * t / 2}};
  return values[which][order] * pow(2 / length, order);
}

/// Functions and their first and second derivatives at all points, times the root of each point's
/// weight: integrals are inner products.
typedef struct {
  int points, count;
  double *order[3];
} ritz_table;

static double inner(const double *f, const double *g, int points) {
  double sum = 0;
  for (int i = 0; i < points; ++i)
    sum += f[i] * g[i];
  return sum;
}

static double *row_of(const ritz_table *t, int order, int function) {
  return t->order[order] + (ptrdiff_t)function * t->points;
}

static void fill(const ritz_table *t, const modal_line *line, int extra, const mode_shape *shapes) {
  const int panels = t->points / GAUSS_POINTS;
  const double half = line->length / (2.0 * panels);
  for (int i = 0; i < t->points; ++i) {
    const int n = i % GAUSS_POINTS;
    const int panel = i / GAUSS_POINTS;
    const double x = half * (2.0 * panel + 1 + gauss_point(n));
    const double root = sqrt(half * gauss_weight[n / 2]);
    for (int order = 0; order < 3; ++order)
      for (int f = 0; f < t->count; ++f)
        row_of(t, order, f)[i] =
            root * (f < extra ? ritz_polynomial(f, line->length, x, order)
                              : mode_value(&shapes[f - extra], line->length, x, order));
  }
}

// Takes `by` times function g from f, in all orders.
static void subtract(const ritz_table *t, int f, double by, int g) {
  for (int order = 0; order < 3; ++order)
    for (int i = 0; i < t->points; ++i)
      row_of(t, order, f)[i] -= by * row_of(t, order, g)[i];
}

// Gram and Schmidt's process, twice, between functions that are both even or both odd.
static void orthonormalise(const ritz_table *t, int extra, double *rows) {
  const int combined = t->count - extra;
  for (int e = 0; e < extra; ++e) {
    double *row = rows + (ptrdiff_t)e * t->count;
    for (int i = 0; i < t->count; ++i)
      row[i] = i == combined + e;
    for (int pass = 0; pass < 2; ++pass) {
      for (int f = extra + e % 2; f < t->count; f += 2) {
        const double share = inner(row_of(t, 0, e), row_of(t, 0, f), t->points);
        subtract(t, e, share, f);
        row[f - extra] -= share;
      }
      for (int f = e % 2; f < e; f += 2) {
        const double share = inner(row_of(t, 0, e), row_of(t, 0, f), t->points);
        subtract(t, e, share, f);
        for (int i = 0; i < t->count; ++i)
          row[i] -= share * rows[(ptrdiff_t)f * t->count + i];
      }
    }
    const double length = sqrt(inner(row_of(t, 0, e), row_of(t, 0, e), t->points));
    subtract(t, e, 1 - 1 / length, e);
    for (int i = 0; i < t->count; ++i)
      row[i] /= length;
  }
}

static size_t integrals_size(int count) {
  return 3 * (size_t)count * (size_t)count * sizeof(double);
}

void ritz_integrals_drop(compiler *c, ritz_integrals *of) {
  compile_drop(c, of->bending, integrals_size(of->count));
  of->bending = NULL;
}

bool ritz_axis_integrate(compiler *c, const modal_line *line, int extra, int combined,
                         const mode_shape *shapes, double *rows, ritz_integrals *to) {
  ritz_table t = {.count = extra + combined, .points = GAUSS_POINTS * (combined + extra + 2)};
  const ptrdiff_t numbers = (ptrdiff_t)t.count * t.points;
  const size_t size = 3 * (size_t)numbers * sizeof(double);
  *to = (ritz_integrals){.count = t.count, .bending = compile_take(c, integrals_size(t.count))};
  t.order[0] = compile_take(c, size);
  if (to->bending != NULL && t.order[0] != NULL) {
    to->mixed = to->bending + (ptrdiff_t)t.count * t.count;
    to->stretch = to->mixed + (ptrdiff_t)t.count * t.count;
    t.order[1] = t.order[0] + numbers;
    t.order[2] = t.order[1] + numbers;
    fill(&t, line, extra, shapes);
    orthonormalise(&t, extra, rows);
    for (int i = 0; i < t.count; ++i)
      for (int j = i % 2; j < t.count; j += 2) {
        const ptrdiff_t at = (ptrdiff_t)i * t.count + j;
        to->bending[at] = inner(row_of(&t, 2, i), row_of(&t, 2, j), t.points);
        to->mixed[at] = inner(row_of(&t, 2, i), row_of(&t, 0, j), t.points);
        to->stretch[at] = inner(row_of(&t, 1, i), row_of(&t, 1, j), t.points);
      }
  }
  compile_drop(c, t.order[0], size);
  return !c->m.out_of_memory;
}
