// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// From one time to another through all that happens: flights in closed form, impacts, and whiles of
// contact.

#include "flight.h"

#include <math.h>
#include <stddef.h>

static bool follows_law(const flight_plan *p, const flight *f) {
  for (int i = 0; i < p->stops; ++i)
    if (f->stop[i].touch == TOUCH_PRESSED && p->stop[i].rule == STOP_LAW)
      return true;
  return false;
}

// After an event: what touches now, and the flight that begins if nothing does.
static void go_on(const flight_plan *p, flight *f) {
  stops_meet(p, f);
  stops_settle(p, f);
  if (f->head->touching == 0)
    flight_depart(p, f);
}

void flight_begin(const flight_plan *p, flight *f) {
  flight_depart(p, f);
  for (int i = 0; i < p->stops; ++i) {
    const stop *s = &p->stop[i];
    double eta = s->offset;
    double size = fabs(s->offset);
    for (int k = s->first; k < s->first + s->count; ++k) {
      const double part = p->reach[k].weight * f->q0[p->reach[k].mode];
      eta += part;
      size += fabs(part);
    }
    f->stop[i].start = fabs(eta) <= 0x1p-48 * size ? 0 : eta;
  }
  stops_look(p, f);
  go_on(p, f);
}

// A flight up to the next event, the horizon of its bounds, or the time; true if that is reached.
static bool fly(const flight_plan *p, flight *f, double until) {
  flight_head *head = f->head;
  if (flight_search(p, f, fmin(until, head->horizon))) {
    if (flight_count(p, f, head->now))
      flight_at(p, f, head->now);
    flight_land(p, f);
    go_on(p, f);
    return false;
  }
  if (head->failed)
    return true;
  head->now = fmin(until, head->horizon);
  const bool there = until <= head->horizon;
  flight_count(p, f, head->now);
  flight_at(p, f, head->now);
  stops_look(p, f);
  if (!there) {
    flight_land(p, f);
    flight_depart(p, f);
  }
  return there;
}

// So many events between two times mean that time does not move on.
enum { MOST_EVENTS = 100000 };

void flight_travel(const flight_plan *p, flight *f, double time) {
  int events = 0;
  for (bool there = false; !there; ++events) {
    const double until = instant_until(f->head->origin, time);
    if (f->head->touching == 0) {
      there = fly(p, f, until);
    } else if (until <= 0) {
      there = true;
    } else {
      if (follows_law(p, f) ? collide_travel(p, f, until) : series_travel(p, f, until))
        go_on(p, f);
    }
    f->head->failed = f->head->failed || events > MOST_EVENTS;
    there = there || f->head->failed;
  }
  stops_feel(p, f);
}
