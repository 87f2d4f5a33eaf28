// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bars and plates whose pitch means what sounds, while a scene is compiled.

#ifndef CAROM_AUDIO_TUNE_SIZES_H
#define CAROM_AUDIO_TUNE_SIZES_H

#include "methods/audio/linear/linear.h"
#include "model/compile.h"

/// Whether a body is tuned so.
bool tunes_sizes(const compiler *c, int body);

/// Hears them all. False after a mistake, and if one does not sound its pitch yet: then with
/// `again` and a pitch of its own to compile it with.
bool tune_sizes(compiler *c, linear_scene *l);

#endif
