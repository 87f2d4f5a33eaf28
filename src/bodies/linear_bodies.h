// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies about their rest: the rows of layouts.

#ifndef CAROM_LINEAR_BODIES_H
#define CAROM_LINEAR_BODIES_H

#include "model/linear.h"

extern const linear_layout linear_grid;  // lines and plates
extern const linear_layout linear_mass;  // masses
extern const linear_layout linear_modes; // by modes

#endif
