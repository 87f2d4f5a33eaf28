// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Profiles of barriers: parabola 4 h x (B - x) / B^2 or sine h sin(2 pi x / B), with x counted from
// `at`, or a table, straight between its values; between `from` and `to`, no obstacle outside.
// Stiffness and exponent of contacts along the barrier may vary between the two.

#include "model/profile.h"

#include "base/constants.h"
#include "model/compile.h"
#include "scene/words.h"
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

static profile_list list_of(const item *it, const char *key) {
  const int count = item_rows(it, key);
  return (profile_list){count > 0 ? item_numbers(it, key) : NULL, count};
}

profile profile_of(const item *it, double length) {
  const span s = span_of(it, length);
  return (profile){.shape = (profile_kind)item_choice(it, "profile.shape"),
                   .height = item_number(it, "profile.height"),
                   .width = item_number(it, "profile.width"),
                   .at = item_number(it, "profile.at"),
                   .from = s.from,
                   .to = s.to,
                   .heights = list_of(it, "profile.values"),
                   .stiffness = list_of(it, "profile.stiffness"),
                   .exponent = list_of(it, "profile.exponent")};
}

// A list's value at x, straight between values that are evenly spaced from one end of the span to
// the other.
static double list_value(const profile *p, const profile_list *list, double x) {
  const int last = list->count - 1;
  const double place = fmin(fmax((x - p->from) / (p->to - p->from), 0), 1) * last;
  const int i = place >= last ? last - 1 : (int)place;
  const double *values = list->values + i;
  return values[0] + (values[1] - values[0]) * (place - i);
}

double profile_height(const profile *p, double x) {
  const double h = p->height;
  const double B = p->width;
  const double beyond = x - p->at;
  switch (p->shape) {
  case PROFILE_PARABOLA:
    return 4 * h * beyond * (B - beyond) / (B * B);
  case PROFILE_SINE:
    return h * sin(2 * pi * beyond / B);
  case PROFILE_TABLE:
    return list_value(p, &p->heights, x);
  case PROFILE_FLAT:
  case PROFILE_COUNT:
    break;
  }
  return 0;
}

bool profile_reaches(const profile *p, double x, double length) {
  const double slack = 1e-9 * length;
  return x >= p->from - slack && x <= p->to + slack;
}

// int 1 - t dt over what the obstacle covers of the interval beside a node, t from 0 at the node to
// 1 at its neighbour; ends within rounding of a node are at it.
static double cover_beside(double near, double far) {
  const double slack = 1e-9;
  const double a = near < slack ? 0 : fmin(near, 1);
  const double b = far > 1 - slack ? 1 : fmax(far, 0);
  return b > a ? (b - a) * (1 - (a + b) / 2) : 0;
}

double profile_cover(const profile *p, double x, double length, double spacing) {
  const double left = cover_beside((x - p->to) / spacing, (x - p->from) / spacing);
  const double right = cover_beside((p->from - x) / spacing, (p->to - x) / spacing);
  const double half = spacing / 2;
  return (x > half ? left : 0) + (x < length - half ? right : 0);
}

double profile_value(const profile *p, const profile_list *list, double x, double standard) {
  return list->count < 2 ? standard : list_value(p, list, x);
}

// --- Of a model ---------------------------------------------------------------------------------

// The profile under the other side of a contact; -1 without a barrier, which else it is.
static int find_profile(const carom_model *m, int contact, profile *p) {
  if (m == NULL || contact < 0 || contact >= m->contact_count)
    return -1;
  const body_point *end = m->contact[contact].end;
  for (int i = 0; i < 2; ++i) {
    if (end[i].body < 0 || end[1 - i].body < 0 || !body_stands(&m->body[end[i].body]))
      continue;
    const barrier_profile *of = &m->body[end[i].body].barrier.profile;
    *p = (profile){.shape = of->shape,
                   .height = of->height,
                   .width = of->width,
                   .at = of->at,
                   .from = of->from,
                   .to = fmin(of->to, m->body[end[1 - i].body].lx),
                   .heights = {m->profile + of->first, of->values}};
    return end[i].body;
  }
  return -1;
}

bool carom_model_profile(const carom_model *m, int contact, carom_profile_info *info) {
  profile p;
  const int barrier = find_profile(m, contact, &p);
  if (barrier < 0 || info == NULL)
    return false;
  *info = (carom_profile_info){.barrier = barrier, .from = p.from, .to = p.to};
  return true;
}

double carom_model_profile_height(const carom_model *m, int contact, double x) {
  profile p;
  if (find_profile(m, contact, &p) < 0 || !profile_reaches(&p, x, p.to))
    return NAN;
  return profile_height(&p, x);
}
