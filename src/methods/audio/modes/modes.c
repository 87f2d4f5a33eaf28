// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modal bodies in a step (theory 7.13 to 7.18). They are kept at half steps and advanced once, when
// all forces over the cell are known. To links they look like any other node: with
//
//   u^n - u^{n-1} = u^{n+1} - u^n = q^{n+1/2} - q^{n-1/2} without forces,   u^n their mean,
//
// half-way overlaps are those of q, D is twice the change of overlap in the cell, and F D / 2 the
// work of the force. What points see of the modes is summed when these advance.

#include "methods/audio/modes/modes.h"
#include "methods/audio/bodies.h"
#include "methods/audio/links.h"

#include <string.h>

// --- Forces -------------------------------------------------------------------------------------

void modes_release(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < m->modal_count; ++i)
    a->modal_push[i] = 0;
  for (int i = 0; m->modes > 0 && i < m->body_count; ++i)
    a->modes_ahead[i] = false;
}

void modes_push(audio_state *a, int modal, double force) {
  a->modal_push[modal] = force;
}

void modes_push_link(const carom_model *m, audio_state *a, int link, double force) {
  for (int i = 0; i < m->link[link].modals; ++i)
    modes_push(a, m->link[link].modal[i], force);
}

// What the forces on a body add at one of its points, see modal_point.responses.
static double driven(const carom_model *m, const audio_state *a, int modal) {
  const modal_layout *b = &m->body[m->modal[modal].body].modes;
  const double *response = a->bank_at[m->modal[modal].body] + m->modal[modal].responses;
  double sum = 0;
  for (int i = 0; i < b->points; ++i)
    sum += response[i] * a->modal_push[b->first_point + i];
  return sum;
}

// The forces on each mode of a body, in modal_f.
const double *modes_forces(const carom_model *m, const audio_state *a, int body) {
  const modal_layout *b = &m->body[body].modes;
  double *f = a->modal_f + b->first_mode;
  memset(f, 0, (size_t)b->length * sizeof *f);
  for (int i = b->first_point; i < b->first_point + b->points; ++i)
    if (a->modal_push[i] != 0)
      modal_push(rows_of_point(m, a, i), b->length, a->modal_push[i], f);
  return f;
}

// The only point of a body where a force acts, -1 where there is none, -2 where there are more.
static int pushed_point(const carom_model *m, const audio_state *a, int body) {
  const modal_layout *b = &m->body[body].modes;
  int point = -1;
  for (int i = b->first_point; i < b->first_point + b->points; ++i)
    if (a->modal_push[i] != 0)
      point = point == -1 ? i : -2;
  return point;
}

// --- What links and forces see ------------------------------------------------------------------

void modes_observe(const carom_model *m, audio_state *a, int link) {
  link_memory *p = link_at(a, link);
  for (int i = 0; i < m->link[link].modals; ++i) {
    const modal_reading v = a->modal_readings[m->link[link].modal[i]];
    p->eta += v.here + v.travel / 2;
    p->deta += v.travel;
  }
}

double modes_next(const carom_model *m, const audio_state *a, int link) {
  double next = 0;
  for (int i = 0; i < m->link[link].modals; ++i) {
    const int modal = m->link[link].modal[i];
    next += a->modal_readings[modal].travel + driven(m, a, modal);
  }
  return next;
}

static modal_reading probe(const carom_model *m, const audio_state *a, int modal) {
  const modal_point *p = &m->modal[modal];
  modes_catch_up(m, a, p->body);
  const double *rotation = modal_rotation(bank_of_body(m, a, p->body), p->length, ROTATION_STEP);
  return modal_probe(rotation, rows_of_point(m, a, modal), p->length, a->modal_q + p->first,
                     a->modal_y + p->first);
}

// Twice the travel of a point in the cell, under the forces so far.
double modes_moved(const carom_model *m, const audio_state *a, int modal) {
  const modal_point *p = &m->modal[modal];
  const double *weights = rows_of_point(m, a, modal);
  if (a->modes_ahead[p->body])
    return 2 * (modal_sum(weights, p->length, a->modal_q_ahead + p->first) -
                modal_sum(weights, p->length, a->modal_q + p->first));
  return 2 * probe(m, a, modal).travel + driven(m, a, modal);
}

// W between two links, as far as they share modal bodies. It is sharp where modes take impulses
// inside the step, as masses of 1.
double modes_receptance(const carom_model *m, const audio_state *a, int first, int second,
                        bool sharp) {
  double sum = 0;
  for (int i = 0; i < m->link[first].modals; ++i)
    for (int j = 0; j < m->link[second].modals; ++j) {
      const int one = m->link[first].modal[i];
      const int other = m->link[second].modal[j];
      const int body = m->modal[one].body;
      if (m->modal[other].body != body)
        continue;
      if (sharp)
        sum +=
            m->k * m->k *
            modal_sum(rows_of_point(m, a, one), m->modal[one].length, rows_of_point(m, a, other));
      else
        sum += a->bank_at[body][m->modal[one].responses + other - m->body[body].modes.first_point];
    }
  return sum;
}

// --- What is read -------------------------------------------------------------------------------

double modes_read(const carom_model *m, const audio_state *a, int modal) {
  return a->modal_readings[modal].here + driven(m, a, modal);
}

double modes_correct(const carom_model *m, const audio_state *a, int link) {
  double sum = 0;
  for (int i = 0; i < m->link[link].modals; ++i) {
    const modal_point *p = &m->modal[m->link[link].modal[i]];
    const double *weights = rows_of_point(m, a, m->link[link].modal[i]);
    const double *half = modal_rotation(bank_of_body(m, a, p->body), p->length, ROTATION_HALF);
    const double *f = modes_forces(m, a, p->body);
    modes_catch_up(m, a, p->body);
    sum +=
        modal_probe(half, weights, p->length, a->modal_q + p->first, a->modal_y + p->first).travel -
        a->modal_readings[m->link[link].modal[i]].travel / 2;
    for (int j = 0; j < p->length; ++j)
      sum += weights[j] * half[3 * p->length + j] * f[j];
  }
  return sum;
}

// Points of a body's links, from one on, some at a time.
static void look_from(const carom_model *m, audio_state *a, int body, int i) {
  const modal_layout *b = &m->body[body].modes;
  const double *rotation = modal_rotation(bank_of_body(m, a, body), b->length, ROTATION_STEP);
  const int end = b->first_point + b->links;
  while (i + PROBES_MAX / 2 <= end) {
    const int some = i + PROBES_MAX <= end ? PROBES_MAX : PROBES_MAX / 2;
    const double *weights[PROBES_MAX];
    for (int p = 0; p < some; ++p)
      weights[p] = rows_of_point(m, a, i + p);
    modal_probe_many(rotation, weights, some, b->length, a->modal_q + b->first_mode,
                     a->modal_y + b->first_mode, a->modal_readings + i);
    i += some;
  }
  for (; i < end; ++i)
    a->modal_readings[i] = probe(m, a, i);
}

// What links see of the modes, and what outputs read at t_n without forces, from the given ones on.
static void refresh_readings(const carom_model *m, audio_state *a, int body, int links, int reads) {
  const modal_layout *b = &m->body[body].modes;
  modes_catch_up(m, a, body);
  look_from(m, a, body, b->first_point + links);
  for (int i = b->first_read + reads; i < b->first_read + b->reads; ++i) {
    const modal_point *p = &m->modal[i];
    a->modal_readings[i].here = modal_sums(modal_row(rows_of_point(m, a, i), READ_Q, p->length),
                                           modal_row(rows_of_point(m, a, i), READ_Y, p->length),
                                           p->length, a->modal_q + p->first, a->modal_y + p->first);
  }
}

void modes_see(const carom_model *m, audio_state *a, int body) {
  refresh_readings(m, a, body, 0, 0);
}

// q^n and k v^n of a mode. Between two steps the coming forces are not known; the last ones stand
// for them.
static void show(const carom_model *m, const audio_state *a, int body, int j, double f) {
  const model_body *b = &m->body[body];
  const double *bank = bank_of_body(m, a, body);
  const double past[READ_TERMS] = {a->modal_q[b->modes.first_mode + j],
                                   a->modal_y[b->modes.first_mode + j], f};
  double of_u[READ_TERMS];
  double of_v[READ_TERMS];
  modal_read_of(bank, b->modes.length, j, READS_DISPLACEMENT, of_u);
  modal_read_of(bank, b->modes.length, j, READS_VELOCITY, of_v);
  a->shown_u[b->first + j] = a->shown_v[b->first + j] = 0;
  for (int n = 0; n < READ_TERMS; ++n) {
    a->shown_u[b->first + j] += of_u[n] * past[n];
    a->shown_v[b->first + j] += m->k * of_v[n] * past[n];
  }
}

// u^n and k v^n of a body without forces, among the nodes of others.
void modes_put(const carom_model *m, const audio_state *a, int body) {
  const model_body *b = &m->body[body];
  modes_catch_up(m, a, body);
  for (int j = 0; j < b->nodes; ++j) {
    show(m, a, body, j, 0);
    node_set(a->u, b->first + j, a->shown_u[b->first + j]);
    node_set(a->du, b->first + j, a->shown_v[b->first + j]);
  }
}

void modes_show(const carom_model *m, const carom_state *s) {
  const audio_state *a = audio_of(s);
  nodes_get(a->u, 0, model_nodes(m), a->shown_u);
  nodes_get(a->du, 0, model_nodes(m), a->shown_v);
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    if (!body_is_modal(b))
      continue;
    const double *f = modes_forces(m, a, i);
    modes_catch_up(m, a, i);
    for (int j = 0; s->head->n > 0 && j < b->nodes; ++j)
      show(m, a, i, j, f[j]);
    for (int j = b->first; s->head->n == 0 && j < b->first + b->nodes; ++j) {
      a->shown_u[j] = m->start[j];
      a->shown_v[j] = m->k * m->start_speed[j];
    }
  }
}

modal_energies modes_energy(const carom_model *m, const audio_state *a, int body) {
  const model_body *b = &m->body[body];
  modes_catch_up(m, a, body);
  return modal_energy(bank_of_body(m, a, body), b->modes.length, a->modal_q + b->modes.first_mode,
                      a->modal_y + b->modes.first_mode);
}

// --- The start, and the step --------------------------------------------------------------------

// Back to t = -k/2, under the forces that act at t = 0; `acceleration` gets the modes' own part.
void modes_start(const carom_model *m, carom_state *s, node_field acceleration) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    if (!body_is_modal(b))
      continue;
    const int first = b->modes.first_mode;
    const double *sigma = modal_row(bank_of_body(m, a, i), BANK_SIGMA, b->modes.length);
    const double *omega2 = modal_row(bank_of_body(m, a, i), BANK_OMEGA2, b->modes.length);
    for (int j = 0; j < b->nodes; ++j) {
      const int node = b->first + j;
      const double own = omega2[j] * m->start[node] + 2 * sigma[j] * m->start_speed[node];
      a->modal_q[first + j] = m->start[node];
      a->modal_y[first + j] = m->start_speed[node] + sigma[j] * m->start[node];
      a->modal_f[first + j] = node_value(acceleration, node);
      if (!m->first_order_start)
        node_add(acceleration, node, -own);
    }
    modal_back(bank_of_body(m, a, i), b->modes.length, a->modal_f + first, a->modal_q + first,
               a->modal_y + first);
  }
}

// The modes that went through parts of the sample are there already; what they lost is booked, and
// their forces were impulses.
static modal_energies take_ahead(const carom_model *m, carom_state *s, int body) {
  audio_state *a = audio_of(s);
  const modal_layout *b = &m->body[body].modes;
  const size_t size = (size_t)b->length * sizeof *a->modal_q;
  memcpy(a->modal_q + b->first_mode, a->modal_q_ahead + b->first_mode, size);
  memcpy(a->modal_y + b->first_mode, a->modal_y_ahead + b->first_mode, size);
  for (int i = b->first_point; i < b->first_point + b->points; ++i)
    a->modal_push[i] = 0;
  refresh_readings(m, a, body, 0, 0);
  return s->head->keep_ledger ? modes_energy(m, a, body) : (modal_energies){0, 0, 0};
}

// A step, and what the first link and the first output see after it, in one loop.
static modal_energies pass(const carom_model *m, audio_state *a, int body, int pushed,
                           bool booked) {
  const modal_layout *b = &m->body[body].modes;
  const double *bank = bank_of_body(m, a, body);
  const bool probes = b->links > 0;
  const bool reads = b->reads > 0 && m->modal[b->first_read].length == b->length;
  const double *read = reads ? rows_of_point(m, a, b->first_read) : NULL;
  modal_pass p = {.rotation = modal_rotation(bank, b->length, ROTATION_STEP),
                  .constants = booked ? modal_row(bank, BANK_SIGMA, b->length) : NULL,
                  .length = b->length,
                  .push = pushed >= 0 ? rows_of_point(m, a, pushed) : NULL,
                  .F = pushed >= 0 ? a->modal_push[pushed] : 0,
                  .probe = probes ? rows_of_point(m, a, b->first_point) : NULL,
                  .of_q = reads ? modal_row(read, READ_Q, b->length) : NULL,
                  .of_y = reads ? modal_row(read, READ_Y, b->length) : NULL,
                  .q = a->modal_q + b->first_mode,
                  .y = a->modal_y + b->first_mode};
  modal_pass_all(&p);
  if (probes)
    a->modal_readings[b->first_point] = p.reading;
  if (reads)
    a->modal_readings[b->first_read].here = p.sum;
  refresh_readings(m, a, body, probes, reads);
  return p.energies;
}

// To the next half step. The energies are those of the ledger, and only known with it.
modal_energies modes_advance(const carom_model *m, carom_state *s, int body) {
  audio_state *a = audio_of(s);
  const model_body *b = &m->body[body];
  const int length = b->modes.length;
  double *q = a->modal_q + b->modes.first_mode;
  double *y = a->modal_y + b->modes.first_mode;
  modal_energies now = {0, 0, 0};
  if (a->modes_ahead[body])
    return take_ahead(m, s, body);
  const int pushed = pushed_point(m, a, body);
  if (pushed == -1 && modes_take_predicted(m, s, body, &now))
    return now;
  modes_catch_up(m, a, body);
  if (pushed != -1)
    a->prediction[body].quiet = 0;
  if (pushed >= -1)
    return pass(m, a, body, pushed, s->head->keep_ledger);
  const double *f = modes_forces(m, a, body);
  if (s->head->keep_ledger)
    now = modal_advance_booked(bank_of_body(m, a, body), ROTATION_STEP, length, f, q, y);
  else
    modal_advance(bank_of_body(m, a, body), ROTATION_STEP, length, f, q, y);
  refresh_readings(m, a, body, 0, 0);
  return now;
}
