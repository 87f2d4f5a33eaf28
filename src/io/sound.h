// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// From outputs to sound: oversampled outputs are low-passed and decimated, constant offsets
// removed, and all audio outputs mixed by gain and pan to stereo. The samples are spooled to disk
// until their peaks are known, so memory stays flat however long the sound is.

#ifndef CAROM_SOUND_H
#define CAROM_SOUND_H

#include "io/atomic_file.h"
#include <carom/carom.h>

typedef struct sound sound;

/// Begins a sound in a folder; NULL if the model has no audio outputs (errno 0) or on failure.
sound *sound_begin(const carom_model *model, const char *directory);

/// Takes the outputs of one step.
void sound_add(sound *s, const double *outputs);

/// Mixes, writes audio.wav and frees; false with errno set if it cannot.
bool sound_finish(sound *s);

/// Frees without writing.
void sound_discard(sound *s);

#endif
