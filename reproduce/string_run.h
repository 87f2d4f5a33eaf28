// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Runs of a string on a bridge or obstacle for reports: outputs, energies, shapes and the log.

#ifndef CAROM_STRING_RUN_H
#define CAROM_STRING_RUN_H

#include <carom/file.h>

typedef const char *const change[2];

enum { MOST_OUTPUTS = 8, MOST_SHAPES = 8, MOST_STAYS = 100 };

typedef struct {
  int at[MOST_SHAPES]; // samples at which shapes are taken, rising; set before the run
  int shapes;
  int samples;
  double step;              // s
  double *y[MOST_OUTPUTS];  // outputs
  double *string, *contact; // energies, J
  double *shape[MOST_SHAPES];
  int points; // of a shape
  int stays;
  carom_event stay[MOST_STAYS]; // rows of the log
  carom_status status;          // of the run
  bool lacks;                   // this build has no integrator, which the scene needs
  long long right_sides;
  double balance;
  double *room;
} string_run;

/// Runs a built-in scene or a text with changes for so many samples; false if it does not compile.
/// A run that fails ends there, with fewer samples.
bool string_run_make(string_run *r, const char *scene, const change *changes, int count,
                     int samples);

void string_run_free(string_run *r);

#endif
