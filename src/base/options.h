// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Structures of options from programs that were compiled with the headers of this version or an
// earlier one. Each begins with its size, which its default() sets; new fields go to its end.

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
/// not begin with a size that this version or an earlier one has set. NULL leaves the defaults.
static inline bool options_take(void *own, size_t size, const void *given) {
  size_t has = 0;
  if (given == NULL)
    return true;
  memcpy(&has, given, sizeof has);
  if (has <= sizeof has || has > size)
    return false;
  memcpy(own, given, has);
  return true;
}

#endif
