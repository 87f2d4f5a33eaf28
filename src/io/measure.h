// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One point of a sweep: a model run, and measured after its transient.

#ifndef CAROM_MEASURE_H
#define CAROM_MEASURE_H

#include <carom/file.h>

enum { MAX_KEPT = 256 }; // the last impacts and points of the Poincare section

/// What is measured, as asked for by name.
typedef struct {
  int kind;            // index of carom_measure_at()
  int output, contact; // of the model, or -1
} measure;

/// An impact after the transient.
typedef struct {
  int contact;
  double begin, phase, speed_in,
      speed_out; // phase: fraction of the drive's period, NaN without one
} kept_impact;

/// The results of a point. The arrays are ring buffers: the i-th since the transient is at
/// i % MAX_KEPT.
typedef struct {
  bool finite;
  bool balanced; // the ledger closes within solver.energy_tolerance
  int measures, outputs;
  double *value; // of each measure
  kept_impact impact[MAX_KEPT];
  long long impacts; // all since the transient
  double *strobe;    // the Poincare section: MAX_KEPT rows of the outputs
  double strobe_time[MAX_KEPT];
  long long strobes;
} point_result;

/// Finds a measure's name, "rms.bridge", in a model; false if there is no such measure or output.
bool measure_find(const carom_model *model, const char *name, measure *found);

/// Room for the results of any point of a model; false if memory is out.
bool point_begin(point_result *r, const carom_model *model, int measures);
void point_free(point_result *r);

/// Runs a model for `samples` samples from t = 0. The transient lasts `settle` seconds; `drive` is
/// the frequency of the Poincare section, or 0. False if it was stopped.
bool point_run(point_result *r, const carom_model *model, carom_state *state, const measure *what,
               long long samples, double settle, double drive, const carom_stop *stop);

#endif
