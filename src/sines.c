// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Sines and cosines of many angles at once. With n = round(2 x / pi) the rest r = x - n pi / 2 is
// taken off in three parts, the first two of 33 bits, so that their products with n are exact below
// 2^20; polynomials of Sun's libm (fdlibm, k_sin.c and k_cos.c) do the rest, and the last two bits
// of n say which of them is which. Every angle goes the same way, without a branch, so that
// compilers take several side by side; results are within two units of the last digit, and the same
// on all machines.

#include "sines.h"

#include "kernel.h"
#include <math.h>
#include <string.h>

// Angles beyond the first, and fewer than the second, go one by one.
static const double far_out = 1e6;
enum { FEW = 3 };

KERNEL
static void sines_near(int count, const double *restrict x, double *restrict sine,
                       double *restrict cosine) {
  for (int i = 0; i < count; ++i) {
    const double shifted = x[i] * 0x1.45f306dc9c883p-1 + 0x1.8p52; // the sum rounds to a whole n
    const double n = shifted - 0x1.8p52;
    unsigned long long bits;
    memcpy(&bits, &shifted, sizeof bits);
    const double r =
        ((x[i] - n * 0x1.921fb544p0) - n * 0x1.0b4611a6p-34) - n * 0x1.3198a2e037073p-69;
    const double z = r * r;
    const double s =
        r +
        r * z *
            (-1.66666666666666324348e-01 +
             z * (8.33333333332248946124e-03 +
                  z * (-1.98412698298579493134e-04 +
                       z * (2.75573137070700676789e-06 +
                            z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
    const double w = 1 - z / 2;
    const double c =
        w + (((1 - w) - z / 2) + z * z *
                                     (4.16666666666666019037e-02 +
                                      z * (-1.38888888888741095749e-03 +
                                           z * (2.48015872894767294178e-05 +
                                                z * (-2.75573143513906633035e-07 +
                                                     z * (2.08757232129817482790e-09 +
                                                          z * -1.13596475577881948265e-11))))));
    const double a = (bits & 1) != 0 ? c : s;
    const double b = (bits & 1) != 0 ? s : c;
    sine[i] = (bits & 2) != 0 ? -a : a;
    cosine[i] = ((bits + 1) & 2) != 0 ? -b : b;
  }
}

void sines(int count, double most, double *x, double *sine, double *cosine) {
  if (most < far_out && count >= FEW) {
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
