// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Notes and pitches. Equal: f = a4 2^((n - 69)/12). Just: the tonic as in the equal tuning, and the
// other notes of its octave at ratios of small whole numbers above it (limit 5, as the strings of
// sitar and tanpura are tuned): f = f_tonic r(n - tonic). Cents c multiply it by 2^(c/1200).

#include "base/note.h"

#include "base/elementary.h"
#include "base/parse_double.h"
#include <math.h>
#include <string.h>

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

/// Accidentals, as they are typed and as they are printed.
static const struct {
  const char *text;
  int semitones;
} accidentals[] = {{"#", 1}, {"b", -1}, {"B", -1}, {"\u266f", 1}, {"\u266d", -1}};

// What stands behind the letter, and how long it is.
static int read_accidental(const char *text, size_t length, size_t *taken) {
  for (size_t i = 0; i < sizeof accidentals / sizeof accidentals[0]; ++i) {
    *taken = strlen(accidentals[i].text);
    if (*taken <= length && memcmp(text, accidentals[i].text, *taken) == 0)
      return accidentals[i].semitones;
  }
  *taken = 0;
  return 0;
}

bool note_parse(const char *text, size_t length, int *note, double *cents) {
  static const int step[] = {9, 11, 0, 2, 4, 5, 7}; // of A to G, above C
  if (length < 2)
    return false;
  const char letter = text[0] >= 'a' ? (char)(text[0] - 'a' + 'A') : text[0];
  if (letter < 'A' || letter > 'G')
    return false;
  size_t taken = 0;
  const int sharp = read_accidental(text + 1, length - 1, &taken);
  const size_t at = 1 + taken;
  if (at >= length || text[at] < '0' || text[at] > '9')
    return false;
  *note = 12 * (text[at] - '0' + 1) + step[letter - 'A'] + sharp;
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
