// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Parts of the model for whoever runs it: live keys, controls and snapshots.

#ifndef CAROM_MODEL_CONTROL_H
#define CAROM_MODEL_CONTROL_H

#include "model/word_index.h"
#include <carom/model.h>
#include <stdbool.h>

/// A key that may change while the model runs.
typedef struct {
  int path;  // offset into the texts
  int key;   // of the table of keys
  int row;   // of the table of live keys, state/live_keys.c
  int index; // of the body, contact or force
  int twin;  // the live key of the same quantity (pitch and tension), or -1
  double start, low, high;
  double largest; // of its breakpoints
  int first_point, points;
  int first_member, members; // of live_member: those of a family, which it moves; 0 of a plain key
} model_live;

/// What a control does.
typedef enum {
  CONTROL_KEY,   // moves live keys
  CONTROL_PUSH,  // plucks or strikes: starts a force
  CONTROL_TOUCH, // moves the live keys of a bow or finger
  CONTROL_THROW, // puts a mass where it began, with a velocity
  CONTROL_MACRO  // moves several live keys, each between ends of its own
} control_kind;

/// Live keys that one control may move, at most; see action_capacity().
enum { CONTROL_KEYS = 16 };

/// Whether a control moves live keys to values, rather than starting a gesture.
static inline bool control_moves_keys(control_kind kind) {
  return kind == CONTROL_KEY || kind == CONTROL_MACRO;
}

/// A handle for programs and players.
typedef struct {
  int name, midi; // offsets into the texts
  int source;     // midi_source, or MIDI_NONE
  int controller; // that it follows, or -1
  control_kind kind;
  word_index gesture; // gesture_kind
  int voices;         // how many of what follows
  int first;          // of control_target, `width` for each voice
  int width; // 1 (a live key, a force or a mass); a bow has 3 live keys: force, speed, position;
             // a finger 4: damper, spring, force, position; a macro as many as it moves
  int first_note;  // of voice_note, one for each voice
  int first_span;  // of control_span, one for each live key of a macro
  double from, to; // with values by note, those that no note goes beyond
  bool logarithmic;
  int first_point[2], points[2]; // of control_point: from and to by note, rising; 0: one for all
  double smooth[2];              // s: towards `to`, and back towards `from`
} model_control;

/// A value of a curve over the keyboard, as scene/note_curve.h has them.
typedef struct {
  double note, value;
} model_by_note;

/// model.c: the ends of a control's way for a note.
void model_control_ends(const carom_model *m, const model_control *control, double note,
                        double ends[2]);

/// Where a macro takes one of its keys: its values at 0 and 1.
typedef struct {
  double from, to;
} model_span;

/// model.c: the value at a position from 0 to 1 between two ends.
double model_between(double from, double to, bool logarithmic, double x);

/// Values of controls, under a name.
typedef struct {
  int name;         // offset into the texts
  int first, count; // of preset_value
} model_preset;

typedef struct {
  int control;
  double value;
} preset_value;

/// Something that the score has done at a step as a player would: a control moved, or a mass
/// thrown.
typedef struct {
  long long step, order;
  int control; // or -1
  int voice;   // of the control; -1 is all
  int body;    // thrown, where there is no control
  double to;   // value of the control, or velocity, m/s
  double over; // s; NAN leaves it to the control
} model_cue;

/// Shapes of a body, or forces along a contact, to be kept at given times, for whoever runs the
/// model; the other one is -1.
typedef struct {
  int name, body, contact;
  double every, from, to; // s
} model_snapshot;

#endif
