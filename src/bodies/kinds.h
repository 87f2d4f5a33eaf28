// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The kinds of body, as scene/words.h lists them, and the layouts.

#ifndef CAROM_BODY_KINDS_H
#define CAROM_BODY_KINDS_H

#include "model/kinds.h"
#include "model/layout.h"

#define BODY_FUNCTION(name, ...) body_compile WORD_SECOND(__VA_ARGS__, 0);
BODY_TYPES(BODY_FUNCTION)

extern const layout point_layout, line_layout, plate_layout, modal_layout_row, barrier_layout_row,
    link_layout_row;

#endif
