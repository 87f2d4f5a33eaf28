// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The numbers and the verdict of a report.

#include "reproduce/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *verdict_name(verdict v) {
  static const char *const names[] = {"reproduced", "corrected", "open"};
  return names[v];
}

void report_free(report *r) {
  free(r->picture);
  r->picture = NULL;
}

void report_judge(report *r, bool holds, verdict v) {
  r->holds = holds;
  r->verdict = holds ? v : VERDICT_OPEN;
}

static void write_number(char text[40], double x, int digits) {
  if (!(fabs(x) <= 1e6))
    snprintf(text, 40, "blows up");
  else
    snprintf(text, 40, "%.*g", digits, x == 0 ? 0 : x);
}

void report_add(report *r, const char *name, double theirs, double ours) {
  report_add_digits(r, name, theirs, ours, 2);
}

void report_add_digits(report *r, const char *name, double theirs, double ours, int digits) {
  if (r->findings == MOST_FINDINGS)
    return;
  finding *f = &r->finding[r->findings++];
  f->name = name;
  write_number(f->theirs, theirs, digits);
  write_number(f->ours, ours, digits);
}

void report_add_words(report *r, const char *name, const char *theirs, double ours, int digits) {
  if (r->findings == MOST_FINDINGS)
    return;
  finding *f = &r->finding[r->findings++];
  f->name = name;
  snprintf(f->theirs, sizeof f->theirs, "%s", theirs);
  snprintf(f->ours, sizeof f->ours, "%.*g", digits, ours);
}
