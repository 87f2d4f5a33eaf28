// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Snapshots of a run: the whole shape of a body, or the forces along a contact, at given times, as
// NPY and CSV. A row is the time and then the body's grid points, row by row, or the contact's.

#ifndef CAROM_SNAPSHOTS_H
#define CAROM_SNAPSHOTS_H

#include "io/atomic_file.h"
#include "io/name_list.h"
#include "io/snapshots_automatic.h"
#include <carom/carom.h>

/// The snapshots of one body or contact and the two files they go to.
typedef struct {
  carom_snapshot_info what;
  int nodes;
  long long rows;
  long long next; // how many intervals after the first one the next one is due
  double *row;
  atomic_file npy, csv;
  automatic_series *automatic; // of shapes that the scene does not ask for; else NULL
  char file[96]; // name without ending: snapshots, or snapshots-NAME where there are several
} snapshot_series;

typedef struct {
  int count;
  snapshot_series *series;
} snapshots;

/// The scene's snapshots or, if it has none and `automatic`, a period of each string, bar and
/// plate. False with errno set if they cannot be written.
bool snapshots_begin(snapshots *s, const carom_scene *scene, const carom_model *model,
                     const char *directory, bool automatic);

/// Writes the shapes that are due at a time.
void snapshots_take(snapshots *s, const carom_model *model, const carom_state *state, double time);

/// The earliest time at which a shape is due.
double snapshots_next_due(const snapshots *s);

bool snapshots_failed(const snapshots *s);

/// Completes the files and adds their names; false with errno set if one cannot be.
bool snapshots_finish(snapshots *s, name_list *files);
void snapshots_free(snapshots *s);

#endif
