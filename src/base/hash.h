// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// FNV-1a, 64 bits: a fingerprint of texts, and over words of eight bytes a checksum.

#ifndef CAROM_HASH_H
#define CAROM_HASH_H

#include <assert.h>
#include <stddef.h>
#include <string.h>

typedef unsigned long long hash64;

static const hash64 hash_begin = 14695981039346656037ULL;

static inline hash64 hash_bytes(hash64 hash, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ at[i]) * 1099511628211ULL;
  return hash;
}

/// The same by words of eight bytes; `size` is a multiple of that. High bits are folded back, as
/// multiplication alone never affects lower ones.
static inline hash64 hash_words(hash64 hash, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  assert(size % sizeof(hash64) == 0);
  for (size_t i = 0; i < size; i += sizeof(hash64)) {
    hash64 word;
    memcpy(&word, at + i, sizeof word);
    hash = (hash ^ word) * 1099511628211ULL;
    hash ^= hash >> 32;
  }
  return hash;
}

#endif
