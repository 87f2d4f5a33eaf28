// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modal bodies of the audio method: their steps, several of them where nothing acts, and what
// links, forces and outputs have to do with them.

#ifndef CAROM_AUDIO_MODES_H
#define CAROM_AUDIO_MODES_H

#include "methods/audio/audio.h"
#include "model/compile.h"

/// What a point of modes sees or reads after each of the coming steps.
static inline modal_reading *modes_coming(const audio_state *a, int modal) {
  return a->modal_coming_readings + (ptrdiff_t)modal * RUN_MAX;
}

/// And the energies of a body.
static inline modal_energies *modes_booked(const audio_state *a, int body) {
  return a->modal_booked + (ptrdiff_t)body * PREDICTED;
}

/// So many steps of modes, where those after them go, and the energies of each, or NULL.
typedef struct {
  double *q, *y;
  int steps;
  modal_energies *energies;
} modes_run;

// predict_modes.c: several steps of a body without forces; the next of them, if it is predicted or
// can be; and the modes of the present step, before they are used. How many steps there are at most
// until something is done by actions or live keys.
void modes_run_body(const carom_model *m, const audio_state *a, int body, const modes_run *run);
bool modes_take_predicted(const carom_model *m, const carom_state *s, int body,
                          modal_energies *now);
void modes_catch_up(const carom_model *m, const audio_state *a, int body);
long long undisturbed_steps(const carom_model *m, const carom_state *s, long long max);

/// The rows of a modal body, and of one of its points.
static inline const double *bank_of_body(const carom_model *m, const audio_state *a, int body) {
  return a->bank_at[body] + m->body[body].modes.first_bank;
}

static inline const double *rows_of_point(const carom_model *m, const audio_state *a, int modal) {
  return a->bank_at[m->modal[modal].body] + m->modal[modal].rows;
}

// compile_modes.c
bool compile_modes(compiler *c);

// live_modes.c: the banks of a state that is bound or started, and after a live key has changed.
void modes_bind(const carom_model *m, carom_state *s);
void modes_changed(const carom_model *m, carom_state *s, int body);
void modes_moved_to(const carom_model *m, carom_state *s, int body);

// modes.c: modal bodies, and what links, forces and outputs have to do with them.
void modes_start(const carom_model *m, carom_state *s, node_field acceleration);
void modes_release(const carom_model *m, carom_state *s);
void modes_push(audio_state *a, int modal, double force);
const double *modes_forces(const carom_model *m, const audio_state *a, int body);
double modes_moved(const carom_model *m, const audio_state *a, int modal);
double modes_receptance(const carom_model *m, const audio_state *a, int first, int second,
                        bool sharp);
void modes_see(const carom_model *m, audio_state *a, int body);
double modes_read(const carom_model *m, const audio_state *a, int modal);
void modes_put(const carom_model *m, const audio_state *a, int body);
void modes_show(const carom_model *m, const carom_state *s);
modal_energies modes_energy(const carom_model *m, const audio_state *a, int body);
modal_energies modes_advance(const carom_model *m, carom_state *s, int body);

/// The modes' part of a link: eta^n, eta^n - eta^{n-1} and, under the forces on them so far,
/// eta^{n+1} - eta^n; and its force on them.
void modes_observe(const carom_model *m, audio_state *a, int link);
double modes_next(const carom_model *m, const audio_state *a, int link);
void modes_push_link(const carom_model *m, audio_state *a, int link, double force);

/// What eta^n lacks to the overlap of the modes at t_n under the forces so far.
double modes_correct(const carom_model *m, const audio_state *a, int link);

/// What forces of 1 at a body's points add to twice the travel of a point, or to what is read
/// there.
void modes_fill_responses(const modal_point *points, const modal_layout *b, int modal,
                          double *bank);

#endif
