// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A sweep from inside: its plan, its points, the jobs that compute them, and their files.

#ifndef CAROM_SWEEP_H
#define CAROM_SWEEP_H

#include "io/atomic_file.h"
#include "io/jobs.h"
#include "io/measure.h"
#include "io/ranks.h"

enum { MAX_AXES = 6, MAX_MEASURES = 32 };

// --- The plan (sweep_plan.c) --------------------------------------------------------------------

/// What is to be done. A job is one point, or all points along the first axis in one direction
/// where states are carried from one to the next.
typedef struct {
  const carom_sweep_options *options;
  char *text; // the scene
  size_t length;
  carom_model *model; // of the scene as it is: names of outputs and contacts
  // Where all varied keys may differ from state to state, one model serves all points; else NULL,
  // and each point compiles its own.
  carom_model *shared;
  int live[MAX_AXES]; // the live keys of that model that are varied
  double drive;       // its frequency, Hz
  int measures;
  char name[MAX_MEASURES][80];
  measure what[MAX_MEASURES];
  long long jobs, points_in_job, points;
  long long first, stride, share; // this part's jobs: first + k stride, k = 0 .. share - 1
  char *described;                // a text that is the same for sweeps whose points are the same
} sweep_plan;

/// The values of a point, and in which direction the first axis is traversed.
typedef struct {
  double value[MAX_AXES];
  const char *direction; // "none", "up" or "down"
} sweep_point;

/// Checks scene and options and makes a plan, which is freed in any case.
carom_status sweep_make_plan(sweep_plan *p, const carom_scene *scene, carom_error *error);
void sweep_free_plan(sweep_plan *p);

/// The point of a job at a step.
sweep_point sweep_point_at(const sweep_plan *p, long long job, long long step);

/// The scene of the plan anew; NULL with an error if it cannot.
carom_scene *sweep_read_scene(const sweep_plan *p, carom_error *error);

/// A text that is the same for two sweeps whose points are the same (sweep_text.c); NULL if memory
/// is out.
char *sweep_describe(const sweep_plan *p);

/// Sets the varied keys of a scene.
bool sweep_set_axes(const sweep_plan *p, carom_scene *scene, const sweep_point *at,
                    carom_error *error);

// --- Points (sweep_point.c, sweep_carry.c) ------------------------------------------------------

/// The frequency that drives a scene, Hz; 0 if nothing does.
double sweep_drive(const sweep_plan *p, const carom_scene *scene);

/// Compiles one point, runs it and writes its rows. Where states are carried, and the run has
/// stayed finite, the scene then starts in its final state. CAROM_INTERRUPTED where it was stopped.
carom_status sweep_run_point(const sweep_plan *p, carom_scene *scene, const sweep_point *at,
                             FILE *file, carom_error *error);

/// The same with a state of the shared model.
carom_status sweep_run_shared(const sweep_plan *p, carom_state *state, const sweep_point *at,
                              FILE *file, carom_error *error);

/// Lets a scene start in a state.
bool sweep_carry(carom_scene *scene, const carom_model *model, const carom_state *state,
                 carom_error *error);

// --- Jobs (sweep_jobs.c) ------------------------------------------------------------------------

/// What the threads share, under the lock of the jobs.
typedef struct {
  jobs jobs; // of this part's share; what is done is points
  const sweep_plan *plan;
  char folder[PATH_ROOM];            // of finished points
  long long resumed;                 // points
  carom_state **state;               // of each thread, of the shared model
  carom_ranks *ranks;                // this process and others, or itself alone
  long long told_done, told_resumed; // the others: what they have reported, whether they have asked
  bool asked, exhausted;             // for jobs, and that there are no more
  double job_seconds;                // of the last job
} sweep_queue;

/// Runs the jobs of this part by so many threads, until they are done, one fails or the caller
/// stops them.
void sweep_run_jobs(sweep_queue *q, int threads);

// --- Files (sweep_files.c) ----------------------------------------------------------------------

/// The name of a point's file in the folder of finished points.
void sweep_point_name(long long job, long long step, const char *ending, char name[48]);

/// The text of a finished point, to be freed; NULL if it is not there or damaged.
char *sweep_read_point(const char *folder, long long job, long long step, size_t *length);

/// Writes sweep.csv, impacts.csv and poincare.csv from the finished points in some folders; `done`
/// becomes their number.
bool sweep_merge_points(const sweep_plan *p, const char *const *folders, int count,
                        long long *done);

bool sweep_write_summary(const sweep_plan *p, const carom_sweep_report *r);

/// Draws sweep.svg from sweep.csv, impacts.csv and poincare.csv; false with errno set if it cannot.
/// Defined by the pictures, plot/plot_sweep.c.
bool sweep_draw(const sweep_plan *p);

#endif
