// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the rows of the classic methods share.

#ifndef CAROM_CLASSIC_H
#define CAROM_CLASSIC_H

#include "methods/classic/integrators.h"
#include "model/method.h"

/// One mass and a wall; the model's own part is a correction_kind.
bool classic_fits(compiler *c);
bool classic_compile(compiler *c);

#endif
