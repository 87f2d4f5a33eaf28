// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

#include "io/wav_head.h"

#include <math.h>
#include <stdint.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "frames are written as they are");

bool wav_head_write(FILE *file, double rate, long long frames) {
  enum { FLOATS = 3, CHANNELS = 2, BITS = 32, FORMAT = 18, FACT = 4, HEADS = 3 * 8 };
  const uint32_t told = (uint32_t)(frames < wav_max_frames ? frames : wav_max_frames);
  const uint32_t data = told * WAV_FRAME;
  const uint32_t whole = 4 + HEADS + FORMAT + FACT + data;
  const uint32_t format_size = FORMAT;
  const uint32_t fact_size = FACT;
  const uint32_t hz = (uint32_t)lround(rate);
  const uint32_t rates[] = {hz, hz * WAV_FRAME};
  const uint16_t kind[] = {FLOATS, CHANNELS};
  const uint16_t rest[] = {WAV_FRAME, BITS, 0}; // the extension has no bytes
  const struct {
    const void *bytes;
    size_t size;
  } parts[] = {{"RIFF", 4},         {&whole, 4},         {"WAVEfmt ", 8},
               {&format_size, 4},   {kind, sizeof kind}, {rates, sizeof rates},
               {rest, sizeof rest}, {"fact", 4},         {&fact_size, 4},
               {&told, 4},          {"data", 4},         {&data, 4}};
  bool good = true;
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i)
    good = fwrite(parts[i].bytes, 1, parts[i].size, file) == parts[i].size && good;
  return good;
}
