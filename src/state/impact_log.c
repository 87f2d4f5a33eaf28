// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The log of impacts: each impact of a contact, from the sample interval in which its overlap rises
// above zero to the one in which it returns. Times are where the straight line between two samples
// crosses zero (theory 8.10); the impact is closed once its energy has left psi, so that impulse
// and speed are complete. Contacts resolved inside the sample know their times, and may begin and
// end within one interval.

#include "scene/words.h"
#include "state/state.h"

#include <assert.h>
#include <math.h>

static void add_up(impact_sums *all, const carom_impact *e, double deepest) {
  all->impulse += e->impulse;
  all->lasted += e->impulse * (e->end - e->begin);
  all->closed += e->impulse * e->speed_in;
  all->energy += e->impulse * (e->speed_in + e->speed_out) / 4;
  all->deepest = fmax(all->deepest, deepest);
}

void impact_queue(const carom_model *m, carom_state *s, const carom_impact *event, double deepest) {
  const int capacity = impact_capacity(m);
  assert(event->contact >= 0 && event->contact < m->contact_count);
  assert(s->head->impact_count <= capacity);
  impact_tracker *tracker = &s->tracker[event->contact];
  carom_impact numbered = *event;
  numbered.number = (int)++s->counts[event->contact].impacts;
  numbered.impulse = fmax(event->impulse, 0); // a start that is not resolved pushes too little
  if (numbered.number == 1) {
    tracker->first = numbered;
    tracker->first_deepest = deepest;
  }
  add_up(&tracker->all, &numbered, deepest);
  if (s->head->impact_count == capacity) { // full: the oldest is handed over, or dropped
    if (s->overflow != NULL)
      s->overflow(s->overflow_user, &s->impact[s->head->impact_first]);
    s->head->impact_first = (s->head->impact_first + 1) % capacity;
    --s->head->impact_count;
  }
  s->impact[(s->head->impact_first + s->head->impact_count) % capacity] = numbered;
  ++s->head->impact_count;
}

// A contact may push between two samples of which neither shows an overlap: psi and the bodies
// differ by little (theory 2.15), which is much of an impact that is slight or very hard.
static bool touches_between(const carom_model *m, const impact_tracker *w, int contact) {
  const contact_summary *g = &w->summary;
  return m->contact[contact].scheme == SCHEME_POSITIVE && g->overlap <= 0 && g->force > 0;
}

// When the overlap rose above zero, at the latest now.
static double beginning_of(const carom_model *m, const carom_state *s, int contact) {
  const impact_tracker *w = &s->tracker[contact];
  const double now = (double)s->head->n * m->k;
  const double rise = w->summary.overlap - w->summary.before;
  double ago = 0;
  if (touches_between(m, w, contact)) // there by its speed
    ago = m->k - (w->summary.approach > 0 ? fmax(-w->summary.before, 0) / w->summary.approach : 0);
  else if (w->summary.before <= 0 && rise > 0)
    ago = m->k * w->summary.overlap / rise;
  return fmax(now - fmax(ago, 0), w->since);
}

static void begin_impact(const carom_model *m, carom_state *s, int contact) {
  impact_tracker *w = &s->tracker[contact];
  w->open = true;
  w->deepest = 0;
  w->event = (carom_impact){.contact = contact,
                            .begin = beginning_of(m, s, contact),
                            .end = touches_between(m, w, contact) ? (double)s->head->n * m->k
                                                                  : (double)NAN,
                            .speed_in = fabs(w->summary.approach),
                            .speed_out = NAN,
                            .energy_lost = -sum_value(s->contact_account[contact].dissipated)};
}

static void begin_inside(impact_tracker *w, const sub_sample_summary *inside) {
  w->event.energy_lost += inside->now.spent;
  if (!isnan(inside->now.begin))
    w->event.begin = fmax(inside->from + inside->now.begin, w->since);
  if (!isnan(inside->now.speed_in))
    w->event.speed_in = fabs(inside->now.speed_in);
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

static inline void raise_to(double *max, double value) {
  *max = value > *max ? value : *max;
}

static void follow_impact(const carom_model *m, carom_state *s, int contact,
                          const sub_sample_summary *inside) {
  impact_tracker *w = &s->tracker[contact];
  const bool apart = w->summary.overlap <= 0;
  const double fall = w->summary.before - w->summary.overlap;
  w->event.impulse += m->k * w->summary.force;
  raise_to(&w->event.peak_force, w->summary.force);
  raise_to(&w->event.peak_force, w->summary.peak);
  raise_to(&w->deepest, w->summary.depth);
  if (inside != NULL) {
    w->event.peak_force = fmax(w->event.peak_force, inside->now.peak);
    w->event.end = inside->from + inside->now.end;
  }
  const double now = ((double)s->head->n - (inside != NULL ? 0.5 : 0)) * m->k;
  if (!apart)
    w->event.end = NAN;
  else if (isnan(w->event.end))
    w->event.end = now + (fall > 0 ? m->k * w->summary.overlap / fall : 0);
  if (apart && inside != NULL && !isnan(inside->now.speed_out))
    w->summary.speed = inside->now.speed_out;
  w->event.end = w->event.end < w->event.begin ? w->event.begin : w->event.end;
  if (apart && (w->summary.psi <= 0 || m->contact[contact].scheme == SCHEME_PUBLISHED))
    end_impact(m, s, contact);
}

// Those impacts of a sample that have ended before its last one began. `later` is what the sample
// lost after the first of them, which may have begun earlier.
static void end_inside(const carom_model *m, carom_state *s, int contact,
                       const sub_sample_summary *inside) {
  impact_tracker *w = &s->tracker[contact];
  double later = inside->now.spent;
  for (int i = 0; i < inside->events; ++i)
    later += inside->before[i].spent;
  for (int i = 0; i < inside->events; ++i) {
    const sub_sample_event *e = &inside->before[i];
    const double lost = sum_value(s->contact_account[contact].dissipated);
    if (!w->open) {
      begin_impact(m, s, contact);
      w->event.energy_lost = later - lost;
      w->event.begin = fmax(inside->from + (isnan(e->begin) ? 0 : e->begin), w->since);
      w->event.speed_in = fabs(e->speed_in);
    }
    later -= e->spent;
    w->open = false;
    w->event.end = fmax(inside->from + e->end, w->event.begin);
    w->event.impulse += e->impulse;
    raise_to(&w->event.peak_force, e->peak);
    w->event.speed_out = fabs(e->speed_out);
    w->event.energy_lost += lost - later;
    impact_queue(m, s, &w->event, w->deepest);
    w->summary.force = inside->now.impulse / m->k; // what is left belongs to the last
  }
}

// Contacts that overlap at the start count from then on. Half of the step that its force stands for
// lies before.
void impact_start(const carom_model *m, carom_state *s, int contact, double speed) {
  impact_tracker *w = &s->tracker[contact];
  w->since = (double)s->head->n * m->k;
  if (w->summary.overlap <= 0 && w->summary.force == 0)
    return;
  w->summary.approach = speed;
  begin_impact(m, s, contact);
  w->event.begin = w->since;
  w->event.impulse = -m->k / 2 * w->summary.force;
}

// A mass is taken away.
void impact_break(const carom_model *m, carom_state *s, int contact) {
  impact_tracker *w = &s->tracker[contact];
  if (!w->open)
    return;
  w->event.end = (double)s->head->n * m->k;
  end_impact(m, s, contact);
}

// Whether an impact has begun that would not have by the speed its bodies had.
bool impact_track(const carom_model *m, carom_state *s, int contact,
                  const sub_sample_summary *inside) {
  impact_tracker *w = &s->tracker[contact];
  const bool was_open = w->open != 0;
  if (inside != NULL) {
    end_inside(m, s, contact, inside);
    w->crowd = inside->crowd > w->crowd ? inside->crowd : w->crowd;
  }
  if (!w->open && (w->summary.overlap > 0 || (w->summary.force > 0 && inside != NULL) ||
                   touches_between(m, w, contact))) {
    begin_impact(m, s, contact);
    if (inside != NULL)
      begin_inside(w, inside);
  }
  const bool begins = !was_open && w->open;
  if (w->open)
    follow_impact(m, s, contact, inside);
  return begins && w->open && w->summary.before + m->k * w->summary.approach <= 0;
}

void impact_follow_rigid(const carom_model *m, carom_state *s, int contact,
                         const rigid_summary *now) {
  impact_tracker *w = &s->tracker[contact];
  if (!w->open && now->touches) {
    w->open = true;
    w->event = (carom_impact){.contact = contact,
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

double impact_deepest(const carom_state *s, int contact) {
  const impact_tracker *w = &s->tracker[contact];
  return w->open ? fmax(w->all.deepest, w->deepest) : w->all.deepest;
}

void carom_state_overflow(carom_state *s, carom_impact_sink *take, void *user) {
  if (s == NULL)
    return;
  s->overflow = take;
  s->overflow_user = user;
}

bool carom_state_next_impact(const carom_model *m, carom_state *s, carom_impact *event) {
  if (!state_is_of(m, s) || event == NULL || s->head->impact_count == 0)
    return false;
  *event = s->impact[s->head->impact_first];
  s->head->impact_first = (s->head->impact_first + 1) % impact_capacity(m);
  --s->head->impact_count;
  return true;
}

bool carom_state_open_impact(const carom_model *m, const carom_state *s, int contact,
                             carom_impact *event) {
  if (!state_has_contact(m, s, contact) || !s->tracker[contact].open)
    return false;
  *event = s->tracker[contact].event;
  event->energy_lost += sum_value(s->contact_account[contact].dissipated);
  event->impulse = fmax(event->impulse, 0);
  return true;
}

bool carom_contact_first(const carom_model *m, const carom_state *s, int contact,
                         carom_impact *event, double *compression) {
  if (!state_has_contact(m, s, contact) || s->counts[contact].impacts == 0)
    return false;
  *event = s->tracker[contact].first;
  *compression = s->tracker[contact].first_deepest;
  return true;
}

carom_counts carom_contact_counts(const carom_model *m, const carom_state *s, int contact) {
  return state_has_contact(m, s, contact) ? s->counts[contact] : (carom_counts){0, 0, 0, 0};
}
