// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Notes and pitches of a player: those of base/note.c, moved into the range of a string by octaves,
// and bent.

#include "play/play.h"

#include "base/elementary.h"
#include <math.h>

/// A quarter tone: a range may end at a rounded number.
static const double tolerance = 1.029302236643492; // 2^(1/24)

double tuning_pitch(const note_scale *t, int note, double bend, double low, double high) {
  double pitch = note_pitch(&t->notes, note);
  while (pitch > high * tolerance && pitch / 2 * tolerance >= low)
    pitch /= 2;
  while (pitch * tolerance < low && pitch * 2 <= high * tolerance)
    pitch *= 2;
  if (bend != 0)
    pitch *= real_power(2, bend * t->bend_range / 12);
  return fmin(fmax(pitch, low), high);
}
