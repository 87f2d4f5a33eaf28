// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom_sweep(): the same scene at every point of a grid of values.

#include "io/sweep.h"

#include "io/c_locale.h"
#include "io/clock.h"
#include "io/error.h"
#include "io/parts.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

static carom_status finish(const sweep_plan *p, sweep_queue *q, carom_sweep_report *r,
                           carom_error *error) {
  const char *const folder = q->folder;
  r->points = p->points;
  r->resumed = q->resumed;
  errno = 0;
  if (!sweep_merge_points(p, &folder, 1, &r->done) || !sweep_write_summary(p, r) || !sweep_draw(p))
    return error_set(error, CAROM_CANNOT_WRITE, "%.300s: results cannot be written: %s",
                     p->options->directory, strerror(errno));
  if (q->status != CAROM_OK) {
    *error = q->error;
    return q->status;
  }
  if (r->done < p->points)
    return CAROM_INTERRUPTED;
  parts_clear(q->folder);
  rmdir(q->folder);
  return CAROM_OK;
}

static carom_status sweep(const carom_scene *scene, const carom_sweep_options *options,
                          carom_sweep_report *report, carom_error *error) {
  sweep_plan p = {.options = options};
  const double start = clock_seconds();
  *report = (carom_sweep_report){.status = sweep_make_plan(&p, scene, error)};
  if (report->status == CAROM_OK) {
    sweep_queue q = {.plan = &p};
    snprintf(q.folder, sizeof q.folder, "%.4000s/parts", options->directory);
    if (!parts_open(q.folder, p.described)) {
      report->status = error_set(error, CAROM_CANNOT_WRITE, "%.300s: results cannot be written: %s",
                                 options->directory, strerror(errno));
    } else {
      sweep_run_jobs(&q, options->workers > 1 ? options->workers : 1);
      report->seconds = clock_seconds() - start;
      report->status = finish(&p, &q, report, error);
    }
  }
  sweep_free_plan(&p);
  return report->status;
}

carom_sweep_options carom_sweep_options_default(void) {
  return (carom_sweep_options){.carry = CAROM_CARRY_NONE, .workers = 1};
}

carom_status carom_sweep(const carom_scene *scene, const carom_sweep_options *options,
                         carom_sweep_report *report, carom_error *error) {
  carom_error own; // where the caller does not want one
  const locale_t before = c_locale_begin();
  const carom_status status = sweep(scene, options, report, error != NULL ? error : &own);
  c_locale_end(before);
  return status;
}
