// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the inner loops share. They work on four numbers at a time, or are plain enough for the
// compiler to do so, and are compiled once for any x86-64 and once for machines with AVX2. Sums run
// in four lanes of fixed order, so that the same scene gives the same bytes at any optimisation
// level (contraction to FMA is off).

#ifndef CAROM_KERNEL_H
#define CAROM_KERNEL_H

#include <limits.h> // tells whose C library this is

#if defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) &&       \
    defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(CAROM_PLAIN)
#define KERNEL __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define KERNEL
#endif

// The clones can only share what is inlined into them.
#define INLINE static inline __attribute__((always_inline))

/// Four doubles, read from anywhere. Functions neither take nor return them (a matter of ABI).
typedef double lanes __attribute__((vector_size(32), aligned(8), may_alias));

#define LANES 4
#define ALL(x)                                                                                     \
  { (x), (x), (x), (x) }
#define LOAD(from) (*(const lanes *)(from))
#define STORE(to)  (*(lanes *)(to))

/// Asks for a cache line that will only be written: a write that waits for its line holds up all
/// writes behind it.
#define FETCH(line) __builtin_prefetch((line), 1)

INLINE double lanes_sum(const lanes *x) {
  return ((*x)[0] + (*x)[1]) + ((*x)[2] + (*x)[3]);
}

#endif
