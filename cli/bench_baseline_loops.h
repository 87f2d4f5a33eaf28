// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of bench_baseline.c, compiled once for each BASELINE_TARGET under the name BASELINE(x).

BASELINE_TARGET static void BASELINE(string)(int nx, double *restrict next, const double *u,
                                             const double *old) {
  for (int l = 1; l < nx; ++l)
    next[l] = 0.9 * u[l] + 0.3 * (u[l - 1] + u[l + 1]) - 0.05 * (u[l - 2] + u[l + 2]) -
              0.6 * old[l] - 0.01 * (old[l - 1] + old[l + 1]);
}

BASELINE_TARGET static void BASELINE(row)(int nx, long s, double *restrict next, const double *u,
                                          const double *old) {
  for (int l = 1; l < nx; ++l)
    next[l] = 0.75 * u[l] + 0.15 * (u[l - 1] + u[l + 1] + u[l - s] + u[l + s]) -
              0.02 * (u[l - 1 - s] + u[l + 1 - s] + u[l - 1 + s] + u[l + 1 + s]) -
              0.01 * (u[l - 2] + u[l + 2] + u[l - 2 * s] + u[l + 2 * s]) - 0.6 * old[l] -
              0.01 * (old[l - 1] + old[l + 1] + old[l - s] + old[l + s]);
}

// Each mode q+ = a q + b q- + w f, then the sum of w q, in as many partial sums as fill the lanes.
BASELINE_TARGET static double BASELINE(modes)(int count, double f, const double *restrict a,
                                              const double *restrict b, const double *restrict w,
                                              const double *restrict q, double *restrict old) {
  double part[SUMS] = {0};
  double sum = 0;
  for (int j = 0; j + SUMS <= count; j += SUMS)
    for (int l = 0; l < SUMS; ++l) {
      old[j + l] = a[j + l] * q[j + l] + b[j + l] * old[j + l] + w[j + l] * f;
      part[l] += w[j + l] * old[j + l];
    }
  for (int j = count - count % SUMS; j < count; ++j) {
    old[j] = a[j] * q[j] + b[j] * old[j] + w[j] * f;
    sum += w[j] * old[j];
  }
  for (int l = 0; l < SUMS; ++l)
    sum += part[l];
  return sum;
}

// Reads and writes two arrays once.
BASELINE_TARGET static void BASELINE(stream)(long n, double *restrict a, double *restrict b) {
  for (long j = 0; j < n; ++j) {
    const double x = 0.5 * a[j] + 0.25 * b[j];
    b[j] = 0.5 * b[j] - 0.25 * a[j];
    a[j] = x;
  }
}

// As many independent chains of fused multiplications and additions, and of additions, as keep all
// units of a processor busy and fit its registers: `count` times BASELINE_OPERATIONS operations.
BASELINE_TARGET static double BASELINE(arithmetic)(int count, const double *x) {
  double y[8 * BASELINE_LANES];
  double z[6 * BASELINE_LANES];
  double sum = 0;
  for (int l = 0; l < 8 * BASELINE_LANES; ++l)
    y[l] = x[l];
  for (int l = 0; l < 6 * BASELINE_LANES; ++l)
    z[l] = x[l] + 1;
  for (int i = 0; i < count; ++i) {
    for (int l = 0; l < 8 * BASELINE_LANES; ++l)
      y[l] = y[l] * 0.999 + 1e-3;
    for (int l = 0; l < 6 * BASELINE_LANES; ++l)
      z[l] = z[l] + 1e-3;
  }
  for (int l = 0; l < 8 * BASELINE_LANES; ++l)
    sum += y[l];
  for (int l = 0; l < 6 * BASELINE_LANES; ++l)
    sum += z[l];
  return sum;
}
