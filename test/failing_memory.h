// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Memory that fails at one call, and counts what is not given back.

#ifndef CAROM_TEST_FAILING_MEMORY_H
#define CAROM_TEST_FAILING_MEMORY_H

#include <carom/memory.h>

typedef struct {
  long long left, bytes;
} failing_memory;

static inline void *failing_resize(void *user, void *block, size_t old_size, size_t size) {
  failing_memory *f = user;
  if (size > 0 && --f->left == 0)
    return NULL;
  const carom_memory heap = carom_memory_heap();
  void *moved = heap.resize(heap.user, block, old_size, size);
  if (moved != NULL || size == 0)
    f->bytes += (long long)size - (long long)old_size;
  return moved;
}

#endif
