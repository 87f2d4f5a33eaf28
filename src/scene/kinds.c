// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The public numbers of words are the enumerators of scene/words.h: a new word has a line in
// carom/kinds.h too.

#include "scene/words.h"
#include <carom/kinds.h>

#define SAME(name, ...)                                                                            \
  _Static_assert((int)CAROM_##name == (int)name, "carom/kinds.h lists the words of "               \
                                                 "scene/words.h");

METHODS(SAME)
BODY_TYPES(SAME)
CONTACT_TYPES(SAME)
QUANTITIES(SAME)
PLAYED_GESTURES(SAME)
MIDI_SOURCES(SAME)
