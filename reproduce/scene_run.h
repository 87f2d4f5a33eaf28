// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Runs of a scene for reports: outputs, energies, shapes of its first body and the log of impacts.

#ifndef CAROM_SCENE_RUN_H
#define CAROM_SCENE_RUN_H

#include <carom/file.h>

/// A path of the scene and its value.
typedef const char *const change[2];

/// Changes and their number, as arguments.
#define CHANGES(...)                                                                               \
  (const change[]){__VA_ARGS__}, (int)(sizeof((const change[]){__VA_ARGS__}) / sizeof(change))

enum { MOST_OUTPUTS = 8, MAX_SHAPES = 48, MOST_STAYS = 100 };

typedef struct {
  int at[MAX_SHAPES]; // samples at which shapes are taken, rising; set before the run
  int shapes;
  int skip; // samples at the beginning that are left out, with their impacts
  int samples;
  double step;              // s
  double *y[MOST_OUTPUTS];  // outputs
  double *bodies, *contact; // energies of bodies and of contacts, J
  double *shape[MAX_SHAPES], *velocity[MAX_SHAPES];
  int points; // of a shape
  int stays;
  carom_impact stay[MOST_STAYS]; // rows of the log
  carom_status status;           // of the run
  bool lacks;                    // this build has no integrator, which the scene needs
  long long right_sides;
  double balance;
  double *room;
} scene_run;

/// Runs a built-in scene or a text with changes for so many samples; false if it does not compile.
/// A run that fails ends there, with fewer samples.
bool scene_run_make(scene_run *r, const char *scene, const change *changes, int count, int samples);

void scene_run_free(scene_run *r);
void scene_runs_free(scene_run *runs, int count);

/// The model of a built-in scene or a text with changes; NULL if it does not compile.
carom_model *scene_model(const char *scene, const change *changes, int count);

#endif
