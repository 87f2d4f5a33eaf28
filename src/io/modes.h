// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The modes of a scene as files.

#ifndef CAROM_IO_MODES_H
#define CAROM_IO_MODES_H

#include "io/atomic_file.h"
#include <carom/file.h>

/// The modes of a model, and the displacements of all nodes in each.
typedef struct {
  const carom_model *model;
  const char *title;
  int count, nodes;
  carom_scene_mode *mode;
  double *motion;
} scene_modes;

/// Finds up to `count` modes. [setup]
carom_status scene_modes_find(scene_modes *to, const carom_model *model, const char *title,
                              int count);
void scene_modes_free(scene_modes *modes);

/// "C#4", or "" far below what notes have names for.
const char *scene_modes_note(int note, char text[8]);

/// Writes modes.csv and modes.svg; false with errno set if it cannot.
bool scene_modes_write(const scene_modes *modes, const char *directory);

/// plot/plot_modes.c: modes.svg.
bool scene_modes_draw(const scene_modes *modes, const char *directory);

#endif
