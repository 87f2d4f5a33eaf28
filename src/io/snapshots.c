// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Snapshots while a run goes on: which bodies, when, and their files.

#include "io/snapshots.h"

#include "io/csv_npy.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { AUTOMATIC_MAX = 4, AUTOMATIC_FRAMES = 400 };

static bool is_link(const carom_body_info *b) {
  return b->kind == CAROM_BODY_LINKAGE;
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
// whole run. False if memory is out.
static bool choose_automatic(snapshots *s, const carom_scene *scene, const carom_model *model,
                             int bodies, double duration) {
  for (int i = 0, grids = 0; i < bodies; ++i) {
    const carom_body_info b = carom_model_body(model, i);
    if (is_link(&b))
      s->series[s->count++].what = (carom_snapshot_info){.name = b.name,
                                                         .body = i,
                                                         .contact = -1,
                                                         .every = duration / AUTOMATIC_FRAMES,
                                                         .to = duration * (1 + 1e-9)};
    if (b.points_x == 0 || grids == AUTOMATIC_MAX)
      continue;
    ++grids;
    snapshot_series *one = &s->series[s->count++];
    one->what = (carom_snapshot_info){.name = b.name, .body = i, .contact = -1};
    one->automatic = calloc(1, sizeof *one->automatic);
    if (one->automatic == NULL || !automatic_begin(one->automatic, scene, model, i))
      return false;
  }
  return true;
}

bool snapshots_begin(snapshots *s, const carom_scene *scene, const carom_model *model,
                     const char *directory, bool automatic) {
  const carom_model_info info = carom_model_describe(model);
  *s = (snapshots){.series =
                       calloc((size_t)info.snapshots + (size_t)info.bodies, sizeof *s->series)};
  if (s->series == NULL)
    return false;
  for (int i = 0; i < info.snapshots; ++i)
    s->series[s->count++].what = carom_model_snapshot(model, i);
  if (info.snapshots == 0 && automatic &&
      !choose_automatic(s, scene, model, info.bodies, info.duration))
    return false;
  for (int i = 0; i < s->count; ++i)
    if (!open_series(&s->series[i], model, directory, s->count == 1))
      return false;
  return true;
}

/// What rounding may do to a time.
static const double rounding = 1e-9;

static double due(const snapshot_series *s) {
  if (s->automatic != NULL)
    return automatic_due(s->automatic);
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

static void write_row(snapshot_series *s, const double *row) {
  csv_row(s->csv.file, row, s->nodes + 1);
  fwrite(row, sizeof *row, (size_t)s->nodes + 1, s->npy.file);
  ++s->rows;
}

void snapshots_take(snapshots *s, const carom_model *model, const carom_state *state, double time) {
  for (int i = 0; i < s->count; ++i) {
    snapshot_series *one = &s->series[i];
    if (time < due(one) * (1 - rounding))
      continue;
    if (one->automatic != NULL) {
      automatic_take(one->automatic, model, state, one->what.body, time);
      continue;
    }
    one->row[0] = time;
    if (one->what.contact >= 0)
      carom_contact_forces(model, state, one->what.contact, one->row + 1, one->nodes);
    else
      carom_body_shape(model, state, one->what.body, one->row + 1, one->nodes);
    write_row(one, one->row);
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
    if (one->automatic != NULL)
      automatic_finish(one->automatic);
    for (int k = 0; one->automatic != NULL && k < one->automatic->count; ++k)
      write_row(one, one->automatic->kept + (size_t)k * ((size_t)one->nodes + 1));
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
    if (s->series[i].automatic != NULL)
      automatic_free(s->series[i].automatic);
    free(s->series[i].automatic);
  }
  free(s->series);
  *s = (snapshots){0};
}
