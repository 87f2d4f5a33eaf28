// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A sweep from inside: its plan, and the files of finished jobs.

#ifndef CAROM_SWEEP_H
#define CAROM_SWEEP_H

#include "measure.h"
#include "part.h"

enum { MOST_AXES = 6, MOST_MEASURES = 32 };

/// What is to be done. A job is one point, or all points along the first axis in one direction
/// where states are carried from one to the next.
typedef struct {
  const carom_sweep_options *options;
  char *text; // the scene
  size_t length;
  carom_model *model; // of the scene as it is: names of outputs and contacts
  int measures;
  char name[MOST_MEASURES][80];
  measure what[MOST_MEASURES];
  long long jobs, points_in_job, points;
} plan;

/// Which values a point has, and in which direction the first axis is walked.
typedef struct {
  double value[MOST_AXES];
  const char *direction; // "none", "up" or "down"
} place;

place plan_place(const plan *p, long long job, long long step);

/// Draws sweep.svg from sweep.csv, impacts.csv and poincare.csv; false with errno set if it cannot.
bool sweep_draw(const plan *p);

#endif
