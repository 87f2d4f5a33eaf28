// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The functions of x and of y of which modes of clamped and free plates are made.

#ifndef CAROM_RITZ_AXIS_H
#define CAROM_RITZ_AXIS_H

#include "bodies/modes.h"
#include "model/compile.h"

/// Of free edges: polynomials of degree 2 to 5, which take up the moments and shears that bars do
/// not have there. They come before the bars' modes; functions are even and odd in turn.
enum { RITZ_EXTRA = 4 };

/// Integrals over a side of the functions that are combined: int f'' g'', int f'' g, int f' g', as
/// [i count + j], and 0 between an even one and an odd one.
typedef struct {
  int count;
  double *bending, *mixed, *stretch;
} ritz_integrals;

/// Of `extra` polynomials and `combined` modes of a line of density 1: the integrals, and the rows
/// that make the polynomials orthonormal to these modes: extra rows of combined + extra numbers.
bool ritz_axis_integrate(compiler *c, const modal_line *line, int extra, int combined,
                         const mode_shape *shapes, double *rows, ritz_integrals *to);

void ritz_integrals_drop(compiler *c, ritz_integrals *of);

/// A polynomial or its derivative of that order, at most 2, at x from 0 to `length`.
double ritz_polynomial(int which, double length, double x, int order);

#endif
