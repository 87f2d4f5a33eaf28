// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Columns of a table over time in a panel: as a line where samples are few, else as an envelope.

#include "plot/series.h"

#include "plot/drawing.h"
#include "plot/units.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Places across a panel. Few samples, and many that turn seldom, are drawn as a line.
enum { PLACES = 600, FEW_SAMPLES = 8 * PLACES, MOST_SAMPLES = 10000000 };

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
  char quantity[sizeof o->quantity];
  snprintf(quantity, sizeof quantity, "%s", o->quantity);
  for (char *c = quantity; *c != '\0'; ++c)
    *c = *c == '_' ? ' ' : *c;
  snprintf(label, size, "%s: %s of %s, %s", o->name, quantity, o->of, o->unit);
}

/// A column of a table at places across a panel.
typedef struct {
  int count;
  bool band; // places hold several samples
  double x[PLACES], low[PLACES], high[PLACES];
} envelope;

static void find_envelope(const panel *p, const numeric_table *t, int column, envelope *e) {
  const double span = p->right - p->left;
  e->count = 0;
  e->band = false;
  for (long long i = 0; i < t->rows; ++i) {
    const double time = series_value(t, i, 0);
    const double value = series_value(t, i, column);
    if (time < p->left || time > p->right || !isfinite(value))
      continue;
    const double share = floor((time - p->left) / span * (PLACES - 1)) / (PLACES - 1);
    const double place = share * span + p->left;
    const int last = e->count - 1;
    if (e->count == 0 || place > e->x[last]) {
      if (e->count == PLACES)
        break;
      e->x[e->count] = place;
      e->low[e->count] = e->high[e->count] = value;
      ++e->count;
    } else {
      e->band = true;
      e->low[last] = fmin(e->low[last], value);
      e->high[last] = fmax(e->high[last], value);
    }
  }
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

// Samples as they are.
static void draw_samples(const panel *p, const numeric_table *t, int column, int style,
                         long long first, long long count) {
  double *x = drawing_take(2 * (size_t)count, sizeof *x);
  for (long long i = 0; x != NULL && i < count; ++i) {
    x[i] = series_value(t, first + i, 0);
    x[count + i] = series_value(t, first + i, column);
  }
  if (x != NULL)
    panel_line(p, x, x + count, (int)count, style, 1);
  free(x);
}

// How often a column turns from rising to falling or back, by more than a pixel or two.
static long long count_turns(const panel *p, const numeric_table *t, int column, long long first,
                             long long count) {
  const double least = 0.01 * (p->top - p->bottom);
  double extreme = series_value(t, first, column);
  double direction = 0;
  long long turns = 0;
  for (long long i = first + 1; i < first + count; ++i) {
    const double away = series_value(t, i, column) - extreme;
    if (away * direction > 0) {
      extreme += away;
    } else if (fabs(away) > least) {
      turns += direction != 0;
      direction = away > 0 ? 1 : -1;
      extreme += away;
    }
  }
  return turns;
}

void draw_series(const panel *p, const numeric_table *t, int column, int style, double opacity) {
  envelope e;
  long long first = 0;
  while (first < t->rows && series_value(t, first, 0) < p->left)
    ++first;
  long long count = 0;
  while (first + count < t->rows && series_value(t, first + count, 0) <= p->right)
    ++count;
  if (count > 0 &&
      (count <= FEW_SAMPLES ||
       (count <= MOST_SAMPLES && count_turns(p, t, column, first, count) < PLACES / 2))) {
    draw_samples(p, t, column, style, first, count);
    return;
  }
  find_envelope(p, t, column, &e);
  if (e.band) {
    dilate(e.low, e.high, e.count);
    panel_band(p, e.x, e.low, e.high, e.count, style, opacity);
  }
  if (!e.band || opacity < 1)
    panel_line(p, e.x, e.high, e.count, style, 1);
}

void draw_sizes(const panel *p, const numeric_table *t, int column, int style) {
  envelope e;
  find_envelope(p, t, column, &e);
  if (e.band)
    dilate(e.low, e.high, e.count);
  for (int i = 0; i < e.count; ++i) {
    const double size = log10(fmax(fabs(e.low[i]), fabs(e.high[i])));
    e.high[i] = size >= p->bottom ? size : (double)NAN;
  }
  panel_line(p, e.x, e.high, e.count, style, 1);
}

panel draw_output(FILE *file, const results *r, int output, double y, double height) {
  panel p = time_panel(file, y, height);
  double low = 0;
  double high = 0;
  char label[LABEL_ROOM];
  series_range(&r->samples, output + 1, &low, &high);
  p.right = series_end(&r->samples);
  panel_range(&p, low, high);
  output_label(&r->output[output], label, sizeof label);
  panel_axes(&p, "time, s", label);
  draw_series(&p, &r->samples, output + 1, 0, 1);
  if (high - low <= 1e-4 * fmax(fabs(low), fabs(high))) {
    char value[64];
    char text[120];
    snprintf(text, sizeof text, "constant over the whole run: %s",
             unit_text(low, r->output[output].unit, value, sizeof value));
    panel_caption(&p, text);
  }
  return p;
}

double *impact_times(const results *r, const char *contact, int *count) {
  double *times = r->events > 0 ? drawing_take((size_t)r->events, sizeof *times) : NULL;
  *count = 0;
  for (int i = 0; times != NULL && i < r->events; ++i)
    if (contact == NULL || strcmp(r->event[i].contact, contact) == 0)
      times[(*count)++] = r->event[i].begin;
  return times;
}
