// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Symmetric positive definite matrices with a skyline: row i holds columns first .. i. Cholesky
// factors keep the same skyline (theory 3.6).

#ifndef CAROM_SKYLINE_H
#define CAROM_SKYLINE_H

#include "methods/audio/audio.h"

/// Element (i, j) of a symmetric matrix; 0 outside the skyline.
static inline double sky_at(const model_row *row, const double *values, int i, int j) {
  if (j > i) {
    const int swap = i;
    i = j;
    j = swap;
  }
  return j >= row[i].first ? values[row[i].start + j - row[i].first] : 0;
}

/// Turns the lower triangle A into L with A = L L^T, but for its diagonal: that is inverted, so
/// that those who solve with it need not divide.
void sky_factor(int n, const model_row *row, double *values);

/// Solves L y = x in place on the x of `work`.
void sky_forward(int n, const model_row *row, const double *values, link_work *work);

/// Solves L^T y = x in place on the x of `work`.
void sky_backward(int n, const model_row *row, const double *values, link_work *work);

/// The lower triangle of I + S W S, S = diag(root of work).
void sky_shift(int n, const model_row *row, const double *W, const link_work *work, double *out);

#endif
