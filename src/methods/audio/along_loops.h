// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of along.c, in one variant (see kernel.h). They run over the blocks of a run's slots.

// --- Comparisons --------------------------------------------------------------------------------

//   ABOVE(a, b)       in which lanes a > b
//   PICK(above, a, b) a in these lanes, b in the others
//   TOUCHING(a, b)    a bit for each lane in which a or b is not <= 0

#undef ABOVE
#undef PICK
#undef TOUCHING
#undef flags

#if VARIANT == VARIANT_AVX512
#define flags             __mmask8
#define ABOVE(a, b)       _mm512_cmp_pd_mask((__m512d)(a), (__m512d)(b), _CMP_GT_OQ)
#define PICK(above, a, b) ((lanes)_mm512_mask_blend_pd((above), (__m512d)(b), (__m512d)(a)))
#define TOUCHING(a, b)                                                                             \
  ((unsigned)(_mm512_cmp_pd_mask((__m512d)(a), _mm512_setzero_pd(), _CMP_NLE_UQ) |                 \
              _mm512_cmp_pd_mask((__m512d)(b), _mm512_setzero_pd(), _CMP_NLE_UQ)))
#elif VARIANT == VARIANT_AVX2
#define flags             lanes
#define ABOVE(a, b)       ((lanes)_mm256_cmp_pd((__m256d)(a), (__m256d)(b), _CMP_GT_OQ))
#define PICK(above, a, b) ((lanes)_mm256_blendv_pd((__m256d)(b), (__m256d)(a), (__m256d)(above)))
#define TOUCHING(a, b)                                                                             \
  ((unsigned)_mm256_movemask_pd(                                                                   \
      _mm256_or_pd(_mm256_cmp_pd((__m256d)(a), _mm256_setzero_pd(), _CMP_NLE_UQ),                  \
                   _mm256_cmp_pd((__m256d)(b), _mm256_setzero_pd(), _CMP_NLE_UQ))))
#else
#define flags             masks
#define ABOVE(a, b)       ((masks)((a) > (b)))
#define PICK(above, a, b) ((lanes)(((masks)(a) & (above)) | ((masks)(b) & ~(above))))
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
INLINE TARGET void NAME(gather)(const along_view *v, const along_field *field, int at, bool pair,
                                lanes *sum) {
  *sum = v->run->weight[0] * LOAD(field->of[0] + at);
  if (pair)
    *sum += v->run->weight[1] * LOAD(field->of[1] + at);
}

// eta^n and eta^n - eta^{n-1} of the slots, and the deepest of each lane.
INLINE TARGET void NAME(observe_part)(const along_view *v, int part, bool pair,
                                      lane_deepest *deepest) {
  const along_run *run = v->run;
  lanes most = ALL(-(double)INFINITY);
  lanes before = most;
  lanes where = ALL(0.0);
  lanes here = where;
  for (int at = part; at < run->slots; at += BLOCK) {
    lanes eta;
    lanes deta;
    NAME(gather)(v, &v->u, at, pair, &eta);
    NAME(gather)(v, &v->du, at, pair, &deta);
    eta += LOAD(v->offset + at);
    if (!pair) {
      eta += v->barrier;
      deta += v->barrier_step;
    }
    STORE(v->eta + at) = eta;
    STORE(v->deta + at) = deta;
    const lanes last = eta - deta;
    before = PICK(ABOVE(last, before), last, before);
    const flags above = ABOVE(eta, most);
    most = PICK(above, eta, most);
    where = PICK(above, here, where);
    here += (double)BLOCK;
  }
  STORE(deepest->overlap + part) = most;
  STORE(deepest->before + part) = before;
  STORE(deepest->block + part) = where;
}

TARGET static void NAME(observe)(const along_view *v, lane_deepest *deepest) {
  for (int part = 0; part < BLOCK; part += LANES)
    if (v->run->barrier < 0)
      NAME(observe_part)(v, part, true, deepest);
    else
      NAME(observe_part)(v, part, false, deepest);
}

// The links that overlap half-way, or will without any force.
INLINE TARGET void NAME(find)(const along_view *v, bool pair, unsigned long long *awake) {
  for (int at = 0; at < v->run->slots; at += LANES) {
    const lanes deta = LOAD(v->deta + at);
    const lanes half = LOAD(v->eta + at) - deta / 2;
    lanes free;
    NAME(gather)(v, &v->next, at, pair, &free);
    free = deta + free;
    if (!pair)
      free += v->barrier_next;
    const lanes ahead = half + free / 2;
    const unsigned bits = TOUCHING(half, ahead);
    if (bits != 0)
      wake_slots(v->link_at + at, bits, awake);
  }
}

TARGET static void NAME(find_touching)(const along_view *v, unsigned long long *awake) {
  if (v->run->barrier < 0)
    NAME(find)(v, true, awake);
  else
    NAME(find)(v, false, awake);
}
