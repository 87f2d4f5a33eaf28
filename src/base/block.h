// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Several arrays in one block of memory, each on a cache line of its own. A list of arrays is a
// macro LIST(X) with a row X(type, name, count) for each; ARRAY_FIELD declares their pointers and
// ARRAY_BIND points them into a block, or only measures it where there is none yet.
// LIST(ARRAY_BIND) uses unsigned char *block (or NULL), size_t place, which starts at 0, and `to`.

#ifndef CAROM_BLOCK_H
#define CAROM_BLOCK_H

#include <stddef.h>

enum { CACHE_LINE = 64 };

static inline size_t block_padded(size_t size) {
  return (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

/// Takes `size` bytes at `place` and advances it; NULL without a block.
static inline void *block_take(unsigned char *block, size_t *place, size_t size) {
  void *taken = block != NULL ? block + *place : NULL;
  *place += block_padded(size);
  return taken;
}

#define ARRAY_FIELD(type, name, count) type *name;
#define ARRAY_BIND(type, name, count)                                                              \
  to->name = block_take(block, &place, (size_t)(count) * sizeof(type));

/// The body of a method's bind (model/method.h): its pointers are a `type` of two lists.
#define BIND_LISTS(type, KEPT, SCRATCH)                                                            \
  type nowhere = {0}, *to = s != NULL ? s->own : &nowhere;                                         \
  unsigned char *block = kept;                                                                     \
  size_t place = 0;                                                                                \
  (void)m;                                                                                         \
  KEPT(ARRAY_BIND)                                                                                 \
  *kept_size = place;                                                                              \
  block = scratch;                                                                                 \
  place = 0;                                                                                       \
  SCRATCH(ARRAY_BIND)                                                                              \
  *scratch_size = place;

#endif
