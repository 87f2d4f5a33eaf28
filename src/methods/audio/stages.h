// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The stages of a step, in their order, each in a file of its own. readout_start() comes before the
// first, and wherever du has changed between steps.

#ifndef CAROM_AUDIO_STAGES_H
#define CAROM_AUDIO_STAGES_H

#include "state/state.h"

void bodies_free_step(const carom_model *m, carom_state *s);
void forces_push(const carom_model *m, carom_state *s);
void barriers_predict(const carom_model *m, carom_state *s);
void links_predict(const carom_model *m, carom_state *s);
void islands_solve(const carom_model *m, carom_state *s);
void links_push(const carom_model *m, carom_state *s);
void readout_start(const carom_model *m, carom_state *s);
bool readout_is_early(const model_output *o, const model_body *body);
void readout_begin(const carom_model *m, carom_state *s);
void readout_end(const carom_model *m, carom_state *s);
void losses_book(const carom_model *m, carom_state *s);
void bodies_advance(const carom_model *m, carom_state *s);
void moments_move(const carom_model *m, carom_state *s);
void links_observe(const carom_model *m, carom_state *s);
void impacts_track(const carom_model *m, carom_state *s);

// modes/free_run.c: some steps at once where modes move freely; returns how many, or 0.
long long audio_run(const carom_model *m, carom_state *s, long long max, double *values);

// live_audio.c and starts/place.c
void audio_changed(const carom_model *m, carom_state *s, live_change what, int index,
                   double before);
double audio_place(const carom_model *m, carom_state *s, int body, double position,
                   double velocity);

#endif
