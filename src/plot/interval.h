// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Which part of a run a picture shows: some periods after the transient, where there is such a
// part.

#ifndef CAROM_INTERVAL_H
#define CAROM_INTERVAL_H

#include "io/results.h"

typedef struct {
  long long first, count; // rows of the samples
  double from, to;        // s
  int periods;            // in it; 0 if no part of the run is steady and repeats
} interval;

/// Up to `periods` periods of an output, in at most `most` samples, from where its level is steady:
/// within 1 % over three windows of a fortieth to a tenth of the run, else within 5 or 20 %.
/// Without such a part it begins at the first motion.
interval interval_steady(const results *r, int output, int periods, int most);

/// "12 periods from 0.45 s to 0.586 s, after the transient" and the like.
const char *interval_text(const interval *i, char *text, size_t size);

#endif
