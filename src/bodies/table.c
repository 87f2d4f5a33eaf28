// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All kinds of body, and all layouts.

#include "bodies/kinds.h"

body_compile *const body_kinds[BODY_TYPE_COUNT] = {
    [BODY_STRING] = compile_string, [BODY_BAR] = compile_bar,         [BODY_PLATE] = compile_plate,
    [BODY_MASS] = compile_mass,     [BODY_BARRIER] = compile_barrier,
};

const layout *const layout_table[LAYOUT_COUNT] = {
    [LAYOUT_POINT] = &point_layout,      [LAYOUT_LINE] = &line_layout,
    [LAYOUT_PLATE] = &plate_layout,      [LAYOUT_MODES] = &modal_layout_row,
    [LAYOUT_NONE] = &barrier_layout_row,
};
