// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A body while its note sounds, with its dampers lifted.

#ifndef CAROM_AUDIO_SOUNDS_H
#define CAROM_AUDIO_SOUNDS_H

#include "methods/audio/linear/linear.h"
#include "model/compile.h"

/// Lifts the dampers of a body, and lays them down again.
void sounds_begin(linear_scene *l, const compiler *c, int body);
void sounds_end(linear_scene *l, const compiler *c, int body);

/// Gives a material the losses of its sounding string.
void sounds_material(linear_scene *l, const compiler *c, int body, material *now);

#endif
