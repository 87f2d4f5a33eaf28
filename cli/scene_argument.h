// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene as named and changed on the command line. Each function prints on stderr what is wrong.

#ifndef CAROM_SCENE_ARGUMENT_H
#define CAROM_SCENE_ARGUMENT_H

#include <carom/file.h>

/// Loads a file, standard input ("-") or a built-in scene; NULL if it cannot.
carom_scene *scene_load(const char *name);

/// The built-in scene at an index.
carom_scene *scene_load_builtin(int index);

/// Applies the index-th "--set PATH=VALUE" (from 1).
bool scene_apply_set(carom_scene *scene, int index, const char *assignment);

/// What the options --set, --duration and --rate change; NULL is no change.
typedef struct {
  const char **sets;
  int set_count;
  const char *duration, *rate;
} scene_changes;

bool scene_apply(carom_scene *scene, const scene_changes *changes);

/// Prints a doubt.
void print_doubt(void *unused, const carom_doubt *doubt);

/// Compiles a scene, and prints its doubts; NULL if it cannot.
carom_model *scene_compile(const carom_scene *scene);

#endif
