// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What follows from the table of keys.

#include "scene/keys.h"

#include "scene/key_rows.h"
#include "scene/value.h"
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECTION_NAME(name, word, type, table)     word,
#define SECTION_TYPE_KEY(name, word, type, table) type,
#define SECTION_ROWS(name, word, type, table)     &(table),

static const char *const section_names[] = {SECTIONS(SECTION_NAME)};
static const char *const type_keys[] = {SECTIONS(SECTION_TYPE_KEY)};
static const key_section *const sections[] = {SECTIONS(SECTION_ROWS)};

const char *section_name(section s) {
  return section_names[s];
}

const char *section_type_key(section s) {
  return type_keys[s][0] != '\0' ? type_keys[s] : NULL;
}

int section_find(const char *name, size_t length) {
  for (int s = SECTION_BODIES; s < SECTION_COUNT; ++s)
    if (strlen(section_names[s]) == length && memcmp(section_names[s], name, length) == 0)
      return s;
  return -1;
}

int carom_section_count(void) {
  return SECTION_COUNT - SECTION_BODIES;
}

const char *carom_section_at(int index) {
  return section_names[SECTION_BODIES + index];
}

// Keys are numbered section by section.
static int first_key(section s) {
  int first = 0;
  for (int i = 0; i < (int)s; ++i)
    first += sections[i]->count;
  return first;
}

static const key_row *row_of(int key) {
  int s = 0;
  assert(key >= 0);
  for (; key >= sections[s]->count; ++s)
    key -= sections[s]->count;
  return &sections[s]->rows[key];
}

int carom_key_count(void) {
  return first_key(SECTION_COUNT);
}

const carom_key *carom_key_at(int index) {
  return &row_of(index)->key;
}

key_kind key_kind_of(int key) {
  return row_of(key)->kind;
}

// A name that a pattern such as marks.* stands for: a letter, then letters, digits, _ and -.
static bool matches(const char *pattern, const char *name) {
  const size_t length = strlen(pattern) - 1;
  if (pattern[length] != '*' || strncmp(pattern, name, length) != 0)
    return false;
  const char *part = name + length;
  return isalpha((unsigned char)part[0]) && strlen(part) <= 40 &&
         part[strspn(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")] ==
             '\0';
}

int key_find(section s, const char *name) {
  const key_section *in = sections[s];
  for (int i = 0; i < in->count; ++i)
    if ((in->rows[i].key.name[0] == name[0] || in->rows[i].key.name[0] == '*') &&
        (strcmp(in->rows[i].key.name, name) == 0 || matches(in->rows[i].key.name, name)))
      return first_key(s) + i;
  return -1;
}

const char *key_part(int key, const char *name) {
  const char *pattern = row_of(key)->key.name;
  const size_t length = strlen(pattern);
  return pattern[length - 1] == '*' && strcmp(pattern, name) != 0 ? name + length - 1 : NULL;
}

bool key_applies(int key, const char *type) {
  const char *types = row_of(key)->key.types;
  return types[0] == '\0' || (type != NULL && text_list_has(types, type, strlen(type)));
}

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

/// What a kind of value is called where a sentence says what is allowed, and whether a range
/// follows.
static const struct {
  const char *text;
  bool range;
} kind_texts[] = {
    [KEY_NUMBER] = {"a number", true},
    [KEY_WHOLE] = {"a whole number", true},
    [KEY_FLAG] = {"true or false", false},
    [KEY_WORD] = {"a text", false},
    [KEY_TEXT] = {"a text", false},
    [KEY_POINT] = {"BODY, BODY@x or PLATE@x:y with x and y from 0 to 1", false},
    [KEY_NUMBERS] = {"a list [a, b, ...] of numbers, each", true},
    [KEY_ENDS] = {"a text", false},
    [KEY_CHANGING] = {"a number or breakpoints [[t, value], ...] with t that does not fall, values",
                      true},
    [KEY_BREAKPOINTS] = {"breakpoints [[t, value], ...] with t that does not fall, values", true},
    [KEY_ONE_OR_TWO] = {"a number or [a, b], each", true},
    [KEY_COUNTS] = {"auto, a whole number or [Nx, Ny], each", true},
    [KEY_AUTO_NUMBER] = {"auto or a number", true},
    [KEY_SPANS] = {"a list [[key, from, to], ...] of live keys, 1 to 16 of them", false},
};

void key_describe(int row, sentence *s) {
  const carom_key *key = &row_of(row)->key;
  const key_kind kind = row_of(row)->kind;
  if (key->choices[0] != '\0') {
    sentence_add(s, kind == KEY_ENDS ? "[left, right] of " : "one of ");
    add_list(key->choices, s);
    return;
  }
  sentence_add(s, "%s", kind_texts[kind].text);
  if (kind_texts[kind].range)
    add_range(key, s);
}

static bool complain(int key, const char *text, const char *what, sentence *s) {
  sentence_add(s, "'%.60s%s' %s; allowed is ", text, strlen(text) > 60 ? "..." : "", what);
  key_describe(key, s);
  return false;
}

// What is wrong with one number, or NULL.
static const char *fault_of(const key_row *row, double x) {
  const carom_key *key = &row->key;
  if (isnan(x))
    return "is not a number";
  if (isinf(x))
    return "is infinite";
  if (x < key->low || x > key->high || (key->low_open && x == key->low))
    return "is out of range";
  if ((row->kind == KEY_WHOLE || row->kind == KEY_COUNTS) && x != floor(x))
    return "is not a whole number";
  return NULL;
}

static bool check_number(int row, const char *text, double x, sentence *s) {
  const char *choices = row_of(row)->key.choices;
  const char *fault = fault_of(row_of(row), x);
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
    const char *fault = early  ? "is a time before the last one"
                        : time ? NULL
                               : fault_of(row_of(row), x);
    if (fault != NULL) {
      char piece[64];
      find_piece(v->text, i, piece, sizeof piece);
      return complain(row, piece, fault, s);
    }
    last_time = time ? x : last_time;
  }
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
    v->many[i] = text_list_index(row_of(row)->key.choices, word, length);
    if (v->many[i] < 0)
      return false;
  }
  return true;
}

static bool has_numbers(key_kind kind) {
  return kind != KEY_TEXT && kind != KEY_POINT && kind != KEY_FLAG && kind != KEY_WORD &&
         kind != KEY_ENDS && kind != KEY_SPANS;
}

bool key_read(int row, const char *text, const carom_memory *memory, scene_value *v) {
  const key_kind kind = row_of(row)->kind;
  if (!value_begin(v, text, has_numbers(kind), memory))
    return false;
  if (kind == KEY_FLAG)
    v->choice = text_list_index("false true", text, strlen(text));
  if (kind == KEY_WORD)
    v->choice = text_list_index(row_of(row)->key.choices, text, strlen(text));
  if (kind != KEY_ENDS)
    return true;
  v->rows = 2;
  v->width = 1;
  v->many = memory->resize(memory->user, NULL, 0, 2 * sizeof *v->many);
  if (v->many == NULL)
    return false;
  v->choice = read_ends(row, text, v) ? 0 : -1;
  return true;
}

static bool check_ends(int row, const scene_value *v, sentence *s) {
  return v->choice >= 0
             ? value_words(v->text) == 2 || complain(row, v->text, "is not a list of two ends", s)
             : complain(row, v->text, "does not name two ends", s);
}

bool key_accepts(int row, const scene_value *v, sentence *s) {
  const key_kind kind = row_of(row)->kind;
  const char *text = v->text;
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
  case KEY_CHANGING:
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
    break;
  }
  if (v->rows != 1 || v->list)
    return complain(row, text, "is not a number", s);
  return check_number(row, text, v->one, s);
}

void key_suggest(section s, const char *type, const char *name, sentence *out) {
  const char *nearest = NULL;
  int least = 3;
  const int first = first_key(s);
  const int count = sections[s]->count;
  for (int i = first; i < first + count; ++i) {
    const int distance = text_distance(row_of(i)->key.name, name);
    if ((type == NULL || key_applies(i, type)) && distance < least) {
      least = distance;
      nearest = row_of(i)->key.name;
    }
  }
  if (nearest != NULL)
    sentence_add(out, "did you mean '%s'? ", nearest);
  sentence_add(out, "allowed are ");
  const char *comma = "";
  for (int i = first; i < first + count; ++i)
    if (type == NULL || key_applies(i, type)) {
      sentence_add(out, "%s%s", comma, row_of(i)->key.name);
      comma = ", ";
    }
}
