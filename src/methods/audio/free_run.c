// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Several steps at once where modal bodies move freely and nothing else moves: no links, no forces,
// no live keys on their way, no ledger. The modes stay in registers from step to step, and the
// arithmetic is that of single steps, so that every bit of outputs and state is the same however
// many steps are taken at once.

#include "methods/audio/audio.h"

#include <string.h>

// --- When ---------------------------------------------------------------------------------------

static bool stands_still(const carom_model *m, const carom_state *s, int body) {
  const barrier_layout *b = &m->body[body].barrier;
  const double next = (double)(s->head->n + 1) * m->k;
  return !b->swings && audio_of(s)->barrier_step[body] == 0 &&
         barrier_at(m, s, body, next) == s->barrier[body];
}

// A pluck or strike that is over (excitation.c), or that there has not been.
static bool is_idle(const carom_model *m, const carom_state *s, int force) {
  const force_stroke *of = &s->stroke[force];
  const double time = (double)s->head->n * m->k;
  return m->force[force].swings > 0 &&
         (of->amplitude == 0 || !((time - of->begin) / of->length <= 1));
}

// Steps until an action or a cue.
static long long undisturbed(const carom_model *m, const carom_state *s, long long most) {
  const state_head *h = s->head;
  if (h->gliding > 0 || m->ramp_count > 0)
    return 0;
  if (h->actions > 0 && s->action[0].step - h->n < most)
    most = s->action[0].step - h->n;
  if (h->cued < m->cue_count && m->cue[h->cued].step - h->n < most)
    most = m->cue[h->cued].step - h->n;
  return most;
}

static long long free_steps(const carom_model *m, const carom_state *s, long long most) {
  if (m->contact_count > 0 || m->modes == 0 || m->outputs_energy || s->head->keep_ledger ||
      s->head->waiting)
    return 0;
  for (int i = 0; i < m->body_count; ++i)
    if (!body_is_modal(&m->body[i]) && !(body_stands(&m->body[i]) && stands_still(m, s, i)))
      return 0;
  for (int i = 0; i < m->force_count; ++i)
    if (!is_idle(m, s, i))
      return 0;
  return undisturbed(m, s, most);
}

// --- How ----------------------------------------------------------------------------------------

/// What a point of modes sees or reads after each step of a run.
static inline modal_view *coming(const audio_state *a, int modal) {
  return a->modal_coming + (ptrdiff_t)modal * RUN_MOST;
}

// The modes of one body, and an output that reads all or some of them; -1: none.
static void run_modes(const carom_model *m, const audio_state *a, int body, int modal, int steps,
                      bool last) {
  const modal_layout *b = &m->body[body].modes;
  const modal_point *p = modal >= 0 ? &m->modal[modal] : NULL;
  const double *rows = modal >= 0 ? rows_of_point(m, a, modal) : NULL;
  const int first = last ? b->first_mode : p->first;
  double read[RUN_MOST];
  modal_run r = {.turn = modal_turn(bank_of_body(m, a, body), b->length, TURN_STEP) + first -
                         b->first_mode,
                 .length = b->length,
                 .count = last ? b->length : p->length,
                 .steps = steps,
                 .of_q = p != NULL ? modal_row(rows, READ_Q, p->length) : NULL,
                 .of_y = p != NULL ? modal_row(rows, READ_Y, p->length) : NULL,
                 .from_q = a->modal_q + first,
                 .from_y = a->modal_y + first,
                 .q = (last ? a->modal_q : a->modal_q_ahead) + first,
                 .y = (last ? a->modal_y : a->modal_y_ahead) + first,
                 .read = read};
  modal_run_all(&r);
  for (int n = 0; p != NULL && n < steps; ++n)
    coming(a, modal)[n].here = read[n];
}

// All outputs of a body; the modes move on with the last, if that reads all of them.
static void run_body(const carom_model *m, const audio_state *a, int body, int steps) {
  const modal_layout *b = &m->body[body].modes;
  const int end = b->first_read + b->reads;
  const bool together = b->reads > 0 && m->modal[end - 1].length == b->length;
  for (int i = b->first_read; i < (together ? end - 1 : end); ++i)
    run_modes(m, a, body, i, steps, false);
  run_modes(m, a, body, together ? end - 1 : -1, steps, true);
}

// modes_read() without forces: their part is 0.
static void write_outputs(const carom_model *m, carom_state *s, int steps, double *values) {
  const audio_state *a = audio_of(s);
  const size_t outputs = (size_t)m->output_count;
  for (int i = 0; i < m->output_count; ++i) {
    const model_output *o = &m->output[i];
    if (o->modal >= 0)
      s->output[i] =
          (steps > 1 ? coming(a, o->modal)[steps - 2] : a->modal_seen[o->modal]).here + 0.0;
    else if (body_stands(&m->body[o->body]))
      s->output[i] = s->barrier[o->body];
    for (int n = 0; values != NULL && n < steps; ++n)
      values[(size_t)n * outputs + (size_t)i] = o->modal < 0 ? s->output[i]
                                                : n > 0      ? coming(a, o->modal)[n - 1].here + 0.0
                                                             : a->modal_seen[o->modal].here + 0.0;
  }
}

static void run(const carom_model *m, carom_state *s, int steps, double *values) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < m->body_count; ++i)
    if (body_is_modal(&m->body[i]))
      run_body(m, a, i, steps);
  write_outputs(m, s, steps, values);
  for (int i = 0; i < m->modal_count; ++i)
    if (m->modal[i].reads != READS_NOTHING)
      a->modal_seen[i].here = coming(a, i)[steps - 1].here;
  s->head->n += steps;
}

long long audio_run(const carom_model *m, carom_state *s, long long most, double *values) {
  const long long steps = free_steps(m, s, most);
  if (steps < 2)
    return 0;
  modes_release(m, s);
  for (long long done = 0; done < steps; done += RUN_MOST) {
    const int some = steps - done < RUN_MOST ? (int)(steps - done) : RUN_MOST;
    run(m, s, some, values != NULL ? values + done * m->output_count : NULL);
  }
  return steps;
}
