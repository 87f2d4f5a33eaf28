// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Which controller moves which control: as the scene says, or as was learned since. A controller
// that was learned moves what it was learned for and nothing else; a control that has learned one
// leaves the controller of the scene. And presets, which move several controls at once.

#include "play/play.h"

/// Controllers that mean something by themselves, and are therefore not learned: bank (0, 32), data
/// entry (6, 38), sustain (64), registered parameters (96 to 101), channel modes (120 and above).
static bool has_meaning(int number) {
  return number == 0 || number == 32 || number == 6 || number == 38 || number == 64 ||
         (number >= 96 && number <= 101) || number >= 120;
}

void carom_player_learn(carom_player *p, int control) {
  if (p != NULL)
    p->learning = player_has(p, control) ? control : -1;
}

int carom_player_learning(const carom_player *p) {
  return p != NULL ? p->learning : -1;
}

carom_status carom_player_tie(carom_player *p, int control, int controller) {
  if (!player_has(p, control))
    return CAROM_NOT_LIVE;
  if (controller < -1 || controller > 127 || (controller >= 0 && has_meaning(controller)))
    return CAROM_BAD_VALUE;
  p->control[control].tied = controller;
  return CAROM_OK;
}

int carom_player_tied(const carom_player *p, int control) {
  return player_has(p, control) ? p->control[control].tied : -1;
}

static bool is_learned(const carom_player *p, int number) {
  for (int i = 0; i < p->controls; ++i)
    if (p->control[i].tied == number)
      return true;
  return false;
}

void learn_controller(carom_player *p, int number, int value) {
  if (p->learning >= 0 && carom_player_tie(p, p->learning, number) == CAROM_OK)
    p->learning = -1;
  const bool learned = is_learned(p, number);
  for (int i = 0; i < p->controls; ++i) {
    const played_control *c = &p->control[i];
    const bool by_scene =
        c->source == CAROM_MIDI_CONTROLLER && c->controller == number && c->tied < 0;
    const bool released = c->gesture && !c->touch && value == 0; // of a button: no stroke
    if (learned ? c->tied == number && !released : by_scene)
      player_place(p, i, -1, value / 127.0);
  }
}

// Whether a preset holds a control: strokes, and what notes move, it does not.
static bool is_held(const played_control *c) {
  return !c->gesture && !follows_keys(c);
}

// Controls of several keys first, so that a key with a control of its own goes where that says.
carom_status carom_player_recall(carom_player *p, int preset) {
  bool all = false;
  if (p == NULL || preset < -1 || preset >= carom_model_presets(p->model))
    return CAROM_NOT_LIVE;
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < p->controls; ++i) {
      const played_control *c = &p->control[i];
      const double value = carom_model_preset_value(p->model, preset, i);
      if (!is_held(c) || (c->info.keys > 1) != (pass == 0) || (value == c->value && !all))
        continue;
      (void)carom_player_set(p, i, value);
      all = all || pass == 0;
    }
  return CAROM_OK;
}
