// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts along a body as a whole (see summary.c): of the links in their runs, those that do not
// act count by the deepest of them alone. Some links of a contact may be in no run; all sums go in
// the order of links.

#include "methods/audio/links.h"
#include "methods/audio/summary.h"
#include "scene/words.h"

#include <math.h>

/// Where links of a contact may be among those that act: from `first` up to `end`.
typedef struct {
  int first, end;
} acting_range;

// The first that acts from this link on.
static int first_acting(const audio_state *a, int link) {
  int low = 0;
  int high = a->acting_count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (a->acting[middle] < link)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static acting_range acting_of(const carom_model *m, const audio_state *a, int contact) {
  const int *links = links_of(m, contact);
  return (acting_range){first_acting(a, links[0]),
                        first_acting(a, links[m->contact[contact].links - 1] + 1)};
}

double runs_force(const carom_model *m, const carom_state *s, int contact) {
  const audio_state *a = audio_of(s);
  const acting_range range = acting_of(m, a, contact);
  double sum = 0;
  for (int n = range.first; n < range.end; ++n)
    if (m->link[a->acting[n]].contact == contact)
      sum += link_force(a, a->acting[n]);
  return sum;
}

// Links that do not act have no psi.
double runs_psi(const carom_model *m, const carom_state *s, int contact) {
  const audio_state *a = audio_of(s);
  const acting_range range = acting_of(m, a, contact);
  int acting = 0;
  double psi = -INFINITY;
  for (int n = range.first; n < range.end; ++n) {
    const int i = a->acting[n];
    if (m->link[i].contact != contact)
      continue;
    const int slot = slot_of_link(a, i);
    const double next = slot >= 0 ? a->slot_next[slot] : step_at(a, i)->psi;
    psi = fmax(psi, (*link_psi_at(a, i) + next) / 2);
    ++acting;
  }
  return acting < m->contact[contact].links ? fmax(psi, 0) : psi;
}

// --- For the log of impacts ---------------------------------------------------------------------

// Adds those links of a run's part that touch.
static void add_piece(const carom_model *m, const carom_state *s, const acting_piece *piece,
                      touch_sums *sum) {
  const audio_state *a = audio_of(s);
  const double damping = s->values[piece->run->contact].damping;
  for (int n = piece->first; n < piece->end; ++n) {
    const int slot = a->acting_slot[n];
    const double psi = a->slot_psi[slot];
    if (a->slot_force[slot] != 0 || psi != 0)
      touch_add(sum, link_law(m, &m->link[a->acting[n]]), 1 + damping * a->slot_deta[slot] / m->k,
                slot_half(a, slot), psi, a->slot_force[slot]);
  }
}

void runs_start_sums(const carom_model *m, carom_state *s) {
  const audio_state *a = audio_of(s);
  for (int i = 0; i < a->piece_count; ++i)
    if (a->piece[i].run != NULL)
      add_piece(m, s, &a->piece[i], &a->summary[a->piece[i].run - a->plan.run].touching);
}

static void put_sums(const carom_model *m, int contact, const touch_sums *sum, contact_summary *g) {
  g->force = sum->force;
  g->psi = sum->psi;
  g->depth = sum->depth;
  g->peak = m->contact[contact].scheme == SCHEME_POSITIVE ? sum->peak : g->peak;
}

// Adds a link outside of the run. Of equally deep links the first one counts.
static void add_outside(const carom_model *m, const carom_state *s, int i, contact_summary *g,
                        run_summary *d) {
  const link_memory *p = link_at(audio_of(s), i);
  const double last = p->eta - p->deta;
  if (p->eta > d->overlap || (p->eta == d->overlap && i < d->link)) {
    d->overlap = p->eta;
    d->link = i;
  }
  d->before = last > d->before ? last : d->before;
  if (step_at(audio_of(s), i)->force != 0 || p->psi != 0)
    summary_add_link(m, s, i, g);
}

void runs_summarise(const carom_model *m, const carom_state *s, int contact, contact_summary *g) {
  const audio_state *a = audio_of(s);
  const link_run *run = &a->plan.run[a->plan.run_of[contact]];
  const int *links = links_of(m, contact);
  const int last = links[m->contact[contact].links - 1];
  run_summary d = a->summary[a->plan.run_of[contact]];
  if (d.link < 0)
    d.link = links[0];
  if (run->whole)
    put_sums(m, contact, &d.touching, g);
  for (int i = 0; i < a->piece_count && !run->whole; ++i) {
    const acting_piece piece = a->piece[i];
    touch_sums sum = {g->force, g->psi, g->depth, g->peak};
    if (piece.run == run) {
      add_piece(m, s, &piece, &sum);
      put_sums(m, contact, &sum, g);
    }
    if (piece.run != NULL || piece.first > last || piece.end <= links[0])
      continue;
    for (int l = piece.first; l < piece.end; ++l)
      if (m->link[l].contact == contact)
        add_outside(m, s, l, g, &d);
  }
  g->overlap = d.overlap;
  g->before = d.before;
  g->speed = link_deta(a, d.link) / m->k;
}
