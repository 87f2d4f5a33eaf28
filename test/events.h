// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What tests of the event method share: the impacts of a run, and the beam of the thesis.

#ifndef CAROM_TEST_EVENTS_H
#define CAROM_TEST_EVENTS_H

#include "support.h"

/// The impacts of a run.
enum { MAX = 4000 };

typedef struct {
  int count;
  carom_impact at[MAX];
} log_of_events;

static log_of_events heard;

// Runs to a time and keeps every event.
static inline void listen(rig *r, double seconds) {
  const carom_model_info info = carom_model_describe(r->model);
  heard.count = 0;
  for (long long n = 0; n < llround(seconds * info.rate); ++n) {
    carom_step(r->model, r->state);
    carom_impact event;
    while (carom_state_next_impact(r->model, r->state, &event))
      if (heard.count < MAX)
        heard.at[heard.count++] = event;
  }
}

static inline rig beam(const char *const sets[][2], int count) {
  carom_scene *scene = scene_of("beam-stop");
  for (int i = 0; i < count; ++i)
    rig_set(scene, sets[i][0], sets[i][1]);
  return rig_of(scene);
}

static inline double stored(const rig *r) {
  const carom_ledger l = carom_state_ledger(r->state);
  return l.kinetic + l.potential + l.contact;
}

#endif
