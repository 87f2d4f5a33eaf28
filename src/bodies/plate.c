// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A stiff, lossy plate on square cells of side h:
//
//   u'' = -kappa^2 Lap Lap u - 2 sigma_0 u' + 2 sigma_1 Lap u'
//
// kappa^2 = D / rho H (m4/s2), sigma_0 (1/s), sigma_1 (m2/s). With (Lap u) the sum of the four
// neighbours less 4 u, and increments du = u^n - u^{n-1}:
//
//   (1 + sigma_0 k) du+ = (1 - sigma_0 k) du + Lap w
//
//   w = (2 sigma_1 k / h^2) du - (kappa k / h^2)^2 Lap u
//
// Edges: pinned u = Lap u = 0; clamped u = 0, Lap u = 2 u_inside (mirrored ghost). One sweep over
// the rows does all of it: w of the row above, then du+ of this row, then u+ = u + du+, which
// nothing below or above needs any more. Edges and padding of u and du are zero.
//
//   H = rho H h^2 / 2 [ |du|^2 / k^2 - sigma_1 / (k h^2) |D du|^2
//                       + kappa^2/h^4 <Lap u^n, Lap u^{n-1}> ]
//
//   loss per step = rho H h^2 / 2k [ sigma_0 |z|^2 + sigma_1/h^2 |D z|^2 ],  z = du+ + du
//
// with D the differences along both sides, and clamped edges counting half in <Lap, Lap>.
// (Bilbao 2009, sections 12.2 and 12.4; stability in compile_body.c.)

#include "base/kernel.h"
#include "bodies/body.h"

/// Row j of the grid. Before it is done w_beside is w_{j-1}, afterwards w_{j+1}.
typedef struct {
  double *u;
  const double *du;
  double *next;
  double *w, *w_beside;
  double *bend;         // the coefficient at each place, with its rim
  const double *inside; // 1 where there are nodes that move
  long s;
} plate_row;

/// The edge below makes w_0 and w_1; inner rows make w of the row above and their own increments,
/// in place of the former ones or elsewhere; above the last one w is an edge's. All but that may
/// sum up the row above before it moves, and plates that stand still do only that.
typedef enum { ROW_EDGE, ROW_INNER, ROW_ELSEWHERE, ROW_LAST, ROW_STILL } row_kind;

// What the row above will find.
INLINE void next_row(plate_row *r) {
  double *w = r->w;
  r->u += r->s;
  r->du += r->s;
  r->next += r->s;
  r->w = r->w_beside;
  r->w_beside = w;
}

// On the edges left and right Lap u comes out as u_inside, and the product counts half: 2
// u_inside^2 is due on a clamped edge and 0 on a pinned one, where u_inside^2 is summed up. This is
// that sum.
INLINE double beside_sides(const model_body *b, const double *u, const double *du) {
  const int left = node_at(b, 1, 0) - b->first;
  const int right = node_at(b, b->nx - 1, 0) - b->first;
  double sum = 0;
  for (long row = b->stride; row < (long)b->ny * b->stride; row += b->stride)
    sum += u[row + left] * (u[row + left] - du[row + left]) +
           u[row + right] * (u[row + right] - du[row + right]);
  return sum;
}

#define VARIANT VARIANT_PLAIN
#include "base/lanes.h"
#include "bodies/plate_loops.h"
#if defined(CAROM_AVX2)
#undef VARIANT
#define VARIANT VARIANT_AVX2
#include "base/lanes.h"
#include "bodies/plate_loops.h"
#endif
#if defined(CAROM_AVX512)
#undef VARIANT
#define VARIANT VARIANT_AVX512
#include "base/lanes.h"
#include "bodies/plate_loops.h"
#endif

void plate_step(const model_body *b, const row_places *p, motion a, double *u, const double *du,
                double *next, double *scratch, body_sums *before) {
  switch (best_variant()) {
#if defined(CAROM_AVX512)
  case VARIANT_AVX512:
    step_avx512(b, p, a, u, du, next, scratch, before);
    break;
#endif
#if defined(CAROM_AVX2)
  case VARIANT_AVX2:
    step_avx2(b, p, a, u, du, next, scratch, before);
    break;
#endif
  default:
    step_plain(b, p, a, u, du, next, scratch, before);
  }
}

// Since du is zero on all edges, <D x, D y> = -<x, Lap y> for increments x and y.
body_sums plate_sums(const model_body *b, double *u, const double *du, double *former) {
  switch (best_variant()) {
#if defined(CAROM_AVX512)
  case VARIANT_AVX512:
    return sums_of_avx512(b, u, du, former);
#endif
#if defined(CAROM_AVX2)
  case VARIANT_AVX2:
    return sums_of_avx2(b, u, du, former);
#endif
  default:
    return sums_of_plain(b, u, du, former);
  }
}
