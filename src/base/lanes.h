// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One variant of the inner loops: included, with VARIANT defined, ahead of the loops it is for.
//
//   real                  the type of a number
//   lanes, masks          LANES of them or masks of their bits
//   TARGET                the instruction set of this variant
//   NAME(x)               the name of x in this variant
//   MADD(a, b, c)         a b + c, in one rounding on x86-64 with FMA
//   NMADD(a, b, c)        c - a b likewise
//   MSUB(a, b, c)         a b - c likewise
//   HOLD(x)               keeps x in a register, where there are enough: gcc else reads it again
//   BEFORE_FIRST(x, l)    the vector left of a row's first column, given its last at x, from lane l
//                         on
//   BEHIND_LAST(x, l)     the vector right of its last column, given its first at x

#undef LANES
#undef real
#undef lanes
#undef masks
#undef TARGET
#undef NAME
#undef MADD
#undef NMADD
#undef MSUB
#undef HOLD
#undef BEFORE_FIRST
#undef BEHIND_LAST

#define real double
#if VARIANT == VARIANT_AVX512
#define HOLD(x) __asm__("" : "+v"(x))
#else
#define HOLD(x) ((void)(x))
#endif
#if VARIANT == VARIANT_AVX512
#define LANES   8
#define lanes   lanes_8
#define masks   masks_8
#define TARGET  __attribute__((target("avx512f")))
#define NAME(x) x##_avx512
#define MADD(a, b, c)                                                                              \
  ((lanes)_mm512_fmadd_pd((__m512d)(lanes)(a), (__m512d)(lanes)(b), (__m512d)(lanes)(c)))
#define NMADD(a, b, c)                                                                             \
  ((lanes)_mm512_fnmadd_pd((__m512d)(lanes)(a), (__m512d)(lanes)(b), (__m512d)(lanes)(c)))
#define MSUB(a, b, c)                                                                              \
  ((lanes)_mm512_fmsub_pd((__m512d)(lanes)(a), (__m512d)(lanes)(b), (__m512d)(lanes)(c)))
#define BEFORE_FIRST(x, l)                                                                         \
  ((void)(l), (lanes)_mm512_alignr_epi64((__m512i)LOAD(x), _mm512_setzero_si512(), 7))
#define BEHIND_LAST(x, l)                                                                          \
  ((void)(l), (lanes)_mm512_alignr_epi64(_mm512_setzero_si512(), (__m512i)LOAD(x), 1))
#else
#define LANES 4
#define lanes lanes_4
#define masks masks_4
#if VARIANT == VARIANT_AVX2
#define TARGET  __attribute__((target("avx2,fma")))
#define NAME(x) x##_avx2
#elif VARIANT == VARIANT_FUSED
#define TARGET  __attribute__((target("fma")))
#define NAME(x) x##_fused
#else
#define TARGET
#define NAME(x) x##_plain
#endif
#if VARIANT != VARIANT_PLAIN || defined(__FMA__)
#define MADD(a, b, c)                                                                              \
  ((lanes)_mm256_fmadd_pd((__m256d)(lanes)(a), (__m256d)(lanes)(b), (__m256d)(lanes)(c)))
#define NMADD(a, b, c)                                                                             \
  ((lanes)_mm256_fnmadd_pd((__m256d)(lanes)(a), (__m256d)(lanes)(b), (__m256d)(lanes)(c)))
#define MSUB(a, b, c)                                                                              \
  ((lanes)_mm256_fmsub_pd((__m256d)(lanes)(a), (__m256d)(lanes)(b), (__m256d)(lanes)(c)))
#else
#define MADD(a, b, c)  ((a) * (b) + (c))
#define NMADD(a, b, c) ((c) - (a) * (b))
#define MSUB(a, b, c)  ((a) * (b) - (c))
#endif
// From whole vectors, since one that was just stored in two parts is not at hand as one.
#define BEFORE_FIRST(x, l)                                                                         \
  ((lanes)((l) == 0 ? __builtin_shufflevector((lanes){0}, LOAD(x), 3, 4, 5, 6)                     \
                    : __builtin_shufflevector(LOAD(x), LOAD((x) + LANES), 3, 4, 5, 6)))
#define BEHIND_LAST(x, l)                                                                          \
  ((lanes)((l) == 0 ? __builtin_shufflevector(LOAD(x), LOAD((x) + LANES), 1, 2, 3, 4)              \
                    : __builtin_shufflevector(LOAD((x) + LANES), (lanes){0}, 1, 2, 3, 4)))
#endif

/// A sum, BLOCK lanes wide.
typedef struct {
  lanes part[BLOCK / LANES];
} NAME(block);

INLINE TARGET double NAME(total)(const NAME(block) * sum) {
  double lane[BLOCK];
  for (int l = 0; l < BLOCK; l += LANES)
    STORE(lane + l) = sum->part[l / LANES];
  return block_sum(lane);
}
