// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How long a run or a sweep takes.

#ifndef CAROM_CLOCK_H
#define CAROM_CLOCK_H

/// Time since some fixed moment, s.
double clock_seconds(void);

#endif
