// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Sines and cosines of many angles at once.

#ifndef CAROM_SINES_H
#define CAROM_SINES_H

/// Arrays have room for a multiple of this.
enum { SINES_AT_ONCE = 4 };

/// sine[i] = sin x[i] and cosine[i] = cos x[i], in radians, where no |x[i]| is above `most`. What
/// is behind the last one, up to a multiple of SINES_AT_ONCE, is overwritten.
void sines(int count, double most, double *x, double *sine, double *cosine);

#endif
