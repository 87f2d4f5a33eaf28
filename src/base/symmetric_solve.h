// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Complex symmetric systems of linear equations, with a band or small and full, and how many
// eigenvalues of a real one are negative.

#ifndef CAROM_SYMMETRIC_SOLVE_H
#define CAROM_SYMMETRIC_SOLVE_H

#include "base/phasor.h"
#include <stdbool.h>

/// A symmetric matrix, stored as `banded` of banded.h.
typedef struct {
  int n, width;
  phasor *column;
} phasor_band;

/// Replaces S by L and D, S = L D L^T. A pivot that vanishes is taken for a very small one. Returns
/// how many pivots have a negative real part: of a real S, its negative eigenvalues.
int phasor_band_factor(phasor_band *S);

/// x becomes (L D L^T)^-1 x.
void phasor_band_solve(const phasor_band *L, phasor *x);

/// A full matrix of n rows of n numbers: its factors with partial pivoting, in its place, and b
/// becomes x.
void phasor_factor(phasor *a, int n, int *pivot);
void phasor_solve(const phasor *a, int n, const int *pivot, phasor *b);

/// Negative eigenvalues of a full symmetric matrix, which is overwritten.
int symmetric_negative(double *a, int n);

#endif
