// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Live keys of modal bodies (theory 7.19 and 7.20). The rows of a bank follow from the material and
// from the places of points that travel, and from nothing else: a state keeps these, and its rows
// are made anew wherever it is bound. Bodies that are as the scene gives them use the rows of the
// model.
//
// A change keeps q and v of every mode at t_{n-1/2}. What H gains by that is work supplied, counted
// in state/live.c.

#include "methods/audio/islands/islands.h"
#include "methods/audio/links.h"
#include "methods/audio/modes/modes.h"

#include <string.h>

static bool same_material(const material *a, const material *b) {
  return a->c2 == b->c2 && a->sigma0 == b->sigma0 && a->sigma1 == b->sigma1;
}

static bool has_moved(const carom_model *m, const audio_state *a, int body) {
  for (int i = 0; i < m->moving_count; ++i)
    if (m->moving[i].body == body &&
        a->moving[i].place != m->contact[m->link[m->moving[i].link].contact].end[0].x)
      return true;
  return false;
}

// The weights of points that travel.
static void fill_weights(const carom_model *m, const audio_state *a, int body) {
  const model_body *b = &m->body[body];
  for (int i = 0; i < m->moving_count; ++i)
    if (m->moving[i].body == body)
      modal_weights_at(m->shape + b->modes.first_shape, b->nodes, b->lx, a->moving[i].place * b->lx,
                       a->bank + m->modal[m->link[m->moving[i].link].modal[0]].rows);
}

static void fill_points(const carom_model *m, const audio_state *a, int body) {
  const modal_layout *b = &m->body[body].modes;
  const double *bank = a->bank + b->first_bank;
  for (int i = b->first_point; i < b->first_point + b->points; ++i)
    modal_point_rows(bank, b->length, a->bank + m->modal[i].rows);
  for (int i = b->first_read; i < b->first_read + b->reads; ++i) {
    const modal_point *p = &m->modal[i];
    modal_read_rows(bank, b->length, p->first - b->first_mode, p->length, p->reads,
                    a->bank + p->rows);
  }
  for (int i = b->first_point; i < b->first_read + b->reads; ++i)
    modes_fill_responses(m->modal, b, i, a->bank);
}

static void copy_rows(const carom_model *m, const audio_state *a, int first, int count) {
  memcpy(a->bank + first, m->bank + first, (size_t)count * sizeof *a->bank);
}

// The rows of a body, for its present material and points.
static void fill(const carom_model *m, const carom_state *s, int body) {
  const audio_state *a = audio_of(s);
  const model_body *b = &m->body[body];
  const material *now = &s->material[body];
  material *made_of = &a->bank_for[body];
  if (same_material(now, &b->start) && !has_moved(m, a, body)) {
    a->bank_at[body] = m->bank;
    *made_of = *now;
    return;
  }
  if (a->bank_at[body] != a->bank) {
    copy_rows(m, a, b->modes.first_bank, (m->exact ? BANK_ROWS : BANK_MIN) * b->modes.length);
    copy_rows(m, a, b->modes.first_rows, b->modes.rows_count);
    *made_of = b->start;
    a->bank_at[body] = a->bank;
  }
  const modal_material of = modal_material_of(b, now, m->k);
  if (!same_material(now, made_of))
    modal_bank_fill(a->bank + b->modes.first_bank, b->nodes, b->modes.length, &of,
                    (modal_changes){.losses = of.damping_ratio > 0 ||
                                              now->sigma0 != made_of->sigma0 ||
                                              now->sigma1 != made_of->sigma1,
                                    .fractions = m->exact});
  *made_of = *now;
  fill_weights(m, a, body);
  fill_points(m, a, body);
}

// A state that has not been started keeps nothing to make rows of.
void modes_bind(const carom_model *m, carom_state *s) {
  const audio_state *a = audio_of(s);
  for (int i = 0; m->modes > 0 && i < m->body_count; ++i) {
    a->bank_at[i] = m->bank;
    a->prediction[i] = (modes_prediction){0};
    if (body_is_modal(&m->body[i]) && s->head->fingerprint == m->fingerprint)
      fill(m, s, i);
  }
}

// What links see of the modes at t_n follows from the rows; their overlaps at t_{n-1/2} do not.
static void observe_links(const carom_model *m, carom_state *s, int body) {
  const modal_layout *b = &m->body[body].modes;
  const audio_state *a = audio_of(s);
  for (int i = 0; b->links > 0 && i < m->link_count; ++i) {
    bool on = false;
    for (int n = 0; n < m->link[i].modals; ++n)
      on = on || m->modal[m->link[i].modal[n]].body == body;
    if (on) {
      const double half = link_at(a, i)->half;
      link_observe(m, s, i);
      link_at(a, i)->half = half;
    }
  }
}

// y += sign sigma q
static void add_sigma(const carom_model *m, const audio_state *a, int body, double sign) {
  const modal_layout *b = &m->body[body].modes;
  const double *sigma = modal_row(bank_of_body(m, a, body), BANK_SIGMA, b->length);
  for (int j = b->first_mode; j < b->first_mode + b->length; ++j)
    a->modal_y[j] += sign * sigma[j - b->first_mode] * a->modal_q[j];
}

void modes_changed(const carom_model *m, carom_state *s, int body) {
  audio_state *a = audio_of(s);
  const material *now = &s->material[body];
  const material *before = &a->bank_for[body];
  modes_catch_up(m, a, body);
  const bool losses = m->body[body].modes.damping_ratio > 0 || now->sigma0 != before->sigma0 ||
                      now->sigma1 != before->sigma1;
  if (losses)
    add_sigma(m, a, body, -1);
  fill(m, s, body);
  if (losses)
    add_sigma(m, a, body, 1);
  modes_see(m, a, body);
  if (m->body[body].modes.first_link < 0)
    return;
  observe_links(m, s, body);
  islands_weigh_from(m, s, m->body[body].modes.first_link);
}

void modes_moved_to(const carom_model *m, carom_state *s, int body) {
  modes_catch_up(m, audio_of(s), body);
  fill(m, s, body);
  modes_see(m, audio_of(s), body);
}
