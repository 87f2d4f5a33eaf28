// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Structures of options begin with their size, which their default() sets: what begins with another
// one was not set, or comes from the headers of another version.

#ifndef CAROM_OPTIONS_H
#define CAROM_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/// The sentence for options that options_take() refuses.
#define OPTIONS_REFUSED(type)                                                                      \
  "the options do not begin as " #type "_default() gives them; allowed are those, with fields "    \
  "changed"

/// Puts what a caller gives over the defaults in `own`. False, and nothing is put, where it does
/// not begin with its size. NULL leaves the defaults.
static inline bool options_take(void *own, size_t size, const void *given) {
  size_t has = 0;
  if (given == NULL)
    return true;
  memcpy(&has, given, sizeof has);
  if (has != size)
    return false;
  memcpy(own, given, size);
  return true;
}

#endif
