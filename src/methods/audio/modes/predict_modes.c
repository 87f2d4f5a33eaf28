// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modal bodies that no force acts on. What their points see and read in the coming steps is
// computed for several steps at once, while the modes are in registers (modal_run_all()), and used
// as long as no force acts. If one does, the modes are taken to that step first. The arithmetic is
// that of single steps, so that neither the number of steps at once nor the moment of a force
// changes a bit.
//
// Between two predictions modal_q and modal_y stay where they were, and those at the end of the
// prediction are in modal_q_ahead and modal_y_ahead.

#include "methods/audio/modes/modes.h"

#include <string.h>

// One pass over modes, with a point of a link and an output, or -1.
static void run_points(const carom_model *m, const audio_state *a, int body, int link, int output,
                       const modes_run *run) {
  const modal_layout *b = &m->body[body].modes;
  const bool reads = output >= 0;
  const double *rows = reads ? rows_of_point(m, a, output) : NULL;
  const int first = reads ? m->modal[output].first : b->first_mode;
  const int length = reads ? m->modal[output].length : b->length;
  const double *bank = bank_of_body(m, a, body);
  double read[RUN_MAX];
  modal_run r = {.rotation = modal_rotation(bank, b->length, ROTATION_STEP) + first - b->first_mode,
                 .length = b->length,
                 .count = length,
                 .steps = run->steps,
                 .constants = run->energies != NULL ? modal_row(bank, BANK_SIGMA, b->length) : NULL,
                 .energies = run->energies,
                 .probe = link >= 0 ? rows_of_point(m, a, link) : NULL,
                 .of_q = reads ? modal_row(rows, READ_Q, length) : NULL,
                 .of_y = reads ? modal_row(rows, READ_Y, length) : NULL,
                 .from_q = a->modal_q + first,
                 .from_y = a->modal_y + first,
                 .q = run->q + first,
                 .y = run->y + first,
                 .readings = link >= 0 ? modes_coming(a, link) : NULL,
                 .read = read};
  modal_run_all(&r);
  for (int n = 0; reads && n < run->steps; ++n)
    modes_coming(a, output)[n].here = read[n];
}

static bool reads_all(const carom_model *m, int body, int output) {
  return m->modal[output].length == m->body[body].modes.length;
}

// Links and outputs that read all modes share passes, and the last of these moves the modes.
void modes_run_body(const carom_model *m, const audio_state *a, int body, const modes_run *run) {
  const modal_layout *b = &m->body[body].modes;
  const modes_run aside = {a->modal_q_ahead, a->modal_y_ahead, run->steps, NULL};
  int link = b->first_point;
  int output = b->first_read;
  const int links = b->first_point + b->links;
  const int outputs = b->first_read + b->reads;
  for (int i = output; i < outputs; ++i)
    if (!reads_all(m, body, i))
      run_points(m, a, body, -1, i, &aside);
  for (;;) {
    while (output < outputs && !reads_all(m, body, output))
      ++output;
    int next = output + 1;
    while (next < outputs && !reads_all(m, body, next))
      ++next;
    const bool last = link + 1 >= links && next >= outputs;
    run_points(m, a, body, link < links ? link : -1, output < outputs ? output : -1,
               last ? run : &aside);
    if (last)
      return;
    ++link;
    output = next;
  }
}

// --- Predictions --------------------------------------------------------------------------------

/// Steps without a force before the next ones are predicted: contacts often rattle. Steps without
/// predictions after modes were read in between, as some outputs do at each. Points of a body, at
/// most.
enum { QUIET_STEPS = 16, PAUSE_STEPS = 1000, POINTS_MAX = 8 };

// Steps until an action or a cue.
long long undisturbed_steps(const carom_model *m, const carom_state *s, long long max) {
  const state_head *h = s->head;
  if (h->gliding > 0 || m->ramp_count > 0)
    return 0;
  if (h->actions > 0 && s->action[0].step - h->n < max)
    max = s->action[0].step - h->n;
  if (h->cued < m->cue_count && m->cue[h->cued].step - h->n < max)
    max = m->cue[h->cued].step - h->n;
  return max;
}

static bool predict(const carom_model *m, const carom_state *s, int body) {
  const audio_state *a = audio_of(s);
  const modal_layout *b = &m->body[body].modes;
  if (s->coming + 1 < PREDICTED || m->exact || m->outputs_energy ||
      b->links + b->reads > POINTS_MAX || undisturbed_steps(m, s, PREDICTED) < PREDICTED)
    return false;
  modal_energies *energies = s->head->keep_ledger ? modes_booked(a, body) : NULL;
  modes_run_body(m, a, body, &(modes_run){a->modal_q_ahead, a->modal_y_ahead, PREDICTED, energies});
  a->prediction[body].known = PREDICTED;
  return true;
}

// The modes at the end of a prediction.
static void finish(const carom_model *m, const audio_state *a, int body) {
  const modal_layout *b = &m->body[body].modes;
  const size_t size = (size_t)b->length * sizeof *a->modal_q;
  memcpy(a->modal_q + b->first_mode, a->modal_q_ahead + b->first_mode, size);
  memcpy(a->modal_y + b->first_mode, a->modal_y_ahead + b->first_mode, size);
  a->prediction[body].known = a->prediction[body].taken = 0;
}

bool modes_take_predicted(const carom_model *m, const carom_state *s, int body,
                          modal_energies *now) {
  const audio_state *a = audio_of(s);
  const modal_layout *b = &m->body[body].modes;
  modes_prediction *p = &a->prediction[body];
  if (p->known == 0 && (++p->quiet <= QUIET_STEPS || !predict(m, s, body)))
    return false;
  for (int i = b->first_point; i < b->first_point + b->links; ++i)
    a->modal_readings[i] = modes_coming(a, i)[p->taken];
  for (int i = b->first_read; i < b->first_read + b->reads; ++i)
    a->modal_readings[i].here = modes_coming(a, i)[p->taken].here;
  if (s->head->keep_ledger)
    *now = modes_booked(a, body)[p->taken];
  if (++p->taken == p->known)
    finish(m, a, body);
  return true;
}

void modes_catch_up(const carom_model *m, const audio_state *a, int body) {
  const modal_layout *b = &m->body[body].modes;
  modes_prediction *p = &a->prediction[body];
  if (p->known == 0)
    return;
  modal_run r = {.rotation = modal_rotation(bank_of_body(m, a, body), b->length, ROTATION_STEP),
                 .length = b->length,
                 .count = b->length,
                 .steps = p->taken,
                 .from_q = a->modal_q + b->first_mode,
                 .from_y = a->modal_y + b->first_mode,
                 .q = a->modal_q + b->first_mode,
                 .y = a->modal_y + b->first_mode};
  modal_run_all(&r);
  *p = (modes_prediction){.quiet = -PAUSE_STEPS}; // or 0, if it was a force
}
