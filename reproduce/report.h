// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What an entry reports: numbers of a paper beside ours, a verdict, and a picture of curves.

#ifndef CAROM_REPORT_H
#define CAROM_REPORT_H

#include <stdbool.h>

typedef enum {
  VERDICT_REPRODUCED, // the paper's result comes out
  VERDICT_CORRECTED,  // it comes out once a printed formula is put right
  VERDICT_OPEN        // it does not come out, or not yet
} verdict;

const char *verdict_name(verdict v);

/// One quantity: the paper's value beside ours.
typedef struct {
  const char *name;
  char theirs[40], ours[40];
} finding;

enum { MOST_FINDINGS = 12, COMMAND_ROOM = 400 };

typedef struct {
  verdict verdict;
  bool holds;                // every number is where it must be
  const char *theirs, *ours; // whose numbers: headings
  int findings;
  finding finding[MOST_FINDINGS];
  char *picture;              // SVG, or NULL
  char command[COMMAND_ROOM]; // a command that shows it as well; "" if there is none
} report;

void report_free(report *r);

/// Sets whether the checks hold, and the verdict if they do; it is open otherwise.
void report_judge(report *r, bool holds, verdict v);

// --- Numbers (report.c) -------------------------------------------------------------------------

/// Adds a quantity, with two digits unless they are given; a value that is not finite, or beyond
/// 1e6, "blows up".
void report_add(report *r, const char *name, double theirs, double ours);
void report_add_digits(report *r, const char *name, double theirs, double ours, int digits);

/// The same with words for theirs.
void report_add_words(report *r, const char *name, const char *theirs, double ours, int digits);

// --- Pictures (report_picture.c) ----------------------------------------------------------------

/// Two curves over steps of `step` seconds, theirs and ours. Beyond `high` or below `low` nothing
/// is drawn; where both are 0 all is.
typedef struct {
  const char *label;
  const double *theirs, *ours;
  int first, count;
  double step, low, high;
} graph;

/// Draws graphs, one below the other.
void report_draw_graphs(report *r, const char *title, const graph *graphs, int count);

/// A curve of a chart, y against x.
typedef struct {
  const double *x, *y;
  int count, colour;
  const char *name; // in the legend; NULL if it has none
} curve;

typedef struct {
  const char *x_label, *y_label;
  int curves;
  curve curve[9];
} chart;

/// Draws charts, two in a row (or one in a row if `wide`).
void report_draw_charts(report *r, const char *title, const chart *charts, int count, bool wide);

#endif
