// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Whether scenes sound the pitches of bodies that are tuned.

#ifndef CAROM_TEST_HEARD_H
#define CAROM_TEST_HEARD_H

#include "ringing.h"

/// Cents. The mode of the scene is found to 1e-3 of that, and a run is heard as well.
static const double in_tune = 0.3;

/// An allocator that fails after some allocations.
static inline void *failing(void *user, void *block, size_t old_size, size_t new_size) {
  int *left = user;
  const carom_memory heap = carom_memory_heap();
  if (new_size > 0 && (*left)-- <= 0)
    return NULL;
  return heap.resize(heap.user, block, old_size, new_size);
}

static inline rig rig_in(const carom_scene *scene) {
  rig r = {.scene = NULL};
  carom_error error;
  if ((r.model = carom_model_compile(scene, NULL, &error)) == NULL)
    fail_msg("%s", error.text);
  r.state = carom_state_new(r.model, NULL);
  assert_non_null(r.state);
  return r;
}

// What the output `heard` sounds near a pitch, after a live key was set.
static inline double heard_near(const carom_scene *scene, const char *key, double value,
                                double pitch, double seconds, double window) {
  rig r = rig_in(scene);
  if (key != NULL) {
    const int live = carom_model_find_live(r.model, key);
    assert_true(live >= 0);
    assert_int_equal(carom_state_set(r.model, r.state, live, value), CAROM_OK);
  }
  int samples = 0;
  double rate = 0;
  const int output = carom_model_find_output(r.model, "heard");
  assert_true(output >= 0);
  double *x = sounded(&r, output, seconds, &samples, &rate);
  const ringing first = ringing_of(x, samples, rate, 0.1, window, pitch);
  const ringing heard = ringing_of(x, samples, rate, 0.1, window, first.frequency);
  free(x);
  rig_free(&r);
  return heard.frequency;
}

static inline void assert_scene_in_tune(const carom_scene *scene, const char *key, int count,
                                        const double *pitch) {
  for (int i = 0; i < count; ++i) {
    const double heard = heard_near(scene, key, pitch[i], pitch[i], 2.3, 0.5);
    assert_near(cents_between(heard, pitch[i]), 0, in_tune);
  }
}

#endif
