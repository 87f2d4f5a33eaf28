// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom play --load.

#ifndef CAROM_PLAY_LOAD_H
#define CAROM_PLAY_LOAD_H

#include "cli/arguments.h"

/// Prints how much of one core an instrument takes, or each built-in one if that is NULL, with
/// values set by PATH=VALUE, at a rate in Hz; returns the exit code.
int play_load(const char *scene, const text_list *sets, double rate);

#endif
