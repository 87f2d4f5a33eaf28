// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom_run(): from t = 0 to the end of the scene, in blocks, with all results written as they are
// computed. Memory does not grow with the length of the run.

#include "base/error.h"
#include "base/options.h"
#include "io/blocks.h"
#include "io/clock.h"
#include "io/csv_npy.h"
#include "io/folder_lock.h"
#include "io/old_results.h"
#include "io/results.h"
#include "io/run_errors.h"
#include "io/snapshots.h"
#include "io/sound.h"
#include "io/summary.h"
#include "io/warning_list.h"
#include <carom/file.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LEDGER_ROWS = 10000 };

typedef struct {
  const carom_scene *scene;
  const carom_model *model;
  const carom_run_options *options;
  blocks blocks;
  int lock;   // on the folder
  int reason; // why something could not be written: the first errno
  atomic_file samples, npy, energy, events;
  bool samples_kept; // npy is a result; else it is for the pictures
  name_list files;   // that are complete
  sound *sound;
  snapshots snapshots;
  warning_list warnings;
  int told;         // of the warnings
  double *row;      // t and outputs, or a ledger row
  long long total;  // samples to compute
  long long stride; // steps between ledger rows
  long long next_row;
} run;

// --- Headers and rows ---------------------------------------------------------------------------

static void write_headers(run *r) {
  if (r->samples.file != NULL) {
    fputs("t", r->samples.file);
    for (int i = 0; i < r->blocks.info.columns; ++i)
      fprintf(r->samples.file, ",%s", carom_model_output(r->model, i).name);
    fputs("\n", r->samples.file);
  }
  if (r->npy.file != NULL)
    npy_begin(r->npy.file);
  FILE *f = r->energy.file;
  fputs("t,kinetic,potential,contact,dissipated,supplied,total,balance_error", f);
  for (int i = 0; i < r->blocks.info.bodies; ++i) {
    const char *name = carom_model_body(r->model, i).name;
    fprintf(f, ",kinetic.%s,potential.%s,dissipated.%s", name, name, name);
  }
  for (int i = 0; i < r->blocks.info.contacts; ++i) {
    const char *name = carom_model_contact(r->model, i).name;
    fprintf(f, ",contact.%s,dissipated.%s,supplied.%s", name, name, name);
  }
  for (int i = 0; i < r->blocks.info.contacts; ++i) {
    const carom_contact_info c = carom_model_contact(r->model, i);
    if (c.numerical)
      fprintf(f, ",numerical.%s", c.name);
  }
  fputs("\n", f);
  fputs("contact,t_begin,t_end,peak_force,impulse,speed_in,speed_out,energy_lost\n",
        r->events.file);
}

static void write_ledger_row(run *r) {
  const carom_ledger l = carom_state_ledger(r->blocks.state);
  const double first[] = {l.time,       l.kinetic,  l.potential, l.contact,
                          l.dissipated, l.supplied, l.total,     l.balance_error};
  memcpy(r->row, first, sizeof first);
  int n = 8;
  for (int i = 0; i < r->blocks.info.bodies; ++i) {
    const carom_share s = carom_body_share(r->model, r->blocks.state, i);
    r->row[n++] = s.kinetic;
    r->row[n++] = s.potential;
    r->row[n++] = s.dissipated;
  }
  for (int i = 0; i < r->blocks.info.contacts; ++i) {
    const carom_share s = carom_contact_share(r->model, r->blocks.state, i);
    r->row[n++] = s.potential;
    r->row[n++] = s.dissipated;
    r->row[n++] = s.supplied;
  }
  for (int i = 0; i < r->blocks.info.contacts; ++i)
    if (carom_model_contact(r->model, i).numerical)
      r->row[n++] = carom_contact_share(r->model, r->blocks.state, i).numerical;
  csv_row(r->energy.file, r->row, n);
}

static void write_event(void *user, const carom_impact *e) {
  run *r = user;
  const double values[] = {e->begin,    e->end,       e->peak_force, e->impulse,
                           e->speed_in, e->speed_out, e->energy_lost};
  fprintf(r->events.file, "%s,", carom_model_contact(r->model, e->contact).name);
  csv_row(r->events.file, values, 7);
}

static void write_sample(run *r, long long n, const double *outputs) {
  r->row[0] = (double)n / r->blocks.info.rate;
  memcpy(r->row + 1, outputs, (size_t)r->blocks.info.columns * sizeof *outputs);
  if (r->samples.file != NULL)
    csv_row(r->samples.file, r->row, r->blocks.info.columns + 1);
  if (r->npy.file != NULL)
    fwrite(r->row, sizeof *r->row, (size_t)r->blocks.info.columns + 1, r->npy.file);
}

// --- Stages -------------------------------------------------------------------------------------

// Samples that are not kept are written for the pictures alone.
static bool open_files(run *r) {
  const carom_run_options *o = r->options;
  const char *d = o->directory;
  old_results_remove_unfinished(d);
  r->samples_kept = o->npy;
  const bool samples = o->npy || (o->plot && !o->csv);
  if (!atomic_file_open(&r->energy, d, "energy.csv") ||
      !atomic_file_open(&r->events, d, "events.csv") ||
      (o->csv && !atomic_file_open(&r->samples, d, "samples.csv")) ||
      (samples && !atomic_file_open(&r->npy, d, o->npy ? "samples.npy" : "plot.npy")))
    return false;
  if (!snapshots_begin(&r->snapshots, r->scene, r->model, d, r->options->plot))
    return false;
  if (r->options->wav) {
    r->sound = sound_begin(r->scene, r->model, d);
    if (r->sound == NULL && errno != 0)
      return false;
  }
  write_headers(r);
  return true;
}

static carom_status allocate(run *r, carom_error *error) {
  const carom_status status = blocks_begin(&r->blocks, error);
  const carom_model_info *info = &r->blocks.info;
  const size_t widest =
      9 + (size_t)info->outputs + 3 * (size_t)info->bodies + 4 * (size_t)info->contacts;
  r->row = calloc(widest, sizeof *r->row);
  return status != CAROM_OK || r->row != NULL ? status
                                              : error_set(error, CAROM_NO_MEMORY, "out of memory");
}

// One block, shorter where a row of the ledger or a snapshot is due.
static carom_status run_block(run *r) {
  blocks *b = &r->blocks;
  const int over = b->info.oversample;
  const double now = (double)b->done / b->info.rate;
  snapshots_take(&r->snapshots, r->model, b->state, now);
  long long max = r->total - b->done;
  const long long until_row = (r->next_row - carom_state_steps(b->state) + over - 1) / over;
  max = until_row > 0 && until_row < max ? until_row : max;
  const double until_snapshot =
      ceil((snapshots_next_due(&r->snapshots) - now) * b->info.rate - 1e-6);
  if (until_snapshot < (double)max)
    max = until_snapshot > 1 ? (long long)until_snapshot : 1;
  int count = 0;
  const carom_status status = blocks_next(b, max, &count);
  for (int i = 0; i < count; ++i)
    write_sample(r, b->done - count + i, b->values + (size_t)i * b->stride);
  if (r->sound != NULL)
    sound_add(r->sound, b->values, count);
  if (carom_state_steps(b->state) >= r->next_row) {
    write_ledger_row(r);
    while (r->next_row <= carom_state_steps(b->state))
      r->next_row += r->stride;
  }
  return status;
}

static bool writing_failed(const run *r) {
  return stream_failed(r->samples.file) || stream_failed(r->npy.file) ||
         stream_failed(r->energy.file) || stream_failed(r->events.file) ||
         snapshots_failed(&r->snapshots);
}

static carom_status run_all(run *r) {
  write_ledger_row(r);
  for (long long n = 0; r->blocks.done < r->total; ++n) {
    if (carom_stop_requested(r->options->stop))
      return CAROM_INTERRUPTED;
    const carom_status status = run_block(r);
    if (status != CAROM_OK)
      return status;
    if (n % 64 == 0 && writing_failed(r)) {
      r->reason = errno;
      return CAROM_CANNOT_WRITE;
    }
    if (n % 64 == 0 && r->options->progress != NULL)
      r->options->progress(r->options->user, (double)r->blocks.done / (double)r->total);
  }
  if (r->options->progress != NULL)
    r->options->progress(r->options->user, 1);
  return CAROM_OK;
}

// Takes the present warnings and tells those that are new. Those of the model were known before.
static void take_warnings(run *r, const carom_mix *mix) {
  warning_list_take(&r->warnings, r->model, r->blocks.state, mix);
  for (int i = r->told; r->options->warning != NULL && i < r->warnings.count; ++i)
    r->options->warning(r->options->user, &r->warnings.warning[i]);
  r->told = r->warnings.count;
}

static void commit(run *r, atomic_file *file) {
  const char *name = strrchr(file->name, '/');
  if (file->file == NULL)
    return;
  if (atomic_file_commit(file))
    name_list_add(&r->files, name != NULL ? name + 1 : file->name);
  else if (r->reason == 0)
    r->reason = errno;
}

// Writes what the tables still lack, and finds out whether there was room for them.
static void end_tables(run *r) {
  carom_impact event;
  for (int i = 0; i < r->blocks.info.contacts; ++i)
    if (carom_state_open_impact(r->model, r->blocks.state, i, &event))
      write_event(r, &event);
  if (r->npy.file != NULL)
    npy_finish(r->npy.file, r->blocks.done, r->blocks.info.columns + 1);
  FILE *const files[] = {r->samples.file, r->npy.file, r->energy.file, r->events.file};
  for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i)
    if (files[i] != NULL)
      fflush(files[i]);
  if (writing_failed(r) && r->reason == 0)
    r->reason = errno;
}

// Whether the folder stays as it is: there was no room for this run, and an earlier one is there.
static bool earlier_stays(const run *r) {
  name_list files = {0};
  const bool stays = r->reason != 0 && results_files(r->options->directory, &files);
  name_list_free(&files);
  return stays;
}

// Commits every file, also of a run that failed or was interrupted, in place of those of an earlier
// run.
static void close_files(run *r) {
  old_results_remove(r->options->directory);
  commit(r, &r->energy);
  commit(r, &r->events);
  commit(r, &r->samples);
  if (r->samples_kept)
    commit(r, &r->npy);
  errno = 0;
  if (r->sound != NULL && sound_finish(r->sound))
    name_list_add(&r->files, "audio.wav");
  else if (r->sound != NULL && r->reason == 0)
    r->reason = errno != 0 ? errno : EIO;
  if (!snapshots_finish(&r->snapshots, &r->files) && r->reason == 0)
    r->reason = errno;
  if (r->files.broken && r->reason == 0)
    r->reason = ENOMEM;
}

static void clean_up(run *r) {
  atomic_file_discard(&r->samples);
  atomic_file_discard(&r->npy);
  atomic_file_discard(&r->energy);
  atomic_file_discard(&r->events);
  sound_discard(r->sound);
  snapshots_free(&r->snapshots);
  warning_list_free(&r->warnings);
  name_list_free(&r->files);
  folder_unlock(&r->lock);
  blocks_end(&r->blocks);
  free(r->row);
}

// The folder, its lock and the files in it.
static carom_status open_folder(run *r, carom_error *error) {
  const char *d = r->options->directory;
  errno = 0;
  if (d == NULL || !make_folder(d))
    return run_cannot_write(d, errno, error);
  if (!folder_lock(&r->lock, d, false))
    return folder_busy(d, error);
  return open_files(r) ? CAROM_OK : run_cannot_write(d, errno, error);
}

static bool write_summary(run *r, const carom_run_report *report) {
  errno = ENOMEM; // if the list of files has lacked it
  const bool good =
      !r->files.broken && summary_write(r->options->directory, r->scene, r->model, r->blocks.state,
                                        &r->snapshots, &r->warnings, &r->files, report);
  if (!good && r->reason == 0)
    r->reason = errno != 0 ? errno : EIO;
  return good;
}

// Draws from the samples of this run, then names the pictures in the summary.
static carom_status draw(run *r, const carom_run_report *report, carom_error *error) {
  const char *samples = r->npy.file != NULL ? r->npy.temporary : NULL;
  if (samples != NULL && fflush(r->npy.file) != 0)
    return run_cannot_write(r->options->directory, errno, error);
  const carom_status status = results_draw(r->options->directory, samples, &r->files, NULL, error);
  if (!write_summary(r, report))
    return run_cannot_write(r->options->directory, r->reason, error);
  return status;
}

// Runs it in an open folder.
static carom_status run_inside(run *r, double start, carom_run_report *report, carom_error *error) {
  r->told = carom_warnings(r->model, NULL, NULL, NULL, 0);
  take_warnings(r, NULL);
  report->status = run_all(r);
  report->samples = r->blocks.done;
  run_explain(&r->blocks.info, r->blocks.done, report->status, error);
  report->ledger = carom_state_ledger(r->blocks.state);
  report->balanced = report->ledger.largest_balance_error <= r->blocks.info.energy_tolerance;
  end_tables(r);
  if (earlier_stays(r)) {
    report->status = CAROM_CANNOT_WRITE;
    return run_cannot_write(r->options->directory, r->reason, error);
  }
  close_files(r);
  if (r->reason != 0)
    report->status = CAROM_CANNOT_WRITE;
  take_warnings(r, sound_mix(r->sound));
  report->seconds = clock_seconds() - start;
  if (!write_summary(r, report) || r->reason != 0) {
    report->status = CAROM_CANNOT_WRITE;
    return run_cannot_write(r->options->directory, r->reason, error);
  }
  const carom_status drawn = r->options->plot ? draw(r, report, error) : CAROM_OK;
  return drawn != CAROM_OK ? drawn : report->status;
}

static carom_status run_and_write(const carom_scene *scene, const carom_model *model,
                                  const carom_run_options *options, carom_run_report *report,
                                  carom_error *error) {
  run r = {.scene = scene, .model = model, .options = options, .lock = -1};
  const carom_model_info info = carom_model_describe(model);
  r.blocks = (blocks){.model = model,
                      .max = info.block_most,
                      .stop = options->stop,
                      .impact = write_event,
                      .user = &r};
  const double start = clock_seconds();
  r.total = llround(info.duration * info.rate) + 1;
  r.stride = (r.total * info.oversample + MAX_LEDGER_ROWS - 2) / (MAX_LEDGER_ROWS - 1);
  r.next_row = r.stride;
  const carom_status ready = allocate(&r, error);
  *report = (carom_run_report){.status = ready == CAROM_OK ? open_folder(&r, error) : ready};
  const carom_status status =
      report->status == CAROM_OK ? run_inside(&r, start, report, error) : report->status;
  clean_up(&r);
  return status;
}

carom_run_options carom_run_options_default(void) {
  return (carom_run_options){.size = sizeof(carom_run_options)};
}

carom_status carom_run(const carom_scene *scene, const carom_model *model,
                       const carom_run_options *options, carom_run_report *report,
                       carom_error *error) {
  carom_run_options own = carom_run_options_default();
  report = report != NULL ? report : &(carom_run_report){.samples = 0};
  *report = (carom_run_report){.status = run_refuses(scene, model, error)};
  if (report->status == CAROM_OK && !options_take(&own, sizeof own, options))
    report->status = error_set(error, CAROM_BAD_VALUE, "%s", OPTIONS_REFUSED(carom_run_options));
  return report->status == CAROM_OK ? run_and_write(scene, model, &own, report, error)
                                    : report->status;
}
