// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The true natural frequencies of strings, bars and plates.

#ifndef CAROM_TUNING_H
#define CAROM_TUNING_H

#include "model/model.h"

/// More modes than this are not compared with theory.
enum { TUNING_MODES_MOST = 100 };

/// Whether the modes of a string, bar or plate are known in closed form.
bool tuning_is_known(const model_body *b);

/// Its first modes in closed form, rigid ones first, Hz; returns how many, at most `count` and
/// TUNING_MODES_MOST. A plate has those that its grid has too.
int tuning_closed_form(const model_body *b, int count, double *frequency);

/// The same of a body without a closed form, extrapolated from its grid and finer ones; -1 if
/// memory is out.
int tuning_estimate(const carom_memory *memory, const model_body *b, int count, double *frequency);

#endif
