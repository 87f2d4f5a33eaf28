// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The type of the numbers at the nodes of grids in a source: double, or float in sources that
// define SINGLE ahead of everything (single precision, theory 8.14).

#ifndef CAROM_REAL_H
#define CAROM_REAL_H

#if defined(SINGLE)
typedef float real;
#else
typedef double real;
#endif

#endif
