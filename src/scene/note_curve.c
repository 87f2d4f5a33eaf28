// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Curves by note. Between notes a and b, with t = (n - a) / (b - a): v = v_a (v_b / v_a)^t where
// all values of the curve are positive, else v = v_a + t (v_b - v_a).

#include "scene/note_curve.h"

#include "base/elementary.h"
#include "base/note.h"
#include <math.h>
#include <string.h>

static bool all_positive(const note_value *points, int count) {
  for (int i = 0; i < count; ++i)
    if (!(points[i].value > 0))
      return false;
  return true;
}

static double between(const note_value *points, int count, double note) {
  int next = 0;
  while (next < count && points[next].note <= note)
    ++next;
  if (next == 0 || next == count || points[next - 1].note == note)
    return points[next == 0 ? 0 : next - 1].value;
  const note_value a = points[next - 1];
  const note_value b = points[next];
  const double t = (note - a.note) / (b.note - a.note);
  return all_positive(points, count) ? a.value * real_power(b.value / a.value, t)
                                     : a.value + t * (b.value - a.value);
}

double curve_at(const note_value *points, int count, double note, bool whole) {
  const double value = between(points, count, note);
  return whole ? floor(value + 0.5) : value;
}

// --- Texts --------------------------------------------------------------------------------------

static const char *skip_space(const char *text) {
  return text + strspn(text, " \t\r\n");
}

static size_t trimmed(const char *text, size_t length) {
  while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL)
    --length;
  return length;
}

bool curve_is(const char *text) {
  return *skip_space(text) == '{';
}

static bool number_of_key(const char *name, size_t length, int *note) {
  int number = 0;
  for (size_t i = 0; i < length; ++i) {
    if (name[i] < '0' || name[i] > '9' || i >= 3)
      return false;
    number = 10 * number + (name[i] - '0');
  }
  *note = number;
  return length > 0 && number <= 127;
}

bool curve_note(const char *name, size_t length, int *note) {
  double cents = 0;
  const bool plain = memchr(name, '+', length) == NULL && memchr(name, '-', length) == NULL;
  return number_of_key(name, length, note) ||
         (plain && note_parse(name, length, note, &cents) && *note <= 127);
}

// The end of a value: the comma or brace behind it that no bracket holds.
static const char *value_end_of(const char *text) {
  for (int depth = 0; *text != '\0'; ++text) {
    depth += (*text == '[') - (*text == ']');
    if (depth == 0 && (*text == ',' || *text == '}'))
      return text;
  }
  return NULL;
}

const char *curve_next(const char *at, curve_piece *piece) {
  at = skip_space(at);
  if (*at != '{' && *at != ',')
    return NULL;
  piece->name = skip_space(at + 1);
  const size_t colon = strcspn(piece->name, ":,{}[]");
  if (piece->name[colon] != ':')
    return NULL;
  piece->name_length = trimmed(piece->name, colon);
  piece->value = skip_space(piece->name + colon + 1);
  const char *end = value_end_of(piece->value);
  if (end == NULL || !curve_note(piece->name, piece->name_length, &piece->note))
    return NULL;
  piece->length = trimmed(piece->value, (size_t)(end - piece->value));
  return piece->length > 0 ? end : NULL;
}

int curve_count(const char *text) {
  bool given[128] = {false};
  curve_piece piece;
  int count = 0;
  const char *end = text;
  for (const char *at = curve_next(text, &piece); at != NULL; at = curve_next(at, &piece)) {
    if (given[piece.note])
      return -1;
    given[piece.note] = true;
    end = at;
    ++count;
  }
  return count > 0 && *end == '}' && *skip_space(end + 1) == '\0' ? count : -1;
}
