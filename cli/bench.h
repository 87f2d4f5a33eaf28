// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The parts of carom bench.

#ifndef CAROM_BENCH_H
#define CAROM_BENCH_H

#include <stdbool.h>
#include <stdio.h>

/// Prints errors of the rebound speed, and writes them to a file unless it is NULL.
bool bench_impacts(FILE *json);

/// Times impacts of a beam by the event method, beside CVODE where there is one; prints a table and
/// adds "events": [...] to a file.
bool bench_events(FILE *json);

/// Time of this thread's own work, s.
double bench_seconds(void);

/// For qsort of doubles.
int bench_by_size(const void *a, const void *b);

#endif
