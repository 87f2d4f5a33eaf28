// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Allocations that say so where they fail: those who read results tell by errno whether a file was
// not there or memory was out, and not every allocator sets it.

#ifndef CAROM_HEAP_H
#define CAROM_HEAP_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static inline void *heap_told(void *block) {
  if (block == NULL)
    errno = ENOMEM;
  return block;
}

static inline void *heap_take(size_t count, size_t size) {
  return heap_told(calloc(count, size));
}

static inline void *heap_grow(void *block, size_t size) {
  return heap_told(realloc(block, size));
}

/// Opens a file; what fails without a reason has lacked memory.
static inline FILE *heap_open(const char *path, const char *mode) {
  const int before = errno;
  errno = 0;
  FILE *file = fopen(path, mode);
  if (file == NULL && errno == 0)
    errno = ENOMEM;
  else if (file != NULL)
    errno = before;
  return file;
}

#endif
