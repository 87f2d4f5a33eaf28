// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The log of impacts: each impact of a contact, from the sample interval in which its overlap rises
// above zero to the one in which it returns. Times are where the straight line between two samples
// crosses zero (theory 8.10); the impact is closed once its energy has left psi, so that impulse
// and speed are complete. Contacts resolved inside the sample know their times, and may begin and
// end within one interval.

#include "state/state.h"

#include <math.h>

static void add_up(impact_sums *all, const carom_event *e, double deepest) {
  all->impulse += e->impulse;
  all->lasted += e->impulse * (e->end - e->begin);
  all->closed += e->impulse * e->speed_in;
  all->energy += e->impulse * (e->speed_in + e->speed_out) / 4;
  all->deepest = fmax(all->deepest, deepest);
}

void impact_queue(const carom_model *m, carom_state *s, const carom_event *event, double deepest) {
  const int room = impact_room(m);
  impact_tracker *tracker = &s->tracker[event->contact];
  carom_event numbered = *event;
  numbered.number = (int)++s->counts[event->contact].impacts;
  if (numbered.number == 1) {
    tracker->first = numbered;
    tracker->first_deepest = deepest;
  }
  add_up(&tracker->all, event, deepest);
  if (s->head->impact_count == room) { // full: the oldest is handed over, or dropped
    if (s->overflow != NULL)
      s->overflow(s->overflow_user, &s->impact[s->head->impact_first]);
    s->head->impact_first = (s->head->impact_first + 1) % room;
    --s->head->impact_count;
  }
  s->impact[(s->head->impact_first + s->head->impact_count) % room] = numbered;
  ++s->head->impact_count;
}

static void begin_impact(const carom_model *m, carom_state *s, int contact) {
  impact_tracker *w = &s->tracker[contact];
  const double now = (double)s->head->n * m->k;
  const double rise = w->summary.overlap - w->summary.before;
  const bool crossed = w->summary.before <= 0 && rise > 0;
  w->open = true;
  w->deepest = 0;
  w->event = (carom_event){.contact = contact,
                           .begin = crossed ? now - m->k * w->summary.overlap / rise : now,
                           .end = NAN,
                           .speed_in = fabs(w->summary.approach),
                           .speed_out = NAN,
                           .energy_lost = -sum_value(s->contact_account[contact].dissipated)};
}

static void begin_inside(impact_tracker *w, const sub_sample_summary *inside) {
  w->event.energy_lost += inside->spent;
  if (!isnan(inside->began))
    w->event.begin = inside->began;
}

static void end_impact(const carom_model *m, carom_state *s, int contact) {
  impact_tracker *w = &s->tracker[contact];
  w->open = false;
  if (w->event.peak_force <= 0) // an overlap at a sample and none half-way: nothing touched
    return;
  w->event.speed_out = fabs(w->summary.speed);
  w->event.energy_lost += sum_value(s->contact_account[contact].dissipated);
  impact_queue(m, s, &w->event, w->deepest);
}

static inline void raise_to(double *most, double value) {
  *most = value > *most ? value : *most;
}

static void follow_impact(const carom_model *m, carom_state *s, int contact,
                          const sub_sample_summary *inside) {
  impact_tracker *w = &s->tracker[contact];
  const bool apart = w->summary.overlap <= 0;
  const double fall = w->summary.before - w->summary.overlap;
  // Half of the step that the force at t = 0 stands for lies before the start.
  w->event.impulse += m->k * w->summary.force * (s->head->n == 1 ? 0.5 : 1);
  raise_to(&w->event.peak_force, w->summary.force);
  raise_to(&w->event.peak_force, w->summary.peak);
  raise_to(&w->deepest, w->summary.depth);
  if (inside != NULL) {
    w->event.peak_force = fmax(w->event.peak_force, inside->peak);
    w->event.end = inside->ended;
  }
  if (!apart)
    w->event.end = NAN;
  else if (isnan(w->event.end))
    w->event.end = (double)s->head->n * m->k + (fall > 0 ? m->k * w->summary.overlap / fall : 0);
  if (apart && (w->summary.psi <= 0 || m->contact[contact].scheme == SCHEME_PUBLISHED))
    end_impact(m, s, contact);
}

// Contacts that overlap from the start count from t = 0.
void impact_start(const carom_model *m, carom_state *s, int contact) {
  impact_tracker *w = &s->tracker[contact];
  if (w->summary.overlap <= 0)
    return;
  w->summary.approach = w->summary.speed;
  begin_impact(m, s, contact);
  w->event.begin = 0;
}

void impact_track(const carom_model *m, carom_state *s, int contact,
                  const sub_sample_summary *inside) {
  impact_tracker *w = &s->tracker[contact];
  if (!w->open && (w->summary.overlap > 0 || (w->summary.force > 0 && inside != NULL))) {
    begin_impact(m, s, contact);
    if (inside != NULL)
      begin_inside(w, inside);
  }
  if (w->open)
    follow_impact(m, s, contact, inside);
}

void impact_follow_rigid(const carom_model *m, carom_state *s, int contact,
                         const rigid_summary *now) {
  impact_tracker *w = &s->tracker[contact];
  if (!w->open && now->touches) {
    w->open = true;
    w->event = (carom_event){.contact = contact,
                             .begin = now->time - now->length,
                             .end = NAN,
                             .speed_in = now->speed_in,
                             .speed_out = NAN,
                             .energy_lost = -sum_value(s->contact_account[contact].dissipated)};
  }
  if (w->open && now->touches) {
    w->event.impulse += now->force * now->length;
    w->event.peak_force = fmax(w->event.peak_force, now->force);
    w->event.speed_out = now->speed_out;
  } else if (w->open) {
    w->open = false;
    w->event.end = now->time - now->length;
    w->event.energy_lost += sum_value(s->contact_account[contact].dissipated);
    impact_queue(m, s, &w->event, 0);
  }
}

void carom_state_overflow(carom_state *s, carom_event_sink *take, void *user) {
  s->overflow = take;
  s->overflow_user = user;
}

bool carom_state_next_event(const carom_model *m, carom_state *s, carom_event *event) {
  if (s->head->impact_count == 0)
    return false;
  *event = s->impact[s->head->impact_first];
  s->head->impact_first = (s->head->impact_first + 1) % impact_room(m);
  --s->head->impact_count;
  return true;
}

bool carom_state_open_event(const carom_model *m, const carom_state *s, int contact,
                            carom_event *event) {
  (void)m;
  if (contact < 0 || contact >= s->contacts || !s->tracker[contact].open)
    return false;
  *event = s->tracker[contact].event;
  event->energy_lost += sum_value(s->contact_account[contact].dissipated);
  return true;
}

bool carom_contact_first(const carom_state *s, int contact, carom_event *event,
                         double *compression) {
  if (contact < 0 || contact >= s->contacts || s->counts[contact].impacts == 0)
    return false;
  *event = s->tracker[contact].first;
  *compression = s->tracker[contact].first_deepest;
  return true;
}

carom_counts carom_contact_counts(const carom_state *s, int contact) {
  const bool known = contact >= 0 && contact < s->contacts;
  return known ? s->counts[contact] : (carom_counts){0, 0, 0, 0};
}
