// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Values of keys: read by the key's kind, validated by its range and words, and what is allowed in
// words.

#include "scene/keys.h"

#include "scene/note_curve.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void add_list(const char *list, sentence *s) {
  const char *word = NULL;
  const char *comma = "";
  size_t n = 0;
  while ((n = text_list_next(&list, &word)) > 0) {
    sentence_add(s, "%s%.*s", comma, (int)n, word);
    comma = ", ";
  }
}

static void add_range(const carom_key *key, sentence *s) {
  if (key->low == key->high)
    sentence_add(s, " equal to %g", key->low);
  else if (isfinite(key->low) && isfinite(key->high))
    sentence_add(s, " from %g to %g", key->low, key->high);
  else if (isfinite(key->low))
    sentence_add(s, key->low_open ? " above %g" : " of at least %g", key->low);
  if (key->unit[0] != '\0')
    sentence_add(s, ", in %s", key->unit);
}

static const char or_note[] = ", or a note such as A3, C#4, Eb2 or, with cents, A3+14";

/// What a kind of value is called where a sentence says what is allowed, and whether a range
/// follows.
static const struct {
  const char *text;
  bool range;
  const char *or_else; // what follows the range, or NULL
} kind_texts[] = {
    [KEY_NUMBER] = {"a number", true, NULL},
    [KEY_WHOLE] = {"a whole number", true, NULL},
    [KEY_FLAG] = {"true or false", false, NULL},
    [KEY_WORD] = {"a text", false, NULL},
    [KEY_TEXT] = {"a text", false, NULL},
    [KEY_POINT] = {"BODY, BODY@x or PLATE@x:y with x and y from 0 to 1", false, NULL},
    [KEY_NUMBERS] = {"a list [a, b, ...] of numbers, each", true, NULL},
    [KEY_ENDS] = {"a text", false, NULL},
    [KEY_CHANGING] = {"a number or breakpoints [[t, value], ...] with t that does not fall, values",
                      true, NULL},
    [KEY_BREAKPOINTS] = {"breakpoints [[t, value], ...] with t that does not fall, values", true,
                         NULL},
    [KEY_ONE_OR_TWO] = {"a number or [a, b], each", true, NULL},
    [KEY_COUNTS] = {"auto, a whole number or [Nx, Ny], each", true, NULL},
    [KEY_AUTO_NUMBER] = {"auto or a number", true, NULL},
    [KEY_PITCH] = {"a number", true, or_note},
    [KEY_CHANGING_PITCH] = {"a number or breakpoints [[t, value], ...] with t that does not fall, "
                            "values",
                            true, or_note},
    [KEY_NOTE] = {"a whole number", true, ", or a note such as C4, F#3 or Eb4"},
    [KEY_TIMES] = {"a number or a rising list [a, b, ...], each", true, NULL},
    [KEY_EACH] = {"a number or a list [a, b, ...], each", true, NULL},
    [KEY_PITCHES] = {"a number or a list [a, b, ...], each", true, or_note},
    [KEY_SPANS] = {"a list [[key, from, to], ...] of live keys, 1 to 16 of them", false, NULL},
};

void key_describe(int row, sentence *s) {
  const carom_key *key = carom_key_at(row);
  const key_kind kind = key_kind_of(row);
  if (key->choices[0] != '\0') {
    sentence_add(s, kind == KEY_ENDS ? "[left, right] of " : "one of ");
    add_list(key->choices, s);
    return;
  }
  sentence_add(s, "%s", kind_texts[kind].text);
  if (kind_texts[kind].range)
    add_range(key, s);
  if (kind_texts[kind].or_else != NULL)
    sentence_add(s, "%s", kind_texts[kind].or_else);
}

static bool complain(int key, const char *text, const char *what, sentence *s) {
  sentence_add(s, "'%.60s%s' %s; allowed is ", text, strlen(text) > 60 ? "..." : "", what);
  key_describe(key, s);
  return false;
}

// What is wrong with one number, or NULL.
static const char *fault_of(int row, double x) {
  const carom_key *key = carom_key_at(row);
  const key_kind kind = key_kind_of(row);
  if (isnan(x))
    return "is not a number";
  if (isinf(x))
    return "is infinite";
  if (x < key->low || x > key->high || (key->low_open && x == key->low))
    return "is out of range";
  if ((kind == KEY_WHOLE || kind == KEY_COUNTS || kind == KEY_NOTE) && x != floor(x))
    return "is not a whole number";
  return NULL;
}

static bool check_number(int row, const char *text, double x, sentence *s) {
  const char *choices = carom_key_at(row)->choices;
  const char *fault = fault_of(row, x);
  if (fault == NULL && choices[0] != '\0' && !text_list_has(choices, text, strlen(text)))
    fault = "is not a choice";
  return fault == NULL || complain(row, text, fault, s);
}

// The index-th number of a list as it is written.
static void find_piece(const char *text, int index, char *piece, size_t size) {
  size_t length = 0;
  for (int i = 0; i <= index; ++i) {
    text += length;
    text += strspn(text, "[], \t\r\n");
    length = strcspn(text, "[], \t\r\n");
  }
  snprintf(piece, size, "%.*s", (int)length, text);
}

static bool check_list(int row, const scene_value *v, int width, sentence *s) {
  if (value_list(v->text, width, NULL, 0) == 0)
    return complain(row, v->text, "is empty", s);
  if (v->rows == 0 || !v->list || v->width != width)
    return complain(row, v->text,
                    width == 2 ? "is not a list of pairs" : "is not a list of numbers", s);
  const double *numbers = value_numbers(v);
  double last_time = -INFINITY;
  for (int i = 0; i < v->rows * width; ++i) {
    const double x = numbers[i];
    const bool time = width == 2 && i % 2 == 0;
    const bool early = time && (!isfinite(x) || x < last_time);
    const char *fault = early ? "is a time before the last one" : time ? NULL : fault_of(row, x);
    if (fault != NULL) {
      char piece[64];
      find_piece(v->text, i, piece, sizeof piece);
      return complain(row, piece, fault, s);
    }
    last_time = time ? x : last_time;
  }
  return true;
}

static bool check_rising(int row, const scene_value *v, sentence *s) {
  const double *x = value_numbers(v);
  for (int i = 1; i < v->rows; ++i)
    if (!(x[i] > x[i - 1]))
      return complain(row, v->text, "does not rise", s);
  return true;
}

static bool check_pair(int row, const scene_value *v, sentence *s) {
  if (v->rows != 2 || v->width != 1)
    return complain(row, v->text, "is neither one number nor two", s);
  return check_list(row, v, 1, s);
}

// Two words of the key's choices, kept as their numbers.
static bool read_ends(int row, const char *text, scene_value *v) {
  for (int i = 0; i < 2; ++i) {
    const char *word = NULL;
    size_t length = 0;
    if (!value_word(text, i, &word, &length))
      return false;
    v->many[i] = text_list_index(carom_key_at(row)->choices, word, length);
    if (v->many[i] < 0)
      return false;
  }
  return true;
}

static bool has_numbers(key_kind kind) {
  return kind != KEY_TEXT && kind != KEY_POINT && kind != KEY_FLAG && kind != KEY_WORD &&
         kind != KEY_ENDS && kind != KEY_SPANS;
}

// The number of a note that is given by its name.
static void read_note(const char *text, scene_value *v) {
  int note = 0;
  double cents = 0;
  if (v->rows > 0 || !note_parse(text, strlen(text), &note, &cents) || cents != 0)
    return;
  v->rows = v->width = 1;
  v->one = v->at_0 = v->most = note;
}

bool key_read(int row, const char *text, const pitch_scale *notes, const carom_memory *memory,
              scene_value *v) {
  const key_kind kind = key_kind_of(row);
  const bool pitches = kind == KEY_PITCH || kind == KEY_PITCHES || kind == KEY_CHANGING_PITCH;
  if (!value_begin(v, text, has_numbers(kind), pitches ? notes : NULL, memory))
    return false;
  v->by_note = v->by_note && kind != KEY_TEXT;
  if (kind == KEY_NOTE)
    read_note(text, v);
  if (kind == KEY_FLAG)
    v->choice = text_list_index("false true", text, strlen(text));
  if (kind == KEY_WORD)
    v->choice = text_list_index(carom_key_at(row)->choices, text, strlen(text));
  if (kind != KEY_ENDS)
    return true;
  if (v->by_note)
    return true;
  v->rows = 2;
  v->width = 1;
  v->many = memory->resize(memory->user, NULL, 0, 2 * sizeof *v->many);
  if (v->many == NULL)
    return false;
  v->choice = read_ends(row, text, v) ? 0 : -1;
  return true;
}

// --- Values by note -----------------------------------------------------------------------------

/// Numbers of a list that has values by note, at most.
enum { LIST_BY_NOTE = 64 };

// Lists of one length, number by number.
static bool check_lists(int row, const scene_value *v, sentence *s) {
  curve_piece piece;
  int length = -1;
  for (const char *at = v->text; (at = curve_next(at, &piece)) != NULL;) {
    double x[LIST_BY_NOTE];
    char text[2000];
    snprintf(text, sizeof text, "%.*s", (int)piece.length, piece.value);
    const int count = value_list(text, 1, x, LIST_BY_NOTE);
    if (count < 1 || count > LIST_BY_NOTE || (length >= 0 && count != length))
      return complain(row, text,
                      count < 1 ? "is no list as the others are"
                                : "is not as long as the others, or too long",
                      s);
    for (int i = 0; i < count; ++i)
      if (fault_of(row, x[i]) != NULL)
        return complain(row, text, fault_of(row, x[i]), s);
    length = count;
  }
  return true;
}

static bool has_lists(key_kind kind) {
  return kind == KEY_NUMBERS || kind == KEY_ONE_OR_TWO || kind == KEY_COUNTS;
}

static bool is_list_by_note(const scene_value *v) {
  curve_piece piece;
  return curve_next(v->text, &piece) != NULL && piece.value[0] == '[';
}

// What has nothing between two of its values.
static bool has_between(key_kind kind) {
  return kind == KEY_POINT ||
         (has_numbers(kind) && kind != KEY_BREAKPOINTS && kind != KEY_NOTE && kind != KEY_TIMES);
}

static bool check_curve(int row, const scene_value *v, sentence *s) {
  const key_kind kind = key_kind_of(row);
  if (!has_between(kind))
    return complain(row, v->text, "is a value by note, and nothing lies between two of these", s);
  if (curve_count(v->text) < 0)
    return complain(row, v->text, "is no value by note, {C3: a, C6: b}, each note once", s);
  if (kind == KEY_POINT)
    return true;
  if (has_lists(kind) && is_list_by_note(v))
    return check_lists(row, v, s);
  curve_piece piece;
  for (const char *at = v->text; v->rows == 0 && (at = curve_next(at, &piece)) != NULL;) {
    char text[64];
    double x = 0;
    snprintf(text, sizeof text, "%.*s", (int)piece.length, piece.value);
    if (!value_number(text, &x))
      return complain(row, text,
                      text[0] == '[' ? "by note changes over time too; allowed is one of both"
                                     : "is not a number, and words have nothing between them",
                      s);
  }
  for (int i = 0; i < v->rows; ++i)
    if (fault_of(row, value_numbers(v)[2 * i + 1]) != NULL) {
      char text[40];
      snprintf(text, sizeof text, "%g", value_numbers(v)[2 * i + 1]);
      return complain(row, text, fault_of(row, value_numbers(v)[2 * i + 1]), s);
    }
  return true;
}

static bool check_ends(int row, const scene_value *v, sentence *s) {
  return v->choice >= 0
             ? value_words(v->text) == 2 || complain(row, v->text, "is not a list of two ends", s)
             : complain(row, v->text, "does not name two ends", s);
}

bool key_accepts(int row, const scene_value *v, sentence *s) {
  const key_kind kind = key_kind_of(row);
  const char *text = v->text;
  if (v->by_note)
    return check_curve(row, v, s);
  switch (kind) {
  case KEY_TEXT:
    return text_valid(text, strlen(text)) == strlen(text) ||
           complain(row, "the text", "is not valid UTF-8", s);
  case KEY_POINT:
    return text[0] != '\0' || complain(row, text, "is empty", s);
  case KEY_FLAG:
    return v->choice >= 0 || complain(row, text, "is neither true nor false", s);
  case KEY_WORD:
    return v->choice >= 0 || complain(row, text, "is not a choice", s);
  case KEY_ENDS:
    return check_ends(row, v, s);
  case KEY_SPANS:
    return (value_spans(text) > 0 && value_spans(text) <= 16) ||
           complain(row, text, "is no such list", s);
  case KEY_NUMBERS:
    return check_list(row, v, 1, s);
  case KEY_BREAKPOINTS:
    return check_list(row, v, 2, s);
  case KEY_TIMES:
    if (text[0] == '[')
      return check_list(row, v, 1, s) && check_rising(row, v, s);
    break;
  case KEY_EACH:
  case KEY_PITCHES:
    if (text[0] == '[')
      return check_list(row, v, 1, s);
    break;
  case KEY_CHANGING:
  case KEY_CHANGING_PITCH:
    if (text[0] == '[')
      return check_list(row, v, 2, s);
    break;
  case KEY_ONE_OR_TWO:
    if (text[0] == '[')
      return check_pair(row, v, s);
    break;
  case KEY_COUNTS:
  case KEY_AUTO_NUMBER:
    if (strcmp(text, "auto") == 0)
      return true;
    if (kind == KEY_COUNTS && text[0] == '[')
      return check_pair(row, v, s);
    break;
  case KEY_NUMBER:
  case KEY_WHOLE:
  case KEY_PITCH:
  case KEY_NOTE:
    break;
  }
  if (v->rows != 1 || v->list)
    return complain(
        row, text,
        kind_texts[kind].or_else != NULL ? "is neither a number nor a note" : "is not a number", s);
  return check_number(row, text, v->one, s);
}
