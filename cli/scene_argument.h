// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene as named and changed on the command line. Each function prints on stderr what is wrong.

#ifndef CAROM_SCENE_ARGUMENT_H
#define CAROM_SCENE_ARGUMENT_H

#include "cli/arguments.h"
#include <carom/file.h>

/// Prints why a scene cannot be taken. Scene and arguments are not to blame for a lack of memory:
/// it ends the program.
void scene_refused(const carom_error *error);

/// Loads a file, standard input ("-") or a built-in scene; NULL if it cannot.
carom_scene *scene_load(const char *name);

/// The built-in scene at an index.
carom_scene *scene_load_builtin(int index);

/// What the options --set, --duration and --rate change; NULL is no change. With --quiet there are
/// no warnings.
typedef struct {
  text_list sets;
  const char *duration, *rate;
  bool quiet;
} scene_changes;

/// Applies them. Of a scene made shorter, gestures behind its end are dropped, with a warning.
bool scene_apply(carom_scene *scene, const scene_changes *changes);

/// The name of a scene's file without folder and ending, "scene" for standard input and for names
/// of dots; returns its length.
int scene_stem(const char *scene, const char **stem);

/// The folder of results where none is given: out/NAME and an ending, NAME by scene_stem().
void default_folder(const char *scene, const char *ending, char *folder, size_t size);

/// Prints a warning.
void print_warning(void *unused, const carom_warning *warning);

/// Compiles a scene, and prints its warnings; NULL if it cannot.
carom_model *scene_compile(const carom_scene *scene);

#endif
