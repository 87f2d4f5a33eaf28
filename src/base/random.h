// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Random numbers by counting: the value of place n is a function of a seed and of n alone, so that
// whoever asks for it, in blocks of any length or from a state that was restored, gets the same.
// It is the n-th output of SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014; theory 5.16): a
// multiple of a constant, mixed by two multiplications and three shifts.

#ifndef CAROM_RANDOM_H
#define CAROM_RANDOM_H

#include <stdint.h>

static inline uint64_t random_bits(uint64_t seed, uint64_t n) {
  uint64_t z = seed + (n + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

/// Evenly between -1 and 1, neither included.
static inline double random_signed(uint64_t seed, uint64_t n) {
  return ((double)(random_bits(seed, n) >> 12) + 0.5) * 0x1p-51 - 1;
}

#endif
