// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Marks: of points on curves, whose shapes differ as their dashes do, and of events over time.

#ifndef CAROM_MARKS_H
#define CAROM_MARKS_H

#include "plot/svg.h"

/// The mark of a style at a point of the picture, in pixels: an outline, so that marks of curves
/// that coincide are both seen.
void marks_mark(FILE *file, double x, double y, int style);

/// Marks at points of a panel.
void marks_points(const panel *p, const double *x, const double *y, int count, int style);

/// A line of a legend: a piece of the line, with its mark if it has one, and a text.
void marks_legend(FILE *file, double x, double y, int style, bool marked, const char *text);

/// A wide pale line under the others, and its line of a legend.
void marks_wide_line(const panel *p, const double *x, const double *y, int count, int style);
void marks_wide_legend(FILE *file, double x, double y, int style, const char *text);

/// An entry of the legend above a panel, as panel_legend(), for dots.
void marks_dot_legend(const panel *p, double place, int style, double size, const char *text);

/// Events at times within the panel: impacts as strokes, gestures as triangles, at its upper edge.
/// Those that fall into one pixel are drawn once.
typedef enum { MARK_IMPACT, MARK_GESTURE } event_mark;
void marks_events(const panel *p, const double *times, int count, event_mark kind);

#endif
