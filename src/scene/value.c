// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Numbers, words and lists as they are written.

#include "scene/value.h"

#include "base/breakpoint.h"
#include "base/parse_double.h"
#include "scene/note_curve.h"
#include <math.h>
#include <string.h>

static const char *skip_space(const char *text) {
  return text + strspn(text, " \t\r\n");
}

// YAML writes .inf and .nan.
static bool number_of_length(const char *text, size_t length, double *number) {
  const bool dotted = length == 4 && (memcmp(text, ".inf", 4) == 0 || memcmp(text, ".nan", 4) == 0);
  return parse_double(dotted ? text + 1 : text, dotted ? 3 : length, number);
}

// With `notes` the name of a note is a number, too, and `named` is told.
typedef struct {
  const pitch_scale *notes;
  bool named;
} reading;

static bool read_scalar(reading *r, const char *text, size_t length, double *number) {
  if (number_of_length(text, length, number))
    return true;
  const bool named = r->notes != NULL && note_named_pitch(r->notes, text, length, number);
  r->named = r->named || named;
  return named;
}

static size_t scalar_length(const char *text) {
  return strcspn(text, ",[] \t\r\n");
}

static bool read_number(reading *r, const char *text, double *number) {
  const char *start = skip_space(text);
  const size_t length = scalar_length(start);
  return read_scalar(r, start, length, number) && *skip_space(start + length) == '\0';
}

bool value_number(const char *text, double *number) {
  reading plain = {0};
  return read_number(&plain, text, number);
}

// Reads `count` numbers separated by commas (any number of them if count is 0) up to a closing
// bracket, and returns what follows it, or NULL.
static const char *read_row(reading *r, const char *text, int count, double *row, int room,
                            int *found) {
  reading time = {0}; // the first of a pair has no name
  *found = 0;
  text = skip_space(text);
  if (*text == ']' && count == 0)
    return text + 1;
  for (;;) {
    double number = 0;
    text = skip_space(text);
    const size_t length = scalar_length(text);
    if (!read_scalar(count == 2 && *found == 0 ? &time : r, text, length, &number))
      return NULL;
    if (*found < room)
      row[*found] = number;
    ++*found;
    text = skip_space(text + length);
    if (*text == ']')
      return count == 0 || *found == count ? text + 1 : NULL;
    if (*text++ != ',')
      return NULL;
  }
}

static int read_list(reading *r, const char *text, int width, double *numbers, int room) {
  text = skip_space(text);
  if (*text++ != '[')
    return -1;
  int rows = 0;
  if (width == 1) {
    text = read_row(r, text, 0, numbers, room, &rows);
    return text != NULL && *skip_space(text) == '\0' ? rows : -1;
  }
  for (;;) {
    text = skip_space(text);
    if (*text++ != '[')
      return -1;
    const int done = rows * width;
    int found = 0;
    text = read_row(r, text, width, room > done ? numbers + done : NULL, room - done, &found);
    if (text == NULL)
      return -1;
    ++rows;
    text = skip_space(text);
    if (*text == ']')
      return *skip_space(text + 1) == '\0' ? rows : -1;
    if (*text++ != ',')
      return -1;
  }
}

int value_list(const char *text, int width, double *numbers, int room) {
  reading plain = {0};
  return read_list(&plain, text, width, numbers, room);
}

bool value_word(const char *text, int index, const char **word, size_t *length) {
  text = skip_space(text);
  if (*text++ != '[')
    return false;
  for (int i = 0;; ++i) {
    text = skip_space(text);
    *word = text;
    *length = scalar_length(text);
    text = skip_space(text + *length);
    if (i == index)
      return *length > 0 && (*text == ',' || *text == ']');
    if (*text++ != ',')
      return false;
  }
}

int value_words(const char *text) {
  text = skip_space(text);
  if (*text++ != '[')
    return -1;
  for (int count = 1;; ++count) {
    text = skip_space(text);
    const size_t length = scalar_length(text);
    text = skip_space(text + length);
    if (length == 0 || (*text != ',' && *text != ']'))
      return -1;
    if (*text++ == ']')
      return *skip_space(text) == '\0' ? count : -1;
  }
}

// One "[key, from, to]"; what follows it, or NULL.
static const char *read_span(const char *text, value_span *span) {
  double *ends[] = {&span->from, &span->to};
  text = skip_space(text);
  if (*text++ != '[')
    return NULL;
  span->key = skip_space(text);
  span->length = scalar_length(span->key);
  text = skip_space(span->key + span->length);
  for (int i = 0; i < 2; ++i) {
    if (*text++ != ',')
      return NULL;
    text = skip_space(text);
    const size_t length = scalar_length(text);
    if (!number_of_length(text, length, ends[i]) || !isfinite(*ends[i]))
      return NULL;
    text = skip_space(text + length);
  }
  return *text == ']' && span->length > 0 ? skip_space(text + 1) : NULL;
}

const char *value_span_next(const char *at, value_span *span) {
  at = skip_space(at);
  return *at == '[' || *at == ',' ? read_span(at + 1, span) : NULL;
}

int value_spans(const char *text) {
  value_span span;
  int count = 0;
  const char *end = *skip_space(text) == '[' ? text : "";
  for (const char *at = value_span_next(end, &span); at != NULL; ++count) {
    end = at;
    at = value_span_next(at, &span);
  }
  return count > 0 && *end == ']' && *skip_space(end + 1) == '\0' ? count : -1;
}

// --- Values -------------------------------------------------------------------------------------

// Keeps the pairs of a curve in the order of their notes; unless `pairs` is NULL. Returns how many
// there are, 0 if one of them has no number.
static int read_curve(reading *r, const char *text, note_value *pairs) {
  curve_piece piece;
  int count = curve_count(text) > 0 ? 0 : -1;
  for (const char *at = text; count >= 0 && (at = curve_next(at, &piece)) != NULL; ++count) {
    note_value v = {.note = piece.note};
    if (!read_scalar(r, piece.value, piece.length, &v.value))
      return 0;
    int place = count;
    for (; pairs != NULL && place > 0 && pairs[place - 1].note > v.note; --place)
      pairs[place] = pairs[place - 1];
    if (pairs != NULL)
      pairs[place] = v;
  }
  return count > 0 ? count : 0;
}

// How many rows of numbers a text holds, and how wide they are; 0 if it is none of numbers.
static int measure(reading *r, const char *text, int *width) {
  double one = 0;
  const char *start = skip_space(text);
  *width = 2;
  if (curve_is(text))
    return read_curve(r, text, NULL);
  *width = 1;
  if (*start != '[')
    return read_number(r, text, &one) ? 1 : 0;
  *width = *skip_space(start + 1) == '[' ? 2 : 1;
  const int rows = read_list(r, text, *width, NULL, 0);
  return rows > 0 ? rows : 0;
}

// Of a curve the first value stands for that at t = 0.
static void summarise(scene_value *v) {
  const double *numbers = value_numbers(v);
  v->at_0 = v->most = numbers[0];
  if (v->width != 2)
    return;
  v->at_0 = v->by_note ? numbers[1]
                       : breakpoints_at((const breakpoint *)(const void *)numbers, v->rows, 0);
  v->most = -INFINITY;
  for (int i = 0; i < v->rows; ++i)
    v->most = fmax(v->most, numbers[2 * i + 1]);
}

// Fills in the numbers that were measured.
static void read_numbers(scene_value *v, const pitch_scale *notes) {
  reading r = {.notes = notes};
  const int count = v->rows * v->width;
  if (count > 0 && v->by_note)
    read_curve(&r, v->text, (note_value *)(void *)v->many);
  else if (count > 0 && v->list)
    read_list(&r, v->text, v->width, count > 1 ? v->many : &v->one, count);
  else if (count > 0)
    read_number(&r, v->text, &v->one);
  if (count > 0)
    summarise(v);
}

bool value_begin(scene_value *v, const char *text, bool numeric, const pitch_scale *notes,
                 const carom_memory *memory) {
  reading r = {.notes = notes};
  *v = (scene_value){.text = text, .choice = -1, .list = *skip_space(text) == '['};
  v->by_note = curve_is(text);
  v->rows = numeric ? measure(&r, text, &v->width) : 0;
  v->named = v->rows > 0 && r.named;
  const int count = v->rows * v->width;
  if (count > 1) {
    v->many = memory->resize(memory->user, NULL, 0, (size_t)count * sizeof *v->many);
    if (v->many == NULL)
      return false;
  }
  read_numbers(v, notes);
  return true;
}

void value_retune(scene_value *v, const pitch_scale *notes) {
  if (v->named)
    read_numbers(v, notes);
}

void value_end(scene_value *v, const carom_memory *memory) {
  if (v->many != NULL)
    memory->resize(memory->user, v->many, (size_t)(v->rows * v->width) * sizeof *v->many, 0);
  *v = (scene_value){.choice = -1};
}
