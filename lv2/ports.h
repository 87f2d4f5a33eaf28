// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The ports of a bundle, the same for the plugin and for what describes it: these, then one for
// each control of the scene that does not follow notes by itself, in the scene's order.

#ifndef CAROM_LV2_PORTS_H
#define CAROM_LV2_PORTS_H

#include <carom/carom.h>
#include <math.h>
#include <string.h>

enum {
  PORT_LEFT,
  PORT_RIGHT,
  PORT_EVENTS,
  PORT_LATENCY,
  PORT_FREEWHEEL,
  PORT_RESTARTS,
  PORT_A4,
  PORT_LEARN,
  PORT_RELOAD,
  PORT_CONTROLS // the first of them
};

/// What a bundle holds beside its descriptions.
#define BUNDLE_SCENE  "scene.json"
#define BUNDLE_BINARY "carom.so"

/// Characters of its address, with the one that ends it.
enum { BUNDLE_URI_ROOM = 512 };

/// The pitch of a note is not for a knob.
static inline bool port_is_for(const carom_control_info *control) {
  return control->midi_kind != CAROM_MIDI_NOTE;
}

/// A pluck, strike or throw: its port is 0 until it is struck, with 0 to 1 for soft to hard.
static inline bool port_triggers(const carom_control_info *control) {
  return control->gesture_kind != CAROM_GESTURE_NONE &&
         control->gesture_kind != CAROM_GESTURE_BOW &&
         control->gesture_kind != CAROM_GESTURE_FINGER;
}

/// Both ends and the default of a control's port.
typedef struct {
  double low, high, start;
} port_range;

static inline port_range port_range_of(const carom_control_info *control) {
  if (port_triggers(control))
    return (port_range){0, 1, 0};
  port_range r = {fmin(control->from, control->to), fmax(control->from, control->to), 0};
  r.start = control->gesture_kind != CAROM_GESTURE_NONE
                ? r.low
                : fmin(fmax(control->initial, r.low), r.high);
  return r;
}

#endif
