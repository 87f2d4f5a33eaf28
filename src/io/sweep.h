// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A sweep from inside: its plan, and the files of finished jobs.

#ifndef CAROM_SWEEP_H
#define CAROM_SWEEP_H

#include "io/atomic_file.h"
#include "io/measure.h"

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

// The folder of finished points, sweep_files.c.

void sweep_point_name(long long job, long long step, const char *ending, char name[48]);
void sweep_point_path(const char *parts, long long job, long long step, const char *ending,
                      char path[PATH_ROOM + 64]);

/// Makes the folder, or empties it of another sweep's points.
bool sweep_open_parts(const plan *p, const char *folder);

/// Empties the folder.
void sweep_clear_parts(const char *folder);

/// Leaves sweep.csv, impacts.csv and poincare.csv.
bool sweep_put_together(const plan *p, const char *parts);

bool sweep_write_summary(const plan *p, const carom_sweep_report *r);

/// Draws sweep.svg from sweep.csv, impacts.csv and poincare.csv; false with errno set if it cannot.
bool sweep_draw(const plan *p);

#endif
