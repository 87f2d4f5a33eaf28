// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The power of a signal in bands, from its samples as they come.

#ifndef CAROM_LEVELS_H
#define CAROM_LEVELS_H

/// 0 to 1, 1 to 2, 2 to 4 and 4 to 8 kHz.
enum { LEVEL_BANDS = 4 };
extern const double level_edges[LEVEL_BANDS + 1]; // Hz

typedef struct levels levels;

/// For a signal of that rate, Hz; NULL if memory is out. FFTW's planner serves one thread at a
/// time: begin and free under a lock where there are several.
levels *levels_begin(double rate);
void levels_free(levels *l);

void levels_add(levels *l, double sample);

/// After the last sample: the power in each band, in units of the signal squared up to a factor
/// that is the same for all rates; NaN for bands that the rate does not hold.
void levels_finish(levels *l, double power[LEVEL_BANDS]);

#endif
