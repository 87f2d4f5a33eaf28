// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Points between nodes (theory 1.26 and 1.27). With x = (l + a) h, 0 <= a < 1, the value there is
//
//   order 0   u_l
//   order 1   (1 - a) u_l + a u_{l+1}
//   order 3   the cubic through u_{l-1} .. u_{l+2} (Lagrange)
//
// and its derivative along x is that of the same polynomial. A force is spread with the weights
// that read the point, which keeps the energy balance exact. Nodes beyond an end are extrapolated:
// odd if pinned, even if clamped, linear if free.

#include "model/interpolate.h"

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
  assert(a->count < 4);
  a->node[a->count] = node;
  a->weight[a->count++] = weight;
}

static void axis_mirror(axis *a, int node, double weight, int n, const end_kind ends[2]) {
  const bool left = node < 0;
  if (!left && node <= n) {
    axis_add(a, node, weight);
    return;
  }
  const int end = left ? 0 : n;
  const int inside = left ? 1 : n - 1;
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

axis axis_weights(double x, int n, const end_kind ends[2], int order, bool slope) {
  assert(x >= 0 && x <= 1 && n > 0 && (order == 0 || order == 1 || order == 3));
  const double place = x * n;
  const double near = round(place);
  int l = fabs(place - near) < 1e-9 ? (int)near : (int)floor(place);
  double a = fabs(place - near) < 1e-9 ? 0 : place - l;
  if (l >= n && (slope || a > 0)) {
    l = n - 1;
    a = 1;
  }
  double w[4] = {0, 1, 0, 0}; // nodes l-1 .. l+2
  if (slope && order < 3) {
    w[1] = -1;
    w[2] = 1;
  } else if (slope) {
    w[0] = -(3 * a * a - 6 * a + 2) / 6;
    w[1] = (3 * a * a - 4 * a - 1) / 2;
    w[2] = -(3 * a * a - 2 * a - 2) / 2;
    w[3] = (3 * a * a - 1) / 6;
  } else if (order == 1) {
    w[1] = 1 - a;
    w[2] = a;
  } else if (order == 3) {
    w[0] = -a * (a - 1) * (a - 2) / 6;
    w[1] = (a - 1) * (a + 1) * (a - 2) / 2;
    w[2] = -a * (a + 1) * (a - 2) / 2;
    w[3] = a * (a + 1) * (a - 1) / 6;
  }
  axis result = {.count = 0};
  for (int i = 0; i < 4; ++i)
    axis_mirror(&result, l - 1 + i, w[i], n, ends);
  return result;
}
