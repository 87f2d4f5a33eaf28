// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A picture as a file, and memory to draw it with: where some was lacking the picture is not kept.

#ifndef CAROM_DRAWING_H
#define CAROM_DRAWING_H

#include "io/atomic_file.h"
#include <stddef.h>

/// Opens DIRECTORY/NAME; false with errno set if it cannot.
bool drawing_open(atomic_file *file, const char *directory, const char *name);

/// Zeroed memory for what this thread draws, to be freed; NULL if there is none.
void *drawing_take(size_t count, size_t size);

/// A library has lacked memory.
void drawing_lacks_memory(void);

/// Keeps the picture; false with errno set, ENOMEM if memory was lacking, if it cannot.
bool drawing_close(atomic_file *file);

#endif
