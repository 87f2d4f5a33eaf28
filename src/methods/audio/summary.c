// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts as a whole: forces of their links add up; of overlaps and psi the largest counts, and
// the velocity is that of the deepest.

#include "methods/audio/summary.h"
#include "methods/audio/links.h"
#include "methods/audio/stages.h"

#include "base/kernel.h"
#include "contacts/psi.h"
#include "methods/audio/modes/modes.h"
#include "scene/words.h"
#include <assert.h>
#include <math.h>

static inline bool has_run(const audio_state *a, int contact) {
  return a->runs > 0 && a->plan.run_of[contact] >= 0;
}

double audio_force(const carom_model *m, const carom_state *s, int contact) {
  const audio_state *a = audio_of(s);
  if (has_run(a, contact))
    return runs_force(m, s, contact);
  const int *links = links_of(m, contact);
  const int count = m->contact[contact].links;
  double sum = step_at(a, links[0])->force + 0.0; // not -0
  for (int i = 1; i < count; ++i)
    sum += step_at(a, links[i])->force;
  return sum;
}

APART static int deepest_of(const audio_state *a, const int *links, int count) {
  int deepest = links[0];
  for (int i = 1; i < count; ++i)
    if (link_eta(a, links[i]) > link_eta(a, deepest))
      deepest = links[i];
  return deepest;
}

static inline int deepest_link(const carom_model *m, const audio_state *a, int contact) {
  const int *links = links_of(m, contact);
  const int count = m->contact[contact].links;
  assert(count > 0);
  return count == 1 ? links[0] : deepest_of(a, links, count);
}

double audio_overlap(const carom_model *m, const carom_state *s, int contact) {
  const audio_state *a = audio_of(s);
  const int i = deepest_link(m, a, contact);
  return link_eta(a, i) + (m->link[i].modals > 0 ? modes_correct(m, a, i) : 0);
}

// d(eta)/dt; of a bow, the relative velocity of its point.
double audio_overlap_rate(const carom_model *m, const carom_state *s, int contact) {
  const audio_state *a = audio_of(s);
  const int i = deepest_link(m, a, contact);
  const model_link *link = &m->link[i];
  double D = link_deta(a, i) + gather_link(nodes_of_link(m, a, link), a->next);
  if (link->barrier >= 0)
    D += link->side * a->barrier_next[link->barrier];
  if (link->modals > 0)
    D += modes_next(m, a, i);
  return D / (2 * m->k) - s->values[contact].bow_speed;
}

// The mean of the two half steps around t_n.
double audio_psi(const carom_model *m, const carom_state *s, int contact) {
  const audio_state *a = audio_of(s);
  if (has_run(a, contact))
    return runs_psi(m, s, contact);
  double psi = -INFINITY;
  for (int i = 0; i < m->contact[contact].links; ++i) {
    const int link = links_of(m, contact)[i];
    psi = fmax(psi, (link_at(a, link)->psi + step_at(a, link)->psi) / 2);
  }
  return psi;
}

static bool pushes(const audio_state *a, int link) {
  return link_force(a, link) != 0;
}

double audio_link_force(const carom_model *m, const carom_state *s, int link) {
  (void)m;
  return link_force(audio_of(s), link) + 0.0; // not -0
}

double audio_contact_length(const carom_model *m, const carom_state *s, int contact) {
  double length = 0;
  for (int i = 0; i < m->contact[contact].links; ++i) {
    const int link = links_of(m, contact)[i];
    length += pushes(audio_of(s), link) ? m->link[link].width : 0;
  }
  return length;
}

// Stretches of links that push: each ends where the next does not.
double audio_patches(const carom_model *m, const carom_state *s, int contact) {
  const audio_state *a = audio_of(s);
  int patches = 0;
  for (int i = 0; i < m->contact[contact].links; ++i) {
    const int link = links_of(m, contact)[i];
    const int next = m->link[link].next;
    patches += pushes(a, link) && (next < 0 || !pushes(a, next));
  }
  return patches;
}

// --- For the log of impacts ---------------------------------------------------------------------

static bool is_exact(const carom_model *m, int contact) {
  return m->contact[contact].scheme == SCHEME_EXACT;
}

// Times, peak and loss of the links resolved inside the sample, from t_{n-3/2} to t_{n-1/2}.
static sub_sample_summary summarise_inside(const carom_model *m, const carom_state *s,
                                           int contact) {
  const audio_state *a = audio_of(s);
  sub_sample_summary g = {.from = ((double)s->head->n - 1.5) * m->k, .now = no_event};
  for (int i = 0; i < m->contact[contact].links; ++i) {
    const int link = links_of(m, contact)[i];
    const sub_sample_work *in = &a->inside[link];
    g.now.begin = fmin(g.now.begin, in->now.begin); // the number, if one is NAN
    g.now.end = fmax(g.now.end, in->now.end);
    g.now.peak = fmax(g.now.peak, in->now.peak);
    g.now.spent += in->now.spent;
    g.crowd = in->crowd > g.crowd ? in->crowd : g.crowd;
    if (in->often) { // between masses, of which a contact has one link
      g.now = in->now;
      g.before = a->inside_event + (ptrdiff_t)SAMPLE_EVENTS * link;
      g.events = in->events;
    }
  }
  return g;
}

// The force of the law at t_{n-1/2}; a step's own force is a mean and smaller at the peak.
static double law_force(const carom_model *m, const carom_state *s, int i) {
  const link_memory *p = link_at(audio_of(s), i);
  const model_contact *c = &m->contact[m->link[i].contact];
  const double loss = 1 + s->values[m->link[i].contact].damping * p->deta / m->k;
  if (m->link[i].modals > 0 && s->values[m->link[i].contact].damping > 0)
    return 0; // deta of modes is no speed: it holds more than their motion
  if (c->scheme != SCHEME_POSITIVE || p->half <= 0 || p->half > bound_at(audio_of(s), i)->knee)
    return 0;
  return (loss > 0 ? loss : 0) * law_ratio(link_law(m, &m->link[i]), p->half) / 2 * p->psi *
         p->psi / p->half;
}

// A link that touches, or has just done so.
void summary_add_link(const carom_model *m, const carom_state *s, int i, contact_summary *g) {
  const link_memory *p = link_at(audio_of(s), i);
  g->force += step_at(audio_of(s), i)->force;
  g->peak += law_force(m, s, i);
  g->depth = p->half > g->depth ? p->half : g->depth;
  if (p->psi > g->psi)
    g->psi = p->psi;
}

// The overlap of links resolved inside the sample is that of half steps.
static void take_half_step(const carom_model *m, const audio_state *a, int contact,
                           contact_summary *g) {
  g->overlap = -INFINITY;
  for (int i = 0; i < m->contact[contact].links; ++i) {
    const int link = links_of(m, contact)[i];
    if (a->sub_sample[link].xi > g->overlap) {
      g->overlap = a->sub_sample[link].xi;
      g->speed = link_at(a, link)->deta / m->k;
    }
  }
}

static void summarise_links(const carom_model *m, carom_state *s, int contact, contact_summary *g) {
  const audio_state *a = audio_of(s);
  const int *links = links_of(m, contact);
  const int count = m->contact[contact].links;
  int deepest = links[0];
  double overlap = -INFINITY;
  double before = -INFINITY;
  for (int i = 0; i < count; ++i) {
    const link_memory *p = link_at(a, links[i]);
    const double last = p->eta - p->deta;
    if (p->eta > overlap) {
      overlap = p->eta;
      deepest = links[i];
    }
    before = last > before ? last : before;
    if (step_at(a, links[i])->force != 0 || p->psi != 0)
      summary_add_link(m, s, links[i], g);
  }
  g->overlap = overlap;
  g->before = before;
  g->speed = link_at(a, deepest)->deta / m->k;
}

static void summarise(const carom_model *m, carom_state *s, int contact) {
  const audio_state *a = audio_of(s);
  contact_summary *g = impact_summary(s, contact);
  const contact_scheme scheme = m->contact[contact].scheme;
  if (has_run(a, contact))
    runs_summarise(m, s, contact, g);
  else
    summarise_links(m, s, contact, g);
  if (scheme == SCHEME_POSITIVE)
    return;
  if (scheme == SCHEME_CLAMP || scheme == SCHEME_PUBLISHED)
    g->depth = g->overlap;
  if (is_exact(m, contact))
    take_half_step(m, a, contact, g);
}

void impacts_start(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->contact_count; ++i)
    if (m->contact[i].impacts) {
      summarise(m, s, i);
      impact_start(m, s, i, s->tracker[i].summary.approach);
    }
}

// Links of a mass that is put elsewhere: their impacts are over, and may begin anew.
void impacts_break(const carom_model *m, carom_state *s, const int *links, int count) {
  for (int n = 0; n < count; ++n)
    impact_break(m, s, m->link[links[n]].contact);
}

void impacts_restart(const carom_model *m, carom_state *s, const int *links, int count) {
  for (int n = 0; n < count; ++n) {
    const int contact = m->link[links[n]].contact;
    if (!m->contact[contact].impacts)
      continue;
    summarise(m, s, contact);
    impact_start(m, s, contact, s->tracker[contact].summary.approach);
  }
}

static bool track(const carom_model *m, carom_state *s, int contact) {
  summarise(m, s, contact);
  if (!is_exact(m, contact))
    return impact_track(m, s, contact, NULL);
  const sub_sample_summary inside = summarise_inside(m, s, contact);
  return impact_track(m, s, contact, &inside);
}

// By the speed that its bodies had.
static bool comes_by_itself(const carom_model *m, const impact_tracker *w) {
  return w->summary.before + m->k * w->summary.approach > 0;
}

// An impact that another one of its island has caused in this interval does not begin before that.
static void begin_with_cause(const carom_model *m, carom_state *s, int contact) {
  const int *island_of = audio_of(s)->plan.island_of;
  carom_impact *caused = &s->tracker[contact].event;
  double cause = INFINITY;
  for (int i = 0; i < m->contact_count; ++i) {
    const impact_tracker *w = &s->tracker[i];
    if (i == contact || !m->contact[i].impacts || !w->open ||
        island_of[links_of(m, i)[0]] != island_of[links_of(m, contact)[0]])
      continue;
    if (comes_by_itself(m, w))
      cause = fmin(cause, w->event.begin);
  }
  if (isfinite(cause) && cause > caused->begin)
    caused->begin = cause;
}

void impacts_track(const carom_model *m, carom_state *s) {
  bool caused = false;
  for (int i = 0; i < m->contact_count; ++i)
    if (m->contact[i].impacts)
      caused = track(m, s, i) || caused;
  for (int i = 0; caused && i < m->contact_count; ++i) {
    const impact_tracker *w = &s->tracker[i];
    const double from = ((double)s->head->n - (is_exact(m, i) ? 1.5 : 1)) * m->k;
    if (m->contact[i].impacts && w->open && w->event.begin >= from - 1e-9 * m->k &&
        !comes_by_itself(m, w))
      begin_with_cause(m, s, i);
  }
}
