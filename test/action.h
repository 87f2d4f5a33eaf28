// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Blows of the scene piano-action, for its tests.

#ifndef CAROM_TEST_ACTION_H
#define CAROM_TEST_ACTION_H

#include "support.h"

/// The contacts of the action.
static const char *const action_contacts[] = {"capstan", "bottom", "rail", "push",
                                              "carry",   "letoff", "drop", "strike",
                                              "check",   "rest",   "lift", "damp"};
enum { ACTION_CONTACTS = sizeof action_contacts / sizeof action_contacts[0] };

static const char *const action_bodies[] = {"key", "whippen", "jack", "lever", "hammer", "damper"};
enum { ACTION_BODIES = sizeof action_bodies / sizeof action_bodies[0] };

/// piano-action with the forces of all its contacts as outputs of their names.
static inline carom_scene *action_scene(void) {
  carom_scene *scene = scene_of("piano-action");
  for (int i = 0; i < ACTION_CONTACTS; ++i) {
    char path[64];
    snprintf(path, sizeof path, "outputs.on_%s.of", action_contacts[i]);
    rig_set(scene, path, action_contacts[i]);
    snprintf(path, sizeof path, "outputs.on_%s.quantity", action_contacts[i]);
    rig_set(scene, path, "force");
  }
  return scene;
}

/// An output by its name, now.
static inline double action_read(const rig *r, const char *name) {
  const int output = carom_model_find_output(r->model, name);
  assert_true(output >= 0);
  return carom_output(r->model, r->state, output);
}

/// A held force that rises in 20 ms.
static inline void action_hold(carom_scene *scene, double force) {
  char table[80];
  snprintf(table, sizeof table, "[[0, 0], [0.02, %.17g]]", -force);
  rig_set(scene, "forces.finger.table", table);
}

/// A blow up to its first strike.
typedef struct {
  bool strikes;
  double time;   // of the strike, s
  double speed;  // of the hammer's nose in the sample before, m/s
  double letoff; // when the jack last pushed, s
  double gap;    // then, m
} blow;

static inline blow action_blow(rig *r, double most) {
  const double rate = carom_model_describe(r->model).rate;
  blow b = {.strikes = false};
  double before = 0;
  for (int n = 0; n < most * rate; ++n) {
    rig_steps(r, 1);
    const double force = action_read(r, "force");
    if (force > 0) {
      b.strikes = true;
      b.time = n / rate;
      b.speed = before;
      return b;
    }
    if (action_read(r, "on_push") > 0) {
      b.letoff = n / rate;
      b.gap = action_read(r, "gap");
    }
    before = action_read(r, "hammer");
  }
  return b;
}

#endif
