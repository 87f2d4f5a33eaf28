// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keys of outputs. In the order in which a scene would give them.

#include "scene/key_rows.h"

static const key_row rows[] = {
    ROW(POINT, "outputs", "of", "", "", "", "", ANY, true, false,
        "a point of a body, or a contact"),
    ROW(WORD, "outputs", "quantity", "", WORDS(QUANTITIES), "", "displacement", ANY, false, false,
        "what to listen to"),
    ROW(WHOLE, "outputs", "mode", "", "", "", "", BETWEEN(1, 100000), false, false,
        "quantity mode or projection: which one, from 1"),
    ROW(WORD, "outputs", "axis", "", WORDS(AXES), "", "y", ANY, false, false,
        "of a linkage's mark: which way"),
    ROW(FLAG, "outputs", "audio", "", "", "", "false", ANY, false, false,
        "whether it goes into the sound"),
    ROW(AUTO_NUMBER, "outputs", "gain", "", "", "", "auto", ANY, false, false,
        "factor in the sound; auto brings the loudest sample to -3 dB"),
    ROW(NUMBER, "outputs", "pan", "", "", "", "0", BETWEEN(-1, 1), false, false,
        "-1 left, 0 centre, 1 right"),
    ROW(WHOLE, "outputs", "interpolation", "", "0 1 3", "", "3", BETWEEN(0, 3), false, false,
        "order of interpolation between grid points: 0, 1 or 3"),
    ROW(KEYS, "outputs", "keys", "", "", "", "", ANY, false, false,
        "of a family, whose name ends with *: the keys that have members, all of play.keys if left "
        "out: two notes, the lowest and the highest, or three and more rising ones, exactly those"),
};

const key_section keys_outputs = {rows, sizeof rows / sizeof rows[0]};
