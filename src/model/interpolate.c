// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Points between nodes (theory 1.26 to 1.28). With x = (l + a) h, 0 <= a < 1, the value there is
//
//   order 0   u_l
//   order 1   (1 - a) u_l + a u_{l+1}
//   order 3   the cubic through u_{l-1} .. u_{l+2} (Lagrange)
//
// and its derivative along x is that of the same polynomial. Lagrange weights read short waves too
// weakly off the nodes, and a short force, which excites all waves of a grid, would find it heavier
// there: at half a cell by 1/0.64, on a plate by 1/0.41. So outputs, forces and collisions of order
// 3 have
//
//   unit order   the cubic plus a part without moments of order 0 to 3 on u_{l-2} .. u_{l+3},
//                towards band-limited interpolation, until sum w^2 = 0.9; for collisions on plates,
//                along both sides, until it is 1
//
// A force is spread with the weights
// that read the point, which keeps the energy balance exact. Nodes beyond an end are extrapolated:
// odd if pinned, even if clamped, linear if free.

#include "model/interpolate.h"

#include "base/constants.h"
#include "scene/words.h"
#include <assert.h>
#include <math.h>

static void axis_add(axis *a, int node, double weight) {
  if (weight == 0)
    return;
  for (int i = 0; i < a->count; ++i)
    if (a->node[i] == node) {
      a->weight[i] += weight;
      return;
    }
  assert(a->count < AXIS_MOST);
  a->node[a->count] = node;
  a->weight[a->count++] = weight;
}

static void axis_mirror(axis *a, int node, double weight, int n, const word_index ends[2]) {
  const bool left = node < 0;
  if (!left && node <= n) {
    axis_add(a, node, weight);
    return;
  }
  const int end = left ? 0 : n;
  const int inside = left ? -node : 2 * n - node;
  if (inside < 0 || inside > n) // a body of very few nodes
    return;
  switch (ends[left ? 0 : 1]) {
  case END_PINNED:
    axis_add(a, inside, -weight);
    break;
  case END_CLAMPED:
    axis_add(a, inside, weight);
    break;
  case END_FREE:
    axis_add(a, end, 2 * weight);
    axis_add(a, inside, -weight);
    break;
  case END_KIND_COUNT:
    break;
  }
}

static void slope_weights(int order, double a, double *w) {
  if (order < 3) {
    w[2] = -1;
    w[3] = 1;
    return;
  }
  w[1] = -(3 * a * a - 6 * a + 2) / 6;
  w[2] = (3 * a * a - 4 * a - 1) / 2;
  w[3] = -(3 * a * a - 2 * a - 2) / 2;
  w[4] = (3 * a * a - 1) / 6;
}

static void cubic_weights(double a, double *w) {
  w[1] = -a * (a - 1) * (a - 2) / 6;
  w[2] = (a - 1) * (a + 1) * (a - 2) / 2;
  w[3] = -a * (a + 1) * (a - 2) / 2;
  w[4] = a * (a + 1) * (a - 1) / 6;
}

static double dot(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < AXIS_MOST; ++i)
    sum += a[i] * b[i];
  return sum;
}

/// Least sum of the squares of weights: node for node a point is then as heavy as it should be.
static const double unit_norm = 0.9;

// The part of the band-limited weights sin(pi t) / pi t that has no moments of order 0 to 3: the
// differences of fourth and fifth order. As much of it as makes the sum of squares `norm`.
static void add_unit_part(double a, double norm, double *w) {
  static const double fourth[AXIS_MOST] = {1, -3, 2, 2, -3, 1};   // norm^2 28
  static const double fifth[AXIS_MOST] = {-1, 5, -10, 10, -5, 1}; // norm^2 252
  if (a == 0)
    return;
  double more[AXIS_MOST];
  for (int i = 0; i < AXIS_MOST; ++i)
    more[i] = sin(pi * (i - 2 - a)) / (pi * (i - 2 - a)) - w[i];
  const double even = dot(fourth, more) / 28;
  const double odd = dot(fifth, more) / 252;
  for (int i = 0; i < AXIS_MOST; ++i)
    more[i] = even * fourth[i] + odd * fifth[i];
  const double square = dot(more, more);
  const double along = dot(w, more);
  const double missing = norm - dot(w, w);
  if (!(square > 0) || !(missing > 0))
    return;
  const double factor = missing / (along + sqrt(along * along + square * missing));
  for (int i = 0; i < AXIS_MOST; ++i)
    w[i] += factor * more[i];
}

axis axis_weights(double x, int n, const word_index ends[2], int order, bool slope) {
  assert(x >= 0 && x <= 1 && n > 0);
  assert(order == 0 || order == 1 || order == 3 || order == UNIT_ORDER || order == PLATE_ORDER);
  const double place = x * n;
  const double near = round(place);
  int l = fabs(place - near) < 1e-9 ? (int)near : (int)floor(place);
  double a = fabs(place - near) < 1e-9 ? 0 : place - l;
  if (l >= n && (slope || a > 0)) {
    l = n - 1;
    a = 1;
  }
  double w[AXIS_MOST] = {0, 0, 1, 0, 0, 0}; // nodes l-2 .. l+3
  if (slope)
    slope_weights(order, a, w);
  else if (order == 1) {
    w[2] = 1 - a;
    w[3] = a;
  } else if (order >= 3) {
    cubic_weights(a, w);
  }
  if (order >= UNIT_ORDER && !slope && n >= AXIS_MOST)
    add_unit_part(a, order == PLATE_ORDER ? 1 : unit_norm, w);
  axis result = {.count = 0};
  for (int i = 0; i < AXIS_MOST; ++i)
    axis_mirror(&result, l - 2 + i, w[i], n, ends);
  return result;
}
