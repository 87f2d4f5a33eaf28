// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom_compare(): one scene by several schemes, methods and rates, and how far each is from the
// finest.

#include "io/compare.h"

#include "base/error.h"
#include "base/options.h"
#include "io/clock.h"
#include "io/folder_lock.h"
#include "io/print.h"
#include "io/shards.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A text that is the same for two comparisons whose variants are the same.
static char *describe(const compare_plan *p) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  if (file == NULL)
    return NULL;
  print_to(file, "carom %s, physics %d\ninstants %lld at %.17g\n", CAROM_VERSION, carom_physics(),
           p->instants, p->coarsest);
  for (int i = 0; i < p->variants; ++i)
    print_to(file, "variant %s %.17g\n", p->variant[i].name, p->variant[i].rate);
  for (int j = 0; j < p->outputs; ++j)
    fprintf(file, "output %s\n", carom_model_output(p->model, p->output[j]).name);
  fwrite(p->text, 1, p->length, file);
  if (fclose(file) != 0) {
    free(text);
    return NULL;
  }
  return text;
}

static bool open_shards(const compare_plan *p, const char *folder) {
  char *text = describe(p);
  const bool good = text != NULL && shards_open(folder, text);
  free(text);
  return good;
}

static carom_status cannot_write(const compare_plan *p, carom_error *error) {
  return error_set(error, CAROM_CANNOT_WRITE, "%.300s: results cannot be written: %s",
                   p->options->directory, strerror(errno));
}

static void count_variants(const compare_plan *p, carom_compare_report *r) {
  r->variants = p->variants;
  r->interpolated = p->interpolated;
  for (int i = 0; i < p->variants; ++i) {
    const compare_variant *v = &p->variant[i];
    r->done += v->status == CAROM_OK;
    r->resumed += v->resumed;
    r->refused += v->status != CAROM_OK && v->status != CAROM_INTERRUPTED;
  }
}

// Files, rows and picture of what there is.
static carom_status finish(const compare_plan *p, const compare_queue *q, carom_compare_report *r,
                           compare_sink *sink, void *user, carom_error *error) {
  compare_figure *figures = compare_measure(p);
  if (figures == NULL)
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  errno = 0;
  const bool good = compare_write(p, figures, r) && compare_draw(p, figures);
  const carom_status status = good ? CAROM_OK : cannot_write(p, error);
  if (good && sink != NULL)
    compare_rows(p, figures, sink, user);
  free(figures);
  if (status != CAROM_OK)
    return status;
  if (r->done + r->refused < r->variants)
    return CAROM_INTERRUPTED;
  shards_clear(q->folder);
  rmdir(q->folder);
  return CAROM_OK;
}

static carom_status compare(compare_plan *p, const carom_scene *scene, carom_compare_report *r,
                            compare_sink *sink, void *user, carom_error *error) {
  const double start = clock_seconds();
  const int workers = p->options->workers;
  *r = (carom_compare_report){.status = compare_make_plan(p, scene, error)};
  if (r->status != CAROM_OK)
    return r->status;
  compare_queue q = {.jobs = {.stop = p->options->stop,
                              .progress = p->options->progress,
                              .user = p->options->user,
                              .lock = PTHREAD_MUTEX_INITIALIZER},
                     .plan = p};
  q.jobs.of = &q;
  snprintf(q.folder, sizeof q.folder, "%.4000s/parts", p->options->directory);
  errno = 0;
  if (!make_folder(p->options->directory))
    return cannot_write(p, error);
  if (shards_check(q.folder, error) != CAROM_OK)
    return CAROM_CANNOT_WRITE;
  int lock = -1;
  if (!folder_lock(&lock, p->options->directory, false))
    return folder_busy(p->options->directory, error);
  if (open_shards(p, q.folder))
    r->status = compare_run_jobs(&q, workers > 1 ? workers : 1, error);
  else
    r->status = cannot_write(p, error);
  r->seconds = clock_seconds() - start;
  count_variants(p, r);
  const carom_status status =
      r->status == CAROM_OK ? finish(p, &q, r, sink, user, error) : r->status;
  folder_unlock(&lock);
  return status;
}

carom_status compare_run(const carom_scene *scene, const carom_compare_options *options,
                         carom_compare_report *report, compare_sink *sink, void *user,
                         carom_error *error) {
  carom_error unread;
  carom_compare_report unreported = {.status = CAROM_OK};
  report = report != NULL ? report : &unreported;
  carom_compare_options own = carom_compare_options_default();
  compare_plan p = {.options = &own};
  if (!options_take(&own, sizeof own, options)) {
    *report = (carom_compare_report){.status = CAROM_BAD_VALUE};
    return error_set(error, CAROM_BAD_VALUE, "%s", OPTIONS_REFUSED(carom_compare_options));
  }
  report->status = compare(&p, scene, report, sink, user, error != NULL ? error : &unread);
  compare_free_plan(&p);
  return report->status;
}

carom_compare_options carom_compare_options_default(void) {
  return (carom_compare_options){.size = sizeof(carom_compare_options), .workers = 1};
}

carom_status carom_compare(const carom_scene *scene, const carom_compare_options *options,
                           carom_compare_report *report, carom_error *error) {
  return compare_run(scene, options, report, NULL, NULL, error);
}
