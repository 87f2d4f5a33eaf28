// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The energy ledger (theory 8.1). Over one step, with all symbols of the files that define them,
//
//   H^{n+1/2} - H^{n-1/2} = -(losses of bodies) - (losses of contacts) + (work supplied)
//
// exactly, up to rounding, where the method conserves energy. Methods book energies, losses and
// work in the accounts of bodies and contacts; here they are summed, with compensation, and
// balanced. The largest error of all steps is what a run is judged by.

#include "state/state.h"

#include <assert.h>
#include <math.h>

void ledger_supply(carom_state *s, int contact, double work) {
  assert(contact >= 0);
  if (work == 0)
    return;
  sum_add(&s->head->supplied, work);
  sum_add(&s->contact_account[contact].supplied, work);
}

/// A potential energy counts as negative from this share of the kinetic one on.
static const double reversed_share = 0.01;

// Sums the present energies of all accounts.
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
    s->reversed[i] += a->potential < -reversed_share * a->kinetic;
    sum_add(&dissipated, a->dissipated.sum);
    sum_add(&dissipated, a->dissipated.rest);
  }
  for (int i = 0; i < m->contact_count; ++i) {
    l->contact += s->contact_account[i].potential;
    sum_add(&dissipated, s->contact_account[i].dissipated.sum);
    sum_add(&dissipated, s->contact_account[i].dissipated.rest);
  }
  l->time = ((double)s->head->n - method_of(m)->ledger_lag) * m->k;
  l->dissipated = sum_value(dissipated);
  l->supplied = sum_value(s->head->supplied);
  l->total = (l->kinetic + l->potential + l->contact) + (l->dissipated - l->supplied);
  turnover += l->kinetic + l->contact + l->dissipated + fabs(l->supplied);
  if (turnover > s->head->largest_turnover)
    s->head->largest_turnover = turnover;
}

void ledger_open(const carom_model *m, carom_state *s) {
  method_of(m)->open_accounts(m, s);
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

// A following step would book grids in its own sweep, at less cost. This does it without one.
void ledger_settle(const carom_model *m, carom_state *s) {
  assert((!s->head->waiting || method_of(m)->settle != NULL) && "who defers it settles it");
  if (s->head->waiting)
    method_of(m)->settle(m, s);
}

// What errors are measured by (theory 8.12 and 8.16).
static double scale(const carom_state *s) {
  const double share = s->single ? 6e-4 : 1e-6;
  return s->head->largest_turnover + share * sqrt(s->head->exchanges);
}

carom_ledger carom_state_ledger(const carom_state *s) {
  if (s == NULL)
    return (carom_ledger){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
  carom_ledger l = s->head->ledger;
  l.largest_error = s->head->largest_error;
  l.largest_turnover = s->head->largest_turnover;
  l.largest_balance_error = l.largest_turnover > 0 ? l.largest_error / scale(s) : 0;
  return l;
}

static carom_share share_of(const account *a) {
  return (carom_share){.kinetic = a->kinetic,
                       .potential = a->potential,
                       .dissipated = sum_value(a->dissipated),
                       .supplied = sum_value(a->supplied),
                       .numerical = sum_value(a->numerical)};
}

carom_share carom_body_share(const carom_model *m, const carom_state *s, int body) {
  return state_has_body(m, s, body) ? share_of(&s->body_account[body]) : (carom_share){0};
}

carom_share carom_contact_share(const carom_model *m, const carom_state *s, int contact) {
  return state_has_contact(m, s, contact) ? share_of(&s->contact_account[contact])
                                          : (carom_share){0};
}

bool carom_contact_bound(const carom_model *m, const carom_state *s, int contact,
                         carom_bound *bound) {
  if (!state_has_contact(m, s, contact) || method_of(m)->bound == NULL ||
      !method_of(m)->bound(m, s, contact, bound))
    return false;
  bound->deepest = impact_deepest(s, contact);
  return true;
}

void carom_state_keep_ledger(const carom_model *m, carom_state *s, bool keep) {
  if (!state_is_of(m, s))
    return;
  if (keep && !s->head->keep_ledger)
    ledger_open(m, s); // what happened meanwhile is not an error
  s->head->keep_ledger = keep;
}
