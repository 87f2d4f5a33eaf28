// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Notes: numbers as MIDI has them (69 is the A above middle C), names, pitches.

#ifndef CAROM_NOTE_H
#define CAROM_NOTE_H

#include <stdbool.h>
#include <stddef.h>

/// How notes become pitches.
typedef struct {
  double a4; // pitch of note 69, Hz
  bool just; // ratios of small whole numbers above the tonic; else 12 equal steps
  int tonic; // of just intonation; its own pitch is that of equal steps
} pitch_scale;

/// The pitch of a note, Hz.
double note_pitch(const pitch_scale *scale, int note);

/// Reads a name that fills the text: a letter A to G or a to g, a sharp or flat (#, b or as they
/// are printed), an octave 0 to 9, cents from -100 to 100 behind a sign: A3, c#4, Eb2, A3+14. C4 is
/// note
/// 60. False if it is none.
bool note_parse(const char *text, size_t length, int *note, double *cents);

/// The pitch of a name; false if it is none.
bool note_named_pitch(const pitch_scale *scale, const char *text, size_t length, double *pitch);

/// The nearest note of a scale, and how many cents a pitch is above it.
double note_nearest(const pitch_scale *scale, double pitch, int *note);

#endif
