// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The grid of a plate: Nx by Ny cells of hx = lx / Nx by hy = ly / Ny, which keep the sides as they
// are given. It is stable (theory 1.23) while
//
//   (Nx / lx)^2 + (Ny / ly)^2 = 1 / hx^2 + 1 / hy^2 <= 2 / h^2,   h the least side of square cells.

#include "bodies/grid.h"
#include "bodies/stability.h"
#include <math.h>

/// Numbers of cells; whole ones.
typedef struct {
  double x, y;
} cells;

// A grid at the limit is stable; rounding must not refuse it.
static const double rounding = 1e-12;

static double fineness(const model_body *b, cells n) {
  return pow(n.x / b->lx, 2) + pow(n.y / b->ly, 2);
}

static bool is_stable(const model_body *b, cells n) {
  return fineness(b, n) <= stable_plate_margin(b->grid.h_least) * (1 + 2 * rounding);
}

// The most cells along a side, beside `n` along the other.
static double max_beside(const model_body *b, double side, double n, double other) {
  const double margin = stable_plate_margin(b->grid.h_least) - pow(n / other, 2);
  return margin > 0 ? floor(side * sqrt(margin) * (1 + rounding)) : 0;
}

static double longest(const model_body *b, cells n) {
  return fmax(b->lx / n.x, b->ly / n.y);
}

// The stable grid whose cells' longer sides are shortest; of several the finest. No stable cell has
// both sides shorter than square ones; so this grid has as many cells along one side as square ones
// allow, or one more, and along the other as many as are stable beside them.
static cells finest(const model_body *b) {
  const double along_x = floor(b->lx / b->grid.h_least * (1 + rounding));
  const double along_y = floor(b->ly / b->grid.h_least * (1 + rounding));
  cells best = {0, 0};
  for (int i = 0; i < 4; ++i) {
    const double more = i % 2;
    const cells n = i < 2 ? (cells){along_x + more, max_beside(b, b->ly, along_x + more, b->lx)}
                          : (cells){max_beside(b, b->lx, along_y + more, b->ly), along_y + more};
    if (n.x < 2 || n.y < 2)
      continue;
    if (best.x == 0 || longest(b, n) < longest(b, best) ||
        (longest(b, n) == longest(b, best) && fineness(b, n) > fineness(b, best)))
      best = n;
  }
  return best;
}

// As square as they can be, so many along x.
static cells squarest(const model_body *b, double along_x) {
  const double along_y = b->ly / b->lx * along_x;
  const cells n = {along_x, round(along_y)};
  return is_stable(b, n) ? n : (cells){along_x, floor(along_y)};
}

static bool check_size(compiler *c, const item *it, const model_body *b, cells n) {
  const char *key = item_has(it, "points") ? "points" : "size";
  if ((n.x + 8) * (n.y + 1) > GRID_MAX_NODES)
    return MISTAKE(c, it, key, CAROM_BAD_VALUE,
                   "a grid of %g by %g cells; allowed are at most %d grid points", n.x, n.y,
                   (int)GRID_MAX_NODES);
  if (n.y < 2)
    return MISTAKE(
        c, it, "size", CAROM_BAD_VALUE,
        "a side of %g m is less than two cells of %g m; allowed is a plate at least two cells "
        "wide (more points, a higher rate, or a bar)",
        b->ly, b->lx / n.x);
  return true;
}

static bool refuse_unstable(compiler *c, const item *it, const model_body *b, cells n) {
  const cells stable = finest(b);
  if (stable.x == 0)
    return MISTAKE(c, it, "points", CAROM_UNSTABLE,
                   "too stiff for this rate: the smallest stable grid spacing is %g m; allowed are "
                   "at least two cells each way (raise the rate, or lower stiffness or sigma1)",
                   b->grid.h_least);
  return MISTAKE(
      c, it, "points", CAROM_UNSTABLE,
      "cells of %.6g m by %.6g m are unstable at this rate; allowed is sqrt(2 / (1/hx^2 + "
      "1/hy^2)) of at least %.6g m, such as [%.0f, %.0f] cells",
      b->lx / n.x, b->ly / n.y, b->grid.h_least, stable.x, stable.y);
}

static bool choose(compiler *c, const item *it, const model_body *b, cells *n) {
  const int given = item_rows(it, "points"); // 0: auto
  static const double none[2] = {0, 0};
  const double *asked = given > 0 ? item_numbers(it, "points") : none;
  if (asked[0] == 1)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                   "one interval has no inside; allowed is auto or at least 2");
  *n = given == 0 ? finest(b) : given == 1 ? squarest(b, asked[0]) : (cells){asked[0], asked[1]};
  if (given == 0 && n->x == 0)
    return MISTAKE(c, it, NULL, CAROM_UNSTABLE,
                   "too stiff for this rate: the smallest stable grid spacing is %g m, the body "
                   "%g m by %g m; allowed are at least two cells each way (raise the rate, or "
                   "lower stiffness or sigma1)",
                   b->grid.h_least, b->lx, b->ly);
  return check_size(c, it, b, *n) && (is_stable(b, *n) || refuse_unstable(c, it, b, *n));
}

bool plate_choose_points(compiler *c, const item *it, model_body *b) {
  cells n;
  if (!choose(c, it, b, &n))
    return false;
  b->nx = (int)n.x;
  b->ny = (int)n.y;
  b->h = b->lx / n.x;
  b->hy = b->ly / n.y;
  if (fabs(b->h - b->hy) < rounding * b->h) // square but for the rounding of the sizes
    b->hy = b->h;
  b->grid.aspect = pow(b->h / b->hy, 2);
  if (b->ends[0] == END_FREE) // so that 2 + 2 q is exact, and Lap of what is the same everywhere 0
    b->grid.aspect = (2 + 2 * b->grid.aspect - 2) / 2;
  return true;
}
