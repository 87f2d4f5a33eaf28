// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The limits by which numbers of a report hold: each is checked and told beside what it limits.

#include "reproduce/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static finding *last_row(report *r) {
  return &r->finding[r->findings - 1];
}

// Adds words to the limit of a row.
static void tell(finding *f, const char *format, ...) {
  const size_t used = strlen(f->limit);
  const char *between = used == 0 ? "" : f->misses ? ", but " : ", ";
  char text[LIMIT_ROOM];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  snprintf(f->limit + used, sizeof f->limit - used, "%s%s", between, text);
}

// The number in "about 0.2 mm"; NAN if there is none.
static double number_in(const char *text) {
  for (; *text != '\0'; ++text) {
    const bool sign = *text == '-' || *text == '+';
    if (strchr("0123456789", text[sign]) != NULL && text[sign] != '\0')
      return strtod(text, NULL);
  }
  return NAN;
}

static void check_within(finding *f, double limit) {
  const bool printed = f->printed[0] != '\0';
  const double wanted = printed ? number_in(f->printed) : f->value[0];
  const bool good = fabs(f->value[1] - wanted) <= limit;
  f->misses = f->misses || (printed && !good);
  f->broken = f->broken || (!printed && !good);
}

void report_within(report *r, double limit, const char *unit) {
  finding *f = last_row(r);
  check_within(f, limit);
  tell(f, "within %g%s%s", limit, unit[0] != '\0' ? " " : "", unit);
}

void report_within_share(report *r, double share) {
  finding *f = last_row(r);
  const bool printed = f->printed[0] != '\0';
  check_within(f, share * fabs(printed ? number_in(f->printed) : f->value[0]));
  tell(f, "within %g %% of it", 100 * share);
}

static void check_range(finding *f, int column, const char *name, double least, double most) {
  const char *between = name[0] != '\0' ? " " : "";
  const double middle = (least + most) / 2;
  const double half = (most - least) / 2;
  f->broken = f->broken || !(f->value[column] >= least && f->value[column] <= most);
  if (isinf(least))
    tell(f, "%s%sat most %.4g", name, between, most);
  else if (isinf(most))
    tell(f, "%s%sat least %.4g", name, between, least);
  else if (half <= 0)
    tell(f, "%s%s%.4g", name, between, most);
  else if (half < 1e-3 * fabs(middle))
    tell(f, "%s%s%.10g within %.1g", name, between, middle, half);
  else
    tell(f, "%s%s%.4g to %.4g", name, between, least, most);
}

void report_ours(report *r, double least, double most) {
  finding *f = last_row(r);
  check_range(f, 1, f->theirs[0] != '\0' ? r->ours : "", least, most);
}

void report_theirs(report *r, double least, double most) {
  check_range(last_row(r), 0, r->theirs, least, most);
}

void report_limit_text(const finding *f, char text[LIMIT_TEXT]) {
  static const char *const kinds[] = {"", "fitted", "given"};
  const char *kind = kinds[f->kind];
  const char *between = kind[0] != '\0' && f->limit[0] != '\0' ? ", " : "";
  snprintf(text, LIMIT_TEXT, "%s%s%s%s", f->misses || f->broken ? "not " : "", kind, between,
           f->limit);
}

void report_given(report *r) {
  last_row(r)->kind = NUMBER_GIVEN;
}

void report_fitted(report *r) {
  last_row(r)->kind = NUMBER_FITTED;
}
