// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The picture of first impacts.

#ifndef CAROM_PLOT_IMPACT_H
#define CAROM_PLOT_IMPACT_H

#include "io/results.h"

/// Phase portrait and hysteresis loop of each first impact; the picture is left open.
void draw_impacts(FILE *file, const results *r);

#endif
