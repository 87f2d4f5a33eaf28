// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Each word of scene/words.h with its public number: a new word has a line in carom/kinds.h too.

#include "scene/kinds.h"

#define NUMBER(name, ...)    [name] = CAROM_##name,
#define NO_NUMBER(name, ...) [name] = CAROM_GESTURE_NONE,

const carom_body_kind public_bodies[BODY_TYPE_COUNT] = {BODY_TYPES(NUMBER)};
const carom_contact_kind public_contacts[CONTACT_TYPE_COUNT] = {CONTACT_TYPES(NUMBER)};
const carom_quantity_kind public_quantities[QUANTITY_COUNT] = {QUANTITIES(NUMBER)};
const carom_gesture_kind public_gestures[GESTURE_COUNT] = {PLAYED_GESTURES(NUMBER)
                                                               OTHER_GESTURES(NO_NUMBER)};
const carom_midi_kind public_midi[MIDI_SOURCE_COUNT] = {MIDI_SOURCES(NUMBER)};

// Methods are counted: carom_method_at() has them by these numbers.
#define SAME(name, ...)                                                                            \
  _Static_assert((int)CAROM_##name == (int)name, "a new method goes to the end of both lists");
METHODS(SAME)
