// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Cholesky within a skyline.

#include "methods/audio/islands/skyline.h"

#include <math.h>

void sky_factor(int n, const model_row *row, double *values) {
  for (int i = 0; i < n; ++i) {
    double *a = values + row[i].start - row[i].first;
    for (int j = row[i].first; j <= i; ++j) {
      const double *b = values + row[j].start - row[j].first;
      double sum = a[j];
      for (int k = row[i].first > row[j].first ? row[i].first : row[j].first; k < j; ++k)
        sum -= a[k] * b[k];
      a[j] = j < i ? sum * b[j] : 1 / sqrt(sum);
    }
  }
}

void sky_forward(int n, const model_row *row, const double *values, link_work *work) {
  for (int i = 0; i < n; ++i) {
    const double *a = values + row[i].start - row[i].first;
    double sum = work[i].x;
    for (int j = row[i].first; j < i; ++j)
      sum -= a[j] * work[j].x;
    work[i].x = sum * a[i];
  }
}

void sky_backward(int n, const model_row *row, const double *values, link_work *work) {
  for (int i = n - 1; i >= 0; --i) {
    const double *a = values + row[i].start - row[i].first;
    work[i].x *= a[i];
    for (int j = row[i].first; j < i; ++j)
      work[j].x -= a[j] * work[i].x;
  }
}

void sky_shift(int n, const model_row *row, const double *W, const link_work *work, double *out) {
  for (int i = 0; i < n; ++i)
    for (int j = row[i].first; j <= i; ++j) {
      const int at = row[i].start + j - row[i].first;
      out[at] = work[i].root * W[at] * work[j].root + (i == j ? 1 : 0);
    }
}
