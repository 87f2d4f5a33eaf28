// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Snapshots of a run: the whole shape of a body at given times, as NPY and CSV. A row is the time
// and then the body's grid points, row by row.

#ifndef CAROM_FILM_H
#define CAROM_FILM_H

#include "io/atomic_file.h"
#include <carom/carom.h>

typedef struct {
  carom_snapshot_info what;
  int nodes;
  long long rows;
  double *row;
  atomic_file npy, csv;
  char file[96]; // name without ending: snapshots, or snapshots-NAME where there are several
} film;

typedef struct {
  int count;
  film *film;
} films;

/// The scene's snapshots or, if it has none and `automatic`, a period of each string, bar and
/// plate. False with errno set if they cannot be written.
bool films_begin(films *f, const carom_model *model, const char *directory, bool automatic);

/// Takes the shapes that are due at a time.
void films_take(films *f, const carom_model *model, const carom_state *state, double time);

/// The earliest time at which a shape is due.
double films_next(const films *f);

bool films_failed(const films *f);
bool films_finish(films *f);
void films_free(films *f);

#endif
