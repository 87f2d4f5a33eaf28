// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The level of an output over windows of a run, and its periods as crossings of its mean.

#include "plot/interval.h"

#include "plot/series.h"
#include "plot/units.h"
#include <math.h>

enum { MOST_WINDOWS = 40 };

/// Mean and rms about it of some rows.
typedef struct {
  double mean, rms;
} level;

static level level_of(const numeric_table *t, int column, long long first, long long count) {
  double sum = 0;
  double squares = 0;
  for (long long i = first; i < first + count; ++i)
    sum += series_value(t, i, column);
  const double mean = sum / (double)count;
  for (long long i = first; i < first + count; ++i) {
    const double d = series_value(t, i, column) - mean;
    squares += d * d;
  }
  return (level){mean, sqrt(squares / (double)count)};
}

// The first of three windows in a row whose levels differ by less than `share` and are at least
// half of the highest one; -1 if there is none.
static int find_steady(const double *rms, int windows, double share) {
  double most = 0;
  for (int i = 0; i < windows; ++i)
    most = fmax(most, rms[i]);
  for (int i = 0; i + 2 < windows; ++i) {
    const double low = fmin(fmin(rms[i], rms[i + 1]), rms[i + 2]);
    const double high = fmax(fmax(rms[i], rms[i + 1]), rms[i + 2]);
    if (low >= 0.5 * most && most > 0 && high <= (1 + share) * low)
      return i;
  }
  return -1;
}

static long long find_steady_row(const numeric_table *t, int column) {
  static const double shares[] = {0.01, 0.05, 0.2};
  for (int s = 0; s < 3; ++s)
    for (int windows = MOST_WINDOWS; windows >= 10; windows /= 2) {
      double rms[MOST_WINDOWS];
      const long long length = t->rows / windows;
      if (length < 16)
        continue;
      for (int i = 0; i < windows; ++i)
        rms[i] = level_of(t, column, i * length, length).rms;
      const int found = find_steady(rms, windows, shares[s]);
      if (found >= 0)
        return found * length;
    }
  return -1;
}

// The row before the one where an output has moved by a thousandth of its range.
static long long find_motion(const numeric_table *t, int column) {
  double low = 0;
  double high = 0;
  series_range(t, column, &low, &high);
  for (long long i = 1; i < t->rows; ++i)
    if (fabs(series_value(t, i, column) - series_value(t, 0, column)) > 1e-3 * (high - low))
      return i - 1;
  return 0;
}

// Rows of so many periods, or fewer if there are no more: from one to another rising crossing of
// the mean, each of which comes from a third of the rms below it.
static void count_periods(const numeric_table *t, int column, int periods, interval *i) {
  const level l = level_of(t, column, i->first, i->count);
  const long long end = i->first + i->count;
  bool below = false;
  int crossings = 0;
  long long rows[2] = {0, 0}; // of the first and the last crossing
  for (long long row = i->first; row < end && crossings <= periods; ++row) {
    const double d = series_value(t, row, column) - l.mean;
    below = below || d < -l.rms / 3;
    if (!below || d < 0)
      continue;
    below = false;
    rows[0] = crossings == 0 ? row : rows[0];
    rows[1] = row;
    ++crossings;
  }
  if (crossings < 3)
    return;
  i->periods = crossings - 1;
  i->first = rows[0];
  i->count = rows[1] - rows[0] + 1;
}

interval interval_steady(const results *r, int output, int periods, int most) {
  const numeric_table *t = &r->samples;
  interval i = {.first = find_steady_row(t, output + 1)};
  if (i.first >= 0) {
    i.count = t->rows - i.first < most ? t->rows - i.first : most;
    count_periods(t, output + 1, periods, &i);
  }
  if (i.periods == 0) {
    i.first = find_motion(t, output + 1);
    i.count = t->rows - i.first < most ? t->rows - i.first : most;
  }
  i.from = series_value(t, i.first, 0);
  i.to = series_value(t, i.first + i.count - 1, 0);
  return i;
}

const char *interval_text(const interval *i, char *text, size_t size) {
  char times[120];
  unit_times(i->from, i->to, times, sizeof times);
  if (i->periods > 0)
    snprintf(text, size, "%d periods %s, after the transient", i->periods, times);
  else
    snprintf(text, size, "%s; no part of the run is steady", times);
  return text;
}
