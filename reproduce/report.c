// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The numbers and the verdict of a report.

#include "reproduce/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int report_count_printed(const report *r) {
  int count = 0;
  for (int i = 0; i < r->findings; ++i)
    count += r->finding[i].printed[0] != '\0';
  return count;
}

int report_count_numbers(const report *r) {
  int count = 0;
  for (int i = 0; i < r->findings; ++i)
    count += strpbrk(r->finding[i].printed, "0123456789") != NULL;
  return count;
}

int report_count_both(const report *r) {
  int count = 0;
  for (int i = 0; i < r->findings; ++i)
    count += r->finding[i].theirs[0] != '\0';
  return count;
}

static void write_number(char text[40], double x, int digits) {
  if (!(fabs(x) <= 1e6))
    snprintf(text, 40, "blows up");
  else
    snprintf(text, 40, "%.*g", digits, x == 0 ? 0 : x);
}

// A row with its name; NULL where there is no room, which the room is chosen to have.
static finding *next_row(report *r, const char *name) {
  if (r->findings == MOST_FINDINGS)
    return NULL;
  finding *f = &r->finding[r->findings++];
  *f = (finding){.name = name};
  return f;
}

void report_add(report *r, const char *name, double theirs, double ours) {
  report_add_digits(r, name, theirs, ours, 2);
}

void report_add_digits(report *r, const char *name, double theirs, double ours, int digits) {
  finding *f = next_row(r, name);
  if (f == NULL)
    return;
  write_number(f->theirs, theirs, digits);
  write_number(f->ours, ours, digits);
}

void report_add_printed(report *r, const char *name, const char *printed, double ours, int digits) {
  finding *f = next_row(r, name);
  if (f == NULL)
    return;
  snprintf(f->printed, sizeof f->printed, "%s", printed != NULL ? printed : "");
  snprintf(f->ours, sizeof f->ours, "%.*g", digits, ours == 0 ? 0 : ours);
}

void report_add_three(report *r, const char *name, const char *printed, double theirs, double ours,
                      int digits) {
  report_add_digits(r, name, theirs, ours, digits);
  if (r->findings > 0 && printed != NULL)
    snprintf(r->finding[r->findings - 1].printed, sizeof r->finding[0].printed, "%s", printed);
}

void report_add_text(report *r, const char *name, const char *printed, const char *ours) {
  finding *f = next_row(r, name);
  if (f == NULL)
    return;
  snprintf(f->printed, sizeof f->printed, "%s", printed);
  snprintf(f->ours, sizeof f->ours, "%s", ours);
}
