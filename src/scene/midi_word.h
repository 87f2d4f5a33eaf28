// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The message that a control follows, from its word: note, bend, cc1.

#ifndef CAROM_MIDI_WORD_H
#define CAROM_MIDI_WORD_H

#include "scene/words.h"

/// What a word says: a source, MIDI_NONE where there is no word (NULL) or MIDI_SOURCE_COUNT where
/// it is none of them; and the number of a controller, else -1.
midi_source midi_word(const char *text, int *controller);

#endif
