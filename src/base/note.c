// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Notes and pitches. Equal: f = a4 2^((n - 69)/12). Just: the tonic as in the equal tuning, and the
// other notes of its octave at ratios of small whole numbers above it (limit 5, as the strings of
// sitar and tanpura are tuned): f = f_tonic r(n - tonic). Cents c multiply it by 2^(c/1200).

#include "base/note.h"

#include "base/elementary.h"
#include "base/parse_double.h"
#include <math.h>

static double equal_pitch(const pitch_scale *t, int note) {
  return t->a4 * real_power(2, (note - 69) / 12.0);
}

static double just_pitch(const pitch_scale *t, int note) {
  static const double ratio[12] = {1,         16.0 / 15, 9.0 / 8, 6.0 / 5, 5.0 / 4, 4.0 / 3,
                                   45.0 / 32, 3.0 / 2,   8.0 / 5, 5.0 / 3, 9.0 / 5, 15.0 / 8};
  const int above = note - t->tonic;
  const int octave = above >= 0 ? above / 12 : -((11 - above) / 12);
  return equal_pitch(t, t->tonic) * ratio[above - 12 * octave] * ldexp(1, octave);
}

double note_pitch(const pitch_scale *scale, int note) {
  return scale->just ? just_pitch(scale, note) : equal_pitch(scale, note);
}

// Behind the octave: nothing, or a sign and a number of at most 100.
static bool parse_cents(const char *text, size_t length, double *cents) {
  *cents = 0;
  if (length == 0)
    return true;
  const bool digit = length > 1 && text[1] >= '0' && text[1] <= '9';
  if ((text[0] != '+' && text[0] != '-') || !digit || !parse_double(text + 1, length - 1, cents))
    return false;
  *cents = text[0] == '-' ? -*cents : *cents;
  return fabs(*cents) <= 100;
}

bool note_parse(const char *text, size_t length, int *note, double *cents) {
  static const int step[] = {9, 11, 0, 2, 4, 5, 7}; // of A to G, above C
  if (length < 2 || text[0] < 'A' || text[0] > 'G')
    return false;
  const int sharp = text[1] == '#' ? 1 : text[1] == 'b' ? -1 : 0;
  const size_t at = sharp != 0 ? 2 : 1;
  if (at >= length || text[at] < '0' || text[at] > '9')
    return false;
  *note = 12 * (text[at] - '0' + 1) + step[text[0] - 'A'] + sharp;
  return parse_cents(text + at + 1, length - at - 1, cents);
}

bool note_named_pitch(const pitch_scale *scale, const char *text, size_t length, double *pitch) {
  int note = 0;
  double cents = 0;
  if (!note_parse(text, length, &note, &cents))
    return false;
  *pitch = note_pitch(scale, note);
  if (cents != 0)
    *pitch *= real_power(2, cents / 1200);
  return true;
}

double note_nearest(const pitch_scale *scale, double pitch, int *note) {
  const double octaves = real_log(pitch / scale->a4) / 0.693147180559945309;
  const int about = 69 + (int)lround(12 * octaves);
  double least = INFINITY;
  for (int n = about - 2; n <= about + 2; ++n) {
    const double cents = 1200 * real_log(pitch / note_pitch(scale, n)) / 0.693147180559945309;
    if (fabs(cents) < fabs(least)) {
      least = cents;
      *note = n;
    }
  }
  return least;
}
