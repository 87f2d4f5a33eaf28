// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The discrete gradient of several collisions at once (theory 2.16 to 2.19, 2.24): D + W F(D) =
// D^I, the slopes g and h for that D, and psi+ = psi + g D/2, F = g psi + (g^2/4 + h) D with them.
// Each lane does what gradient.c does for one contact, to the same bytes.

#include "laws/gradient_lanes.h"

#include "base/elementary.h"
#include "base/kernel.h"
#include "laws/gradient.h"
#include <math.h>

#define LOOPS "laws/gradient_loops.h"
#include "base/variants.h"

#define SOLVE_PARTS(variant, width)                                                                \
  for (int at = 0; at < count; at += (width))                                                      \
  unsolved |= solve_part_##variant(law, all, at) << at

unsigned gradient_solve_lanes(const gradient_law *law, int count, gradient_lanes *all) {
  unsigned unsolved = 0;
  switch (best_variant()) {
#if defined(CAROM_AVX512)
  case VARIANT_AVX512:
    SOLVE_PARTS(avx512, 8);
    break;
#endif
#if defined(CAROM_AVX2)
  case VARIANT_AVX2:
    SOLVE_PARTS(avx2, 4);
    break;
  case VARIANT_FUSED:
    SOLVE_PARTS(fused, 4);
    break;
#endif
  default:
    SOLVE_PARTS(plain, 4);
  }
  return unsolved;
}
