// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Values as they are written: numbers, words, lists of either. The one parser of scene files, --set
// and the calls by path.

#ifndef CAROM_VALUE_H
#define CAROM_VALUE_H

#include "base/note.h"
#include <carom/memory.h>
#include <stdbool.h>
#include <stddef.h>

/// A value: its text, and the text parsed once.
typedef struct {
  const char *text; // as written
  int rows;         // of its numbers: 5 has one, [1, 2] two, [[0, 1], [2, 3]] two; 0 if it has none
  int width;        // numbers in a row: 1, or 2 for breakpoints and for values by note
  bool list;        // written in brackets
  bool named;       // some of its numbers are pitches, written as names of notes
  bool by_note;     // a curve: its pairs of numbers are notes, rising, and values (note_curve.h)
  int choice;       // which of its key's words it is, from 0; -1 if it is none
  double one;       // the number, where there is only one
  double *many;     // and where there are more
  double at_0;      // a number, or breakpoints at t = 0
  double most;      // or the largest of them
} scene_value;

/// All its numbers, row by row.
static inline const double *value_numbers(const scene_value *v) {
  return v->many != NULL ? v->many : &v->one;
}

/// Reads a text, and its numbers if `numeric`; false if memory is out. The text itself is not
/// copied: it must last as long as the value. With `notes` a number may be the name of a note,
/// whose pitch it is then; not so the times of breakpoints.
bool value_begin(scene_value *v, const char *text, bool numeric, const pitch_scale *notes,
                 const carom_memory *memory);

/// Gives names of notes the pitches of another scale.
void value_retune(scene_value *v, const pitch_scale *notes);

void value_end(scene_value *v, const carom_memory *memory);

/// Reads a number that fills the whole text, whatever the locale; it may be infinite or NaN.
bool value_number(const char *text, double *number);

/// Reads "[a, b, ...]" (width 1) or "[[a, b], ...]" (width 2), copying at most `room` numbers.
/// Returns the number of rows, or -1 if the text is no such list.
int value_list(const char *text, int width, double *numbers, int room);

/// One [key, from, to] of a list.
typedef struct {
  const char *key; // in the text
  size_t length;
  double from, to;
} value_span;

/// Reads the first [key, from, to] of "[[key, from, to], ...]", or the one behind those that were
/// read; returns what follows it, or NULL if there is none.
const char *value_span_next(const char *at, value_span *span);

/// Counts them; -1 if the text is no such list.
int value_spans(const char *text);

/// Counts the words of "[a, b]"; -1 if the text is no such list.
int value_words(const char *text);

/// Reads the index-th word of "[a, b]"; false if there is none.
bool value_word(const char *text, int index, const char **word, size_t *length);

#endif
