// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How tests ask that a call refuses what it was given.

#ifndef CAROM_REFUSED_H
#define CAROM_REFUSED_H

#include "support.h"

#define IS(call) assert_true(call)
/// What returns nothing only has to come back.
#define QUIET(call) IS(((call), true))

static inline bool empty(const char *text) {
  return text != NULL && text[0] == '\0';
}

static inline bool zeros(const void *what, size_t size) {
  const unsigned char *bytes = what;
  for (size_t i = 0; i < size; ++i)
    if (bytes[i] != 0)
      return false;
  return true;
}

/// The sentence for options of zeros.
static inline bool begins_wrong(const carom_error *error) {
  return error->status == CAROM_BAD_VALUE && strstr(error->text, "do not begin as") != NULL;
}

#endif
