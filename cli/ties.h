// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a player has learned, in a file: a line for each control that was tied to a controller,
//
//   rattle: cc21

#ifndef CAROM_TIES_H
#define CAROM_TIES_H

#include <carom/play.h>
#include <stdbool.h>

/// Ties controls as a file says; a file that is not there ties nothing. A control that the
/// instrument does not have is told and left; false, and said why, if a line is none.
bool ties_load(const char *file, carom_player *player);

/// Writes what is tied; false, and said why, if it cannot.
bool ties_save(const char *file, const carom_player *player);

/// The control that `--learn NAME` means; -1, and said why, if it is none.
int ties_find(const carom_player *player, const char *name);

#endif
