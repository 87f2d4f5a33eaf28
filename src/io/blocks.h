// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A state run block by block. Blocks are short enough to be asked between them whether to stop,
// however slow a method is, and the impacts of each are told.

#ifndef CAROM_BLOCKS_H
#define CAROM_BLOCKS_H

#include <carom/file.h>

/// The first lines are given.
typedef struct {
  const carom_model *model;
  carom_state *state;        // the caller's; NULL: one of its own
  int max;                   // samples of a block
  const carom_stop *stop;    // or NULL
  carom_impact_sink *impact; // or NULL
  void *user;
  carom_model_info info;
  double *values;  // outputs of every step of a block
  size_t stride;   // from a sample in them to the next
  long long done;  // samples
  int pace, owned; // samples of the next block; whether the state is its own
} blocks;

/// Room for a block, a state with all it needs and a way for impacts; ended in any case.
carom_status blocks_begin(blocks *b, carom_error *error);
void blocks_end(blocks *b);

/// A block of at most so many samples, as many as `count` says.
carom_status blocks_next(blocks *b, long long max, int *count);

#endif
