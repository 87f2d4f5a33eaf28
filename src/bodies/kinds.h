// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The kinds of body and the layouts, for the tables of table.c.

#ifndef CAROM_BODY_KINDS_H
#define CAROM_BODY_KINDS_H

#include "model/kinds.h"
#include "model/layout.h"

body_compile compile_string, compile_bar, compile_plate, compile_mass, compile_barrier;

extern const layout point_layout, line_layout, plate_layout, modal_layout_row, barrier_layout_row;

#endif
