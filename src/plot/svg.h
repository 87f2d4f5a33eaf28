// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A small SVG writer for line pictures: panels with axes, lines and bands, readable in print and on
// a dark screen.

#ifndef CAROM_SVG_H
#define CAROM_SVG_H

#include <stdbool.h>
#include <stdio.h>

/// A rectangle of the picture with the ranges of its axes.
typedef struct {
  FILE *file;
  double x, y, width, height;      // in pixels
  double left, right, bottom, top; // in data units
} panel;

void svg_begin(FILE *file, int width, int height, const char *title);
void svg_end(FILE *file);

/// A text; anchor is "start", "middle" or "end".
void svg_text(FILE *file, double x, double y, const char *anchor, const char *style,
              const char *text);

/// Sets the range of the vertical or the horizontal axis, with a margin and never empty.
void panel_range(panel *p, double low, double high);
void panel_range_x(panel *p, double low, double high);

/// Where a value of the horizontal or the vertical axis lies in the picture, in pixels.
double panel_x(const panel *p, double x);
double panel_y(const panel *p, double y);

/// Frame, ticks and labels; without ticks on the vertical axis where rows have names.
void panel_axes(const panel *p, const char *x_label, const char *y_label);
void panel_time_axis(const panel *p, const char *x_label, const char *y_label);

/// The frame around a panel and the names of its axes.
void panel_frame(const panel *p, const char *x_label, const char *y_label);

/// A line through points, in one of eight colours; `opacity` from 0 to 1.
void panel_line(const panel *p, const double *x, const double *y, int count, int colour,
                double opacity);

/// A dot, in one of eight colours.
void panel_dot(const panel *p, double x, double y, int colour);

/// The area between two curves.
void panel_band(const panel *p, const double *x, const double *low, const double *high, int count,
                int colour);

/// An entry of the legend, above the panel at `place` pixels from its left.
void panel_legend(const panel *p, double place, int colour, const char *text);

#endif
