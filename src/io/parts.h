// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// DIR/parts: what long work has finished so far, one file each, beside the plan it belongs to. The
// same work into the same folder goes on from there; other work begins anew.

#ifndef CAROM_PARTS_H
#define CAROM_PARTS_H

#include <stdbool.h>

/// Makes the folder; empties it unless it has been begun with the same plan, a text. False with
/// errno set if it cannot.
bool parts_open(const char *folder, const char *plan);

/// Removes all files of the folder.
void parts_clear(const char *folder);

#endif
