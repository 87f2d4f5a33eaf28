// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The mix from inside: a handle, then its arrays.

#ifndef CAROM_MIX_INSIDE_H
#define CAROM_MIX_INSIDE_H

#include "base/block.h"
#include "model/model.h"
#include <carom/mix.h>

enum {
  HALF_TAPS = 24, // samples of the final rate on each side of the decimation filter
  CHUNK = 16      // samples that are filtered at a time
};

/// One heard output.
typedef struct {
  int output;                     // the column that it reads
  int of;                         // that whose side this is, or the same
  double gain, mono, left, right; // factors of gain and pan
  double before, passed;          // of the high-pass filter: last input and output
  double peak;
} channel;

#define MIX_ARRAYS(X)                                                                              \
  X(channel, channel, mix_heard(m))                                                                \
  X(double, filter, mix_taps(m))                                                                   \
  X(double, steps, mix_heard(m) * mix_capacity(m)) /* past and present ones of each channel */     \
  X(double, frames, mix_heard(m) * CHUNK)

struct carom_mix {
  carom_memory memory; // resize is NULL in the caller's memory
  size_t size;
  carom_mix_options options;
  int heard, outputs, oversample;
  int taps, capacity; // of the decimation filter; steps of one channel, taps - 1 of them past
  double rate, pole;
  double threshold; // of the limiter, an amplitude
  double ceiling;   // of the limiter; a float, so that rounding to floats does not exceed it
  double level;
  double sum_peak;
  double fade, fade_step; // where the fade is, from 0 (silence) to 1, and where it goes
  bool fades_out;
  long long samples; // filtered so far
  long long not_finite;
  MIX_ARRAYS(ARRAY_FIELD)
};

#endif
