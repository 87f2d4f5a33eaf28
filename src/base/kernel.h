// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the inner loops share. They work on blocks of eight nodes and are compiled for any machine,
// for x86-64 with FMA, with AVX2 and with AVX-512 (variant.c chooses). Sums run in eight lanes of
// fixed order, and multiplications are fused with additions where the code says so and nowhere
// else, so that the same scene gives the same bytes in each variant and at any optimisation level.
// (They are fused on x86-64 processors with FMA; others, and browsers, round otherwise.)
//
// Loops are in headers of their own (line_loops.h, plate_loops.h), which variants.h includes once
// for each VARIANT, after lanes.h. In sources that define SINGLE they take floats (real.h).

#ifndef CAROM_KERNEL_H
#define CAROM_KERNEL_H

#include "base/real.h"
#include <limits.h> // for __GLIBC__
#include <stdatomic.h>
#include <stdbool.h>

#define VARIANT_PLAIN  0
#define VARIANT_FUSED  1 // the same for processors that fuse multiplications with additions
#define VARIANT_AVX2   2
#define VARIANT_AVX512 3

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
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define KERNEL __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define KERNEL
#endif

// Variants can only share what is inlined into them.
#define INLINE static inline __attribute__((always_inline))
#define APART  __attribute__((noinline))

// A large part of a loop that is inlined for its constant arguments; but one function a variant
// under sanitizers, which take minutes over many copies of it.
#if defined(__SANITIZE_ADDRESS__)
#define SPECIALISED static APART
#else
#define SPECIALISED INLINE
#endif

/// Vectors of doubles, of any alignment. Functions neither take nor return them (a matter of ABI).
typedef double lanes_4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef double lanes_8 __attribute__((vector_size(64), aligned(8), may_alias));

/// Masks for them: all bits or none.
typedef unsigned long long masks_4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef unsigned long long masks_8 __attribute__((vector_size(64), aligned(8), may_alias));

/// The same of floats.
typedef float floats_4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef float floats_8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef unsigned float_masks_8 __attribute__((vector_size(32), aligned(4), may_alias));

#define STORED(from) (*(const lanes *)(from))
#define STORE(to)    (*(lanes *)(to))

/// The number x in all lanes.
#define ALL(x) ((lane_type)(x) - (lanes){0})

/// The sum of a block of lanes, in one order for all variants.
#define BLOCK_SUM(x)                                                                               \
  ((((x)[0] + (x)[4]) + ((x)[1] + (x)[5])) + (((x)[2] + (x)[6]) + ((x)[3] + (x)[7])))

/// The variant that runs: the best for this processor, or the one that CAROM_VARIANT names.
#if defined(CAROM_AVX2)
extern atomic_int variant_chosen; // -1 as long as nobody asked
int variant_choose(void);

INLINE int best_variant(void) {
  const int chosen = atomic_load_explicit(&variant_chosen, memory_order_relaxed);
  return chosen >= 0 ? chosen : variant_choose();
}
#else
INLINE int best_variant(void) {
  return VARIANT_PLAIN;
}
#endif

/// Calls a loop in the best variant; with RETURN_BEST its value is returned.
#if defined(CAROM_AVX2)
#define CASE_AVX2(call, name, ...)                                                                 \
  case VARIANT_AVX2:                                                                               \
    call name##_avx2(__VA_ARGS__);                                                                 \
    break;                                                                                         \
  case VARIANT_FUSED:                                                                              \
    call name##_fused(__VA_ARGS__);                                                                \
    break;
#else
#define CASE_AVX2(call, name, ...)
#endif
#if defined(CAROM_AVX512)
#define CASE_AVX512(call, name, ...)                                                               \
  case VARIANT_AVX512:                                                                             \
    call name##_avx512(__VA_ARGS__);                                                               \
    break;
#else
#define CASE_AVX512(call, name, ...)
#endif
#define BEST_AS(call, name, ...)                                                                   \
  switch (best_variant()) {                                                                        \
    CASE_AVX512(call, name, __VA_ARGS__)                                                           \
    CASE_AVX2(call, name, __VA_ARGS__)                                                             \
  default:                                                                                         \
    call name##_plain(__VA_ARGS__);                                                                \
  }
#define BEST(name, ...)        BEST_AS(, name, __VA_ARGS__)
#define RETURN_BEST(name, ...) BEST_AS(return, name, __VA_ARGS__)

#endif
