// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A body whose pitch means what sounds: a table from that to the pitch of the body alone, in
// natural logarithms, and monotone cubics between its knots (theory 17.15).

#ifndef CAROM_TUNED_H
#define CAROM_TUNED_H

#include "model/model.h"

/// The pitch that a body has alone so that it sounds at this one, Hz; the same without a table.
double tuned_own(const carom_model *m, const model_body *b, double sounds);

/// And back.
double tuned_sounds(const carom_model *m, const model_body *b, double own);

/// The slopes of knots that rise, so that the cubics rise as well.
void tuned_slopes(tuned_knot *knot, int count);

#endif
