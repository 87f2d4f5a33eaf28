// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Gestures while a score is compiled: each moves live keys, or adds a force.

#ifndef CAROM_SCORE_H
#define CAROM_SCORE_H

#include "model/compile.h"

/// A move of one live key to a value.
typedef struct {
  int live, order;
  double at, over, to;
  double since; // when the gesture began; earlier than `at` where it lifts a bow or finger again
  const item *from; // the gesture
  double drift;     // how far it wanders from `to` while it is held, a fraction of that
} move;

typedef struct {
  compiler *c;
  move *moves;
  int count, room;
  double at; // when the present gesture begins, s
  int turn;  // which time that is, from 0
} score;

/// Adds a move; false if memory is out.
bool score_add(score *s, move m);

/// The live key of that path, or -1.
int score_find_live(const compiler *c, const char *path);

/// Whether a live key's path is what a control's key says, in which one * may stand for any
/// letters.
bool control_fits(const char *pattern, const char *path);

/// Whether a control is the pitch of notes, without ends of its own: half to twice the string's.
bool control_spans_octaves(const item *it);

/// control_ends.c: its ends and times as they are written.
bool control_read_ends(compiler *c, const item *it, model_control *control);
void control_read_smooth(const item *it, model_control *control);

/// The largest value that the keys of a macro give a live key; -infinity if it does not move it.
double control_largest(const item *it, const char *path);

/// Whether a path ends with a key in Hz, whose values may be notes.
bool compile_key_is_pitch(const char *path);

/// Sends a live key to a value; `key` is the gesture's key that says so.
bool score_send(score *s, const item *it, const char *key, const char *path, double at, double over,
                double to);

/// A gesture: its function, and the defaults of its keys `over` (s) and `force` (N). Rows in
/// gestures.c.
typedef struct {
  bool (*read)(score *s, const item *it);
  double over, force;
} gesture;

extern const gesture gesture_table[];

#endif
