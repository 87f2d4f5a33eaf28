// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Curves that can be told apart in grey too: by colour, dashes and the shape of their marks.

#ifndef CAROM_MARKS_H
#define CAROM_MARKS_H

#include "plot/svg.h"

/// A dashed line through points, in one of eight styles.
void marks_line(const panel *p, const double *x, const double *y, int count, int style);

/// The mark of a style at a point of the picture, in pixels: an outline, so that marks of curves
/// that coincide are both seen.
void marks_mark(FILE *file, double x, double y, int style);

/// A line of a legend: a piece of the line, with its mark if it has one, and a text.
void marks_legend(FILE *file, double x, double y, int style, bool marked, const char *text);

/// A wide pale line under the others, and its line of a legend.
void marks_wide_line(const panel *p, const double *x, const double *y, int count, int colour);
void marks_wide_legend(FILE *file, double x, double y, int colour, const char *text);

/// Frame and ticks of a panel whose axes are logarithms to the base of ten: vertical ticks at
/// powers of ten (and at 2 and 5 times those where there are few), horizontal ones at the given
/// values.
void marks_log_axes(const panel *p, const double *ticks, int count, double unit,
                    const char *x_label, const char *y_label);

#endif
