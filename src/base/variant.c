// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Which variant of the inner loops runs: the widest that the processor has, or the one that the
// environment variable CAROM_VARIANT names, if the processor has it.

#include "base/kernel.h"
#include <carom/version.h>
#include <stdlib.h>
#include <string.h>

#if defined(CAROM_AVX2)
atomic_int variant_chosen = -1;

// Whether this processor has it.
static bool has_variant(int variant) {
  switch (variant) {
#if defined(CAROM_AVX512)
  case VARIANT_AVX512:
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
#endif
  case VARIANT_AVX2:
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  case VARIANT_FUSED:
    return __builtin_cpu_supports("fma");
  default:
    return variant == VARIANT_PLAIN;
  }
}

// Portable loops are fused where the processor can, so that all variants give the same bytes.
int variant_choose(void) {
  const char *asked = getenv("CAROM_VARIANT");
  int max = VARIANT_AVX512;
  if (asked != NULL && strcmp(asked, "plain") == 0)
    max = VARIANT_FUSED;
  else if (asked != NULL && strcmp(asked, "avx2") == 0)
    max = VARIANT_AVX2;
  while (!has_variant(max))
    --max;
  atomic_store_explicit(&variant_chosen, max, memory_order_relaxed);
  return max;
}
#endif

const char *carom_variant(void) {
  switch (best_variant()) {
  case VARIANT_AVX512:
    return "avx512";
  case VARIANT_AVX2:
    return "avx2";
  default:
    return "plain";
  }
}
