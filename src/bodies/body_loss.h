// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loss factor of a string, bar or plate, from its material or its key: eta/2 is the damping
// ratio of every mode, and a grid has sigma0 and sigma1 that come near it.

#ifndef CAROM_BODY_LOSS_H
#define CAROM_BODY_LOSS_H

#include "model/compile.h"

/// Reads it into b->modes.damping_ratio. A material's does not count where a scene writes a loss.
bool body_loss_read(compiler *c, const item *it, const carom_material *m, model_body *b);

/// What a grid adds to sigma0 and sigma1 for it, at t = 0: that of the first mode and of the one
/// next to 4 kHz.
typedef struct {
  double sigma0; // 1/s
  double sigma1; // m2/s
} grid_loss;

grid_loss body_loss_fit(compiler *c, const model_body *b);

/// Adds them to b->start in place of the damping ratio, of a body whose grid is chosen.
bool body_loss_on_grid(compiler *c, const item *it, const grid_loss *fit, model_body *b);

/// Registers sigma0 and sigma1 of a grid as live, with what they are at t = 0.
void body_loss_live(compiler *c, const item *it, int index, const model_body *b, double most1);

#endif
