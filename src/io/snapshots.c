// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Snapshots while a run goes on: which bodies, when, and their files.

#include "io/snapshots.h"

#include "io/csv_npy.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AUTOMATIC_MOST = 4, AUTOMATIC_SHAPES = 12, AUTOMATIC_FRAMES = 400 };

static bool is_link(const carom_body_info *b) {
  return strcmp(b->type, "linkage") == 0;
}

// About one period of the lowest mode, to spread shapes over: waves cross the finest stable cell in
// about one step, and bending waves take the square of the number of cells.
static double rough_period(const carom_model *model, const carom_body_info *b) {
  const double cells = b->size_x / b->spacing_least;
  const bool string = strcmp(b->type, "string") == 0;
  return 2 * cells * carom_model_describe(model).time_step * (string ? 1 : cells / 2);
}

static bool open_series(snapshot_series *s, const carom_model *model, const char *directory,
                        bool only) {
  char name[128];
  snprintf(s->file, sizeof s->file, only ? "snapshots" : "snapshots-%s", s->what.name);
  const carom_body_info b = carom_model_body(model, s->what.body);
  s->nodes = s->what.contact >= 0 ? carom_model_contact(model, s->what.contact).places : b.shape;
  s->row = calloc((size_t)s->nodes + 1, sizeof *s->row);
  if (s->row == NULL)
    return false;
  snprintf(name, sizeof name, "%s.npy", s->file);
  if (!atomic_file_open(&s->npy, directory, name))
    return false;
  snprintf(name, sizeof name, "%s.csv", s->file);
  if (!atomic_file_open(&s->csv, directory, name))
    return false;
  npy_begin(s->npy.file);
  fputs("t", s->csv.file);
  if (is_link(&b))
    fputs(",x,y,angle,head_x,head_y,head_angle", s->csv.file);
  for (int i = 0; !is_link(&b) && i < s->nodes; ++i)
    fprintf(s->csv.file, ",%d", i);
  fputs("\n", s->csv.file);
  return true;
}

// One series for each of the first grid bodies, over about a period, and for each linkage, over the
// whole run.
static void choose_automatic(snapshots *s, const carom_model *model, int bodies, double duration) {
  for (int i = 0, grids = 0; i < bodies; ++i) {
    const carom_body_info b = carom_model_body(model, i);
    if (is_link(&b))
      s->series[s->count++].what = (carom_snapshot_info){.name = b.name,
                                                         .body = i,
                                                         .contact = -1,
                                                         .every = duration / AUTOMATIC_FRAMES,
                                                         .to = duration * (1 + 1e-9)};
    if (b.points_x == 0 || grids == AUTOMATIC_MOST)
      continue;
    ++grids;
    const double period = fmin(rough_period(model, &b), duration);
    s->series[s->count++].what =
        (carom_snapshot_info){.name = b.name,
                              .body = i,
                              .contact = -1,
                              .every = period > 0 ? period / (AUTOMATIC_SHAPES - 1) : 1,
                              .to = period * (1 + 1e-9)};
  }
}

bool snapshots_begin(snapshots *s, const carom_model *model, const char *directory,
                     bool automatic) {
  const carom_model_info info = carom_model_describe(model);
  *s = (snapshots){.series =
                       calloc((size_t)info.snapshots + (size_t)info.bodies, sizeof *s->series)};
  if (s->series == NULL)
    return false;
  for (int i = 0; i < info.snapshots; ++i)
    s->series[s->count++].what = carom_model_snapshot(model, i);
  if (info.snapshots == 0 && automatic)
    choose_automatic(s, model, info.bodies, info.duration);
  for (int i = 0; i < s->count; ++i)
    if (!open_series(&s->series[i], model, directory, s->count == 1))
      return false;
  return true;
}

/// What rounding may do to a time.
static const double rounding = 1e-9;

static double due(const snapshot_series *s) {
  const double time = s->what.from + (double)s->next * s->what.every;
  return time <= s->what.to * (1 + rounding) ? time : (double)INFINITY;
}

// The first one due after a time; several may fall into one sample.
static long long next_after(const snapshot_series *s, double time) {
  const double past = floor((time * (1 + rounding) - s->what.from) / s->what.every);
  return past > (double)s->next && past < 1e15 ? (long long)past + 1 : s->next + 1;
}

double snapshots_next_due(const snapshots *s) {
  double next = INFINITY;
  for (int i = 0; i < s->count; ++i)
    next = fmin(next, due(&s->series[i]));
  return next;
}

void snapshots_take(snapshots *s, const carom_model *model, const carom_state *state, double time) {
  for (int i = 0; i < s->count; ++i) {
    snapshot_series *one = &s->series[i];
    if (time < due(one) * (1 - rounding))
      continue;
    one->row[0] = time;
    if (one->what.contact >= 0)
      carom_contact_forces(model, state, one->what.contact, one->row + 1, one->nodes);
    else
      carom_body_shape(model, state, one->what.body, one->row + 1, one->nodes);
    csv_row(one->csv.file, one->row, one->nodes + 1);
    fwrite(one->row, sizeof *one->row, (size_t)one->nodes + 1, one->npy.file);
    ++one->rows;
    one->next = next_after(one, time);
  }
}

bool snapshots_failed(const snapshots *s) {
  for (int i = 0; i < s->count; ++i)
    if (stream_failed(s->series[i].csv.file) || stream_failed(s->series[i].npy.file))
      return true;
  return false;
}

static bool commit(atomic_file *file, const char *name, const char *ending, name_list *files) {
  char whole[128];
  snprintf(whole, sizeof whole, "%s.%s", name, ending);
  if (!atomic_file_commit(file))
    return false;
  name_list_add(files, whole);
  return true;
}

bool snapshots_finish(snapshots *s, name_list *files) {
  int reason = 0;
  for (int i = 0; i < s->count; ++i) {
    snapshot_series *one = &s->series[i];
    npy_finish(one->npy.file, one->rows, one->nodes + 1);
    if (!commit(&one->csv, one->file, "csv", files))
      reason = errno;
    if (!commit(&one->npy, one->file, "npy", files))
      reason = errno;
  }
  errno = reason;
  return reason == 0;
}

void snapshots_free(snapshots *s) {
  for (int i = 0; s->series != NULL && i < s->count; ++i) {
    atomic_file_discard(&s->series[i].npy);
    atomic_file_discard(&s->series[i].csv);
    free(s->series[i].row);
  }
  free(s->series);
  *s = (snapshots){0};
}
