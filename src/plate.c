// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A stiff, lossy plate on square cells of side h:
//
//   u'' = -kappa^2 Lap Lap u - 2 sigma_0 u' + 2 sigma_1 Lap u'
//
// kappa^2 = D / rho H (m4/s2), sigma_0 (1/s), sigma_1 (m2/s). With (Lap u) the sum of the four
// neighbours less 4 u, and increments du = u^n - u^{n-1}:
//
//   (1 + sigma_0 k) du+ = (1 - sigma_0 k) du + Lap w,   w = (2 sigma_1 k / h^2) du - (kappa k /
//   h^2)^2 Lap u
//
// Edges: pinned u = Lap u = 0; clamped u = 0, Lap u = 2 u_inside (mirrored ghost). Rows of w are
// made just before they are needed, so that three of them suffice.
//
//   H = rho H h^2 / 2 [ |du|^2 / k^2 + kappa^2/h^4 <Lap u^n, Lap u^{n-1}> - sigma_1 / (k h^2) |D
//   du|^2 ] loss per step = rho H h^2 / 2k [ sigma_0 |z|^2 + sigma_1/h^2 |D z|^2 ],  z = du+ + du
//
// with D the differences along both sides, and clamped edges counting half in <Lap, Lap>.
// (Bilbao 2009, sections 12.2 and 12.4; stability in compile_body.c.)

#include "body.h"
#include "kernel.h"
#include <string.h>

// Row j of w; only the inner nodes and, if clamped, the edges matter.
static inline __attribute__((always_inline)) void make_w(const model_body *b, motion a,
                                                         const double *u, const double *du, int j,
                                                         double *restrict w) {
  const int n = b->nx;
  const int s = b->stride;
  const bool clamped = b->ends[0] == END_CLAMPED;
  const double *restrict row = u + (long)j * s;
  const double *restrict rub = du + (long)j * s;
  if (j == 0 || j == b->ny) {
    const double *restrict inside = j == 0 ? row + s : row - s;
    const double mirror = clamped ? -2 * a.bend : 0;
    for (int i = 0; i <= n; ++i)
      w[i] = mirror * inside[i];
    return;
  }
  const double *restrict down = row - s;
  const double *restrict up = row + s;
  for (int i = 1; i < n; ++i)
    w[i] = a.rub * rub[i] - a.bend * (((row[i - 1] + row[i + 1]) + (down[i] + up[i])) - 4 * row[i]);
  w[0] = clamped ? -2 * a.bend * row[1] : 0;
  w[n] = clamped ? -2 * a.bend * row[n - 1] : 0;
}

KERNEL void plate_free_step(const model_body *b, motion a, const double *restrict u,
                            const double *restrict du, double *restrict next,
                            double *restrict scratch) {
  const int n = b->nx;
  const int s = b->stride;
  double *below = scratch;
  double *here = scratch + (n + 1);
  double *above = scratch + 2 * (long)(n + 1);
  make_w(b, a, u, du, 0, below);
  make_w(b, a, u, du, 1, here);
  for (int j = 1; j < b->ny; ++j) {
    make_w(b, a, u, du, j + 1, above);
    const double *restrict down = below;
    const double *restrict w = here;
    const double *restrict up = above;
    const double *restrict old = du + (long)j * s;
    double *restrict out = next + (long)j * s;
    for (int i = 1; i < n; ++i)
      out[i] = a.keep * old[i] + (((w[i - 1] + w[i + 1]) + (down[i] + up[i])) - 4 * w[i]);
    double *spare = below;
    below = here;
    here = above;
    above = spare;
  }
}

static inline __attribute__((always_inline)) void lap_row(const double *restrict row, int s, int n,
                                                          double *restrict out) {
  for (int i = 1; i < n; ++i)
    out[i] = ((row[i - 1] + row[i + 1]) + (row[i - s] + row[i + s])) - 4 * row[i];
}

// |D x|^2 of the cells to the right of and above row j.
static inline __attribute__((always_inline)) double slope2(const double *x, int s, int n,
                                                           double *restrict scratch) {
  for (int i = 0; i < n; ++i)
    scratch[i] = x[i + 1] - x[i];
  const double along_x = dot(scratch, scratch, n);
  for (int i = 1; i < n; ++i)
    scratch[i] = x[i + s] - x[i];
  return along_x + dot(scratch + 1, scratch + 1, n - 1);
}

// The clamped edges' share of <Lap u^n, Lap u^{n-1}>: half of (2 u)(2 u).
static double clamped_edges(const model_body *b, const double *u, const double *du) {
  const int s = b->stride;
  double sum = 0;
  for (int i = 1; i < b->nx; ++i) {
    const int low = s + i;
    const int high = (b->ny - 1) * s + i;
    sum += u[low] * (u[low] - du[low]) + u[high] * (u[high] - du[high]);
  }
  for (int j = 1; j < b->ny; ++j) {
    const int left = j * s + 1;
    const int right = j * s + b->nx - 1;
    sum += u[left] * (u[left] - du[left]) + u[right] * (u[right] - du[right]);
  }
  return 2 * sum;
}

KERNEL void plate_energy(const model_body *b, material a, double k, const double *u,
                         const double *du, double *scratch, double *kinetic, double *potential) {
  const int n = b->nx;
  const int s = b->stride;
  const double h2 = b->h * b->h;
  double *now = scratch;
  double *before = scratch + (n + 1);
  double speed = 0;
  double curve = 0;
  double rub = a.sigma1 > 0 ? slope2(du, s, n, now) : 0; // row 0 itself is zero
  for (int j = 1; j < b->ny; ++j) {
    const double *row = u + (long)j * s;
    const double *step = du + (long)j * s;
    lap_row(row, s, n, now);
    lap_row(step, s, n, before);
    for (int i = 1; i < n; ++i)
      before[i] = now[i] - before[i];
    curve += dot(now + 1, before + 1, n - 1);
    speed += dot(step + 1, step + 1, n - 1);
    if (a.sigma1 > 0)
      rub += slope2(step, s, n, now);
  }
  if (b->ends[0] == END_CLAMPED)
    curve += clamped_edges(b, u, du);
  const double half = b->node_mass / 2;
  *kinetic = half * (speed / (k * k) - a.sigma1 / (k * h2) * rub);
  *potential = half * b->bend / (h2 * h2) * curve;
}

KERNEL double plate_loss(const model_body *b, material a, double k, const double *du,
                         const double *next, double *scratch) {
  if (a.sigma0 == 0 && a.sigma1 == 0)
    return 0;
  const int n = b->nx;
  const int s = b->stride;
  // Two rows of z at a time: the difference across rows needs the one above.
  double *z = scratch;
  double *above = scratch + (n + 1);
  double *difference = scratch + 2 * (long)(n + 1);
  memset(z, 0, (size_t)(n + 1) * sizeof *z);
  double speed = 0;
  double rub = 0;
  for (int j = 0; j < b->ny; ++j) {
    const double *restrict old = du + (long)(j + 1) * s;
    const double *restrict new = next + (long)(j + 1) * s;
    for (int i = 0; i <= n; ++i)
      above[i] = new[i] + old[i];
    speed += dot(z + 1, z + 1, n - 1);
    if (a.sigma1 > 0) {
      for (int i = 0; i < n; ++i)
        difference[i] = z[i + 1] - z[i];
      rub += dot(difference, difference, n);
      for (int i = 1; i < n; ++i)
        difference[i] = above[i] - z[i];
      rub += dot(difference + 1, difference + 1, n - 1);
    }
    double *spare = z;
    z = above;
    above = spare;
  }
  return b->node_mass / (2 * k) * (a.sigma0 * speed + a.sigma1 / (b->h * b->h) * rub);
}
