// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keys of controls. In the order in which a scene would give them.

#include "scene/key_rows.h"

static const key_row rows[] = {
    ROW(TEXT, "controls", "key", "", "", "", "", ANY, false, false,
        "path of the live key it moves: bodies.string.pitch; bodies.string*.pitch for voices"),
    ROW(SPANS, "controls", "moves", "", "", "", "", ANY, false, false,
        "or several: [[contacts.bow.force, 0.5, 4], [contacts.bow.speed, 0.1, 0.3]], each with its "
        "values at the control's 0 and 1; a * stands for all that fit"),
    ROW(WORD, "controls", "gesture", "", WORDS(PLAYED_GESTURES), "", "", ANY, false, false,
        "or the gesture it starts"),
    ROW(POINT, "controls", "on", "", "", "", "", ANY, false, false,
        "pluck and strike: the point; throw: the mass; bow and finger: the contact; a * stands for "
        "voices: string*@0.13"),
    ROW(PITCH, "controls", "from", "", "", "", "0", ANY, false, false,
        "its value at the lower end, in the key's unit; of a gesture, the softest force, N, or the "
        "slowest throw, m/s; of a pitch that follows notes, half the string's own"),
    ROW(PITCH, "controls", "to", "", "", "", "1", ANY, false, false,
        "its value at the upper end; of a gesture, the hardest force or fastest throw; of a pitch "
        "that "
        "follows notes, twice the string's own"),
    ROW(NUMBERS, "controls", "force", "", "", "N", "", ANY, false, false,
        "of a gesture: from and to in one, [0.2, 3]"),
    ROW(WORD, "controls", "curve", "", WORDS(CURVES), "", "linear", ANY, false, false,
        "how it goes from one to the other"),
    ROW(ONE_OR_TWO, "controls", "smooth", "", "", "s", "0.01", BETWEEN(0, 10), false, false,
        "how long the key takes to a new value; [up, down]: towards to, and back towards from"),
    ROW(TEXT, "controls", "midi", "", "", "", "", ANY, false, false,
        "the message it follows: " MIDI_MESSAGES(WORD_LISTED) "or cc1"),
};

const key_section keys_controls = {rows, sizeof rows / sizeof rows[0]};
