// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The heap and the caller's buffer as allocators.

#include <carom/memory.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static size_t round_up(size_t size) {
  return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void *heap_resize(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  if (new_size > SIZE_MAX / 2)
    return NULL;
  // realloc() keeps no alignment beyond its own, so a block is copied.
  void *moved = aligned_alloc(ALIGNMENT, round_up(new_size));
  if (moved == NULL)
    return NULL;
  if (block != NULL) {
    memcpy(moved, block, old_size < new_size ? old_size : new_size);
    free(block);
  }
  return moved;
}

carom_memory carom_memory_heap(void) {
  return (carom_memory){.user = NULL, .resize = heap_resize};
}

static void *buffer_resize(void *user, void *block, size_t old_size, size_t new_size) {
  carom_buffer *b = user;
  const size_t place = block ? (size_t)((unsigned char *)block - b->start) : b->used;
  const bool newest = block == NULL || place == b->last;
  if (new_size == 0) {
    if (block != NULL && newest)
      b->used = place;
    return NULL;
  }
  const size_t start = newest ? place : b->used;
  if (new_size > b->size || round_up(new_size) > b->size - start)
    return NULL;
  if (!newest)
    memcpy(b->start + start, block, old_size < new_size ? old_size : new_size);
  b->last = start;
  b->used = start + round_up(new_size);
  return b->start + start;
}

static void *no_resize(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)block;
  (void)old_size;
  (void)new_size;
  return NULL;
}

carom_memory carom_memory_buffer(carom_buffer *buffer, void *start, size_t size) {
  if (buffer == NULL)
    return (carom_memory){.user = NULL, .resize = no_resize};
  if (start == NULL) {
    *buffer = (carom_buffer){.start = NULL};
    return (carom_memory){.user = buffer, .resize = buffer_resize};
  }
  const size_t skip = (ALIGNMENT - (uintptr_t)start % ALIGNMENT) % ALIGNMENT;
  buffer->start = (unsigned char *)start + (skip < size ? skip : 0);
  buffer->size = skip < size ? size - skip : 0;
  buffer->used = 0;
  buffer->last = 0;
  return (carom_memory){.user = buffer, .resize = buffer_resize};
}
