// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A model whose sound is mixed, and room for it.

#ifndef CAROM_MIX_RIG_H
#define CAROM_MIX_RIG_H

#include "support.h"

enum { RATE = 44100, OUTPUTS = 4, HEARD = 3, A = 0, SHY = 1, B = 2, C = 3 };

/// Three outputs are heard and one is not; what they listen to does not matter, values are made up.
static const char *const text =
    "{carom: 1, rate: 44100, bodies: {m: {type: mass, mass: 1, frequency: 100}}, outputs: {"
    "a: {of: m, audio: true, gain: 1, pan: -1}, shy: {of: m, gain: 9}, "
    "b: {of: m, audio: true, gain: -0.5, pan: 0.3}, c: {of: m, audio: true, pan: 1}}}";

static inline carom_model *model_of(int oversample) {
  carom_scene *scene = scene_of(text);
  rig_set_number(scene, "solver.oversample", oversample);
  carom_model *model = NULL;
  carom_error error;
  if ((model = carom_model_compile(scene, NULL, &error)) == NULL)
    fail_msg("%s", error.text);
  carom_scene_free(scene);
  return model;
}

static inline carom_mix *mix_of(const carom_model *model, const carom_mix_options *options) {
  carom_mix *mix = carom_mix_new(model, options, NULL, NULL);
  assert_non_null(mix);
  return mix;
}

static inline carom_mix_options no_high_pass(void) {
  carom_mix_options options = carom_mix_options_default();
  options.high_pass = 0;
  return options;
}

/// Room for values and sound; not every program needs all of it.
enum { MAX = 60000 };
static double values[MAX * OUTPUTS] __attribute__((unused));
static double filtered[MAX * HEARD] __attribute__((unused));
static float left[MAX] __attribute__((unused));
static float right[MAX] __attribute__((unused));
static float left_too[MAX] __attribute__((unused));
static float right_too[MAX] __attribute__((unused));

static inline void fill_with_noise(uint64_t seed, int rows) {
  for (int i = 0; i < rows * OUTPUTS; ++i)
    values[i] = random_between(&seed, -1, 1);
}

#endif
