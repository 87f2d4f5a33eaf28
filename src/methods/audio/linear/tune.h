// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies whose pitch means what sounds, while a scene is compiled.

#ifndef CAROM_AUDIO_TUNE_H
#define CAROM_AUDIO_TUNE_H

#include "model/compile.h"

/// Tunes all bodies with `tuned`; the links are compiled, and nothing follows from the materials
/// yet but the bodies' own constants.
bool compile_tuned(compiler *c);

#endif
