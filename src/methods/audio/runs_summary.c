// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts along a body as a whole (see summary.c): of the links in their runs, those that do not
// act count by the deepest of them alone. Some links of a contact may be in no run; all sums go in
// the order of links.

#include "methods/audio/audio.h"

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

// Adds links of the run that touch, or have just done so; their law has no bound. As law_force() in
// summary.c.
static void add_part(const carom_model *m, const carom_state *s, acting_part part,
                     contact_summary *g) {
  const audio_state *a = audio_of(s);
  const model_contact *c = &m->contact[part.run->contact];
  const double damping = s->values[part.run->contact].damping;
  const double k = m->k;
  contact_summary sum = *g;
  for (int n = part.first; n < part.end; ++n) {
    const int i = a->acting[n];
    const int slot = ~a->plan.home[i];
    const double half = slot_half(a, slot);
    const double psi = a->slot_psi[slot];
    const double force = a->slot_force[slot];
    if (force == 0 && psi == 0)
      continue;
    const double loss = 1 + damping * a->slot_deta[slot] / k;
    const power_law *law = part.run->own_laws ? link_law(m, &m->link[i]) : &c->law;
    if (c->scheme == SCHEME_POSITIVE && !(half <= 0))
      sum.peak += (loss > 0 ? loss : 0) * (law->exponent + 1) / 2 * psi * psi / half;
    sum.force += force;
    sum.depth = sum.depth > half ? sum.depth : half;
    sum.psi = psi > sum.psi ? psi : sum.psi;
  }
  *g = sum;
}

// Adds a link outside of the run. Of equally deep links the first one counts.
static void add_outside(const carom_model *m, const carom_state *s, int i, contact_summary *g,
                        run_deepest *d) {
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
  run_deepest d = a->deepest[a->plan.run_of[contact]];
  if (d.link < 0)
    d.link = links[0];
  for (int i = 0; i < a->part_count; ++i) {
    const acting_part part = a->part[i];
    if (part.run == run)
      add_part(m, s, part, g);
    if (part.run != NULL || part.first > last || part.end <= links[0])
      continue;
    for (int l = part.first; l < part.end; ++l)
      if (m->link[l].contact == contact)
        add_outside(m, s, l, g, &d);
  }
  g->overlap = d.overlap;
  g->before = d.before;
  g->speed = link_deta(a, d.link) / m->k;
}
