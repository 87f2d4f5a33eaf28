// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links along a body, and which links act in a step; runs_state.h says what runs are.

#ifndef CAROM_RUNS_H
#define CAROM_RUNS_H

#include "methods/audio/audio.h"
#include "model/compile.h"

/// compile_runs.c: after the islands.
bool compile_runs(compiler *c);

// runs.c: overlaps of links in runs, and which links act
void runs_bind(const carom_model *m, audio_state *a);
void runs_start(const carom_model *m, carom_state *s);
void runs_predict(const carom_model *m, carom_state *s);
void runs_push(const carom_model *m, carom_state *s, const acting_piece *piece);
void runs_observe(const carom_model *m, carom_state *s);
void runs_keep(const carom_model *m, carom_state *s, const acting_piece *piece);
void runs_store(audio_state *a, int link);

/// runs_solve.c: solves the links of a run that act.
void runs_solve(const carom_model *m, carom_state *s, const acting_piece *piece);

#endif
