// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Notes and pitches of a player: those of base/note.c, moved into the range of a string by octaves,
// and bent.

#include "play/play.h"

#include "base/elementary.h"
#include <math.h>

// Ends of ranges are rounded numbers: a note so near stays at the end.
static const double half_semitone = 1.0293022366434920; // 2^(1/24)

double tuning_pitch(const note_scale *t, int note, double bend, double low, double high) {
  double pitch = note_pitch(&t->notes, note);
  while (pitch > high * half_semitone && pitch / 2 >= low / half_semitone)
    pitch /= 2;
  while (pitch < low / half_semitone && pitch * 2 <= high * half_semitone)
    pitch *= 2;
  if (bend != 0)
    pitch *= real_power(2, bend * t->bend_range / 12);
  return fmin(fmax(pitch, low), high);
}
