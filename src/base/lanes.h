// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One variant of the inner loops: included, with VARIANT defined, ahead of the loops it is for.
//
//   lanes, masks          LANES numbers of `lane_type`, or masks of their bits
//   TARGET                the instruction set of this variant
//   NAME(x)               the name of x in this variant
//   LOAD(from)            LANES numbers from memory
//   MADD(a, b, c)         a b + c, in one rounding on x86-64 with FMA
//   NMADD(a, b, c)        c - a b likewise
//   MSUB(a, b, c)         a b - c likewise
//   HOLD(x)               keeps x in a register, where there are enough: gcc else reads it again
//   BEFORE_FIRST(x, l)    the vector left of a row's first column, given its last at x, from lane l
//                         on
//   BEHIND_LAST(x, l)     the vector right of its last column, given its first at x
//
// Lanes are doubles; in a source that defines SINGLE they are floats, but in loops for which WIDEN
// is defined: those load floats as doubles.

#undef LANES
#undef OF_FLOATS
#undef FEATURES
#undef lane_type
#undef lanes
#undef masks
#undef TARGET
#undef NAME
#undef VARIANT_NAME
#undef LOAD
#undef WIDENED
#undef MADD
#undef NMADD
#undef MSUB
#undef HOLD
#undef BEFORE_FIRST
#undef BEHIND_LAST

#if defined(WIDEN)
#define VARIANT_NAME(x, of) x##_widened_##of
#define LOAD(from)          WIDENED(from)
#else
#define VARIANT_NAME(x, of) x##_##of
#define LOAD(from)          STORED(from)
#endif

// A block of floats fills half a register of AVX-512; there are twice as many of these.
#if defined(SINGLE) && !defined(WIDEN)
#define LANES     8
#define lane_type float
#define lanes     floats_8
#define masks     float_masks_8
#define OF_FLOATS 1
#define FEATURES  "avx512vl,avx2,fma"
#else
#define OF_FLOATS 0
#define FEATURES  "avx512f"
#if VARIANT == VARIANT_AVX512
#define LANES 8
#define lanes lanes_8
#define masks masks_8
#else
#define LANES 4
#define lanes lanes_4
#define masks masks_4
#endif
#define lane_type double
#endif

#if VARIANT == VARIANT_AVX512
#define TARGET  __attribute__((target(FEATURES)))
#define NAME(x) VARIANT_NAME(x, avx512)
#elif VARIANT == VARIANT_AVX2
#define TARGET  __attribute__((target("avx2,fma")))
#define NAME(x) VARIANT_NAME(x, avx2)
#elif VARIANT == VARIANT_FUSED
#define TARGET  __attribute__((target("fma")))
#define NAME(x) VARIANT_NAME(x, fused)
#else
#define TARGET
#define NAME(x) VARIANT_NAME(x, plain)
#endif

#if VARIANT == VARIANT_AVX512
#define WIDENED(from) ((lanes)_mm512_cvtps_pd((__m256) * (const floats_8 *)(from)))
#elif VARIANT == VARIANT_AVX2
#define WIDENED(from) ((lanes)_mm256_cvtps_pd((__m128) * (const floats_4 *)(from)))
#else
#define WIDENED(from) __builtin_convertvector(*(const floats_4 *)(from), lanes)
#endif

#if VARIANT == VARIANT_AVX512 && !OF_FLOATS
#define MADD(a, b, c)                                                                              \
  ((lanes)_mm512_fmadd_pd((__m512d)(lanes)(a), (__m512d)(lanes)(b), (__m512d)(lanes)(c)))
#define NMADD(a, b, c)                                                                             \
  ((lanes)_mm512_fnmadd_pd((__m512d)(lanes)(a), (__m512d)(lanes)(b), (__m512d)(lanes)(c)))
#define MSUB(a, b, c)                                                                              \
  ((lanes)_mm512_fmsub_pd((__m512d)(lanes)(a), (__m512d)(lanes)(b), (__m512d)(lanes)(c)))
#elif VARIANT == VARIANT_PLAIN && !defined(__FMA__)
#define MADD(a, b, c)  ((a) * (b) + (c))
#define NMADD(a, b, c) ((c) - (a) * (b))
#define MSUB(a, b, c)  ((a) * (b) - (c))
#elif OF_FLOATS
#define MADD(a, b, c)                                                                              \
  ((lanes)_mm256_fmadd_ps((__m256)(lanes)(a), (__m256)(lanes)(b), (__m256)(lanes)(c)))
#define NMADD(a, b, c)                                                                             \
  ((lanes)_mm256_fnmadd_ps((__m256)(lanes)(a), (__m256)(lanes)(b), (__m256)(lanes)(c)))
#define MSUB(a, b, c)                                                                              \
  ((lanes)_mm256_fmsub_ps((__m256)(lanes)(a), (__m256)(lanes)(b), (__m256)(lanes)(c)))
#else
#define MADD(a, b, c)                                                                              \
  ((lanes)_mm256_fmadd_pd((__m256d)(lanes)(a), (__m256d)(lanes)(b), (__m256d)(lanes)(c)))
#define NMADD(a, b, c)                                                                             \
  ((lanes)_mm256_fnmadd_pd((__m256d)(lanes)(a), (__m256d)(lanes)(b), (__m256d)(lanes)(c)))
#define MSUB(a, b, c)                                                                              \
  ((lanes)_mm256_fmsub_pd((__m256d)(lanes)(a), (__m256d)(lanes)(b), (__m256d)(lanes)(c)))
#endif

#if VARIANT == VARIANT_AVX512
#define HOLD(x) __asm__("" : "+v"(x))
#else
#define HOLD(x) ((void)(x))
#endif
#if VARIANT == VARIANT_AVX512 && !OF_FLOATS
#define BEFORE_FIRST(x, l)                                                                         \
  ((void)(l), (lanes)_mm512_alignr_epi64((__m512i)LOAD(x), _mm512_setzero_si512(), 7))
#define BEHIND_LAST(x, l)                                                                          \
  ((void)(l), (lanes)_mm512_alignr_epi64(_mm512_setzero_si512(), (__m512i)LOAD(x), 1))
#else
// From whole vectors, since one that was just stored in two parts is not at hand as one.
#if OF_FLOATS
#define BEFORE_FIRST(x, l)                                                                         \
  ((void)(l), (lanes)__builtin_shufflevector((lanes){0}, LOAD(x), 7, 8, 9, 10, 11, 12, 13, 14))
#define BEHIND_LAST(x, l)                                                                          \
  ((void)(l), (lanes)__builtin_shufflevector(LOAD(x), (lanes){0}, 1, 2, 3, 4, 5, 6, 7, 8))
#else
#define BEFORE_FIRST(x, l)                                                                         \
  ((lanes)((l) == 0 ? __builtin_shufflevector((lanes){0}, LOAD(x), 3, 4, 5, 6)                     \
                    : __builtin_shufflevector(LOAD(x), LOAD((x) + LANES), 3, 4, 5, 6)))
#define BEHIND_LAST(x, l)                                                                          \
  ((lanes)((l) == 0 ? __builtin_shufflevector(LOAD(x), LOAD((x) + LANES), 1, 2, 3, 4)              \
                    : __builtin_shufflevector(LOAD((x) + LANES), (lanes){0}, 1, 2, 3, 4)))
#endif
#endif

/// A sum, BLOCK lanes wide.
typedef struct {
  lanes group[BLOCK / LANES];
} NAME(block);

INLINE TARGET double NAME(total)(const NAME(block) * sum) {
  lane_type of[BLOCK];
  for (int l = 0; l < BLOCK; l += LANES)
    STORE(of + l) = sum->group[l / LANES];
  return (double)BLOCK_SUM(of);
}
