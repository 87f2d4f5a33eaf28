// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the inner loops share. They work on blocks of eight nodes and are compiled for any machine,
// for x86-64 with AVX2 and for x86-64 with AVX-512. Sums run in eight lanes of fixed order, and
// multiplications are fused with additions where the code says so and nowhere else, so that the
// same scene gives the same bytes in each variant and at any optimisation level. (They are fused on
// x86-64 processors with FMA; others, and browsers, round otherwise.)
//
// Loops over a grid are in a header of their own (line_loops.h, plate_loops.h), which its source
// includes once for each VARIANT, after lanes.h.

#ifndef CAROM_KERNEL_H
#define CAROM_KERNEL_H

#include <limits.h> // for __GLIBC__

#define VARIANT_PLAIN  0
#define VARIANT_AVX2   1
#define VARIANT_AVX512 2

// Tests build with CAROM_PLAIN and with CAROM_NARROW, to compare.
#if defined(__FMA__) || (defined(__x86_64__) && defined(__GNUC__) && !defined(CAROM_PLAIN))
#include <immintrin.h>
#endif
#if defined(__x86_64__) && defined(__GNUC__) && !defined(CAROM_PLAIN)
#define CAROM_AVX2
#if !defined(CAROM_NARROW)
#define CAROM_AVX512
#endif
#endif

// Loops that the compiler can vectorise are compiled twice and chosen when a program starts.
#if defined(__GLIBC__) && defined(CAROM_AVX2) && !defined(__clang__) && defined(__linux__) &&      \
    !defined(__SANITIZE_ADDRESS__)
#define KERNEL __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define KERNEL
#endif

// Variants can only share what is inlined into them.
#define INLINE static inline __attribute__((always_inline))
#define APART  __attribute__((noinline))

/// Vectors of doubles, of any alignment. Functions neither take nor return them (a matter of ABI).
typedef double lanes_4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef double lanes_8 __attribute__((vector_size(64), aligned(8), may_alias));

/// Masks for them: all bits or none.
typedef unsigned long long masks_4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef unsigned long long masks_8 __attribute__((vector_size(64), aligned(8), may_alias));

#define LOAD(from) (*(const lanes *)(from))
#define STORE(to)  (*(lanes *)(to))

/// x where the mask has all bits and 0 where it has none.
#define KEEP(x, mask) ((lanes)((masks)(x) & *(const masks *)(mask)))

/// The number x in all lanes.
#define ALL(x) ((x) - (lanes){0})

/// Prefetches a cache line that will only be written: a store that misses stalls all stores after
/// it.
#define FETCH(line) __builtin_prefetch((line), 1)

/// The sum of a block of lanes, in one order for all variants.
INLINE double block_sum(const double *x) {
  return ((x[0] + x[4]) + (x[1] + x[5])) + ((x[2] + x[6]) + (x[3] + x[7]));
}

/// Masks for some lanes, loaded at an offset: none, all, none.
static const unsigned long long keep_some[24] = {
    0,     0,     0,     0,     0,     0,     0,     0, //
    ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL};

/// The best variant for this processor.
INLINE int best_variant(void) {
#if defined(CAROM_AVX512)
  if (__builtin_cpu_supports("avx512f"))
    return VARIANT_AVX512;
#endif
#if defined(CAROM_AVX2)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return VARIANT_AVX2;
#endif
  return VARIANT_PLAIN;
}

#endif
