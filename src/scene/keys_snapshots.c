// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keys of snapshots. In the order in which a scene would give them.

#include "scene/key_rows.h"

static const key_row rows[] = {
    ROW(POINT, "snapshots", "of", "", "", "", "", ANY, true, false,
        "the body whose whole shape is kept, or the contact along a string or bar whose forces "
        "are"),
    ROW(NUMBER, "snapshots", "every", "", "", "s", "1e-3", POSITIVE, false, false,
        "time between two rows"),
    ROW(NUMBER, "snapshots", "from", "", "", "s", "0", NOT_BELOW0, false, false,
        "time of the first row"),
    ROW(NUMBER, "snapshots", "to", "", "", "s", "", NOT_BELOW0, false, false,
        "no rows after this time; the whole run if left out"),
    ROW(KEYS, "snapshots", "keys", "", "", "", "", ANY, false, false,
        "of a family, whose name ends with *: the keys that have members, all of play.keys if left "
        "out: two notes, the lowest and the highest, or three and more rising ones, exactly those"),
};

const key_section keys_snapshots = {rows, sizeof rows / sizeof rows[0]};
