// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Sines and cosines of many angles at once. With n = round(2 x / pi) the argument is reduced to r =
// x - n pi / 2 in three parts (Cody and Waite, theory 9.8), the first two of 33 bits, so that their
// products with n are exact below 2^20. Polynomials of Sun's libm (fdlibm, k_sin.c and k_cos.c)
// follow, and the last two bits of n select sine, cosine and sign. There is no branch, so that
// compilers vectorise it; results are within two units in the last place, and the same on all
// machines.

#include "base/sines.h"

#include "base/kernel.h"
#include <math.h>

// Fewer angles are evaluated one by one.
enum { FEW = 3 };

KERNEL
static void sines_near(int count, const double *restrict x, double *restrict sine,
                       double *restrict cosine) {
  for (int i = 0; i < count; i += SINES_AT_ONCE)
    sines_4((const lanes_4 *)(x + i), (lanes_4 *)(sine + i), (lanes_4 *)(cosine + i));
}

void sines(int count, double max, double *x, double *sine, double *cosine) {
  if (max < sines_max && count >= FEW) {
    const int whole = (count + SINES_AT_ONCE - 1) / SINES_AT_ONCE * SINES_AT_ONCE;
    for (int i = count; i < whole; ++i)
      x[i] = 0;
    sines_near(whole, x, sine, cosine);
    return;
  }
  for (int i = 0; i < count; ++i) {
    sine[i] = sin(x[i]);
    cosine[i] = cos(x[i]);
  }
}
