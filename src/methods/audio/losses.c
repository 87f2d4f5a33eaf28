// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What links lose and what is supplied in a step (theory 8.2, 8.3 and 8.11):
//
//   losses of a link     sigma_x D^2 / 2k (spring) + h D^^2 / 2 (Hunt-Crossley); a bow's heat; what
//                        a contact inside the sample spent (sub_sample.c); energy dropped
//   work supplied        f (I u^{n+1} - I u^{n-1}) / 2 by an external force,
//                        F (c^{n+1} - c^{n-1}) / 2 by a barrier that moves, -F v_B k by a bow,
//                        -f D / 2 by the force of a finger, the jump of H where a live key changes
//                        (state/live.c)

#include "methods/audio/links.h"
#include "methods/audio/stages.h"

#include "base/kernel.h"
#include "methods/audio/bow.h"
#include "methods/audio/modes/modes.h"
#include <math.h>

// Of the work F D/2 that leaves the bodies, the bow takes F v_B k; the rest is stored or heat.
static double book_bow(const carom_model *m, carom_state *s, int i) {
  const int contact = m->link[i].contact;
  ledger_supply(s, contact, -step_at(audio_of(s), i)->force * s->values[contact].bow_speed * m->k);
  return bow_heat(m, s, i);
}

static void book_link(const carom_model *m, carom_state *s, int i) {
  const audio_state *a = audio_of(s);
  const model_link *link = &m->link[i];
  const link_step *w = step_at(a, i);
  const double sigma_x = s->values[link->contact].sigma_x * link->scale;
  const double loss = m->contact[link->contact].rubs
                          ? book_bow(m, s, i)
                          : (sigma_x / (2 * m->k) + w->loss / 2) * w->seen * w->seen;
  if (loss + w->dropped != 0)
    sum_add(&s->contact_account[link->contact].dissipated, loss + w->dropped);
  const double numerical = w->numerical / 2 * w->seen * w->seen + w->dropped;
  if (numerical != 0)
    sum_add(&s->contact_account[link->contact].numerical, numerical);
  if (m->contact[link->contact].pressed)
    ledger_supply(s, link->contact, -s->values[link->contact].bow_force * w->seen / 2);
  if (link->barrier >= 0) {
    const double moved = a->barrier_step[link->barrier] + a->barrier_next[link->barrier];
    ledger_supply(s, link->contact, link->side * w->force * moved / 2);
  }
}

// A barrier that is accelerated gives more where a push comes late in the sample (theory 6.17).
static void book_inside(const carom_model *m, carom_state *s) {
  const audio_state *a = audio_of(s);
  for (int i = 0; i < m->link_count; ++i) {
    const model_link *link = &m->link[i];
    if (!link->exact)
      continue;
    if (a->inside[i].spent != 0)
      sum_add(&s->contact_account[link->contact].dissipated, a->inside[i].spent);
    if (link->barrier >= 0 && a->inside[i].often && a->inside[i].moment != 0) {
      const double bend = a->barrier_next[link->barrier] - a->barrier_step[link->barrier];
      ledger_supply(s, link->contact, link->side * bend * a->inside[i].moment / (m->k * m->k));
    }
  }
}

static void book_forces(const carom_model *m, carom_state *s) {
  const audio_state *a = audio_of(s);
  for (int f = 0; f < m->force_count; ++f) {
    const model_force *force = &m->force[f];
    if (a->push[f] == 0)
      continue;
    const double moved = force->modal >= 0
                             ? modes_moved(m, a, force->modal)
                             : gather_field(m, force->first_term, force->terms, a->next) +
                                   gather_field(m, force->first_term, force->terms, a->du);
    sum_add(&s->head->supplied, a->push[f] * moved / 2);
  }
}

static inline void book_range(const carom_model *m, carom_state *s, int first, int end) {
  const audio_state *a = audio_of(s);
  const bool all = s->head->keep_ledger;
  for (int i = first; i < end; ++i) {
    if (!all && !m->contact[m->link[i].contact].impacts)
      continue;
    const link_step *step = step_at(a, i);
    if (step->force != 0 || step->seen != 0 || step->dropped != 0 || m->link[i].linear)
      book_link(m, s, i);
  }
}

APART static void book_pieces(const carom_model *m, carom_state *s) {
  const audio_state *a = audio_of(s);
  for (int i = 0; i < a->piece_count; ++i)
    if (a->piece[i].run == NULL) // those of runs are booked as they are solved
      book_range(m, s, a->piece[i].first, a->piece[i].end);
}

// Losses of contacts with impacts are booked without the ledger too: impacts report them.
void losses_book(const carom_model *m, carom_state *s) {
  const audio_state *a = audio_of(s);
  if (a->runs > 0)
    book_pieces(m, s);
  else
    book_range(m, s, 0, m->link_count);
  if (m->exact)
    book_inside(m, s);
  if (s->head->keep_ledger) {
    book_forces(m, s);
    s->head->exchanges += a->exchanged * a->exchanged;
  }
}
