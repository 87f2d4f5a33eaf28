// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom_sweep(): the same scene at every point of a grid of values, by one process or several.

#include "io/sweep.h"

#include "base/error.h"
#include "base/options.h"
#include "io/clock.h"
#include "io/folder_lock.h"
#include "io/shards.h"
#include "io/sweep_ranks.h"
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static carom_status cannot_write(const sweep_plan *p, carom_error *error) {
  return error_set(error, CAROM_CANNOT_WRITE, "%.300s: results cannot be written: %s",
                   p->options->directory, strerror(errno));
}

// --- The folder ---------------------------------------------------------------------------------

// Parts of one sweep share a folder: the first of them empties it while no other one has it.
static bool share_folder(const sweep_plan *p, const char *folder, int *lock, bool *busy) {
  enum { TRIES = 250 };
  static const struct timespec interval = {.tv_nsec = 20000000};
  bool good = true;
  *busy = true;
  for (int i = 0; *busy && good && i < TRIES; ++i) {
    if (folder_lock(lock, p->options->directory, true)) {
      if (shards_belong(folder, p->described)) {
        *busy = false;
      } else if (folder_relock(*lock, false)) {
        good = shards_open(folder, p->described);
        *busy = !folder_relock(*lock, true);
      }
    }
    if (*busy) {
      folder_unlock(lock);
      nanosleep(&interval, NULL);
    }
  }
  return good && !*busy;
}

static carom_status open_folder(const sweep_plan *p, const char *folder, int *lock,
                                carom_error *error) {
  bool busy = false;
  errno = 0;
  if (!make_folder(p->options->directory))
    return cannot_write(p, error);
  if (shards_check(folder, error) != CAROM_OK)
    return CAROM_CANNOT_WRITE;
  if (p->options->parts > 0) {
    if (share_folder(p, folder, lock, &busy))
      return CAROM_OK;
    return busy ? folder_busy(p->options->directory, error) : cannot_write(p, error);
  }
  if (!folder_lock(lock, p->options->directory, false))
    return folder_busy(p->options->directory, error);
  return shards_open(folder, p->described) ? CAROM_OK : cannot_write(p, error);
}

// --- The end ------------------------------------------------------------------------------------

static carom_status how_it_went(const sweep_queue *q, const carom_sweep_report *r,
                                carom_error *error) {
  if (q->jobs.status != CAROM_OK) {
    *error = q->jobs.error;
    return q->jobs.status;
  }
  return r->done < r->points ? CAROM_INTERRUPTED : CAROM_OK;
}

static carom_status finish(const sweep_plan *p, const sweep_queue *q, carom_sweep_report *r,
                           carom_error *error) {
  const char *const folder = q->folder;
  r->resumed = q->resumed;
  if (p->options->parts > 0) {
    r->points = p->share * p->points_in_job;
    r->done = (long long)q->jobs.done;
    return how_it_went(q, r, error);
  }
  r->points = p->points;
  errno = 0;
  if (!sweep_merge_points(p, &folder, 1, &r->done) || !sweep_write_summary(p, r) || !sweep_draw(p))
    return cannot_write(p, error);
  const carom_status status = how_it_went(q, r, error);
  if (status == CAROM_OK) {
    shards_clear(q->folder);
    rmdir(q->folder);
  }
  return status;
}

// --- All of it ----------------------------------------------------------------------------------

// Process 0 opens the folder before the others write to it.
static carom_status prepare(sweep_plan *p, sweep_queue *q, const carom_scene *scene, int *lock,
                            carom_error *error) {
  carom_status status = sweep_make_plan(p, scene, error);
  if (status == CAROM_OK && q->ranks->rank == 0)
    status = open_folder(p, q->folder, lock, error);
  if (q->ranks->size > 1)
    status = sweep_agree(q->ranks, p, status, error);
  if (status == CAROM_OK && q->ranks->rank > 0 && !shards_belong(q->folder, p->described))
    q->jobs.status =
        error_set(&q->jobs.error, CAROM_CANNOT_WRITE,
                  "%.300s is not the folder of process 0; allowed is one on a file system "
                  "that all processes share",
                  p->options->directory);
  return status;
}

static carom_status sweep(const carom_scene *scene, const carom_sweep_options *options,
                          carom_ranks *r, carom_sweep_report *report, carom_error *error) {
  sweep_plan p = {.options = options};
  sweep_queue q = {.jobs = {.stop = options->stop,
                            .progress = options->progress,
                            .user = options->user,
                            .lock = PTHREAD_MUTEX_INITIALIZER},
                   .plan = &p,
                   .ranks = r};
  q.jobs.of = &q;
  const double start = clock_seconds();
  int lock = -1;
  snprintf(q.folder, sizeof q.folder, "%.4000s/parts",
           options->directory != NULL ? options->directory : "");
  *report = (carom_sweep_report){.status = prepare(&p, &q, scene, &lock, error)};
  if (report->status == CAROM_OK) {
    sweep_run_jobs(&q, options->workers > 1 ? options->workers : 1);
    report->seconds = clock_seconds() - start;
    report->status = r->rank > 0 ? sweep_sign_off(&q, error) : finish(&p, &q, report, error);
    if (r->rank == 0)
      sweep_dismiss(r, report->status);
  }
  folder_unlock(&lock);
  sweep_free_plan(&p);
  return report->status;
}

carom_sweep_options carom_sweep_options_default(void) {
  return (carom_sweep_options){
      .size = sizeof(carom_sweep_options), .carry = CAROM_CARRY_NONE, .workers = 1};
}

carom_status carom_sweep(const carom_scene *scene, const carom_sweep_options *options,
                         carom_sweep_report *report, carom_error *error) {
  carom_error unread;
  carom_sweep_report unreported = {.status = CAROM_OK};
  carom_ranks alone = {.size = 1, .together = true};
  carom_sweep_options own = carom_sweep_options_default();
  report = report != NULL ? report : &unreported;
  *report = (carom_sweep_report){.status = CAROM_BAD_VALUE};
  if (!options_take(&own, sizeof own, options))
    return error_set(error, CAROM_BAD_VALUE, "%s", OPTIONS_REFUSED(carom_sweep_options));
  carom_ranks *r = own.ranks != NULL ? own.ranks : &alone;
  if (!r->together)
    return report->status = error_set(error, CAROM_INTERRUPTED,
                                      "options.ranks: the processes have parted in a sweep that "
                                      "was stopped; allowed is to end them");
  return sweep(scene, &own, r, report, error != NULL ? error : &unread);
}
