// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The numbers and the verdict of a report.

#include "reproduce/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *verdict_name(verdict v) {
  static const char *const names[] = {"reproduced", "fitted", "given",  "corrected",
                                      "refuted",    "open",   "not-run"};
  return names[v];
}

void report_free(report *r) {
  free(r->picture);
  r->picture = NULL;
}

void report_judge(report *r, bool others, verdict v) {
  r->holds = others;
  for (int i = 0; i < r->findings; ++i) {
    r->holds = r->holds && !r->finding[i].broken;
    if (v == VERDICT_REPRODUCED || v == VERDICT_FITTED)
      r->holds = r->holds && !r->finding[i].misses;
  }
  r->verdict = r->holds ? v : VERDICT_OPEN;
}

void report_not_run(report *r, const char *lacks) {
  r->lacks = lacks;
  r->holds = false;
  r->verdict = VERDICT_NOT_RUN;
}

static bool has_number(const finding *f) {
  return strpbrk(f->printed, "0123456789") != NULL;
}

number_count report_count(const report *r) {
  number_count count = {0};
  for (int i = 0; i < r->findings; ++i) {
    const finding *f = &r->finding[i];
    if (!has_number(f))
      continue;
    ++*(f->kind == NUMBER_GIVEN                         ? &count.given
        : f->kind == NUMBER_FITTED                      ? &count.fitted
        : f->misses || f->broken || f->limit[0] == '\0' ? &count.miss
                                                        : &count.agree);
  }
  return count;
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
    count += has_number(&r->finding[i]);
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
  f->value[0] = theirs;
  f->value[1] = ours;
  write_number(f->theirs, theirs, digits);
  write_number(f->ours, ours, digits);
}

void report_add_printed(report *r, const char *name, const char *printed, double ours, int digits) {
  finding *f = next_row(r, name);
  if (f == NULL)
    return;
  snprintf(f->printed, sizeof f->printed, "%s", printed != NULL ? printed : "");
  f->value[1] = ours;
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
