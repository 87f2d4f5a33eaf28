// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modal bodies in a step (theory 7.13 to 7.18). They are kept at half steps and advanced once, when
// all forces over the cell are known. To links they look like any other node: with
//
//   u^n - u^{n-1} = 2 (q^n - q^{n-1/2}),   u^{n+1} - u^n = 2 (q^{n+1/2} - q^n),
//
// where q^n has turned without forces, half-way overlaps are those of q, D is twice the change of
// overlap in the cell, and F D / 2 the work of the force.

#include "methods/audio/audio.h"

#include <string.h>

static const double *bank_of(const carom_model *m, const model_body *b) {
  return m->bank + b->modes.first_bank;
}

static const double *rows_of(const carom_model *m, int modal) {
  return m->bank + m->modal[modal].rows;
}

// The forces on a body, or NULL.
static const double *forces_on(const carom_model *m, const audio_state *a, int body) {
  return a->modes[body] != MODES_FREE ? a->modal_f + m->body[body].modes.first_mode : NULL;
}

// --- Forces -------------------------------------------------------------------------------------

void modes_release(const carom_model *m, carom_state *s) {
  for (int i = 0; m->modes > 0 && i < m->body_count; ++i)
    audio_of(s)->modes[i] = MODES_FREE;
}

void modes_push(const carom_model *m, audio_state *a, int modal, double force) {
  const modal_point *p = &m->modal[modal];
  const bool more = a->modes[p->body] != MODES_FREE;
  modal_push(rows_of(m, modal), p->length, force, more, a->modal_f + p->first);
  if (!more)
    a->modes[p->body] = MODES_FORCED;
}

void modes_push_link(const carom_model *m, audio_state *a, int link, double force) {
  for (int i = 0; i < m->link[link].modals; ++i)
    modes_push(m, a, m->link[link].first_modal + i, force);
}

// --- What links and forces see ------------------------------------------------------------------

void modes_observe(const carom_model *m, audio_state *a, int link) {
  link_memory *p = &a->link[link];
  p->modal_next = 0;
  for (int i = 0; i < m->link[link].modals; ++i) {
    const int modal = m->link[link].first_modal + i;
    const modal_point *at = &m->modal[modal];
    const modal_view v =
        modal_look(rows_of(m, modal), at->length, a->modal_q + at->first, a->modal_y + at->first);
    p->eta += v.here + v.du / 2;
    p->deta += v.du;
    p->modal_next += v.next;
  }
}

// Twice the way that the forces have moved a point by the end of the cell.
static double driven(const carom_model *m, const audio_state *a, int modal) {
  const modal_point *p = &m->modal[modal];
  if (a->modes[p->body] == MODES_FREE)
    return 0;
  return modal_sum(rows_of(m, modal) + POINT_RECEPTANCE * p->length, p->length,
                   a->modal_f + p->first);
}

double modes_next(const carom_model *m, const audio_state *a, int link) {
  double next = a->link[link].modal_next;
  for (int i = 0; i < m->link[link].modals; ++i)
    next += driven(m, a, m->link[link].first_modal + i);
  return next;
}

// Twice the way of a point in the cell, when all forces are known.
double modes_moved(const carom_model *m, const audio_state *a, int modal) {
  const modal_point *p = &m->modal[modal];
  const double *rows = rows_of(m, modal);
  const double *q = a->modal_q + p->first;
  if (a->modes[p->body] == MODES_AHEAD)
    return 2 * (modal_sum(rows, p->length, a->modal_q_ahead + p->first) -
                modal_sum(rows, p->length, q));
  const modal_view v = modal_look(rows, p->length, q, a->modal_y + p->first);
  return v.du + v.next + driven(m, a, modal);
}

// --- What is read -------------------------------------------------------------------------------

double modes_read(const carom_model *m, const audio_state *a, int modal) {
  const modal_point *p = &m->modal[modal];
  const double *rows = rows_of(m, modal);
  double sum =
      modal_sums(rows, rows + p->length, p->length, a->modal_q + p->first, a->modal_y + p->first);
  if (a->modes[p->body] != MODES_FREE)
    sum += modal_sum(rows + READ_FORCE * p->length, p->length, a->modal_f + p->first);
  return sum;
}

// Between two steps the coming forces are not known; the last ones stand for them.
void modes_show(const carom_model *m, const carom_state *s) {
  audio_state *a = audio_of(s);
  const size_t size = (size_t)model_nodes(m) * sizeof(double);
  memcpy(a->shown_u, a->u, size);
  memcpy(a->shown_v, a->du, size);
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    if (!body_is_modal(b))
      continue;
    const double *f = forces_on(m, a, i);
    for (int j = 0; j < b->nodes; ++j) {
      const double past[READ_ROWS] = {a->modal_q[b->modes.first_mode + j],
                                      a->modal_y[b->modes.first_mode + j], f != NULL ? f[j] : 0};
      double of_u[READ_ROWS];
      double of_v[READ_ROWS];
      modal_read_rows(bank_of(m, b), b->modes.length, j, READS_DISPLACEMENT, 1, of_u);
      modal_read_rows(bank_of(m, b), b->modes.length, j, READS_VELOCITY, m->k, of_v);
      a->shown_u[b->first + j] = a->shown_v[b->first + j] = 0;
      for (int n = 0; n < READ_ROWS; ++n) {
        a->shown_u[b->first + j] += of_u[n] * past[n];
        a->shown_v[b->first + j] += of_v[n] * past[n];
      }
    }
  }
}

modal_energies modes_energy(const carom_model *m, const audio_state *a, int body) {
  const model_body *b = &m->body[body];
  return modal_energy(bank_of(m, b), b->modes.length, a->modal_q + b->modes.first_mode,
                      a->modal_y + b->modes.first_mode);
}

// --- The start, and the step --------------------------------------------------------------------

// Back to t = -k/2, under the forces that act at t = 0.
void modes_start(const carom_model *m, carom_state *s, const double *acceleration) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    if (!body_is_modal(b))
      continue;
    const int first = b->modes.first_mode;
    const double *sigma = bank_of(m, b) + (ptrdiff_t)BANK_SIGMA * b->modes.length;
    for (int j = 0; j < b->nodes; ++j) {
      const int node = b->first + j;
      a->modal_q[first + j] = m->start[node];
      a->modal_y[first + j] = m->start_speed[node] + sigma[j] * m->start[node];
      a->modal_f[first + j] = acceleration[node] / m->inverse_mass[node];
    }
    modal_back(bank_of(m, b), b->modes.length, a->modal_f + first, a->modal_q + first,
               a->modal_y + first);
    a->modes[i] = MODES_FORCED;
  }
}

// To the next half step. The energies are those of the ledger, and only known with it; what modes
// ahead have lost is booked already.
modal_energies modes_advance(const carom_model *m, carom_state *s, int body) {
  audio_state *a = audio_of(s);
  const model_body *b = &m->body[body];
  const int length = b->modes.length;
  double *q = a->modal_q + b->modes.first_mode;
  double *y = a->modal_y + b->modes.first_mode;
  if (a->modes[body] == MODES_AHEAD) {
    memcpy(q, a->modal_q_ahead + b->modes.first_mode, (size_t)length * sizeof *q);
    memcpy(y, a->modal_y_ahead + b->modes.first_mode, (size_t)length * sizeof *y);
    a->modes[body] = MODES_FREE; // their forces were impulses
    return s->head->keep_ledger ? modes_energy(m, a, body) : (modal_energies){0, 0, 0};
  }
  const double *f = forces_on(m, a, body);
  if (s->head->keep_ledger)
    return modal_advance_booked(bank_of(m, b), TURN_STEP, length, f, q, y);
  modal_advance(modal_turn(bank_of(m, b), length, TURN_STEP), length, f, q, y);
  return (modal_energies){0, 0, 0};
}
