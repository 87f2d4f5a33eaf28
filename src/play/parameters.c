// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Parameters: the controls that a host shows. The pitch of a note is not for a knob.

#include "play/plugin.h"

#include <math.h>

static bool is_shown(const carom_control_info *c) {
  return c->midi_kind != CAROM_MIDI_NOTE;
}

static carom_parameter parameter_of(int control, const carom_control_info *c) {
  const carom_gesture_kind gesture = c->gesture_kind;
  const bool stays = gesture == CAROM_GESTURE_BOW || gesture == CAROM_GESTURE_FINGER;
  carom_parameter p = {.control = control, .name = c->name, .high = 1};
  p.triggers = gesture != CAROM_GESTURE_NONE && !stays;
  if (p.triggers)
    return p;
  p.low = fmin(c->from, c->to);
  p.high = fmax(c->from, c->to);
  p.initial = stays ? p.low : fmin(fmax(c->initial, p.low), p.high);
  return p;
}

int carom_model_parameters(const carom_model *model) {
  int count = 0;
  for (int i = 0; i < carom_model_describe(model).controls; ++i) {
    const carom_control_info c = carom_model_control(model, i);
    count += is_shown(&c);
  }
  return count;
}

carom_parameter carom_model_parameter(const carom_model *model, int index) {
  const int controls = carom_model_describe(model).controls;
  for (int i = 0; index >= 0 && i < controls; ++i) {
    const carom_control_info c = carom_model_control(model, i);
    if (is_shown(&c) && index-- == 0)
      return parameter_of(i, &c);
  }
  return (carom_parameter){.control = -1, .name = ""};
}
