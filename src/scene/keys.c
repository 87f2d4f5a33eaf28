// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What follows from the table of keys.

#include "scene/keys.h"

#include "scene/keys_table.h"
#include "scene/value.h"
#include <math.h>
#include <string.h>

static const char *const section_names[SECTION_COUNT] = {"",      "bodies",  "contacts", "forces",
                                                         "score", "outputs", "snapshots"};

const char *section_name(section s) {
  return section_names[s];
}

const char *section_type_key(section s) {
  return s == SECTION_BODIES || s == SECTION_CONTACTS ? "type"
         : s == SECTION_SCORE                         ? "gesture"
                                                      : NULL;
}

int section_find(const char *name, size_t length) {
  for (int s = SECTION_BODIES; s < SECTION_COUNT; ++s)
    if (strlen(section_names[s]) == length && memcmp(section_names[s], name, length) == 0)
      return s;
  return -1;
}

int carom_key_count(void) {
  return key_table_size;
}

const carom_key *carom_key_at(int index) {
  return &key_table[index].key;
}

key_kind key_kind_of(int key) {
  return key_table[key].kind;
}

int key_find(section s, const char *name) {
  for (int i = 0; i < key_table_size; ++i)
    if (key_table[i].key.name[0] == name[0] && strcmp(key_table[i].key.name, name) == 0 &&
        strcmp(key_table[i].key.section, section_names[s]) == 0)
      return i;
  return -1;
}

bool key_applies(int key, const char *type) {
  const char *types = key_table[key].key.types;
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

void key_describe(int row, sentence *s) {
  const carom_key *key = &key_table[row].key;
  if (key->choices[0] != '\0') {
    sentence_add(s, key_table[row].kind == KEY_ENDS ? "[left, right] of " : "one of ");
    add_list(key->choices, s);
    return;
  }
  switch (key_table[row].kind) {
  case KEY_NUMBER:
    sentence_add(s, "a number");
    break;
  case KEY_WHOLE:
    sentence_add(s, "a whole number");
    break;
  case KEY_FLAG:
    sentence_add(s, "true or false");
    return;
  case KEY_WORD:
  case KEY_ENDS:
  case KEY_TEXT:
    sentence_add(s, "a text");
    return;
  case KEY_POINT:
    sentence_add(s, "BODY, BODY@x or PLATE@x:y with x and y from 0 to 1");
    return;
  case KEY_NUMBERS:
    sentence_add(s, "a list [a, b, ...] of numbers, each");
    break;
  case KEY_CHANGING:
    sentence_add(s, "a number or breakpoints [[t, value], ...] with t that does not fall, values");
    break;
  case KEY_BREAKPOINTS:
    sentence_add(s, "breakpoints [[t, value], ...] with t that does not fall, values");
    break;
  case KEY_ONE_OR_TWO:
    sentence_add(s, "a number or [a, b], each");
    break;
  case KEY_COUNTS:
    sentence_add(s, "auto, a whole number or [Nx, Ny], each");
    break;
  case KEY_AUTO_NUMBER:
    sentence_add(s, "auto or a number");
    break;
  }
  add_range(key, s);
}

static bool complain(int key, const char *text, const char *what, sentence *s) {
  sentence_add(s, "'%.60s%s' %s; allowed is ", text, strlen(text) > 60 ? "..." : "", what);
  key_describe(key, s);
  return false;
}

// One number against the range and, for whole numbers, the choices of its key.
static bool judge_number(int row, const char *text, double x, sentence *s) {
  const carom_key *key = &key_table[row].key;
  const key_kind kind = key_table[row].kind;
  if (isnan(x))
    return complain(row, text, "is not a number", s);
  if (isinf(x))
    return complain(row, text, "is infinite", s);
  if (x < key->low || x > key->high || (key->low_open && x == key->low))
    return complain(row, text, "is out of range", s);
  if ((kind == KEY_WHOLE || kind == KEY_COUNTS) && x != floor(x))
    return complain(row, text, "is not a whole number", s);
  if (kind == KEY_WHOLE && key->choices[0] != '\0' &&
      !text_list_has(key->choices, text, strlen(text)))
    return complain(row, text, "is not a choice", s);
  return true;
}

// Lists are read in windows, so that their length is not limited by a buffer.
static bool judge_list(int row, const char *text, int width, sentence *s) {
  const int rows = value_list(text, width, NULL, 0);
  if (rows < 0)
    return complain(row, text, width == 2 ? "is not a list of pairs" : "is not a list of numbers",
                    s);
  if (rows == 0)
    return complain(row, text, "is empty", s);
  const char *cursor = text;
  double last_time = -INFINITY;
  for (int i = 0; i < rows * width; ++i) {
    cursor += strspn(cursor, "[], \t\r\n");
    const size_t length = strcspn(cursor, "[], \t\r\n");
    char one[64] = {0};
    memcpy(one, cursor, length < sizeof one ? length : sizeof one - 1);
    cursor += length;
    double x = NAN;
    if (!value_number(one, &x))
      return complain(row, one, "is not a number", s);
    if (width == 2 && i % 2 == 0) {
      if (!isfinite(x) || x < last_time)
        return complain(row, one, "is a time before the last one", s);
      last_time = x;
    } else if (!judge_number(row, one, x, s)) {
      return false;
    }
  }
  return true;
}

static bool judge_pair(int row, const char *text, sentence *s) {
  if (value_list(text, 1, NULL, 0) != 2)
    return complain(row, text, "is neither one number nor two", s);
  return judge_list(row, text, 1, s);
}

static bool judge_ends(int row, const char *text, sentence *s) {
  for (int i = 0; i < 2; ++i) {
    const char *word = NULL;
    size_t length = 0;
    if (!value_word(text, i, &word, &length) ||
        !text_list_has(key_table[row].key.choices, word, length))
      return complain(row, text, "does not name two ends", s);
  }
  return value_words(text) == 2 || complain(row, text, "is not a list of two ends", s);
}

bool key_accepts(int row, const char *text, sentence *s) {
  const key_kind kind = key_table[row].kind;
  double x = 0;
  switch (kind) {
  case KEY_TEXT:
    return text_valid(text, strlen(text)) == strlen(text) ||
           complain(row, "the text", "is not valid UTF-8", s);
  case KEY_POINT:
    return text[0] != '\0' || complain(row, text, "is empty", s);
  case KEY_FLAG:
    return strcmp(text, "true") == 0 || strcmp(text, "false") == 0 ||
           complain(row, text, "is neither true nor false", s);
  case KEY_WORD:
    return text_list_has(key_table[row].key.choices, text, strlen(text)) ||
           complain(row, text, "is not a choice", s);
  case KEY_ENDS:
    return judge_ends(row, text, s);
  case KEY_NUMBERS:
    return judge_list(row, text, 1, s);
  case KEY_BREAKPOINTS:
    return judge_list(row, text, 2, s);
  case KEY_CHANGING:
    if (text[0] == '[')
      return judge_list(row, text, 2, s);
    break;
  case KEY_ONE_OR_TWO:
    if (text[0] == '[')
      return judge_pair(row, text, s);
    break;
  case KEY_COUNTS:
  case KEY_AUTO_NUMBER:
    if (strcmp(text, "auto") == 0)
      return true;
    if (kind == KEY_COUNTS && text[0] == '[')
      return judge_pair(row, text, s);
    break;
  case KEY_NUMBER:
  case KEY_WHOLE:
    break;
  }
  if (!value_number(text, &x))
    return complain(row, text, "is not a number", s);
  return judge_number(row, text, x, s);
}

void key_suggest(section s, const char *type, const char *name, sentence *out) {
  const char *nearest = NULL;
  int least = 3;
  for (int i = 0; i < key_table_size; ++i) {
    if (strcmp(key_table[i].key.section, section_names[s]) != 0 ||
        (type != NULL && !key_applies(i, type)))
      continue;
    const int distance = text_distance(key_table[i].key.name, name);
    if (distance < least) {
      least = distance;
      nearest = key_table[i].key.name;
    }
  }
  if (nearest != NULL)
    sentence_add(out, "did you mean '%s'? ", nearest);
  sentence_add(out, "allowed are ");
  const char *comma = "";
  for (int i = 0; i < key_table_size; ++i)
    if (strcmp(key_table[i].key.section, section_names[s]) == 0 &&
        (type == NULL || key_applies(i, type))) {
      sentence_add(out, "%s%s", comma, key_table[i].key.name);
      comma = ", ";
    }
}
