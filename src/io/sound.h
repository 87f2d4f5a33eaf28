// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// From outputs to audio.wav, through the mix of the core (carom/mix.h). Filtered samples are
// spooled to disk until their peaks, and with them automatic gains, are known, so memory stays flat
// however long the sound is.

#ifndef CAROM_SOUND_H
#define CAROM_SOUND_H

#include "io/atomic_file.h"
#include <carom/carom.h>

typedef struct sound sound;

/// Begins a sound in a folder; NULL if the model has no audio outputs (errno 0) or on failure. The
/// model must stay. The end fades out as the scene's sound.fade says.
sound *sound_begin(const carom_scene *scene, const carom_model *model, const char *directory);

/// Takes a block of samples as carom_process() writes it.
void sound_add(sound *s, const double *values, int samples);

/// Mixes and writes audio.wav; false with errno set if it cannot.
bool sound_finish(sound *s);

/// Whether so many frames are more than WAV can count; they are written as RF64.
bool sound_is_large(long long frames);

/// Its mix, for peaks; NULL without a sound.
const carom_mix *sound_mix(const sound *s);

/// Frees it, and what is not finished.
void sound_discard(sound *s);

#endif
