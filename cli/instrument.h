// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene that is to be played.

#ifndef CAROM_INSTRUMENT_H
#define CAROM_INSTRUMENT_H

#include "cli/arguments.h"
#include <carom/file.h>

/// Loads a scene, applies `--set PATH=VALUE`s and finds its gains. A built-in name without controls
/// stands for the built-in scene play-NAME where there is one. NULL, and said why, if it cannot.
carom_scene *instrument_load(const char *name, const text_list *sets);

/// The name of an instrument: that of its file without folder and ending, letters, digits, - and _.
void instrument_name(const char *scene, char *name, size_t size);

/// The name under which a recording finds the scene again: an absolute path, or the built-in name.
/// False if there is none, or the scene begins otherwise than the instrument, at rest.
bool instrument_like(const char *scene, char *like, size_t size);

#endif
