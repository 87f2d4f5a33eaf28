// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keys of presets: names of controls, each with its value.

#include "scene/key_rows.h"

static const key_row rows[] = {
    ROW(NUMBER, "presets", "*", "", "", "", "", ANY, false, false,
        "the value of the control of that name, in its unit; controls that are not named are as "
        "the scene starts"),
};

const key_section keys_presets = {rows, sizeof rows / sizeof rows[0]};
