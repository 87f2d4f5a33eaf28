// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The pictures of a run: waveforms of all outputs, the energy ledger, and shapes of strings and
// bars. What they need is gathered while the run goes on, in memory that does not grow with its
// length.

#ifndef CAROM_PLOTS_H
#define CAROM_PLOTS_H

#include <carom/carom.h>

typedef struct plots plots;

/// NULL if memory is out.
plots *plots_begin(const carom_model *model, long long samples);

void plots_add_sample(plots *p, long long sample, const double *outputs);
void plots_add_ledger(plots *p, const carom_ledger *ledger);
void plots_add_shapes(plots *p, const carom_state *state, double time);

/// Writes waveform.svg, energy.svg and shapes.svg (what there is of them); false with errno set if
/// it cannot.
bool plots_finish(const plots *p, const char *directory, const char *title);
void plots_free(plots *p);

#endif
