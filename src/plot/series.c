// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Columns of a table over time in a panel: as a line where samples are few, else as an envelope.

#include "plot/series.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 900 }; // places across a panel

void series_range(const numeric_table *t, int column, double *low, double *high) {
  *low = INFINITY;
  *high = -INFINITY;
  for (long long i = 0; i < t->rows; ++i) {
    const double x = series_value(t, i, column);
    if (isfinite(x)) {
      *low = fmin(*low, x);
      *high = fmax(*high, x);
    }
  }
  if (*low > *high)
    *low = *high = 0;
}

panel time_panel(FILE *file, double y, double height) {
  return (panel){.file = file, .x = PANEL_X, .y = y, .width = PANEL_WIDTH, .height = height};
}

double series_end(const numeric_table *t) {
  const double time = t->rows > 0 ? series_value(t, t->rows - 1, 0) : 0;
  return time > 0 ? time : 1;
}

int output_find(const results *r, const char *of, const char *quantity) {
  for (int o = 0; o < r->outputs; ++o)
    if (strcmp(r->output[o].of, of) == 0 && strcmp(r->output[o].quantity, quantity) == 0)
      return o;
  return -1;
}

int output_count(const results *r, const char *quantity) {
  int count = 0;
  for (int o = 0; o < r->outputs; ++o)
    count += strcmp(r->output[o].quantity, quantity) == 0;
  return count < MOST_PANELS ? count : MOST_PANELS;
}

void output_label(const result_output *o, char *label, size_t size) {
  snprintf(label, size, "%s: %s of %s%s%s", o->name, o->quantity, o->of,
           o->unit[0] != '\0' ? ", " : "", o->unit);
}

// Widens an envelope by one place to either side (a dilation), so that a period longer than a place
// does not show as a beat.
static void dilate(double *low, double *high, int count) {
  double low_before = low[0];
  double high_before = high[0];
  for (int i = 0; i < count; ++i) {
    const int next = i + 1 < count ? i + 1 : i;
    const double l = fmin(fmin(low_before, low[i]), low[next]);
    const double h = fmax(fmax(high_before, high[i]), high[next]);
    low_before = low[i];
    high_before = high[i];
    low[i] = l;
    high[i] = h;
  }
}

void draw_series(const panel *p, const numeric_table *t, int column, int colour) {
  double x[COLUMNS];
  double low[COLUMNS];
  double high[COLUMNS];
  int count = 0;
  bool band = false;
  const double span = p->right - p->left;
  for (long long i = 0; i < t->rows; ++i) {
    const double time = series_value(t, i, 0);
    const double value = series_value(t, i, column);
    if (time < p->left || time > p->right || !isfinite(value))
      continue;
    const double place =
        floor((time - p->left) / span * (COLUMNS - 1)) / (COLUMNS - 1) * span + p->left;
    if (count == 0 || place > x[count - 1]) {
      if (count == COLUMNS)
        break;
      x[count] = place;
      low[count] = high[count] = value;
      ++count;
    } else {
      band = true;
      low[count - 1] = fmin(low[count - 1], value);
      high[count - 1] = fmax(high[count - 1], value);
    }
  }
  if (band) {
    dilate(low, high, count);
    panel_band(p, x, low, high, count, colour);
  } else {
    panel_line(p, x, high, count, colour, 1);
  }
}

void draw_output(FILE *file, const results *r, int output, double y, double height) {
  panel p = time_panel(file, y, height);
  double low = 0;
  double high = 0;
  char label[240];
  series_range(&r->samples, output + 1, &low, &high);
  p.right = series_end(&r->samples);
  panel_range(&p, low, high);
  output_label(&r->output[output], label, sizeof label);
  panel_axes(&p, "t, s", label);
  draw_series(&p, &r->samples, output + 1, 0);
}
