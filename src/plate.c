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
// Edges: pinned u = Lap u = 0; clamped u = 0, Lap u = 2 u_inside (mirrored ghost). One sweep over
// the rows does all of it: w of the row above, then du+ of this row, then u+ = u + du+, which
// nothing below or above needs any more.
//
//   H = rho H h^2 / 2 [ |du|^2 / k^2 + kappa^2/h^4 <Lap u^n, Lap u^{n-1}> - sigma_1 / (k h^2) |D
//   du|^2 ] loss per step = rho H h^2 / 2k [ sigma_0 |z|^2 + sigma_1/h^2 |D z|^2 ],  z = du+ + du
//
// with D the differences along both sides, and clamped edges counting half in <Lap, Lap>.
// (Bilbao 2009, sections 12.2 and 12.4; stability in compile_body.c.)

#include "body.h"
#include "kernel.h"

/// Rows of a sweep that is at row j: w_j, w_{j+1}, and sums of neighbours of u and w in pairs.
typedef struct {
  double *w, *w_above;
  double *pair_u, *pair_u_below;
  double *pair_w, *pair_w_below;
} sweep;

// Rows are read one node beyond both ends.
INLINE sweep sweep_in(double *scratch, int s) {
  const long room = s + 2 * BLOCK;
  double *first = scratch + BLOCK;
  for (int i = 0; i < 6; ++i)
    first[i * room - 1] = first[i * room + s] = 0;
  return (sweep){.w = first,
                 .w_above = first + room,
                 .pair_u = first + 2 * room,
                 .pair_u_below = first + 3 * room,
                 .pair_w = first + 4 * room,
                 .pair_w_below = first + 5 * room};
}

INLINE void turn_rows(sweep *r) {
  *r = (sweep){.w = r->w_above,
               .w_above = r->w,
               .pair_u = r->pair_u_below,
               .pair_u_below = r->pair_u,
               .pair_w = r->pair_w_below,
               .pair_w_below = r->pair_w};
}

/// The first or the last block of a row.
typedef struct {
  double rim[BLOCK];  // what Lap u has to be multiplied with: 1, and on edges what they make of it
  double free[BLOCK]; // 1 for nodes that move, 0 for the others
} margin;

// On an edge the four neighbours less 4 u are u_inside; pinned it should be 0 and clamped twice
// that.
INLINE void set_margins(const model_body *b, margin *margins) {
  const double mirror = b->ends[0] == END_CLAMPED ? 2 : 0;
  const int before = b->stride - BLOCK; // nodes before the last block
  for (int l = 0; l < BLOCK; ++l)
    margins[0].rim[l] = margins[0].free[l] = margins[1].rim[l] = margins[1].free[l] = 1;
  margin *first = &margins[before > 0 ? 0 : 1];
  first->rim[0] = mirror;
  first->free[0] = 0;
  margins[1].rim[b->nx - before] = mirror;
  for (int l = b->nx - before; l < BLOCK; ++l)
    margins[1].free[l] = 0;
}

/// The margin that lanes at i are in, or NULL.
INLINE const margin *margin_at(const margin *margins, int i, long s) {
  if (i >= s - BLOCK)
    return &margins[1];
  return i < BLOCK ? &margins[0] : NULL;
}

/// A row of the grid; the one above lies s further.
typedef struct {
  double *u;
  const double *du;
  double *next;
  long s;
} grid_row;

#define VARIANT VARIANT_PLAIN
#include "lanes.h"
#include "plate_loops.h"
#if defined(CAROM_AVX2)
#undef VARIANT
#define VARIANT VARIANT_AVX2
#include "lanes.h"
#include "plate_loops.h"
#endif
#if defined(CAROM_AVX512)
#undef VARIANT
#define VARIANT VARIANT_AVX512
#include "lanes.h"
#include "plate_loops.h"
#endif

void plate_step(const model_body *b, motion a, double *u, const double *du, double *next,
                double *scratch) {
  grid_row g = {.du = du, .s = b->stride};
  g.u = u;
  g.next = next;
  switch (best_variant()) {
#if defined(CAROM_AVX512)
  case VARIANT_AVX512:
    step_avx512(b, a, g, scratch);
    break;
#endif
#if defined(CAROM_AVX2)
  case VARIANT_AVX2:
    step_avx2(b, a, g, scratch);
    break;
#endif
  default:
    step_plain(b, a, g, scratch);
  }
}

// Since du is zero on all edges, <D x, D y> = -<x, Lap y> for increments x and y.
body_sums plate_sums(const model_body *b, const double *u, const double *du, const double *former,
                     double *scratch) {
  switch (best_variant()) {
#if defined(CAROM_AVX512)
  case VARIANT_AVX512:
    return sums_of_avx512(b, u, du, former, scratch);
#endif
#if defined(CAROM_AVX2)
  case VARIANT_AVX2:
    return sums_of_avx2(b, u, du, former, scratch);
#endif
  default:
    return sums_of_plain(b, u, du, former, scratch);
  }
}
