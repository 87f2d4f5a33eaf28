// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// From one time to another through all events: free motion in closed form, impacts, and contacts
// that last.

#include "methods/event/modal_motion.h"

#include <math.h>
#include <stddef.h>

static bool follows_law(const modal_system *p, const modal_motion *f) {
  for (int i = 0; i < p->stops; ++i)
    if (f->stop[i].touch == TOUCH_PRESSED && p->stop[i].rule == STOP_LAW)
      return true;
  return false;
}

// After an event: impacts, which stops stay in contact, and new free motion if none does.
static void after_event(const modal_system *p, modal_motion *f) {
  stops_collide(p, f);
  stops_resolve(p, f);
  if (f->head->touching == 0)
    motion_restart(p, f);
}

void motion_begin(const modal_system *p, modal_motion *f) {
  if (p->drives > 0)
    drives_begin(p, f);
  bounds_begin(p, f);
  motion_restart(p, f);
  for (int i = 0; i < p->stops; ++i) {
    const stop *s = &p->stop[i];
    double eta = s->offset;
    double size = fabs(s->offset);
    for (int k = s->first; k < s->first + s->count; ++k) {
      const double part = p->participation[k].weight * f->q0[p->participation[k].mode];
      eta += part;
      size += fabs(part);
    }
    f->stop[i].start = fabs(eta) <= 0x1p-48 * size ? 0 : eta;
  }
  stops_evaluate(p, f);
  after_event(p, f);
}

// Free motion up to the next impact, the horizon of its bounds, or `until`; true if that is
// reached.
static bool advance_free(const modal_system *p, modal_motion *f, double until) {
  motion_head *head = f->head;
  if (motion_next_impact(p, f, fmin(until, head->horizon))) {
    if (motion_book(p, f, head->now))
      motion_evaluate(p, f, head->now);
    motion_rebase(p, f);
    after_event(p, f);
    return false;
  }
  if (head->failed)
    return true;
  head->now = fmin(until, head->horizon);
  const bool there = until <= head->horizon;
  motion_book(p, f, head->now);
  motion_evaluate(p, f, head->now);
  stops_evaluate(p, f);
  if (!there) {
    motion_rebase(p, f);
    motion_restart(p, f);
  }
  return there;
}

// More events between two times mean that time does not advance.
enum { MAX_EVENTS = 100000 };

void motion_advance(const modal_system *p, modal_motion *f, double time) {
  int events = 0;
  for (bool there = false; !there; ++events) {
    const double until = instant_until(f->head->origin, time);
    if (f->head->touching == 0) {
      there = advance_free(p, f, until);
    } else if (until <= 0) {
      there = true;
    } else {
      if (follows_law(p, f) ? law_advance(p, f, until) : held_advance(p, f, until))
        after_event(p, f);
    }
    f->head->failed = f->head->failed || events > MAX_EVENTS || motion_quits(f);
    there = there || f->head->failed;
  }
  stops_forces(p, f);
}
