// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies by their modes, while a scene is compiled.

#ifndef CAROM_MODAL_H
#define CAROM_MODAL_H

#include "bodies/start.h"

/// A string or bar whose material and ends are read: its mode shapes.
bool modal_compile(compiler *c, const item *it, model_body *b);

/// Modes of a body that are more are taken for a mistake.
enum { MODAL_MAX = 10000 };

/// A body whose mode shapes are found: its constants in the audio method.
bool modal_finish(compiler *c, const item *it, model_body *b);

/// Whether a scene gives a body keys that only modes have.
bool modal_has_keys(const item *it);

/// Whether the audio method can take all modes of a body below 0.45 of its rate of steps, at the
/// largest c^2 too.
bool modal_fits(const compiler *c, const item *it, const model_body *b, double largest_c2);

/// The largest c^2 (m2/s2) at which no mode is above half the rate, or which the scene gives.
double modal_max_c2(const compiler *c, const model_body *b);

/// Registers sigma0 and sigma1 as live.
void modal_live_losses(compiler *c, const item *it, int index, const model_body *b);

/// A mode's value or derivative of that order at a fraction of a line's length.
double modal_value(const compiler *c, const model_body *b, int mode, double x, int order);

/// A mode's participation factor in the motion of its base.
double modal_base(const compiler *c, const model_body *b, int mode);

/// Starting displacement or velocity of the modes.
bool modal_start(compiler *c, const item *it, const model_body *b, const start_keys *keys,
                 double *field);

#endif
