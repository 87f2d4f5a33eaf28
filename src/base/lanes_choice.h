// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Comparisons of lanes and choices by them, in one variant: included after lanes.h.
//
//   flags              one for each lane
//   ABOVE(a, b)        where a > b; nowhere with NAN
//   AT_MOST(a, b)      where a is not above b; nowhere with NAN
//   AND, OR, NOT       of flags
//   ANY(f), BITS(f)    whether one of a variable is set; all, the first lane in the lowest bit
//   PICK(f, a, b)      a where the flag is set, else b
//   WHERE(f, a)        a there, else 0
//   MAX(a, b)         the larger: a > b ? a : b
//   MIN(a, b)        a < b ? a : b
//   ABS(a), ROOT(a)    without the sign; square root

#undef flags
#undef ABOVE
#undef AT_MOST
#undef AND
#undef OR
#undef NOT
#undef ANY
#undef BITS
#undef PICK
#undef WHERE
#undef MAX
#undef MIN
#undef ABS
#undef ROOT

#define AND(f, g) ((flags)((f) & (g)))
#define OR(f, g)  ((flags)((f) | (g)))
#define NOT(f)    ((flags) ~(f))
#define ABS(a)    ((lanes)((masks)(a) & (~0ULL >> 1)))

#if VARIANT == VARIANT_AVX512
#define flags         __mmask8
#define ABOVE(a, b)   _mm512_cmp_pd_mask((__m512d)(a), (__m512d)(b), _CMP_GT_OQ)
#define AT_MOST(a, b) _mm512_cmp_pd_mask((__m512d)(a), (__m512d)(b), _CMP_LE_OQ)
#define ANY(f)        ((f) != 0)
#define BITS(f)       ((unsigned)(f))
#define PICK(f, a, b) ((lanes)_mm512_mask_blend_pd((f), (__m512d)(b), (__m512d)(a)))
#define WHERE(f, a)   ((lanes)_mm512_maskz_mov_pd((f), (__m512d)(a)))
#define MAX(a, b)     ((lanes)_mm512_max_pd((__m512d)(a), (__m512d)(b)))
#define MIN(a, b)     ((lanes)_mm512_min_pd((__m512d)(a), (__m512d)(b)))
#define ROOT(a)       ((lanes)_mm512_sqrt_pd((__m512d)(a)))
#elif VARIANT == VARIANT_AVX2
#define flags         masks
#define ABOVE(a, b)   ((masks)_mm256_cmp_pd((__m256d)(a), (__m256d)(b), _CMP_GT_OQ))
#define AT_MOST(a, b) ((masks)_mm256_cmp_pd((__m256d)(a), (__m256d)(b), _CMP_LE_OQ))
#define ANY(f)        (BITS(f) != 0)
#define BITS(f)       ((unsigned)_mm256_movemask_pd((__m256d)(f)))
#define PICK(f, a, b) ((lanes)_mm256_blendv_pd((__m256d)(b), (__m256d)(a), (__m256d)(f)))
#define WHERE(f, a)   ((lanes)((masks)(a) & (f)))
#define MAX(a, b)     ((lanes)_mm256_max_pd((__m256d)(a), (__m256d)(b)))
#define MIN(a, b)     ((lanes)_mm256_min_pd((__m256d)(a), (__m256d)(b)))
#define ROOT(a)       ((lanes)_mm256_sqrt_pd((__m256d)(a)))
#else
#define flags         masks
#define ABOVE(a, b)   ((masks)((a) > (b)))
#define AT_MOST(a, b) ((masks)((a) <= (b)))
#define ANY(f)        (BITS(f) != 0)
#define BITS(f)       NAME(bits)(&(f))
#define PICK(f, a, b) ((lanes)(((masks)(a) & (f)) | ((masks)(b) & ~(f))))
#define WHERE(f, a)   ((lanes)((masks)(a) & (f)))
#define MAX(a, b)     PICK(ABOVE(a, b), a, b)
#define MIN(a, b)     PICK(ABOVE(b, a), a, b)
#define ROOT(a)       ((lanes){sqrt((a)[0]), sqrt((a)[1]), sqrt((a)[2]), sqrt((a)[3])})

INLINE unsigned NAME(bits)(const masks *f) {
  unsigned bits = 0;
  for (int l = 0; l < LANES; ++l)
    bits |= (unsigned)((*f)[l] & 1) << l;
  return bits;
}
#endif
