// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A player of a small instrument, and messages to it.

#ifndef CAROM_TEST_PLAY_RIG_H
#define CAROM_TEST_PLAY_RIG_H

#include "play/play.h"
#include "played_scene.h"
#include "support.h"

static inline carom_player *player_with(const char *text, const char *path, const char *value) {
  carom_scene *scene = scene_of(text);
  carom_player *p = NULL;
  carom_error error;
  if (path != NULL)
    rig_set(scene, path, value);
  if ((p = carom_player_new(scene, NULL, NULL, &error)) == NULL)
    fail_msg("%s", error.text);
  carom_scene_free(scene);
  return p;
}

static inline carom_player *player_of(const char *text) {
  return player_with(text, NULL, NULL);
}

static inline void send(carom_player *p, int a, int b, int c) {
  const unsigned char bytes[] = {(unsigned char)a, (unsigned char)b, (unsigned char)c};
  carom_player_midi(p, bytes, 3);
}

static float left[8192], right[8192];

static inline void wait_for(carom_player *p, int samples) {
  for (; samples > 0; samples -= 512)
    carom_player_render(p, samples < 512 ? samples : 512, left, right);
}

static inline double live(carom_player *p, const char *path) {
  const int index = carom_model_find_live(p->model, path);
  assert_true(index >= 0);
  return carom_state_get(p->model, p->state, index);
}

static inline double equal(int note) {
  return 440 * pow(2, (note - 69) / 12.0);
}

/// One of the messages that a keyboard may send.
static inline void random_message(uint64_t *seed, carom_player *p) {
  static const int kinds[] = {0x80, 0x90, 0x90, 0xA0, 0xB0, 0xB0, 0xD0, 0xE0};
  static const int controllers[] = {1, 2, 3, 64, 123, 121, 7};
  const int kind = kinds[random_31_bits(seed) % 8];
  const int first =
      kind == 0xB0 ? controllers[random_31_bits(seed) % 7] : 40 + (int)(random_31_bits(seed) % 24);
  send(p, kind, first, (int)(random_31_bits(seed) % 128));
}

#endif
