// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// model: auto, the choice between a grid and modes.

#ifndef CAROM_AUTO_MODEL_H
#define CAROM_AUTO_MODEL_H

#include "bodies/body_keys.h"

/// Whether a string or bar, whose material and ends are read, is taken by its modes: by the word of
/// `model`, or where that is auto because its finest grid under these limits would be out of tune.
bool model_by_modes(compiler *c, const item *it, const model_body *b, line_limits *limits);

/// Whether a plate is taken by its modes whatever its grid would be: by the word of `model`, or
/// since it is told by its pitch.
bool plate_without_grid(const compiler *c, const item *it, const model_body *b);

/// As model_by_modes(), of a plate whose grid is chosen.
bool plate_by_modes(compiler *c, const item *it, const model_body *grid);

/// Tells of a body whose grid is chosen if it is out of tune, and what would mend it: its modes, if
/// it can be taken by them.
void model_tell_tuning(compiler *c, const item *it, const model_body *b, bool fits);

/// Whether the number of a body's modes may be left open though the method takes them at any
/// frequency: with contacts along the body it matters the less, the more modes there are.
bool model_chooses_modes(const compiler *c, const item *body);

/// Whether a contact lies along a body.
bool model_is_touched_along(const compiler *c, const item *body);

#endif
