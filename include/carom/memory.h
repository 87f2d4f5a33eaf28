// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file memory.h
/// Where scenes, models and states live: on the heap, or in memory the caller supplies.

#ifndef CAROM_MEMORY_H
#define CAROM_MEMORY_H

#include <carom/api.h>
#include <stddef.h>

CAROM_BEGIN

/// An allocator with one function. resize() grows or shrinks a block, keeping its contents; a NULL
/// block is a new one, a new size of 0 frees. It returns NULL if it cannot. Blocks must be aligned
/// to 64 bytes.
typedef struct {
  void *user;
  void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
} carom_memory;

/// A stretch of the caller's memory from which blocks are cut one after the other.
typedef struct {
  unsigned char *start;
  size_t size; ///< bytes in all
  size_t used; ///< bytes cut so far
  size_t last; ///< where the newest block begins
} carom_buffer;

/// The heap. [setup]
carom_memory carom_memory_heap(void);

/// Memory cut from a buffer the caller keeps alive; only the newest block can be given back. Where
/// the buffer or its start is NULL there is none: what asks for some is told that it is out.
/// [setup]
carom_memory carom_memory_buffer(carom_buffer *buffer, void *start, size_t size);

CAROM_END

#endif
