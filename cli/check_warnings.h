// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What carom check warns of.

#ifndef CAROM_CHECK_WARNINGS_H
#define CAROM_CHECK_WARNINGS_H

#include <carom/carom.h>

/// Prints how impacts are resolved, and on stderr the warnings about start and motion,
/// of a scene that begins with this state, which is stepped.
void print_state_warnings(const carom_model *model, carom_state *state);

#endif
