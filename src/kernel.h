// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the inner loops share. They are plain loops that the compiler vectorises, compiled once for
// any x86-64 and once for machines with AVX2; sums run in eight lanes of fixed order, so that the
// same scene gives the same bytes at any optimisation level (contraction to FMA is off).

#ifndef CAROM_KERNEL_H
#define CAROM_KERNEL_H

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) &&       \
    !defined(__SANITIZE_ADDRESS__) && !defined(CAROM_PLAIN)
#define KERNEL __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define KERNEL
#endif

typedef double lanes __attribute__((vector_size(32), aligned(8), may_alias));

/// sum of a[i] b[i]
static inline __attribute__((always_inline)) double dot(const double *a, const double *b, int n) {
  lanes low = {0};
  lanes high = {0};
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    low += *(const lanes *)(a + i) * *(const lanes *)(b + i);
    high += *(const lanes *)(a + i + 4) * *(const lanes *)(b + i + 4);
  }
  const lanes sum = low + high;
  double total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  for (; i < n; ++i)
    total += a[i] * b[i];
  return total;
}

#endif
