// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Messages and values that come with an offset wait here for their sample, in the order of their
// samples, and of their coming at the same one. What is due is done at once, so that none that
// waits is.

#include "play/play.h"

#include <math.h>

static waiting_event *event_at(const carom_player *p, int i) {
  return &p->waiting.event[(p->waiting.first + i) % WAITING];
}

static void act(carom_player *p, const waiting_event *e) {
  if (e->control < 0) {
    midi_take(p, e->bytes, e->count);
    return;
  }
  const carom_control_info *c = &p->control[e->control].info;
  player_move(p, e->control, -1, fmin(fmax(e->value, fmin(c->from, c->to)), fmax(c->from, c->to)));
}

static void act_first(carom_player *p) {
  const waiting_event e = *event_at(p, 0);
  p->waiting.first = (p->waiting.first + 1) % WAITING;
  --p->waiting.count;
  act(p, &e);
}

int waiting_next(const carom_player *p, int samples) {
  const long long left =
      p->waiting.count > 0 ? event_at(p, 0)->at - p->report.samples : (long long)samples;
  return left < samples ? (int)left : samples;
}

void waiting_act(carom_player *p) {
  while (p->waiting.count > 0 && event_at(p, 0)->at <= p->report.samples)
    act_first(p);
}

// Where no more can wait, the first one acts early: none is lost, and their order stays.
static void add(carom_player *p, waiting_event e, int offset) {
  if (offset <= 0) {
    act(p, &e);
    return;
  }
  if (p->waiting.count == WAITING)
    act_first(p);
  e.at = p->report.samples + offset;
  int i = p->waiting.count++;
  for (; i > 0 && event_at(p, i - 1)->at > e.at; --i)
    *event_at(p, i) = *event_at(p, i - 1);
  *event_at(p, i) = e;
}

carom_status carom_player_set_at(carom_player *p, int control, double value, int offset) {
  if (!player_has(p, control))
    return CAROM_NOT_LIVE;
  if (!isfinite(value)) {
    ++p->report.ignored;
    return CAROM_BAD_VALUE;
  }
  add(p, (waiting_event){.control = control, .value = value}, offset);
  return CAROM_OK;
}

void carom_player_midi_at(carom_player *p, const unsigned char *bytes, int count, int offset) {
  if (p == NULL)
    return;
  waiting_event e = {.control = -1, .count = count < 3 ? count : 3}; // longer ones are for others
  if (bytes == NULL || count < 0)
    e.count = 0; // no message at all
  for (int i = 0; i < e.count; ++i)
    e.bytes[i] = bytes[i];
  add(p, e, offset);
}

void carom_player_midi(carom_player *p, const unsigned char *bytes, int count) {
  carom_player_midi_at(p, bytes, count, 0);
}
