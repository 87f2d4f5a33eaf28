// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The jobs of a sweep, by several threads. Each finished point leaves a file of its own
// (sweep_files.c), so that an interrupted sweep resumes there; where states are carried, so does
// the scene that the next point starts from. Nothing in them depends on which thread computed what.

#include "io/sweep_ranks.h"

#include "base/error.h"
#include "io/c_locale.h"
#include "io/clock.h"
#include "io/parts.h"
#include "io/scene_text.h"
#include "io/workers.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_finished(const sweep_queue *q, long long job, long long step) {
  size_t length = 0;
  char *text = sweep_read_point(q->folder, job, step, &length);
  free(text);
  return text != NULL;
}

// The scene that a point's neighbour has left for it; NULL if there is none.
static carom_scene *read_start(const sweep_queue *q, long long job, long long step) {
  char name[48];
  size_t length = 0;
  carom_error error;
  sweep_point_name(job, step, "json", name);
  char *text = parts_read(q->folder, name, &length);
  carom_scene *scene = text != NULL ? carom_scene_new(NULL) : NULL;
  if (scene != NULL && carom_scene_parse(scene, name, text, length, &error) != CAROM_OK) {
    carom_scene_free(scene);
    scene = NULL;
  }
  free(text);
  return scene;
}

static bool write_start(const sweep_queue *q, const carom_scene *scene, long long job,
                        long long step) {
  char name[48];
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  if (file == NULL)
    return false;
  sweep_point_name(job, step, "json", name);
  bool good = scene_text_write(scene, file) && fputc('\n', file) != EOF;
  good = fclose(file) == 0 && good && parts_write(q->folder, name, text, length);
  free(text);
  return good;
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

// The rows of a point go to a file. The scene that the next one starts from is complete before this
// one counts as finished.
static bool write_part(const sweep_queue *q, const carom_scene *scene, long long job,
                       long long step, const char *text, size_t length) {
  const bool last = step + 1 == q->plan->points_in_job;
  char name[48];
  char path[PATH_ROOM + 64];
  sweep_point_name(job, step, "csv", name);
  if ((!last && !write_start(q, scene, job, step + 1)) ||
      !parts_write(q->folder, name, text, length))
    return false;
  sweep_point_name(job, step, "json", name);
  snprintf(path, sizeof path, "%s/%s", q->folder, name);
  unlink(path); // the scene that this one started from
  return true;
}

static sweep_outcome compute_point(const sweep_queue *q, const point_means *with, long long job,
                                   long long step, carom_error *error) {
  const sweep_point at = sweep_point_at(q->plan, job, step);
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  if (file == NULL) {
    error_set(error, CAROM_NO_MEMORY, "out of memory");
    return SWEEP_FAILED;
  }
  sweep_outcome how = run_point(q, with, &at, file, error);
  const bool whole = fclose(file) == 0;
  if (how == SWEEP_DONE && !(whole && write_part(q, with->scene, job, step, text, length))) {
    error_set(error, CAROM_CANNOT_WRITE, "%.300s: cannot be written: %s", q->folder,
              strerror(errno));
    how = SWEEP_FAILED;
  }
  free(text);
  return how;
}

static void count_point(sweep_queue *q, bool resumed) {
  const carom_sweep_options *o = q->plan->options;
  pthread_mutex_lock(&q->lock);
  ++q->done;
  q->resumed += resumed;
  if (o->progress != NULL)
    o->progress(o->user, (double)q->done / (double)(q->plan->share * q->plan->points_in_job));
  pthread_mutex_unlock(&q->lock);
}

// How many points of a job need not be computed again: its first ones, if they are whole and so is
// the scene that the next one starts from. A damaged part within a job that carries its states has
// the job begin anew.
static long long keep_points(const sweep_queue *q, long long job, carom_scene **scene) {
  long long whole = 0;
  while (whole < q->plan->points_in_job && is_finished(q, job, whole))
    ++whole;
  if (whole == 0 || whole == q->plan->points_in_job)
    return whole;
  *scene = read_start(q, job, whole);
  return *scene != NULL ? whole : 0;
}

static sweep_outcome run_job(sweep_queue *q, carom_state *state, long long job,
                             carom_error *error) {
  point_means with = {.state = state};
  sweep_outcome how = SWEEP_DONE;
  const long long kept = keep_points(q, job, &with.scene);
  for (long long step = 0; step < kept; ++step)
    count_point(q, true);
  error_set(error, CAROM_NO_MEMORY, "out of memory");
  if (kept < q->plan->points_in_job && q->plan->shared == NULL && with.scene == NULL)
    with.scene = sweep_read_scene(q->plan, error);
  for (long long step = kept; how == SWEEP_DONE && step < q->plan->points_in_job; ++step) {
    how = has_means(q, &with) ? compute_point(q, &with, job, step, error) : SWEEP_FAILED;
    if (how == SWEEP_DONE)
      count_point(q, false);
  }
  carom_scene_free(with.scene);
  return how;
}

// Takes jobs until there are none left, one has failed or the caller asks to stop.
static void work(sweep_queue *q, carom_state *state) {
  const carom_sweep_options *o = q->plan->options;
  pthread_mutex_lock(&q->lock);
  while (q->status == CAROM_OK && !q->stopped && sweep_more_jobs(q)) {
    const long long job = q->plan->first + q->next++ * q->plan->stride;
    carom_error error = {.status = CAROM_OK};
    q->stopped = carom_stop_requested(o->stop);
    if (q->stopped)
      break;
    sweep_look_ahead(q);
    pthread_mutex_unlock(&q->lock);
    const double start = clock_seconds();
    const sweep_outcome how = run_job(q, state, job, &error);
    pthread_mutex_lock(&q->lock);
    q->job_seconds = clock_seconds() - start;
    if (how == SWEEP_FAILED && q->status == CAROM_OK) {
      q->status = error.status;
      q->error = error;
    }
    q->stopped = q->stopped || how == SWEEP_STOPPED;
  }
  pthread_mutex_unlock(&q->lock);
}

// A thread. The first one of process 0 hands out jobs to the others.
static void *run_thread(void *user) {
  sweep_queue *q = user;
  const locale_t before = c_locale_begin();
  pthread_mutex_lock(&q->lock);
  const bool serves = q->ranks->size > 1 && q->ranks->rank == 0 && !q->served;
  q->served = true;
  pthread_mutex_unlock(&q->lock);
  if (serves) {
    sweep_serve(q);
  } else {
    carom_state *state = q->plan->shared != NULL ? carom_state_new(q->plan->shared, NULL) : NULL;
    work(q, state);
    carom_state_free(state);
  }
  c_locale_end(before);
  return NULL;
}

void sweep_run_jobs(sweep_queue *q, int threads) {
  const bool alone = q->ranks->size == 1;
  q->next = 0;
  q->end = q->ranks->rank == 0 ? q->plan->share : 0;
  pthread_mutex_init(&q->lock, NULL);
  workers_run(q->ranks->rank == 0 && !alone ? threads + 1 : threads, run_thread, q);
  pthread_mutex_destroy(&q->lock);
}
