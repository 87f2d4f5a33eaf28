// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Several steps at once where modal bodies move freely and nothing else moves: no links, no forces,
// no live keys on their way, no ledger. The arithmetic is that of single steps (predict_modes.c),
// so that every bit of outputs and state is the same however many steps are taken at once.

#include "methods/audio/modes/modes.h"
#include "methods/audio/stages.h"

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

static long long free_steps(const carom_model *m, const carom_state *s, long long max) {
  if (m->contact_count > 0 || m->outputs_energy || s->head->keep_ledger || s->head->waiting)
    return 0;
  for (int i = 0; i < m->body_count; ++i)
    if (!body_is_modal(&m->body[i]) && !(body_stands(&m->body[i]) && stands_still(m, s, i)))
      return 0;
  for (int i = 0; i < m->force_count; ++i)
    if (!is_idle(m, s, i))
      return 0;
  return undisturbed_steps(m, s, max);
}

// --- How ----------------------------------------------------------------------------------------

// Families are summed step by step.
static void write_sums(const carom_model *m, carom_state *s, int steps, double *values) {
  const audio_state *a = audio_of(s);
  for (int n = values != NULL ? 0 : steps - 1; n < steps; ++n) {
    for (int i = 0; i < m->output_count; ++i) {
      const model_output *o = &m->output[i];
      if (o->modal >= 0)
        s->output[i] =
            (n > 0 ? modes_coming(a, o->modal)[n - 1] : a->modal_readings[o->modal]).here + 0.0;
      else if (body_stands(&m->body[o->body]))
        s->output[i] = s->barrier[o->body];
    }
    if (values != NULL)
      outputs_row(m, s, values + (size_t)n * (size_t)m->column_count);
  }
}

// modes_read() without forces: their part is 0.
static void write_outputs(const carom_model *m, carom_state *s, int steps, double *values) {
  if (m->sums) {
    write_sums(m, s, steps, values);
    return;
  }
  const audio_state *a = audio_of(s);
  const size_t outputs = (size_t)m->output_count;
  for (int i = 0; i < m->output_count; ++i) {
    const model_output *o = &m->output[i];
    if (o->modal >= 0)
      s->output[i] =
          (steps > 1 ? modes_coming(a, o->modal)[steps - 2] : a->modal_readings[o->modal]).here +
          0.0;
    else if (body_stands(&m->body[o->body]))
      s->output[i] = s->barrier[o->body];
    for (int n = 0; values != NULL && n < steps; ++n)
      values[(size_t)n * outputs + (size_t)i] = o->modal < 0 ? s->output[i]
                                                : n > 0
                                                    ? modes_coming(a, o->modal)[n - 1].here + 0.0
                                                    : a->modal_readings[o->modal].here + 0.0;
  }
}

static void run(const carom_model *m, carom_state *s, int steps, double *values) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < m->body_count; ++i)
    if (body_is_modal(&m->body[i]))
      modes_run_body(m, a, i, &(modes_run){a->modal_q, a->modal_y, steps, NULL});
  write_outputs(m, s, steps, values);
  for (int i = 0; i < m->modal_count; ++i)
    if (m->modal[i].reads != READS_NOTHING)
      a->modal_readings[i].here = modes_coming(a, i)[steps - 1].here;
  s->head->n += steps;
}

long long audio_run(const carom_model *m, carom_state *s, long long max, double *values) {
  const long long steps = m->modes > 0 ? free_steps(m, s, max) : 0;
  if (steps < 2)
    return 0;
  modes_release(m, s);
  for (int i = 0; i < m->body_count; ++i)
    if (body_is_modal(&m->body[i]))
      modes_catch_up(m, audio_of(s), i);
  for (long long done = 0; done < steps; done += RUN_MAX) {
    const int some = steps - done < RUN_MAX ? (int)(steps - done) : RUN_MAX;
    run(m, s, some, values != NULL ? values + done * m->column_count : NULL);
  }
  return steps;
}
