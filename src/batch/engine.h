// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The seam of batches: an engine lays out the states of models of one shape and steps them. An
// engine is a folder or file here and a row of table.c, in the order of carom_engine_kind.

#ifndef CAROM_BATCH_ENGINE_H
#define CAROM_BATCH_ENGINE_H

#include "state/state.h"
#include <carom/batch.h>

typedef struct batch_engine batch_engine;

struct carom_batch {
  carom_memory memory;
  size_t size;
  const batch_engine *engine;
  carom_batch_options options;
  int count;
  const carom_model **model; // of each state
  unsigned char *own;        // the engine's
};

struct batch_engine {
  carom_engine about;
  /// States that it steps at once.
  int grain;
  /// Why it does not take models of this shape; NULL if it does.
  const char *(*refuses)(const carom_model *m, const carom_batch_options *options);
  /// Bytes of its own for so many states; at most SIZE_MAX.
  size_t (*size)(const carom_model *m, int count, const carom_batch_options *options);
  /// Makes them, all at t = 0.
  void (*start)(carom_batch *b);
  /// A state as one alone, until give_back(), which takes it in again; borrowed by one thread of
  /// the options at a time.
  carom_state *(*borrow)(carom_batch *b, int thread, int index);
  void (*give_back)(carom_batch *b, int thread, int index);
  /// Steps a range; the range is one that it may be.
  carom_status (*process)(carom_batch *b, int thread, int first, int count, int samples,
                          double *values, size_t stride, int *bad);
};

extern const batch_engine scalar_engine;

/// The row of a kind; NULL for auto, which is none of its own, and beyond.
const batch_engine *engine_row(carom_engine_kind kind);

#endif
