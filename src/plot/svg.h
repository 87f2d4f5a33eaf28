// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A small SVG writer for line pictures: panels with lines, bands and legends, readable in print, in
// grey and on a dark screen. Axes are in axes.h.

#ifndef CAROM_SVG_H
#define CAROM_SVG_H

#include <stdbool.h>
#include <stdio.h>

/// A rectangle of the picture with the ranges of its axes.
typedef struct {
  FILE *file;
  double x, y, width, height;      // in pixels
  double left, right, bottom, top; // in data units; logarithms to the base of ten if log_x, log_y
  double origin;                   // of the numbers at the horizontal axis, which are less this
  bool log_x, log_y;
} panel;

/// Styles of curves: a colour of its own lightness and dashes of its own.
enum { STYLES = 8 };

/// A number of this or more stands for one of the colours of a sequence, dark to light on paper.
enum { SEQUENCE = 16, SEQUENCE_STEPS = 8 };

/// Where the first panel of a picture begins, below the title and two lines of notes.
enum { PICTURE_HEAD = 84 };

void svg_begin(FILE *file, int width, int height, const char *title);
void svg_end(FILE *file);

/// A text; anchor is "start", "middle" or "end".
void svg_text(FILE *file, double x, double y, const char *anchor, const char *style,
              const char *text);

/// A text in lines of at most so many characters, 13 pixels apart; returns their number, which is
/// at most `lines`.
int svg_paragraph(FILE *file, double x, double y, int characters, int lines, const char *text);

/// About how wide a text of the labels is, in pixels.
double svg_text_width(const char *text);

/// The dashes of a style, as in stroke-dasharray.
const char *svg_dashes(int style);

/// The class of a style or of a colour of the sequence: "c3" or "s3".
void svg_class(int style, char text[8]);

/// Where a value of the horizontal or the vertical axis lies in the picture, in pixels.
double panel_x(const panel *p, double x);
double panel_y(const panel *p, double y);

/// A line through points, in a style; `opacity` from 0 to 1.
void panel_line(const panel *p, const double *x, const double *y, int count, int style,
                double opacity);

/// The same with attributes of its own in place of dashes and opacity.
void panel_line_with(const panel *p, const double *x, const double *y, int count, int style,
                     const char *attributes);

/// Round dots in the colour of a style, each pixel once; `size` is their diameter, in pixels.
void panel_dots(const panel *p, const double *x, const double *y, int count, int style,
                double size);

/// The area between two curves.
void panel_band(const panel *p, const double *x, const double *low, const double *high, int count,
                int style, double opacity);

/// An entry of a legend, above the panel at `place` pixels from its left; and how wide it is.
void panel_legend(const panel *p, double place, int style, const char *text);
double panel_legend_width(const char *text);

/// The legend of several styles, above the panel at its right.
void panel_legends(const panel *p, const char *const *texts, const int *styles, int count);

#endif
