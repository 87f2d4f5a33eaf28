// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Axes of panels: ranges that are never empty, ticks at round numbers, labels with units, and
// captions. A label is "name, unit"; ticks get the prefix that suits the range.

#ifndef CAROM_AXES_H
#define CAROM_AXES_H

#include "plot/svg.h"

/// Sets the range of the vertical or the horizontal axis, with a margin and never empty. Values
/// that are constant, but for rounding, are shown together with 0.
void panel_range(panel *p, double low, double high);
void panel_range_x(panel *p, double low, double high);

/// Frame, ticks and labels. They are drawn before the data, which lies over the grid.
void panel_axes(const panel *p, const char *x_label, const char *y_label);

/// The same without ticks on the vertical axis, where rows have names.
void panel_row_axes(const panel *p, const char *x_label, const char *y_label);

/// The same with ticks at given values of a logarithmic horizontal axis.
void panel_axes_at(const panel *p, const double *ticks, int count, const char *x_label,
                   const char *y_label);

/// What is shown and why, below the panel: one line beside the label of a wide panel, up to three
/// below it else.
void panel_caption(const panel *p, const char *text);

/// Steps of 1, 2 or 5 times a power of ten, about `count` of them in a span.
double axis_step(double span, int count);

/// A number in as many decimals as the step between ticks needs.
void axis_number(double value, double step, char *text, size_t size);

#endif
