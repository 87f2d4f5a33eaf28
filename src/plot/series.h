// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the pictures of a run share: panels across the picture, and columns of a table over time in
// them.

#ifndef CAROM_SERIES_H
#define CAROM_SERIES_H

#include "io/results.h"
#include "plot/axes.h"
#include "plot/svg.h"

enum { PICTURE_WIDTH = 900, PANEL_X = 90, PANEL_WIDTH = 780, MOST_PANELS = 12 };

/// What a panel takes beyond its height: its label above, numbers, label and caption below.
enum { PANEL_MARGIN = 72 };

/// A panel across the picture; its ranges are not set.
panel time_panel(FILE *file, double y, double height);

static inline double series_value(const numeric_table *t, long long row, int column) {
  return t->values[row * t->columns + column];
}

/// The range of a column; 0 to 0 if nothing in it is finite.
void series_range(const numeric_table *t, int column, double *low, double *high);

/// The last time of a table, the right end of its panels; 1 if it is not above 0.
double series_end(const numeric_table *t);

/// Draws a column between the times of the panel: a line, or an envelope of that opacity with its
/// upper edge as a line.
void draw_series(const panel *p, const numeric_table *t, int column, int style, double opacity);

/// The largest sizes of a column, of each place across the panel, as a line over logarithms; those
/// below 10 to the power of the panel's bottom are left out.
void draw_sizes(const panel *p, const numeric_table *t, int column, int style);

/// The output of that quantity of a body or contact, or -1.
int output_find(const results *r, const char *of, const char *quantity);

/// How many outputs have that quantity, at most MOST_PANELS.
int output_count(const results *r, const char *quantity);

/// "NAME: QUANTITY of WHAT, UNIT".
void output_label(const result_output *o, char *label, size_t size);

/// A panel of an output over the whole run; a caption tells if it is constant.
panel draw_output(FILE *file, const results *r, int output, double y, double height);

/// The times of impacts of a contact, or of all for NULL; the array is to be freed, and NULL if
/// there are none.
double *impact_times(const results *r, const char *contact, int *count);

#endif
