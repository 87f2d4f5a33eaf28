// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A plate with free edges on cells of h by hy (theory 1.29 to 1.31). Its potential energy is a sum
// of squares of second differences, and its step the gradient of that sum, so that moments, shear
// and corner forces vanish at the edges without further equations. With q = (h / hy)^2,
//
//   X = u_left - 2 u + u_right              (0 on the edges left and right)
//   Y = q (u_below - 2 u + u_above)         (0 on the edges below and above)
//   Z = u_{l+1,m+1} - u_{l,m+1} - u_{l+1,m} + u_{l,m}    in each cell
//
//   U = rho H h hy kappa^2 / 2 h^4 [ sum over inner nodes     X^2 + Y^2 + 2 nu X Y
//                                  + sum over edges           (1 - nu^2) / 2 (X^2 + Y^2)
//                                  + sum over cells           2 (1 - nu) q Z^2 ]
//
// On an edge the moment across it is zero, so the curvature across it is -nu times that along it,
// and half a cell there has (1 - nu^2) / 2. Inner nodes and cells give Lap Lap u two nodes from the
// edges on. Nodes on edges have half a node's mass, corners a quarter. The loss of sigma_1 is that
// of differences between neighbours, half as much along edges.
//
// One sweep over the rows computes moments M_x = X + nu Y and M_y = Y + nu X of the row above and
// twists between, then the increments of this row.

#include "bodies/plate_free.h"

#include "base/kernel.h"
#include <string.h>

/// The constants of a plate, masks and factors of the places in a row, and rows of scratch.
typedef struct {
  long s, last; // a row's length, and its last column
  int ny;
  double q, nu, half, twist;                  // half (1 - nu^2) / 2, twist 2 (1 - nu) q
  const double *inside;                       // 1 but on the edges left and right
  double *left, *right;                       // 1 where there is a neighbour
  double *across;                             // of Y: 1, on edges half
  double *share, *lighter;                    // of a node's mass, 1 or 1/2, and 1 over that
  double *mx[2], *my[3], *twists[2], *old[2]; // of rows j and j + 1
  double *slope, *none;                       // differences along a row; zeros
} free_rows;

/// A row while it is advanced: moments of it and its neighbours, twists and increments on both
/// sides.
typedef struct {
  const double *mx, *my, *my_below, *my_above, *twist_below, *twist_above;
  const double *du, *du_below, *du_above;
  double weight; // of a row: 1, or 1/2 on an edge
} free_row;

enum { SCRATCH_ROWS = 16 };

int plate_free_scratch(const model_body *b) {
  return SCRATCH_ROWS * (b->grid.stride + BLOCK) + BLOCK;
}

#define VARIANT VARIANT_PLAIN
#include "base/lanes.h"
#include "bodies/plate_free_loops.h"
#if defined(CAROM_AVX2)
#undef VARIANT
#define VARIANT VARIANT_AVX2
#include "base/lanes.h"
#include "bodies/plate_free_loops.h"
#endif
#if defined(CAROM_AVX512)
#undef VARIANT
#define VARIANT VARIANT_AVX512
#include "base/lanes.h"
#include "bodies/plate_free_loops.h"
#endif

// A row of scratch; values before it are read, but not used.
static double *take_row(double **scratch, long s) {
  double *row = *scratch + BLOCK;
  *scratch += s + BLOCK;
  return row;
}

static void fill_places(const model_body *b, free_rows *f) {
  const int ends[2] = {0, node_at(b, b->nx, 0) - b->first};
  double *const rows[] = {f->left, f->right, f->across, f->share, f->lighter};
  const double at_ends[][2] = {{0, 1}, {1, 0}, {f->half, f->half}, {0.5, 0.5}, {2, 2}};
  for (int i = 0; i < 5; ++i) {
    memcpy(rows[i], f->inside, (size_t)f->s * sizeof(double));
    for (int end = 0; end < 2; ++end)
      rows[i][ends[end]] = at_ends[i][end];
  }
  memset(f->none, 0, (size_t)f->s * sizeof(double));
}

static free_rows rows_of(const body_step *s) {
  const model_body *b = s->b;
  const double nu = b->grid.poisson;
  double *scratch = s->scratch;
  free_rows f = {.s = b->grid.stride,
                 .last = b->grid.stride - BLOCK,
                 .ny = b->ny,
                 .q = b->grid.aspect,
                 .nu = nu,
                 .half = (1 - nu * nu) / 2,
                 .twist = 2 * (1 - nu) * b->grid.aspect,
                 .inside = places_of(s->m, b).inside};
  double **const rows[SCRATCH_ROWS] = {
      &f.left,  &f.right, &f.across, &f.share,     &f.lighter,   &f.mx[0],  &f.mx[1],  &f.my[0],
      &f.my[1], &f.my[2], &f.slope,  &f.twists[0], &f.twists[1], &f.old[0], &f.old[1], &f.none};
  for (int i = 0; i < SCRATCH_ROWS; ++i)
    *rows[i] = take_row(&scratch, f.s);
  fill_places(b, &f);
  return f;
}

body_sums plate_free_sums(const body_step *s, const double *former) {
  const free_rows f = rows_of(s);
  switch (best_variant()) {
#if defined(CAROM_AVX512)
  case VARIANT_AVX512:
    return free_sums_of_avx512(&f, s->u, s->du, former);
#endif
#if defined(CAROM_AVX2)
  case VARIANT_AVX2:
    return free_sums_of_avx2(&f, s->u, s->du, former);
#endif
  default:
    return free_sums_of_plain(&f, s->u, s->du, former);
  }
}

void plate_free_step(const body_step *s, body_sums *before) {
  if (before != NULL)
    *before = plate_free_sums(s, s->next);
  const free_rows f = rows_of(s);
  switch (best_variant()) {
#if defined(CAROM_AVX512)
  case VARIANT_AVX512:
    free_step_avx512(&f, s->a, s->u, s->du, s->next);
    break;
#endif
#if defined(CAROM_AVX2)
  case VARIANT_AVX2:
    free_step_avx2(&f, s->a, s->u, s->du, s->next);
    break;
#endif
  default:
    free_step_plain(&f, s->a, s->u, s->du, s->next);
  }
}
