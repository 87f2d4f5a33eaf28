// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The table of a tuned body. Slopes are the harmonic means of those of the intervals beside a knot
// (F. N. Fritsch and J. Butland, SIAM J. Sci. Stat. Comput. 5, 1984), which keep the cubic
// monotone. Beyond its ends both pitches keep their ratio.

#include "model/tuned.h"

#include "base/elementary.h"
#include <math.h>

static double between(const tuned_knot *a, const tuned_knot *b) {
  return (b->own - a->own) / (b->sounds - a->sounds);
}

void tuned_slopes(tuned_knot *knot, int count) {
  for (int i = 0; i < count; ++i) {
    const double before = i > 0 ? between(&knot[i - 1], &knot[i]) : 0;
    const double after = i + 1 < count ? between(&knot[i], &knot[i + 1]) : 0;
    if (i == 0 || i + 1 == count) {
      knot[i].slope = i > 0 ? before : i + 1 < count ? after : 1;
      continue;
    }
    const double wide = knot[i + 1].sounds - knot[i].sounds;
    const double both = knot[i + 1].sounds - knot[i - 1].sounds;
    const double part = (both + wide) / (3 * both);
    knot[i].slope = before * after / (part * after + (1 - part) * before);
  }
}

static double cubic(const tuned_knot *a, const tuned_knot *b, double x) {
  const double wide = b->sounds - a->sounds;
  const double t = (x - a->sounds) / wide;
  const double s = 1 - t;
  return s * s * (1 + 2 * t) * a->own + t * t * (1 + 2 * s) * b->own +
         wide * t * s * (s * a->slope - t * b->slope);
}

static double own_at(const tuned_knot *knot, int count, double x) {
  if (x <= knot[0].sounds)
    return x + (knot[0].own - knot[0].sounds);
  if (x >= knot[count - 1].sounds)
    return x + (knot[count - 1].own - knot[count - 1].sounds);
  int low = 0;
  int high = count - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (knot[middle].sounds <= x)
      low = middle;
    else
      high = middle;
  }
  return cubic(&knot[low], &knot[high], x);
}

double tuned_own(const carom_model *m, const model_body *b, double sounds) {
  if (b->tuned == 0 || !(sounds > 0))
    return sounds;
  const double own = real_exp(own_at(m->tuned + b->first_tuned, b->tuned, real_log(sounds)));
  return fmin(fmax(own, b->own_low), b->own_high);
}

double tuned_sounds(const carom_model *m, const model_body *b, double own) {
  if (b->tuned == 0 || !(own > 0))
    return own;
  const tuned_knot *knot = m->tuned + b->first_tuned;
  const double y = real_log(own);
  double low = y - 4;
  double high = y + 4;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    if (own_at(knot, b->tuned, middle) < y)
      low = middle;
    else
      high = middle;
  }
  return real_exp((low + high) / 2);
}
