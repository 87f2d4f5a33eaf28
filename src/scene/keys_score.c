// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keys of gestures. In the order in which a scene would give them.

#include "scene/key_rows.h"

static const key_row rows[] = {
    ROW(WORD, "score", "gesture", "", WORDS(GESTURES), "", "", ANY, true, false,
        "what is done: bow and finger move those contacts, pluck and strike push a point, tune "
        "turns a string's peg, set moves any live key, control does what a player of that control "
        "does, throw gives a mass a velocity"),
    ROW(TIMES, "score", "at", "", "", "s", "", NOT_BELOW0, true, false,
        "when it begins; a list: each time anew"),
    ROW(NUMBER, "score", "every", "", "", "s", "", POSITIVE, false, false,
        "then again after every so many seconds"),
    ROW(WHOLE, "score", "times", "", "", "", "", BETWEEN(1, 100000), false, false,
        "with every: how often in all; to the end of the scene if left out"),
    ROW(POINT, "score", "on", "bow finger pluck strike tune control throw", "", "", "", ANY, false,
        false,
        "the bow, the finger, the string or the mass, if there are several; pluck and strike: the "
        "point"),
    ROW(NUMBER, "score", "over", "", "", "s", "", NOT_BELOW0, false, false,
        "how long it takes: 0.02 for bow and finger, 0.01 for pluck, 0.002 for strike, else 0"),
    ROW(NUMBER, "score", "for", "bow finger", "", "s", "", POSITIVE, false, false,
        "after that long it is lifted again"),
    ROW(NUMBER, "score", "drift", "bow finger tune set", "", "", "0", BETWEEN(0, 0.5), false, false,
        "how far a hand wanders from the value while it is held, as a fraction of it; up to 5 "
        "times "
        "a second to and fro"),
    ROW(EACH, "score", "force", "bow finger pluck strike", "", "N", "", ANY, false, false,
        "a bow's or finger's force, or the largest of a pluck or strike (1 if left out); a list: "
        "one "
        "after the other"),
    ROW(EACH, "score", "speed", "bow throw", "", "m/s", "", ANY, false, false,
        "the bow's speed; a throw: the velocity that the mass begins with, from its position at t "
        "= 0; a list: one after the other"),
    ROW(EACH, "score", "position", "bow finger", "", "", "", BETWEEN(0, 1), false, false,
        "where it goes, as a fraction of the length; a list: one after the other"),
    ROW(NUMBER, "score", "damper", "finger", "", "N s/m", "", NOT_BELOW0, false, false,
        "the finger's damper"),
    ROW(NUMBER, "score", "spring", "finger", "", "N/m", "", NOT_BELOW0, false, false,
        "the finger's spring"),
    ROW(PITCHES, "score", "pitch", "tune", "", "Hz", "", POSITIVE, false, false,
        "the string's new pitch, in Hz or by its note; a list: one after the other, a melody"),
    ROW(NUMBER, "score", "tension", "tune", "", "N", "", NOT_BELOW0, false, false,
        "or its new tension"),
    ROW(WHOLE, "score", "voice", "control", "", "", "", BETWEEN(1, 1000), false, false,
        "which voice of the control, from 1; all if left out"),
    ROW(NOTE, "score", "note", "control", "", "", "", BETWEEN(0, 127), false, false,
        "or whose member of a family, by its note: C4 or 60"),
    ROW(TEXT, "score", "key", "set", "", "", "", ANY, true, false,
        "path of a live key: contacts.rattle.stiffness"),
    ROW(PITCH, "score", "to", "set control", "", "", "", ANY, true, false,
        "its new value; of a pitch or frequency also a note"),
};

const key_section keys_score = {rows, sizeof rows / sizeof rows[0]};
