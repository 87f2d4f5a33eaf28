// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Notes and pitches. Equal: f = a4 2^((n - 69)/12). Just: the tonic as in the equal tuning, and the
// other notes of its octave at ratios of small whole numbers above it (limit 5, as the strings of
// sitar and tanpura are tuned): f = f_tonic r(n - tonic).

#include "play/play.h"

#include "base/elementary.h"
#include <math.h>

static double equal_pitch(const note_scale *t, int note) {
  return t->a4 * real_power(2, (note - 69) / 12.0);
}

static double just_pitch(const note_scale *t, int note) {
  static const double ratio[12] = {1,         16.0 / 15, 9.0 / 8, 6.0 / 5, 5.0 / 4, 4.0 / 3,
                                   45.0 / 32, 3.0 / 2,   8.0 / 5, 5.0 / 3, 9.0 / 5, 15.0 / 8};
  const int above = note - t->tonic;
  const int octave = above >= 0 ? above / 12 : -((11 - above) / 12);
  return equal_pitch(t, t->tonic) * ratio[above - 12 * octave] * ldexp(1, octave);
}

double tuning_pitch(const note_scale *t, int note, double bend, double low, double high) {
  double pitch = t->just ? just_pitch(t, note) : equal_pitch(t, note);
  while (pitch > high && pitch / 2 >= low)
    pitch /= 2;
  while (pitch < low && pitch * 2 <= high)
    pitch *= 2;
  if (bend != 0)
    pitch *= real_power(2, bend * t->bend_range / 12);
  return fmin(fmax(pitch, low), high);
}
