// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The jobs of a sweep, by several threads. Each finished point leaves a file of its own
// (sweep_files.c), so that an interrupted sweep resumes there; where states are carried, so does
// the scene that the next point starts from. Nothing in them depends on which thread computed what.

#include "io/sweep.h"

#include "io/c_locale.h"
#include "io/error.h"
#include "io/scene_text.h"
#include "io/workers.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

static bool is_finished(const sweep_queue *q, long long job, long long step) {
  char path[PATH_ROOM + 64];
  sweep_point_path(q->folder, job, step, "csv", path);
  return access(path, R_OK) == 0;
}

// The scene a point starts from: the one its neighbour has left, or the plan's.
static carom_scene *read_start(const sweep_queue *q, long long job, long long step,
                               carom_error *error) {
  char path[PATH_ROOM + 64];
  if (step == 0)
    return sweep_read_scene(q->plan, error);
  sweep_point_path(q->folder, job, step, "json", path);
  carom_scene *scene = carom_scene_new(NULL);
  error_set(error, CAROM_NO_MEMORY, "out of memory");
  if (scene != NULL && carom_scene_load(scene, path, error) == CAROM_OK)
    return scene;
  carom_scene_free(scene);
  return NULL;
}

static bool write_start(const sweep_queue *q, const carom_scene *scene, long long job,
                        long long step) {
  atomic_file file = {0};
  char name[48];
  sweep_point_name(job, step, "json", name);
  return atomic_file_open(&file, q->folder, name) && scene_text_write(scene, file.file) &&
         atomic_file_commit(&file);
}

/// What a point is computed with: a state of the shared model, or a scene to compile.
typedef struct {
  carom_state *state;
  carom_scene *scene;
} point_means;

static bool has_means(const sweep_queue *q, const point_means *with) {
  return q->plan->shared != NULL ? with->state != NULL : with->scene != NULL;
}

static sweep_outcome run_point(const sweep_queue *q, const point_means *with, const sweep_point *at,
                               FILE *file, carom_error *error) {
  return q->plan->shared != NULL ? sweep_run_shared(q->plan, with->state, at, file, error)
                                 : sweep_run_point(q->plan, with->scene, at, file, error);
}

// A point and its file. The scene that the next one starts from is complete before this one counts
// as finished.
static sweep_outcome compute_point(const sweep_queue *q, const point_means *with, long long job,
                                   long long step, carom_error *error) {
  const sweep_point at = sweep_point_at(q->plan, job, step);
  const bool last = step + 1 == q->plan->points_in_job;
  atomic_file file = {0};
  char name[48];
  char path[PATH_ROOM + 64];
  sweep_point_name(job, step, "csv", name);
  bool written = atomic_file_open(&file, q->folder, name);
  const sweep_outcome how = written ? run_point(q, with, &at, file.file, error) : SWEEP_FAILED;
  if (written && how != SWEEP_DONE) {
    atomic_file_discard(&file);
    return how;
  }
  written =
      written && (last || write_start(q, with->scene, job, step + 1)) && atomic_file_commit(&file);
  if (!written) {
    error_set(error, CAROM_CANNOT_WRITE, "%.300s: cannot be written: %s", q->folder,
              strerror(errno));
    return SWEEP_FAILED;
  }
  sweep_point_path(q->folder, job, step, "json", path);
  unlink(path); // the scene that this one started from
  return SWEEP_DONE;
}

static void count_point(sweep_queue *q, bool resumed) {
  const carom_sweep_options *o = q->plan->options;
  pthread_mutex_lock(&q->lock);
  ++q->done;
  q->resumed += resumed;
  if (o->progress != NULL)
    o->progress(o->user, (double)q->done / (double)q->plan->points);
  pthread_mutex_unlock(&q->lock);
}

static sweep_outcome run_job(sweep_queue *q, carom_state *state, long long job,
                             carom_error *error) {
  point_means with = {.state = state};
  sweep_outcome how = SWEEP_DONE;
  error_set(error, CAROM_NO_MEMORY, "out of memory");
  for (long long step = 0; how == SWEEP_DONE && step < q->plan->points_in_job; ++step) {
    const bool resumed = is_finished(q, job, step);
    if (!resumed && q->plan->shared == NULL && with.scene == NULL)
      with.scene = read_start(q, job, step, error);
    if (!resumed)
      how = has_means(q, &with) ? compute_point(q, &with, job, step, error) : SWEEP_FAILED;
    if (how == SWEEP_DONE)
      count_point(q, resumed);
  }
  carom_scene_free(with.scene);
  return how;
}

// A thread: takes jobs until there are none left, one has failed or the caller asks to stop.
static void *run_worker(void *user) {
  sweep_queue *q = user;
  const carom_sweep_options *o = q->plan->options;
  const locale_t before = c_locale_begin();
  carom_state *state = q->plan->shared != NULL ? carom_state_new(q->plan->shared, NULL) : NULL;
  pthread_mutex_lock(&q->lock);
  while (q->next < q->plan->jobs && q->status == CAROM_OK && !q->stopped) {
    const long long job = q->next++;
    carom_error error = {.status = CAROM_OK};
    q->stopped = o->stop != NULL && *o->stop != 0;
    if (q->stopped)
      break;
    pthread_mutex_unlock(&q->lock);
    const sweep_outcome how = run_job(q, state, job, &error);
    pthread_mutex_lock(&q->lock);
    if (how == SWEEP_FAILED && q->status == CAROM_OK) {
      q->status = error.status;
      q->error = error;
    }
    q->stopped = q->stopped || how == SWEEP_STOPPED;
  }
  pthread_mutex_unlock(&q->lock);
  carom_state_free(state);
  c_locale_end(before);
  return NULL;
}

void sweep_run_jobs(sweep_queue *q, int threads) {
  pthread_mutex_init(&q->lock, NULL);
  workers_run(threads, run_worker, q);
  pthread_mutex_destroy(&q->lock);
}
