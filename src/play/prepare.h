// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How gains are found before a scene is played.

#ifndef CAROM_PREPARE_H
#define CAROM_PREPARE_H

#include <carom/carom.h>

/// The peak of a mix with automatic gain: -3 dB.
static const double full_scale = 0.70794578438413791;

/// Gives outputs the gains that strokes of a family's members find; the model is that of the scene,
/// without its score and at rest (prepare_keys.c).
carom_status prepare_by_keys(carom_scene *scene, const carom_model *model, carom_error *error);

#endif
