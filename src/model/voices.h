// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Controls of families with keys: each voice is the member of one key, whose pitch the wheel bends.

#ifndef CAROM_VOICES_H
#define CAROM_VOICES_H

#include "model/compile.h"

/// How far the pitch wheel may raise a pitch, as a factor.
double voices_bend_factor(const compiler *c);

/// Fills in a control of pitches, each of which follows its own key and is bent about it.
bool voices_bend_keys(compiler *c, const star_path *path, model_control *control);

/// Adds a control for the pitch of each family that has the pitch of its keys and no other control
/// for it: with keys a note acts on its own member, and the wheel bends what has a live pitch.
bool voices_add_bends(compiler *c);

/// Whether a control follows notes.
bool voices_follow_notes(const item *it);

/// Refuses a control by which the wheel would bend what it bends already, as it follows notes; one
/// needs a range of its own.
bool voices_bend_twice(compiler *c, const item *it, const model_control *control, int live);

#endif
