// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All kinds of body, and all layouts.

#include "bodies/kinds.h"
#include "scene/words.h"

#define BODY_ROW(name, ...) [name] = (WORD_SECOND(__VA_ARGS__, 0)),

body_compile *const body_kinds[BODY_TYPE_COUNT] = {BODY_TYPES(BODY_ROW)};

const layout *const layout_table[LAYOUT_COUNT] = {
    [LAYOUT_POINT] = &point_layout,      [LAYOUT_LINE] = &line_layout,
    [LAYOUT_PLATE] = &plate_layout,      [LAYOUT_MODES] = &modal_layout_row,
    [LAYOUT_NONE] = &barrier_layout_row, [LAYOUT_LINK] = &link_layout_row,
};
