// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Any bytes as a list of edits of a text: what is changed a little gets further into a parser than
// what is all random.

#ifndef CAROM_EDITS_H
#define CAROM_EDITS_H

#include <stdint.h>
#include <string.h>

/// Applies edits of four bytes each (what, where in two bytes, value) to a text of `length` bytes
/// with room for `room`; returns its new length.
static inline size_t edit(const uint8_t *edits, size_t size, uint8_t *text, size_t length,
                          size_t room) {
  for (; size >= 4 && length > 0; edits += 4, size -= 4) {
    const size_t at = (edits[1] * 256U + edits[2]) % length;
    const size_t count = edits[3] % 16U + 1U;
    switch (edits[0] % 5) {
    case 0: // another byte
      text[at] = edits[3];
      break;
    case 1: // one bit
      text[at] ^= (uint8_t)(1U << edits[3] % 8);
      break;
    case 2: // some bytes twice
      if (length + count <= room && at + count <= length) {
        memmove(text + at + count, text + at, length - at);
        length += count;
      }
      break;
    case 3: // some bytes fewer
      if (at + count <= length) {
        memmove(text + at, text + at + count, length - at - count);
        length -= count;
      }
      break;
    default: // the end is missing
      if (edits[3] < 16)
        length = at;
    }
  }
  return length;
}

#endif
