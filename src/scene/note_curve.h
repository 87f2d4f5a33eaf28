// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Values by note: {C3: 0.03, C6: 0.018} is a curve over the keyboard. Between its notes a value is
// interpolated, geometrically where all of them are positive, else linearly; beyond them it is
// held.

#ifndef CAROM_NOTE_CURVE_H
#define CAROM_NOTE_CURVE_H

#include <stdbool.h>
#include <stddef.h>

/// A curve is a row of these, by rising notes: what a scene_value with `by_note` has as its pairs
/// of numbers, and what a model may keep.
typedef struct {
  double note, value;
} note_value;

/// The value at a note, which may lie between two keys; `whole` rounds it to the nearest integer.
double curve_at(const note_value *points, int count, double note, bool whole);

/// One "C3: 0.03" of a curve's text; neither text ends with a zero.
typedef struct {
  int note;
  const char *name, *value;
  size_t name_length, length;
} curve_piece;

/// Whether a text is meant as values by note: it begins with a brace.
bool curve_is(const char *text);

/// The note that a curve's key names, without cents, "C3", or by its number, "48"; false if it is
/// none.
bool curve_note(const char *name, size_t length, int *note);

/// Reads the first piece of a curve's text, or the one behind those that were read; returns what
/// follows it, or NULL if there is none.
const char *curve_next(const char *at, curve_piece *piece);

/// How many notes a text gives values; -1 if it is no such text, or gives a note twice.
int curve_count(const char *text);

#endif
