// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The jobs of a sweep, by several threads. Each finished point leaves a file of its own
// (sweep_files.c), so that an interrupted sweep resumes there; where states are carried, so does
// the scene that the next point starts from. Nothing in them depends on which thread computed what.

#include "io/sweep_ranks.h"

#include "base/error.h"
#include "io/clock.h"
#include "io/scene_text.h"
#include "io/shards.h"
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
  char *text = shards_read(q->folder, name, &length);
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
  good = fclose(file) == 0 && good && shards_write(q->folder, name, text, length);
  free(text);
  return good;
}

// With a state of the shared model, or a scene to compile.
static carom_status run_point(const sweep_queue *q, carom_state *state, carom_scene *scene,
                              const sweep_point *at, FILE *file, carom_error *error) {
  if (q->plan->shared != NULL)
    return state != NULL ? sweep_run_shared(q->plan, state, at, file, error) : error->status;
  return scene != NULL ? sweep_run_point(q->plan, scene, at, file, error) : error->status;
}

// The rows of a point go to a file. The scene that the next one starts from is complete before this
// one counts as finished.
static bool write_shard(const sweep_queue *q, const carom_scene *scene, long long job,
                        long long step, const char *text, size_t length) {
  const bool last = step + 1 == q->plan->points_in_job;
  char name[48];
  char path[PATH_ROOM + 64];
  sweep_point_name(job, step, "csv", name);
  if ((!last && !write_start(q, scene, job, step + 1)) ||
      !shards_write(q->folder, name, text, length))
    return false;
  sweep_point_name(job, step, "json", name);
  snprintf(path, sizeof path, "%s/%s", q->folder, name);
  unlink(path); // the scene that this one started from
  return true;
}

static carom_status compute_point(const sweep_queue *q, carom_state *state, carom_scene *scene,
                                  long long job, long long step, carom_error *error) {
  const sweep_point at = sweep_point_at(q->plan, job, step);
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  if (file == NULL)
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  carom_status how = run_point(q, state, scene, &at, file, error);
  const bool whole = fclose(file) == 0;
  if (how == CAROM_OK && !(whole && write_shard(q, scene, job, step, text, length)))
    how = error_set(error, CAROM_CANNOT_WRITE, "%.300s: cannot be written: %s", q->folder,
                    strerror(errno));
  free(text);
  return how;
}

// How many points of a job need not be computed again: its first ones, if they are whole and so is
// the scene that the next one starts from. A damaged shard within a job that carries its states has
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

static carom_status run_points(sweep_queue *q, carom_state *state, long long job,
                               carom_error *error) {
  carom_scene *scene = NULL;
  carom_status how = CAROM_OK;
  const long long kept = keep_points(q, job, &scene);
  jobs_tell(&q->jobs, (double)kept);
  error_set(error, CAROM_NO_MEMORY, "out of memory");
  if (kept < q->plan->points_in_job && q->plan->shared == NULL && scene == NULL)
    scene = sweep_read_scene(q->plan, error);
  for (long long step = kept; how == CAROM_OK && step < q->plan->points_in_job; ++step) {
    how = compute_point(q, state, scene, job, step, error);
    if (how == CAROM_OK)
      jobs_tell(&q->jobs, 1);
  }
  carom_scene_free(scene);
  pthread_mutex_lock(&q->jobs.lock);
  q->resumed += kept;
  pthread_mutex_unlock(&q->jobs.lock);
  return how;
}

static carom_status run_job(jobs *j, int thread, long long number, carom_error *error) {
  sweep_queue *q = j->of;
  const sweep_plan *p = q->plan;
  pthread_mutex_lock(&j->lock);
  sweep_check_ahead(q);
  pthread_mutex_unlock(&j->lock);
  if (p->shared != NULL && q->state != NULL && q->state[thread] == NULL)
    q->state[thread] = carom_state_new(p->shared, NULL);
  carom_state *state = q->state != NULL ? q->state[thread] : NULL;
  const double start = clock_seconds();
  const carom_status how = run_points(q, state, p->first + number * p->stride, error);
  pthread_mutex_lock(&j->lock);
  q->job_seconds = clock_seconds() - start;
  pthread_mutex_unlock(&j->lock);
  return how;
}

static void *serve(void *user) {
  sweep_serve(user);
  return NULL;
}

void sweep_run_jobs(sweep_queue *q, int threads) {
  const bool serves = q->ranks->size > 1 && q->ranks->rank == 0;
  const int count = threads < MOST_THREADS ? threads : MOST_THREADS;
  pthread_t server;
  q->jobs.run = run_job;
  q->jobs.more = q->ranks->rank > 0 ? sweep_more_jobs : NULL;
  q->jobs.end = q->ranks->rank == 0 ? q->plan->share : 0;
  q->jobs.total = (double)(q->plan->share * q->plan->points_in_job);
  q->state = calloc((size_t)count, sizeof(carom_state *));
  const bool served = serves && pthread_create(&server, NULL, serve, q) == 0;
  if (serves && !served)
    sweep_serve(q);
  jobs_run(&q->jobs, count);
  if (served)
    pthread_join(server, NULL);
  for (int i = 0; q->state != NULL && i < count; ++i)
    carom_state_free(q->state[i]);
  free(q->state);
}
