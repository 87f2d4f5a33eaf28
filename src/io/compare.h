// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A comparison from inside: its plan, the variants and what they are measured by.
//
// A curve is a scheme or method (or both), a variant is a curve at a rate. All variants are read at
// the same instants, the samples of the lowest rate, and compared with one of them, the finest.

#ifndef CAROM_COMPARE_H
#define CAROM_COMPARE_H

#include "io/atomic_file.h"
#include "io/jobs.h"
#include "io/levels.h"
#include <carom/file.h>

// --- The plan (compare_plan.c, compare_variants.c) ----------------------------------------------

typedef struct {
  char name[80];        // "positive", "audio" or "audio/positive"
  const char *method;   // or NULL: the scene's own
  const char *scheme;   // or NULL: the scene's own
  bool without_schemes; // those of the scene are left out: the method has none
  bool fixed_step;      // else it has one variant
  carom_model *lowest;  // at the lowest rate it takes: bodies keep what it chooses; NULL at first
  char kept[200];       // which of them by how many modes, in words
} compare_curve;

typedef struct {
  int curve;
  double rate;       // Hz; that of outputs alone where the curve has no fixed step
  char name[112];    // "positive@44100", or the curve's name where that has one variant
  long long samples; // to compute
  // Results. CAROM_INTERRUPTED: not computed yet; else what went wrong, and the note says so.
  carom_status status;
  bool resumed;
  char note[600];
  double *power; // [j * LEVEL_BANDS + band]; NaN but for audio outputs
  double *at;    // [instant * outputs + j], behind them
} compare_variant;

typedef struct {
  const carom_compare_options *options;
  char *text; // the scene
  size_t length;
  char title[160];
  carom_model *model; // of the scene as it is
  double *rates;      // rising
  int rate_count;
  double finest; // Hz, of the finest if it has a rate
  int outputs;
  int *output; // indices of the model
  compare_curve *curve;
  int curves, own_curves; // a reference that is none of them is one behind them
  int reference_curve;
  char *reference_text;     // in which its words lie
  compare_variant *variant; // curve by curve, rates rising
  int variants, reference;
  double coarsest; // Hz, of the instants
  long long instants;
  bool interpolated;
} compare_plan;

/// Checks the options and makes a plan, which is freed in any case.
carom_status compare_make_plan(compare_plan *p, const carom_scene *scene, carom_error *error);
void compare_free_plan(compare_plan *p);

/// The scene of a curve at a rate; NULL with an error if there is none.
carom_scene *compare_scene(const compare_plan *p, const compare_curve *c, double rate,
                           carom_error *error);

/// Lists the variants of all curves and finds out which are refused.
carom_status compare_list_variants(compare_plan *p, carom_error *error);

/// A message without the place in the plan's copy of the scene.
const char *compare_sentence(const char *text);

// --- Running it (compare_run.c, compare_jobs.c) -------------------------------------------------

/// What the threads share.
typedef struct {
  jobs jobs; // places in the order of work; what is done is samples
  compare_plan *plan;
  char folder[PATH_ROOM]; // of finished variants
  int *order;             // of variants: the finest, then from high to low rates
} compare_queue;

/// How many powers and values a variant has, and room for them; false if memory is out.
size_t compare_values(const compare_plan *p);
bool compare_take_memory(const compare_plan *p, compare_variant *v);

/// Runs a variant and keeps its outputs at the instants and their powers. CAROM_INTERRUPTED where
/// the work is to stop.
carom_status compare_run_variant(compare_queue *q, compare_variant *v, carom_error *error);

/// Runs all variants by so many threads; what fails but for one variant alone.
carom_status compare_run_jobs(compare_queue *q, int threads, carom_error *error);

// --- What they are measured by (compare_figures.c) ----------------------------------------------

/// Of a variant and an output; the one behind the last output is all of them together.
typedef struct {
  double error;              // rms of the difference over rms of the finest; NaN if there is none
  double order;              // fitted to the curve's errors; NaN if they have none
  double local_order;        // from the next lower rate to this one
  double level[LEVEL_BANDS]; // dB above the finest
} compare_figure;

/// figures[variant * (outputs + 1) + output]; NULL if memory is out. To be freed.
compare_figure *compare_measure(const compare_plan *p);

/// The order p of errors C (h^p - h_f^p) at the steps h, h_f that of a finest of the same curve, or
/// 0; by least squares in the logarithm. NaN if it is not from 0.05 to 8.
double compare_order(const double *step, const double *error, int count, double finest_step);

// --- Files (compare_files.c) --------------------------------------------------------------------

/// One row of compare.csv.
typedef struct {
  const compare_variant *variant;
  const compare_curve *curve;
  const char *name;             // of the variant; of the curve where all of it is refused
  const char *output;           // "all outputs" behind the last one, "" where there are no results
  const compare_figure *figure; // NULL where there are no results
  const char *note;
} compare_row;

typedef void compare_sink(void *user, const compare_row *row);
void compare_rows(const compare_plan *p, const compare_figure *figures, compare_sink *sink,
                  void *user);

bool compare_write(const compare_plan *p, const compare_figure *figures,
                   const carom_compare_report *r);

/// Draws compare.svg; false with errno set if it cannot. Defined by the pictures,
/// plot/plot_compare.c.
bool compare_draw(const compare_plan *p, const compare_figure *figures);

/// carom_compare(), and the rows to a sink, or NULL.
carom_status compare_run(const carom_scene *scene, const carom_compare_options *options,
                         carom_compare_report *report, compare_sink *sink, void *user,
                         carom_error *error);

#endif
