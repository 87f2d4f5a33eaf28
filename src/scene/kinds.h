// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The public numbers of words (carom/kinds.h), which stay as they are, by their enumerators of
// scene/words.h, which are places among the words that a key allows.

#ifndef CAROM_SCENE_KINDS_H
#define CAROM_SCENE_KINDS_H

#include "scene/words.h"
#include <carom/kinds.h>

extern const carom_body_kind public_bodies[BODY_TYPE_COUNT];
extern const carom_contact_kind public_contacts[CONTACT_TYPE_COUNT];
extern const carom_quantity_kind public_quantities[QUANTITY_COUNT];
extern const carom_gesture_kind public_gestures[GESTURE_COUNT]; // none of those not played
extern const carom_midi_kind public_midi[MIDI_SOURCE_COUNT];

#endif
