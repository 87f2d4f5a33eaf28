// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The modes of a scene, for everyone.

#ifndef CAROM_AUDIO_SCENE_MODES_H
#define CAROM_AUDIO_SCENE_MODES_H

#include "model/model.h"

/// See model/method.h.
int audio_scene_modes(const carom_model *m, int count, carom_scene_mode *modes, double *motion);

#endif
