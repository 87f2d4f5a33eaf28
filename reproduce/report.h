// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What an entry reports: what the document prints beside what is computed here, a verdict, and a
// picture of curves.

#ifndef CAROM_REPORT_H
#define CAROM_REPORT_H

#include <stdbool.h>

typedef enum {
  VERDICT_REPRODUCED, // every number that is printed and compared comes out, within its limit
  VERDICT_FITTED,     // it comes out, but constants were fitted to just these numbers
  VERDICT_GIVEN,      // printed parameters, taken over: there is nothing to compute
  VERDICT_CORRECTED,  // it comes out once a misprint is put right
  VERDICT_REFUTED,    // what is stated is not so
  VERDICT_OPEN,       // it does not come out, or not yet
  VERDICT_NOT_RUN     // it was not computed
} verdict;

const char *verdict_name(verdict v);

/// What becomes of a printed number.
typedef enum {
  NUMBER_COMPARED, // with its limit
  NUMBER_FITTED,   // constants were chosen so that it comes out: no evidence
  NUMBER_GIVEN     // put in
} number_kind;

enum { LIMIT_ROOM = 96 };

/// One quantity. `printed` is what the document states, a number as printed or words in short, and
/// "" if nothing; the other two are computed here, by two ways of which the first may be missing
/// ("").
typedef struct {
  const char *name;
  char printed[40], theirs[40], ours[40];
  double value[2];        // theirs and ours
  char limit[LIMIT_ROOM]; // by which it is checked, in words; "" where it is not
  number_kind kind;
  bool misses; // the printed number is not met within the limit
  bool broken; // another limit is not kept
} finding;

enum { MOST_FINDINGS = 12, COMMAND_ROOM = 400 };

typedef struct {
  verdict verdict;
  bool holds;                // every limit is kept, and what is told of the document is so
  const char *lacks;         // what this build lacks to compute it, or NULL
  const char *theirs, *ours; // headings of the two computed columns
  int findings;
  finding finding[MOST_FINDINGS];
  char *picture;              // SVG, or NULL
  char command[COMMAND_ROOM]; // a command that shows it as well; "" if there is none
} report;

void report_free(report *r);

/// Sets whether the checks hold: `others` and the limits of all rows. The verdict is open if not. A
/// printed number may miss its limit, but then nothing is reproduced.
void report_judge(report *r, bool others, verdict v);

/// It cannot be computed, for this build lacks something.
void report_not_run(report *r, const char *lacks);

/// How many quantities the document states, for how many of them with a number, and how many are
/// computed here in two ways.
int report_count_printed(const report *r);
int report_count_numbers(const report *r);
int report_count_both(const report *r);

/// Printed numbers of a report, by what became of them.
typedef struct {
  int agree, miss, fitted, given;
} number_count;

number_count report_count(const report *r);

// --- Numbers (report.c) -------------------------------------------------------------------------

/// Adds a quantity that is computed here in two ways, with two digits unless they are given; a
/// value that is not finite, or beyond 1e6, "blows up". The document does not print it.
void report_add(report *r, const char *name, double theirs, double ours);
void report_add_digits(report *r, const char *name, double theirs, double ours, int digits);

/// Adds a quantity as the document prints it, number or words, beside the computed one; NULL where
/// the document does not print it.
void report_add_printed(report *r, const char *name, const char *printed, double ours, int digits);

/// A quantity that the document prints, beside two computed ones; and one in words.
void report_add_three(report *r, const char *name, const char *printed, double theirs, double ours,
                      int digits);
void report_add_text(report *r, const char *name, const char *printed, const char *ours);

// --- Limits, of the row added last (report_limits.c)
// ---------------------------------------------------------------------------

/// Ours is the printed number, or theirs where none is printed, to within so much of the row's
/// unit, or to within a share of it.
void report_within(report *r, double limit, const char *unit);
void report_within_share(report *r, double share);

/// Ours, or theirs, lies in a range, of which one end may be infinite.
void report_ours(report *r, double least, double most);
void report_theirs(report *r, double least, double most);

/// "within 3 % of it", "not within 3 % of it", "fitted, within ...", or "" where nothing limits it.
enum { LIMIT_TEXT = LIMIT_ROOM + 16 };
void report_limit_text(const finding *f, char text[LIMIT_TEXT]);

/// The printed number was put in, or fitted.
void report_given(report *r);
void report_fitted(report *r);

// --- Pictures (report_picture.c) ----------------------------------------------------------------

// A label is a quantity and its unit, "height, m", or "time, dimensionless". Units get a prefix,
// "height, mm", where numbers would be long.

/// Two curves over steps of `step` seconds, theirs and ours. Beyond `high` or below `low` nothing
/// is drawn; where both are 0 all is.
typedef struct {
  const char *label;
  const double *theirs, *ours;
  int first, count;
  double step, low, high;
  const char *time;    // label of the horizontal axis; NULL for "time, s"
  const char *caption; // which part of a run it is, and why; NULL if it is all of it
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
