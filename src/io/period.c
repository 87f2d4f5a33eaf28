// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

#include "io/period.h"

#include "base/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUARTERS = 4, MAX_PERIOD = 16, MAX_COMPARED = 4 * MAX_PERIOD };
enum { ROWS = QUARTERS * MAX_COMPARED };

/// Part of an output's range that counts as the same.
static const double same_fraction = 0.01;

/// Quantities that say where something is: they do not jump.
static const char places[] = "displacement overlap gap mode projection angle x y travel";

bool period_begin(motion_period *p, const carom_model *model) {
  const int outputs = carom_model_describe(model).columns;
  *p = (motion_period){.outputs = outputs};
  p->place = calloc((size_t)outputs + 1, sizeof *p->place);
  p->quarter = calloc((size_t)ROWS * ((size_t)outputs + 1), sizeof *p->quarter);
  for (int o = 0; p->place != NULL && o < outputs; ++o) {
    const char *quantity = carom_model_output(model, o).quantity;
    p->place[o] = text_list_has(places, quantity, strlen(quantity));
  }
  return p->place != NULL && p->quarter != NULL;
}

void period_free(motion_period *p) {
  free(p->place);
  free(p->quarter);
  *p = (motion_period){0};
}

static long long quarters_until(long long n, double rate, double drive) {
  return (long long)floor(QUARTERS * ((double)n / rate * drive) + 1e-9);
}

void period_add(motion_period *p, const double *before, const double *now, long long n, double rate,
                double drive) {
  const long long last = n > 0 ? quarters_until(n, rate, drive) : -1;
  for (long long q = n > 0 ? quarters_until(n - 1, rate, drive) + 1 : 0; q <= last; ++q) {
    const double at = (double)q / (QUARTERS * drive) * rate - (double)(n - 1);
    double *row = p->quarter + p->count % ROWS * p->outputs;
    p->first = p->count == 0 ? q : p->first;
    ++p->count;
    for (int o = 0; o < p->outputs; ++o)
      row[o] = before[o] + fmin(fmax(at, 0), 1) * (now[o] - before[o]);
  }
}

// Whether the outputs at a quarter are those so many periods before.
static bool is_same(const motion_period *p, const double *low, const double *high, long long i,
                    int periods) {
  const double *a = p->quarter + i % ROWS * p->outputs;
  const double *b = p->quarter + (i - (long long)QUARTERS * periods) % ROWS * p->outputs;
  const bool whole = (p->first + i) % QUARTERS == 0;
  for (int o = 0; o < p->outputs; ++o)
    if ((whole || p->place[o]) && !(fabs(a[o] - b[o]) <= same_fraction * (high[o] - low[o])))
      return false;
  return true;
}

int period_find(const motion_period *p, const double *low, const double *high) {
  const long long kept = p->count < ROWS ? p->count : ROWS;
  for (int periods = 1; p->outputs > 0 && periods <= MAX_PERIOD; ++periods) {
    const long long shift = (long long)QUARTERS * periods;
    bool same = kept + QUARTERS > 3 * shift; // three whole ones, with what is between them
    for (long long i = p->count - kept + shift; same && i < p->count; ++i)
      same = is_same(p, low, high, i, periods);
    if (same)
      return periods;
  }
  return 0;
}
