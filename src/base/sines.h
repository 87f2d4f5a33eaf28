// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Sines and cosines of many angles at once.

#ifndef CAROM_SINES_H
#define CAROM_SINES_H

#include "base/kernel.h"

/// The largest angle.
static const double sines_max = 1e6;

/// Sines and cosines of four angles, none above sines_max; see sines.c.
INLINE void sines_4(const lanes_4 *x, lanes_4 *sine, lanes_4 *cosine) {
  const lanes_4 shifted = *x * 0x1.45f306dc9c883p-1 + 0x1.8p52; // the sum rounds to a whole n
  const lanes_4 n = shifted - 0x1.8p52;
  const masks_4 bits = (masks_4)shifted;
  const lanes_4 r = ((*x - n * 0x1.921fb544p0) - n * 0x1.0b4611a6p-34) - n * 0x1.3198a2e037073p-69;
  const lanes_4 z = r * r;
  const lanes_4 z2 = z * z;
  const lanes_4 s =
      r + r * z *
              ((-1.66666666666666324348e-01 + z * 8.33333333332248946124e-03) +
               z2 * ((-1.98412698298579493134e-04 + z * 2.75573137070700676789e-06) +
                     z2 * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  const lanes_4 w = 1 - z / 2;
  const lanes_4 c =
      w + (((1 - w) - z / 2) +
           z2 * ((4.16666666666666019037e-02 + z * -1.38888888888741095749e-03) +
                 z2 * ((2.48015872894767294178e-05 + z * -2.75573143513906633035e-07) +
                       z2 * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))));
  const masks_4 odd = -(bits & 1); // odd quadrants: sine and cosine are exchanged
  const masks_4 change = ((masks_4)s ^ (masks_4)c) & odd;
  *sine = (lanes_4)((masks_4)s ^ change ^ ((bits & 2) << 62));
  *cosine = (lanes_4)((masks_4)c ^ change ^ (((bits + 1) & 2) << 62));
}

/// The same of one angle.
INLINE void sine_and_cosine(double x, double *sine, double *cosine) {
  const lanes_4 angle = {x};
  lanes_4 s;
  lanes_4 c;
  sines_4(&angle, &s, &c);
  *sine = s[0];
  *cosine = c[0];
}

/// Arrays have room for a multiple of this.
enum { SINES_AT_ONCE = 4 };

/// sine[i] = sin x[i] and cosine[i] = cos x[i], in radians, where no |x[i]| is above `max`. Values
/// after the last one, up to a multiple of SINES_AT_ONCE, are overwritten.
void sines(int count, double max, double *x, double *sine, double *cosine);

#endif
