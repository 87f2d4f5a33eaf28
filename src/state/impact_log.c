// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Events: each impact of a contact, from the sample interval in which its overlap rises above zero
// to the one in which it returns. Times are where the straight line between two samples crosses
// zero; the impact is closed once its energy has left psi, so that impulse and speed are complete.
// Exact contacts know their times, and may begin and end within one interval.

#include "state/state.h"
#include <math.h>

void impacts_queue(const carom_model *m, carom_state *s, const carom_event *event) {
  const int room = impact_room(m);
  if (s->head->event_count == room) { // the oldest makes room
    s->head->event_first = (s->head->event_first + 1) % room;
    --s->head->event_count;
  }
  s->event[(s->head->event_first + s->head->event_count) % room] = *event;
  ++s->head->event_count;
}

/// What the exact links of a contact know of the interval from t_{n-3/2} to t_{n-1/2}.
typedef struct {
  double began, ended; // when they first touched and last parted; NAN if they did not, s
  double peak;         // largest force, N
  double spent;        // energy lost, J
} sub_sample_summary;

static sub_sample_summary summarise_inside(const carom_model *m, const carom_state *s,
                                           int contact) {
  sub_sample_summary g = {.began = NAN, .ended = NAN};
  const double from = ((double)s->head->n - 1.5) * m->k;
  for (int i = 0; i < m->link_count; ++i) {
    if (m->link[i].contact != contact)
      continue;
    const sub_sample_work *in = &s->inside[i];
    g.began = fmin(g.began, from + in->begin); // the number, if one is NAN
    g.ended = fmax(g.ended, from + in->end);
    g.peak = fmax(g.peak, in->peak);
    g.spent += in->spent;
  }
  return g;
}

static bool is_exact(const carom_model *m, int contact) {
  return m->contact[contact].scheme == SCHEME_EXACT;
}

static void begin_impact(const carom_model *m, carom_state *s, int contact) {
  impact_tracker *w = &s->impact_tracker[contact];
  const double now = (double)s->head->n * m->k;
  const double rise = w->seen.overlap - w->seen.before;
  const bool crossed = w->seen.before <= 0 && rise > 0;
  w->open = true;
  w->deepest = 0;
  w->event = (carom_event){.contact = contact,
                           .begin = crossed ? now - m->k * w->seen.overlap / rise : now,
                           .end = NAN,
                           .speed_in = fabs(w->seen.approach),
                           .speed_out = NAN,
                           .energy_lost = -sum_value(s->contact_account[contact].dissipated)};
  if (!is_exact(m, contact) || s->head->n == 0)
    return;
  const sub_sample_summary in = summarise_inside(m, s, contact);
  w->event.energy_lost += in.spent;
  if (!isnan(in.began))
    w->event.begin = in.began;
}

static void end_impact(const carom_model *m, carom_state *s, int contact) {
  impact_tracker *w = &s->impact_tracker[contact];
  w->event.speed_out = fabs(w->seen.speed);
  w->event.energy_lost += sum_value(s->contact_account[contact].dissipated);
  w->open = false;
  impacts_queue(m, s, &w->event);
  if (s->counts[contact].impacts == 0) {
    w->first = w->event;
    w->first_deepest = w->deepest;
  }
  ++s->counts[contact].impacts;
}

static void follow_impact(const carom_model *m, carom_state *s, int contact) {
  impact_tracker *w = &s->impact_tracker[contact];
  const bool apart = w->seen.overlap <= 0;
  const double fall = w->seen.before - w->seen.overlap;
  // Of the force at t = 0 half a step lies before the start.
  w->event.impulse += m->k * w->seen.force * (s->head->n == 1 ? 0.5 : 1);
  w->event.peak_force = fmax(w->event.peak_force, w->seen.force);
  w->deepest = fmax(w->deepest, w->seen.overlap);
  if (is_exact(m, contact)) {
    const sub_sample_summary in = summarise_inside(m, s, contact);
    w->event.peak_force = fmax(w->event.peak_force, in.peak);
    w->event.end = in.ended;
  }
  if (!apart)
    w->event.end = NAN;
  else if (isnan(w->event.end))
    w->event.end = (double)s->head->n * m->k + (fall > 0 ? m->k * w->seen.overlap / fall : 0);
  if (apart && (w->seen.psi <= 0 || m->contact[contact].scheme == SCHEME_PUBLISHED))
    end_impact(m, s, contact);
}

// An exact contact overlaps by what it does at half steps.
static void summarise_half_way(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->contact_count; ++i)
    if (is_exact(m, i))
      s->impact_tracker[i].seen.overlap = -INFINITY;
  for (int i = 0; i < m->link_count; ++i) {
    contact_summary *g = &s->impact_tracker[m->link[i].contact].seen;
    if (m->link[i].exact && s->inside[i].xi > g->overlap) {
      g->overlap = s->inside[i].xi;
      g->speed = s->link[i].deta / m->k;
    }
  }
}

static void summarise(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->contact_count; ++i)
    if (m->contact[i].type == CONTACT_COLLISION)
      s->impact_tracker[i].seen = (contact_summary){
          .overlap = -INFINITY, .before = -INFINITY, .approach = s->impact_tracker[i].seen.speed};
  for (int i = 0; i < m->link_count; ++i) {
    if (m->contact[m->link[i].contact].type != CONTACT_COLLISION)
      continue;
    contact_summary *g = &s->impact_tracker[m->link[i].contact].seen;
    const link_memory *p = &s->link[i];
    const double before = p->eta - p->deta;
    if (p->eta > g->overlap) {
      g->overlap = p->eta;
      g->speed = p->speed;
    }
    if (before > g->before)
      g->before = before;
    g->force += s->work[i].force;
    if (p->psi > g->psi)
      g->psi = p->psi;
  }
  if (m->exact)
    summarise_half_way(m, s);
}

// Contacts that overlap from the start count from t = 0.
void impacts_start(const carom_model *m, carom_state *s) {
  summarise(m, s);
  for (int i = 0; i < m->contact_count; ++i)
    if (m->contact[i].type == CONTACT_COLLISION && s->impact_tracker[i].seen.overlap > 0) {
      s->impact_tracker[i].seen.approach = s->impact_tracker[i].seen.speed;
      begin_impact(m, s, i);
      s->impact_tracker[i].event.begin = 0;
    }
}

// Contacts at a point have one link; along a body the deepest one speaks for all.
void impacts_track(const carom_model *m, carom_state *s) {
  summarise(m, s);
  for (int i = 0; i < m->contact_count; ++i) {
    if (m->contact[i].type != CONTACT_COLLISION)
      continue;
    const contact_summary *g = &s->impact_tracker[i].seen;
    if (!s->impact_tracker[i].open && (g->overlap > 0 || (g->force > 0 && is_exact(m, i))))
      begin_impact(m, s, i);
    if (s->impact_tracker[i].open)
      follow_impact(m, s, i);
  }
}

bool carom_state_next_event(const carom_model *m, carom_state *s, carom_event *event) {
  if (s->head->event_count == 0)
    return false;
  *event = s->event[s->head->event_first];
  s->head->event_first = (s->head->event_first + 1) % impact_room(m);
  --s->head->event_count;
  return true;
}

bool carom_state_open_event(const carom_model *m, const carom_state *s, int contact,
                            carom_event *event) {
  (void)m;
  if (!s->impact_tracker[contact].open)
    return false;
  *event = s->impact_tracker[contact].event;
  event->energy_lost += sum_value(s->contact_account[contact].dissipated);
  return true;
}

bool carom_contact_first(const carom_state *s, int contact, carom_event *event,
                         double *compression) {
  if (s->counts[contact].impacts == 0)
    return false;
  *event = s->impact_tracker[contact].first;
  *compression = s->impact_tracker[contact].first_deepest;
  return true;
}

carom_counts carom_contact_counts(const carom_state *s, int contact) {
  return s->counts[contact];
}
