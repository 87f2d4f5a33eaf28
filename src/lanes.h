// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One variant of the inner loops: included, with VARIANT defined, ahead of the loops it is for.
//
//   lanes, masks  LANES doubles or masks of their bits
//   TARGET        what the compiler may use for them
//   NAME(x)       the name of x in this variant
//   LESS_4(s, x)  s - 4 x in one rounding, which it has in any case as 4 x is exact
//   AFTER         the lanes one node further than `at`: read, or put together from those there and
//                 the next where a read across cache lines costs more

#undef LANES
#undef lanes
#undef masks
#undef TARGET
#undef NAME
#undef LESS_4
#undef AFTER

#if VARIANT == VARIANT_AVX512
#define LANES   8
#define lanes   lanes_8
#define masks   masks_8
#define TARGET  __attribute__((target("avx512f")))
#define NAME(x) x##_avx512
#define LESS_4(s, x)                                                                               \
  ((lanes)_mm512_fnmadd_pd(_mm512_set1_pd(4), (__m512d)(lanes)(x), (__m512d)(lanes)(s)))
#define AFTER(at, here, next) ((lanes)_mm512_alignr_epi64((__m512i)(next), (__m512i)(here), 1))
#elif VARIANT == VARIANT_AVX2
#define LANES   4
#define lanes   lanes_4
#define masks   masks_4
#define TARGET  __attribute__((target("avx2,fma")))
#define NAME(x) x##_avx2
#define LESS_4(s, x)                                                                               \
  ((lanes)_mm256_fnmadd_pd(_mm256_set1_pd(4), (__m256d)(lanes)(x), (__m256d)(lanes)(s)))
#define AFTER(at, here, next) LOAD((at) + 1)
#else
#define LANES 4
#define lanes lanes_4
#define masks masks_4
#define TARGET
#define NAME(x)               x##_plain
#define LESS_4(s, x)          ((s)-4 * (x))
#define AFTER(at, here, next) LOAD((at) + 1)
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
