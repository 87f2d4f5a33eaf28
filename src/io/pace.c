// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The length of blocks, halved where one takes long and doubled where it does not.

#include "io/pace.h"

#include "io/clock.h"

/// A block may take so long, s.
static const double long_block = 0.02;

pace pace_of(int most) {
  return (pace){.most = most, .count = most < 8 ? most : 8};
}

int pace_begin(pace *p) {
  p->since = clock_seconds();
  return p->count;
}

void pace_end(pace *p) {
  const double took = clock_seconds() - p->since;
  if (took > long_block && p->count > 1)
    p->count /= 2;
  else if (took < long_block / 4 && p->count < p->most)
    p->count = 2 * p->count < p->most ? 2 * p->count : p->most;
}
