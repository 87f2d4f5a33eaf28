// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Profiles of barriers: parabola 4 h x (B - x) / B^2, sine h sin(2 pi x / B), or a table, straight
// between its values; between `from` and `to`, no obstacle outside.

#include "contacts/profile.h"

#include "base/constants.h"
#include <math.h>

bool profile_check(compiler *c, const item *it) {
  const profile_kind shape = (profile_kind)item_choice(it, "profile.shape");
  const bool curve = shape == PROFILE_SINE || shape == PROFILE_PARABOLA;
  if (curve && !item_has(it, "profile.width"))
    return MISTAKE(c, it, "profile.width", CAROM_MISSING, "missing; needed with profile.shape: %s",
                   item_text(it, "profile.shape"));
  if (shape == PROFILE_TABLE && item_rows(it, "profile.values") < 2)
    return MISTAKE(c, it, "profile.values", CAROM_MISSING,
                   "needed with profile.shape: table are at least two heights");
  if (item_has(it, "profile.to") &&
      item_number(it, "profile.to") <= item_number(it, "profile.from"))
    return MISTAKE(c, it, "profile.to", CAROM_BAD_VALUE,
                   "not beyond profile.from; allowed is a number above it, in m");
  return true;
}

// A table's height at a fraction of its span, straight between its values.
static double table_height(const item *it, double fraction) {
  const int last = item_rows(it, "profile.values") - 1;
  const double place = fraction * last;
  const int i = place >= last ? last - 1 : (int)place;
  const double *values = item_numbers(it, "profile.values") + i;
  return values[0] + (values[1] - values[0]) * (place - i);
}

bool profile_height(const item *it, double x, double length, double *height) {
  const double from = item_number(it, "profile.from");
  const double to = item_has(it, "profile.to") ? item_number(it, "profile.to") : length;
  const double h = item_number(it, "profile.height");
  const double B = item_number(it, "profile.width");
  const double slack = 1e-9 * length;
  *height = 0;
  if (x < from - slack || x > to + slack)
    return false;
  switch ((profile_kind)item_choice(it, "profile.shape")) {
  case PROFILE_PARABOLA:
    *height = 4 * h * x * (B - x) / (B * B);
    break;
  case PROFILE_SINE:
    *height = h * sin(2 * pi * x / B);
    break;
  case PROFILE_TABLE:
    *height = table_height(it, fmin(fmax((x - from) / (to - from), 0), 1));
    break;
  case PROFILE_FLAT:
  case PROFILE_COUNT:
    break;
  }
  return true;
}
