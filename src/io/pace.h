// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Blocks that are short enough to be asked between them whether to stop, however slow a method is.

#ifndef CAROM_PACE_H
#define CAROM_PACE_H

typedef struct {
  int most, count; // samples
  double since;    // s
} pace;

/// So many samples at most.
pace pace_of(int most);

/// How many samples the next block should have; its time begins.
int pace_begin(pace *p);

/// It has ended.
void pace_end(pace *p);

#endif
