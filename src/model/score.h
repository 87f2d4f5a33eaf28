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
} move;

typedef struct {
  compiler *c;
  move *moves;
  int count, room;
} score;

/// Adds a move; false if memory is out.
bool score_add(score *s, move m);

/// Moves a live key to a value, which the gesture's `key` gives.
bool score_send(score *s, const item *it, const char *key, const char *path, double at, double over,
                double to);

/// A gesture: its function, and the defaults of its keys `over` (s) and `force` (N). Rows in
/// gestures.c.
typedef struct {
  bool (*read)(score *s, const item *it);
  double over, force;
} gesture;

extern const gesture gesture_table[GESTURE_COUNT];

#endif
