// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scenes with families.

#ifndef CAROM_TEST_FAMILIES_H
#define CAROM_TEST_FAMILIES_H

#include "support.h"

/// Bars that mallets are thrown at, with a play section, what a bar has besides, and more items.
#define MARIMBA(play, bar, more)                                                                   \
  "carom: 1\nduration: 0.5\nplay: {" play "}\nbodies:\n"                                           \
  "  bar*: {type: bar, density: 800, youngs: 1.2e10, pitch: key, width: 0.05, "                    \
  "length: {C3: 0.38, C6: 0.17}, ends: [free, free]" bar "}\n"                                     \
  "  mallet*: {type: mass, mass: {C3: 0.03, C6: 0.018}, position: 0.02}\n"                         \
  "  frame: {type: barrier, position: 0}\n"                                                        \
  "  hand: {type: barrier, position: 0.02}\n"                                                      \
  "contacts:\n"                                                                                    \
  "  hit*: {type: collision, below: bar*@0.5, above: mallet*, stiffness: 1e7, exponent: 1.5, "     \
  "damping: 0.2}\n"                                                                                \
  "  cord_a*: {type: spring, below: bar*@0.224, above: frame, linear: 500, sigma_x: 0.1}\n"        \
  "  cord_b*: {type: spring, below: bar*@0.776, above: frame, linear: 500, sigma_x: 0.1}\n"        \
  "  back*: {type: spring, below: mallet*, above: hand, linear: 40, sigma_x: 0.3}\n"               \
  "controls:\n"                                                                                    \
  "  strike: {gesture: throw, on: mallet*, from: -0.3, to: -4, midi: note-on}\n"                   \
  "outputs:\n"                                                                                     \
  "  bars: {of: bar*@0.5, quantity: velocity, audio: true, gain: auto, "                           \
  "pan: {C3: -0.6, C6: 0.6}}\n" more

/// The value of a path once the families are expanded; NAN if there is none.
static inline double expanded_number(const carom_scene *scene, const char *path) {
  carom_error error;
  carom_scene *plain = carom_scene_expand(scene, NULL, &error);
  if (plain == NULL)
    fail_msg("%s", error.text);
  const double value = carom_scene_number(plain, path);
  carom_scene_free(plain);
  return value;
}

static inline void assert_expanded(const carom_scene *scene, const char *path, const char *text) {
  carom_error error;
  carom_scene *plain = carom_scene_expand(scene, NULL, &error);
  if (plain == NULL)
    fail_msg("%s", error.text);
  const char *found = carom_scene_get(plain, path);
  if (found == NULL || strcmp(found, text) != 0)
    fail_msg("%s is %s, expected %s", path, found != NULL ? found : "not there", text);
  carom_scene_free(plain);
}

static inline bool expanded_has(const carom_scene *scene, const char *section, const char *name) {
  carom_error error;
  carom_scene *plain = carom_scene_expand(scene, NULL, &error);
  bool has = false;
  if (plain == NULL)
    fail_msg("%s", error.text);
  for (int i = 0; i < carom_scene_count(plain, section); ++i)
    has = has || strcmp(carom_scene_name(plain, section, i), name) == 0;
  carom_scene_free(plain);
  return has;
}

#endif
