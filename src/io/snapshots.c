// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Snapshots while a run goes on.

#include "io/snapshots.h"

#include "io/csv_npy.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AUTOMATIC_MOST = 4, AUTOMATIC_SHAPES = 12 };

// About one period of the lowest mode, to spread shapes over: waves cross the finest stable cell in
// about one step, and bending waves take the square of the number of cells.
static double rough_period(const carom_model *model, const carom_body_info *b) {
  const double cells = b->size_x / b->spacing_least;
  const bool string = strcmp(b->type, "string") == 0;
  return 2 * cells * carom_model_describe(model).time_step * (string ? 1 : cells / 2);
}

static bool open_film(film *f, const carom_model *model, const char *directory, bool only) {
  char name[128];
  snprintf(f->file, sizeof f->file, only ? "snapshots" : "snapshots-%s", f->what.name);
  const carom_body_info b = carom_model_body(model, f->what.body);
  f->nodes = (b.points_x + 1) * (b.points_y + 1);
  f->row = calloc((size_t)f->nodes + 1, sizeof *f->row);
  if (f->row == NULL)
    return false;
  snprintf(name, sizeof name, "%s.npy", f->file);
  if (!atomic_file_open(&f->npy, directory, name))
    return false;
  snprintf(name, sizeof name, "%s.csv", f->file);
  if (!atomic_file_open(&f->csv, directory, name))
    return false;
  npy_begin(f->npy.file);
  fputs("t", f->csv.file);
  for (int i = 0; i < f->nodes; ++i)
    fprintf(f->csv.file, ",%d", i);
  fputs("\n", f->csv.file);
  return true;
}

// One film for each of the first grid bodies, over about a period.
static void choose_automatic(films *f, const carom_model *model, int bodies, double duration) {
  for (int i = 0; i < bodies && f->count < AUTOMATIC_MOST; ++i) {
    const carom_body_info b = carom_model_body(model, i);
    if (b.points_x == 0)
      continue;
    const double period = fmin(rough_period(model, &b), duration);
    f->film[f->count++].what =
        (carom_snapshot_info){.name = b.name,
                              .body = i,
                              .every = period > 0 ? period / (AUTOMATIC_SHAPES - 1) : 1,
                              .to = period * (1 + 1e-9)};
  }
}

bool films_begin(films *f, const carom_model *model, const char *directory, bool automatic) {
  const carom_model_info info = carom_model_describe(model);
  *f = (films){.film = calloc((size_t)info.snapshots + AUTOMATIC_MOST, sizeof *f->film)};
  if (f->film == NULL)
    return false;
  for (int i = 0; i < info.snapshots; ++i)
    f->film[f->count++].what = carom_model_snapshot(model, i);
  if (info.snapshots == 0 && automatic)
    choose_automatic(f, model, info.bodies, info.duration);
  for (int i = 0; i < f->count; ++i)
    if (!open_film(&f->film[i], model, directory, f->count == 1))
      return false;
  return true;
}

static double due(const film *f) {
  const double time = f->what.from + (double)f->rows * f->what.every;
  return time <= f->what.to ? time : (double)INFINITY;
}

double films_next(const films *f) {
  double next = INFINITY;
  for (int i = 0; i < f->count; ++i)
    next = fmin(next, due(&f->film[i]));
  return next;
}

void films_take(films *f, const carom_model *model, const carom_state *state, double time) {
  for (int i = 0; i < f->count; ++i) {
    film *one = &f->film[i];
    if (time < due(one) * (1 - 1e-9))
      continue;
    one->row[0] = time;
    carom_body_shape(model, state, one->what.body, one->row + 1, one->nodes);
    csv_row(one->csv.file, one->row, one->nodes + 1);
    fwrite(one->row, sizeof *one->row, (size_t)one->nodes + 1, one->npy.file);
    ++one->rows;
  }
}

bool films_failed(const films *f) {
  for (int i = 0; i < f->count; ++i)
    if (ferror(f->film[i].csv.file) || ferror(f->film[i].npy.file))
      return true;
  return false;
}

bool films_finish(films *f) {
  bool good = true;
  for (int i = 0; i < f->count; ++i) {
    film *one = &f->film[i];
    npy_finish(one->npy.file, one->rows, one->nodes + 1);
    good = atomic_file_commit(&one->npy) && good;
    good = atomic_file_commit(&one->csv) && good;
  }
  return good;
}

void films_free(films *f) {
  for (int i = 0; f->film != NULL && i < f->count; ++i) {
    atomic_file_discard(&f->film[i].npy);
    atomic_file_discard(&f->film[i].csv);
    free(f->film[i].row);
  }
  free(f->film);
  *f = (films){0};
}
