// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of along.c, in one variant (see kernel.h). They run over the blocks of a run's slots.

// --- Comparisons --------------------------------------------------------------------------------

//   ABOVE(a, b)       in which lanes a > b
//   MOST(a, b)        a > b ? a : b
//   PICK(above, a, b) a in these lanes, b in the others
//   TOUCHING(a, b)    a bit for each lane in which a or b is not <= 0

#undef ABOVE
#undef PICK
#undef MOST
#undef TOUCHING
#undef flags

#if VARIANT == VARIANT_AVX512
#define flags             __mmask8
#define ABOVE(a, b)       _mm512_cmp_pd_mask((__m512d)(a), (__m512d)(b), _CMP_GT_OQ)
#define PICK(above, a, b) ((lanes)_mm512_mask_blend_pd((above), (__m512d)(b), (__m512d)(a)))
#define MOST(a, b)        ((lanes)_mm512_max_pd((__m512d)(a), (__m512d)(b)))
#define TOUCHING(a, b)                                                                             \
  ((unsigned)(_mm512_cmp_pd_mask((__m512d)(a), _mm512_setzero_pd(), _CMP_NLE_UQ) |                 \
              _mm512_cmp_pd_mask((__m512d)(b), _mm512_setzero_pd(), _CMP_NLE_UQ)))
#elif VARIANT == VARIANT_AVX2
#define flags             lanes
#define ABOVE(a, b)       ((lanes)_mm256_cmp_pd((__m256d)(a), (__m256d)(b), _CMP_GT_OQ))
#define PICK(above, a, b) ((lanes)_mm256_blendv_pd((__m256d)(b), (__m256d)(a), (__m256d)(above)))
#define MOST(a, b)        ((lanes)_mm256_max_pd((__m256d)(a), (__m256d)(b)))
#define TOUCHING(a, b)                                                                             \
  ((unsigned)_mm256_movemask_pd(                                                                   \
      _mm256_or_pd(_mm256_cmp_pd((__m256d)(a), _mm256_setzero_pd(), _CMP_NLE_UQ),                  \
                   _mm256_cmp_pd((__m256d)(b), _mm256_setzero_pd(), _CMP_NLE_UQ))))
#else
#define flags             masks
#define ABOVE(a, b)       ((masks)((a) > (b)))
#define PICK(above, a, b) ((lanes)(((masks)(a) & (above)) | ((masks)(b) & ~(above))))
#define MOST(a, b)        PICK(ABOVE(a, b), a, b)
#define TOUCHING(a, b)    NAME(touching)((masks)((a) <= ALL(0.0)) & (masks)((b) <= ALL(0.0)))

INLINE unsigned NAME(touching)(masks apart) {
  unsigned bits = 0;
  for (int l = 0; l < LANES; ++l)
    bits |= (unsigned)(apart[l] == 0) << l;
  return bits;
}
#endif

// --- Overlaps -----------------------------------------------------------------------------------

/// sum of weight * field[node], in the order of a link's terms.
#define GATHER(w, field, at, pair)                                                                 \
  ((pair) ? (w)[0] * LOAD((field).of[0] + (at)) + (w)[1] * LOAD((field).of[1] + (at))              \
          : (w)[0] * LOAD((field).of[0] + (at)))

// eta^n and eta^n - eta^{n-1} of the slots, and the deepest of each lane.
INLINE TARGET void NAME(observe_part)(along_view v, int part, bool pair, lane_deepest *deepest) {
  const lanes weight[2] = {ALL(v.weight[0]), ALL(v.weight[1])};
  lanes most = ALL(-(double)INFINITY);
  lanes before = most;
  lanes where = ALL(0.0);
  lanes here = where;
  for (int at = part; at < v.slots; at += BLOCK) {
    lanes eta = GATHER(weight, v.u, at, pair) + LOAD(v.offset + at);
    lanes deta = GATHER(weight, v.du, at, pair);
    if (!pair) {
      eta += v.barrier;
      deta += v.barrier_step;
    }
    STORE(v.eta + at) = eta;
    STORE(v.deta + at) = deta;
    const lanes last = eta - deta;
    const flags above = ABOVE(eta, most);
    before = MOST(last, before);
    most = MOST(eta, most);
    where = PICK(above, here, where);
    here += (double)BLOCK;
  }
  STORE(deepest->overlap + part) = most;
  STORE(deepest->before + part) = before;
  STORE(deepest->block + part) = where;
}

TARGET static void NAME(observe)(const along_view *v, lane_deepest *deepest) {
  for (int part = 0; part < BLOCK; part += LANES)
    if (v->pair)
      NAME(observe_part)(*v, part, true, deepest);
    else
      NAME(observe_part)(*v, part, false, deepest);
}

// D^I of the slots, and the links that overlap half-way, or will without any force.
INLINE TARGET void NAME(find)(along_view v, bool pair, unsigned long long *awake) {
  const lanes weight[2] = {ALL(v.weight[0]), ALL(v.weight[1])};
  for (int at = 0; at < v.slots; at += LANES) {
    const lanes deta = LOAD(v.deta + at);
    const lanes half = LOAD(v.eta + at) - deta / 2;
    lanes free = deta + GATHER(weight, v.next, at, pair);
    if (!pair)
      free += v.barrier_next;
    STORE(v.free + at) = free;
    const lanes ahead = half + free / 2;
    const unsigned bits = TOUCHING(half, ahead);
    if (bits != 0)
      wake_slots(v.link_at + at, bits, awake);
  }
}

TARGET static void NAME(find_touching)(const along_view *v, unsigned long long *awake) {
  if (v->pair)
    NAME(find)(*v, true, awake);
  else
    NAME(find)(*v, false, awake);
}

#undef GATHER
