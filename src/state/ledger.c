// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The energy ledger. Over one step, with all symbols of the files that define them,
//
//   H^{n+1/2} - H^{n-1/2} = -(losses of bodies) - (losses of links) + (work supplied)
//
//   losses of a link     sigma_x D^2 / 2k (spring) + h D^^2 / 2 (Hunt-Crossley); a bow's heat; what
//                        an exact contact spent (exact.c)
//   work supplied        f (I u^{n+1} - I u^{n-1}) / 2 by a force from outside,
//                        F (c^{n+1} - c^{n-1}) / 2 by a barrier that moves, -F v_B k by a bow,
//                        the jump of H where a live key changes (live.c)
//
// exactly, up to rounding. Losses and work are summed with compensation. Every model keeps this
// ledger; the largest error of all steps is what a run is judged by.

#include "contacts/law.h"
#include "methods/audio/bow.h"
#include <string.h>

// Work done from outside through a contact.
static void supply(carom_state *s, int contact, double work) {
  if (work == 0)
    return;
  sum_add(&s->head->supplied, work);
  sum_add(&s->contact_account[contact].supplied, work);
}

// Of the work F D/2 that leaves the bodies, the bow takes F v_B k; the rest is stored or heat.
static double bow_heat(const carom_model *m, carom_state *s, int i) {
  const int contact = m->link[i].contact;
  const law *a = &s->law[contact];
  const link_work *w = &s->work[i];
  const double before = s->link[i].psi;
  supply(s, contact, -w->force * a->bow_speed * m->k);
  return w->force * bow_slide(m->k, a, w->seen) * m->k - (w->psi * w->psi - before * before) / 2;
}

static void link_losses(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->link_count; ++i) {
    const model_link *link = &m->link[i];
    const link_work *w = &s->work[i];
    if (!link->linear && w->force == 0 && w->seen == 0)
      continue; // nothing touches
    const double sigma_x = s->law[link->contact].sigma_x * link->scale;
    const double loss = m->contact[link->contact].type == CONTACT_BOW
                            ? bow_heat(m, s, i)
                            : (sigma_x / (2 * m->k) + w->loss / 2) * w->seen * w->seen;
    if (loss != 0)
      sum_add(&s->contact_account[link->contact].dissipated, loss);
    if (link->barrier >= 0) {
      const double moved = s->barrier_step[link->barrier] + s->barrier_next[link->barrier];
      supply(s, link->contact, link->side * w->force * moved / 2);
    }
  }
}

static void exact_losses(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->link_count; ++i)
    if (m->link[i].exact && s->inside[i].spent != 0)
      sum_add(&s->contact_account[m->link[i].contact].dissipated, s->inside[i].spent);
}

void ledger_count_losses(const carom_model *m, carom_state *s) {
  link_losses(m, s); // events tell them too
  if (m->exact)
    exact_losses(m, s);
  if (!s->head->keep_ledger)
    return;
  for (int f = 0; f < m->force_count; ++f) {
    const model_force *force = &m->force[f];
    if (s->push[f] == 0)
      continue;
    const double moved = gather(m, force->first_term, force->terms, s->next) +
                         gather(m, force->first_term, force->terms, s->du);
    sum_add(&s->head->supplied, s->push[f] * moved / 2);
  }
}

// Bodies have counted their energies and losses.
static void sum_up(const carom_model *m, carom_state *s) {
  carom_ledger *l = &s->head->ledger;
  compensated_sum dissipated = {0, 0};
  l->kinetic = l->potential = l->contact = 0;
  double turnover = 0;
  for (int i = 0; i < m->body_count; ++i) {
    const account *a = &s->body_account[i];
    l->kinetic += a->kinetic;
    l->potential += a->potential;
    turnover += fabs(a->potential);
    sum_add(&dissipated, a->dissipated.sum);
    sum_add(&dissipated, a->dissipated.rest);
  }
  if (!model_is_modal(m))
    links_energies(m, s);
  for (int i = 0; i < m->contact_count; ++i) {
    l->contact += s->contact_account[i].potential;
    sum_add(&dissipated, s->contact_account[i].dissipated.sum);
    sum_add(&dissipated, s->contact_account[i].dissipated.rest);
  }
  l->time = ((double)s->head->n - (m->method == METHOD_AUDIO ? 0.5 : 0)) * m->k;
  l->dissipated = sum_value(dissipated);
  l->supplied = sum_value(s->head->supplied);
  l->total = (l->kinetic + l->potential + l->contact) + (l->dissipated - l->supplied);
  turnover += l->kinetic + l->contact + l->dissipated + fabs(l->supplied);
  if (turnover > s->head->largest_turnover)
    s->head->largest_turnover = turnover;
}

void ledger_open(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->body_count; ++i)
    body_open(m, s, i);
  sum_up(m, s);
  s->head->first_total = s->head->ledger.total - s->head->ledger.balance_error;
}

void ledger_balance(const carom_model *m, carom_state *s) {
  carom_ledger *l = &s->head->ledger;
  s->head->waiting = false;
  if (!s->head->keep_ledger)
    return;
  sum_up(m, s);
  l->balance_error = l->total - s->head->first_total;
  const double error = fabs(l->balance_error);
  if (error > s->head->largest_error)
    s->head->largest_error = error;
  s->head->finite = s->head->finite && isfinite(l->total);
  if (!s->head->finite)
    s->head->largest_error = INFINITY;
}

// The next step would sum bodies up on its way, at less cost. Whoever cannot wait for it calls
// this.
void ledger_settle(const carom_model *m, carom_state *s) {
  if (!s->head->waiting)
    return;
  bodies_book(m, s);
  ledger_balance(m, s);
}

carom_ledger carom_state_ledger(const carom_state *s) {
  carom_ledger l = s->head->ledger;
  l.largest_error = s->head->largest_error;
  l.largest_turnover = s->head->largest_turnover;
  l.largest_balance_error = l.largest_turnover > 0 ? l.largest_error / l.largest_turnover : 0;
  return l;
}

carom_share carom_body_share(const carom_state *s, int body) {
  const account *a = &s->body_account[body];
  return (carom_share){a->kinetic, a->potential, sum_value(a->dissipated), sum_value(a->supplied)};
}

carom_share carom_contact_share(const carom_state *s, int contact) {
  const account *a = &s->contact_account[contact];
  return (carom_share){a->kinetic, a->potential, sum_value(a->dissipated), sum_value(a->supplied)};
}

void carom_state_keep_ledger(const carom_model *m, carom_state *s, bool keep) {
  if (keep && !s->head->keep_ledger)
    ledger_open(m, s); // what happened meanwhile is not an error
  s->head->keep_ledger = keep;
}
