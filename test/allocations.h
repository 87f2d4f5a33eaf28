// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Allocations counted: the linker sends every one here (-Wl,--wrap=malloc and so on).

#ifndef CAROM_TEST_ALLOCATIONS_H
#define CAROM_TEST_ALLOCATIONS_H

#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);

static long long calls;

void *__wrap_malloc(size_t size) {
  ++calls;
  return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  ++calls;
  return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
  ++calls;
  return __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  ++calls;
  return __real_aligned_alloc(alignment, size);
}

void __wrap_free(void *block) {
  ++calls;
  __real_free(block);
}

#endif
