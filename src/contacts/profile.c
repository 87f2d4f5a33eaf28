// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Profiles of barriers: parabola 4 h x (B - x) / B^2 or sine h sin(2 pi x / B), with x counted from
// `at`, or a table, straight between its values; between `from` and `to`, no obstacle outside.
// Stiffness and exponent of contacts along the barrier may vary between the two.

#include "contacts/profile.h"

#include "base/constants.h"
#include <math.h>

/// Where an obstacle begins and ends, from the left end of the body, m.
typedef struct {
  double from, to;
} span;

// Placed with `at`, a parabola or sine is one width long unless from and to say otherwise.
static span span_of(const item *it, double length) {
  const double at = item_number(it, "profile.at");
  const bool placed = item_has(it, "profile.at");
  const double to = placed ? at + item_number(it, "profile.width") : length;
  const bool begins = item_has(it, "profile.from") || !placed;
  return (span){.from = begins ? item_number(it, "profile.from") : at,
                .to = item_has(it, "profile.to") ? item_number(it, "profile.to") : to};
}

// Lists that vary along a body: needed is a body, and two values at least.
static bool check_lists(compiler *c, const item *it, bool along) {
  static const char *const keys[] = {"profile.stiffness", "profile.exponent"};
  for (int i = 0; i < 2; ++i) {
    if (!item_has(it, keys[i]))
      continue;
    if (!along)
      return MISTAKE(c, it, keys[i], CAROM_BAD_VALUE,
                     "varies along a body, and a contact touches this barrier at a point; allowed "
                     "with it is along: true");
    if (item_rows(it, keys[i]) < 2)
      return MISTAKE(c, it, keys[i], CAROM_BAD_VALUE, "allowed are at least two values");
  }
  return true;
}

bool profile_check(compiler *c, const item *it, bool along) {
  const profile_kind shape = (profile_kind)item_choice(it, "profile.shape");
  const bool curve = shape == PROFILE_SINE || shape == PROFILE_PARABOLA;
  if (curve && !item_has(it, "profile.width"))
    return MISTAKE(c, it, "profile.width", CAROM_MISSING, "missing; needed with profile.shape: %s",
                   item_text(it, "profile.shape"));
  if (!curve && item_has(it, "profile.at"))
    return MISTAKE(c, it, "profile.at", CAROM_BAD_VALUE,
                   "only a parabola or sine is placed with it; allowed here are profile.from and "
                   "profile.to");
  if (shape == PROFILE_TABLE && item_rows(it, "profile.values") < 2)
    return MISTAKE(c, it, "profile.values", CAROM_MISSING,
                   "needed with profile.shape: table are at least two heights");
  const span s = span_of(it, INFINITY);
  if (s.to <= s.from)
    return MISTAKE(c, it, item_has(it, "profile.to") ? "profile.to" : "profile.from",
                   CAROM_BAD_VALUE,
                   "the obstacle ends at %g m and begins at %g m; allowed is an end beyond the "
                   "beginning",
                   s.to, s.from);
  return check_lists(c, it, along);
}

// A list's value at x, straight between values that are evenly spaced from one end of the span to
// the other.
static double list_value(const item *it, const char *key, span s, double x) {
  const int last = item_rows(it, key) - 1;
  const double place = fmin(fmax((x - s.from) / (s.to - s.from), 0), 1) * last;
  const int i = place >= last ? last - 1 : (int)place;
  const double *values = item_numbers(it, key) + i;
  return values[0] + (values[1] - values[0]) * (place - i);
}

bool profile_height(const item *it, double x, double length, double *height) {
  const span s = span_of(it, length);
  const double h = item_number(it, "profile.height");
  const double B = item_number(it, "profile.width");
  const double beyond = x - item_number(it, "profile.at");
  const double slack = 1e-9 * length;
  *height = 0;
  if (x < s.from - slack || x > s.to + slack)
    return false;
  switch ((profile_kind)item_choice(it, "profile.shape")) {
  case PROFILE_PARABOLA:
    *height = 4 * h * beyond * (B - beyond) / (B * B);
    break;
  case PROFILE_SINE:
    *height = h * sin(2 * pi * beyond / B);
    break;
  case PROFILE_TABLE:
    *height = list_value(it, "profile.values", s, x);
    break;
  case PROFILE_FLAT:
  case PROFILE_COUNT:
    break;
  }
  return true;
}

void profile_range(const item *it, double length, double *from, double *to) {
  const span s = span_of(it, length);
  *from = s.from;
  *to = s.to;
}

double profile_value(const item *it, const char *key, double x, double length, double standard) {
  return item_rows(it, key) < 2 ? standard : list_value(it, key, span_of(it, length), x);
}
