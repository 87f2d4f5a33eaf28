// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Parts of carom check.

#ifndef CAROM_CHECK_H
#define CAROM_CHECK_H

#include <carom/file.h>

/// No trial takes longer than this, s of the processor; what is left out is told.
static const double longest_trial = 1;

/// Prints the first modes of a string, bar or plate, by how many cents its grid is off, and what
/// would mend that; nothing of other bodies.
void print_modes(const carom_model *model, int body);

#endif
