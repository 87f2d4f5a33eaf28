// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Shapes of strings and bars as curves: a few of them, over one period.

#ifndef CAROM_SHAPES_H
#define CAROM_SHAPES_H

#include "io/results.h"
#include <stdio.h>

/// The largest displacement of all shapes, m.
double shapes_size(const result_snapshots *s);

/// A panel with up to eight shapes and the times of each.
void draw_line_shapes(FILE *file, const result_snapshots *s, double y, double height);

#endif
