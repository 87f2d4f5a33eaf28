// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

#include "io/contact_time.h"

#include <math.h>
#include <stdlib.h>

/// Part of the largest size from which on a force counts as contact.
static const double counted = 0.01;

bool contact_time_add(contact_time *t, double before, double now) {
  const double pair[2] = {fabs(before), fabs(now)};
  t->largest = fmax(t->largest, fmax(pair[0], pair[1]));
  if (!(fmax(pair[0], pair[1]) > counted * t->largest))
    return true;
  if (t->count == t->space) {
    const size_t space = t->space > 0 ? 2 * t->space : 256;
    double(*more)[2] = realloc(t->pair, space * sizeof *more);
    if (more == NULL)
      return false;
    t->pair = more;
    t->space = space;
  }
  t->pair[t->count][0] = pair[0];
  t->pair[t->count++][1] = pair[1];
  return true;
}

// The part of the way from one size to another that lies above a level.
static double fraction_above(const double pair[2], double level) {
  const double high = fmax(pair[0], pair[1]);
  const double low = fmin(pair[0], pair[1]);
  if (low >= level)
    return 1;
  return high > level ? (high - level) / (high - low) : 0;
}

double contact_time_value(const contact_time *t) {
  double sum = 0;
  for (size_t i = 0; i < t->count; ++i)
    sum += fraction_above(t->pair[i], counted * t->largest);
  return sum;
}

void contact_time_free(contact_time *t) {
  free(t->pair);
  *t = (contact_time){0};
}
