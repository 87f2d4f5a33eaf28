// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keys of external forces. In the order in which a scene would give them.

#include "scene/key_rows.h"

static const key_row rows[] = {
    ROW(POINT, "forces", "on", "", "", "", "", ANY, true, false,
        "the point it acts on; a linkage's bare name: a torque about its pin, N m"),
    LIVE_ROW(CHANGING, "forces", "amplitude", "", "", "N or times its table", "1", ANY, false, 0,
             10,
             "amplitude of the sine, on a linkage's bare name in N m; with a table the factor of "
             "its forces"),
    ROW(PITCH, "forces", "frequency", "", "", "Hz", "", NOT_BELOW0, false, false,
        "a sine from t = 0"),
    ROW(BREAKPOINTS, "forces", "table", "", "", "N", "", ANY, false, false,
        "[[t, force], ...], linear between, held outside"),
    ROW(WORD, "forces", "axis", "", WORDS(AXES), "", "y", ANY, false, false,
        "of a linkage's mark: which way"),
    ROW(WHOLE, "forces", "interpolation", "", "0 1 3", "", "3", BETWEEN(0, 3), false, false,
        "order of interpolation between grid points: 0, 1 or 3"),
    ROW(KEYS, "forces", "keys", "", "", "", "", ANY, false, false,
        "of a family, whose name ends with *: the keys that have members, all of play.keys if left "
        "out: two notes, the lowest and the highest, or three and more rising ones, exactly those"),
};

const key_section keys_forces = {rows, sizeof rows / sizeof rows[0]};
