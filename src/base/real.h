// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The numbers at the nodes of grids: their type in a source, double, or float in sources that
// define SINGLE ahead of everything (single precision, theory 8.14), and how many the inner loops
// process at a time.

#ifndef CAROM_REAL_H
#define CAROM_REAL_H

#if defined(SINGLE)
typedef float real;
#else
typedef double real;
#endif

enum { BLOCK = 8 };

#endif
