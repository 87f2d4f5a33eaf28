// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a value of a family is for one of its members: a curve at its note, the pitch of its note,
// points with its own number for the *.

#include "base/elementary.h"
#include "scene/expand.h"
#include "scene/note_curve.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Numbers in a list, and notes in a curve, at most.
enum { LIST_MOST = 64, NOTES_MOST = 128 };

bool expand_reference(const char *text, size_t *length) {
  const size_t name = strcspn(text, "@");
  *length = name - 1;
  return name > 1 && memchr(text, '*', name) == text + name - 1;
}

static const char *key_of(const entry *e, char room[ENTRY_NAME]) {
  return entry_name(e, room);
}

// In as few digits as give the same number.
static void add_number(sentence *to, double x) {
  char text[40];
  for (int digits = 15; digits <= 17; ++digits) {
    double again = 0;
    sentence number = sentence_in(text, sizeof text);
    sentence_add(&number, "%.*g", digits, x);
    if (value_number(text, &again) && again == x)
      break;
  }
  sentence_add(to, "%s", text);
}

// --- Pitches of keys ----------------------------------------------------------------------------

// The name of the note, which follows the tuning; in Hz where there is no such name.
static void write_pitch(const expansion *x, int note, double cents, sentence *to) {
  static const char *const names[] = {"C",  "C#", "D",  "D#", "E",  "F",
                                      "F#", "G",  "G#", "A",  "A#", "B"};
  if (note < 12 || fabs(cents) > 100) {
    add_number(to, note_pitch(&x->from->notes, note) * real_power(2, cents / 1200));
    return;
  }
  sentence_add(to, "%s%d", names[note % 12], note / 12 - 1);
  if (cents != 0) {
    sentence_add(to, "%s", cents > 0 ? "+" : "-");
    add_number(to, fabs(cents));
  }
}

static bool keys_are_there(expansion *x, const item *it, const entry *e, const char *what) {
  char name[ENTRY_NAME];
  return x->by_keys || EXPAND_MISTAKE(x, it, key_of(e, name), CAROM_BAD_VALUE,
                                      "%s, and voices have no notes; allowed with play.keys", what);
}

// --- Curves -------------------------------------------------------------------------------------

// Keeps the pieces of a curve by rising notes; returns how many.
static int sort_pieces(const char *text, curve_piece *pieces) {
  curve_piece piece;
  int count = 0;
  for (const char *at = text; count < NOTES_MOST && (at = curve_next(at, &piece)) != NULL;) {
    int place = count++;
    for (; place > 0 && pieces[place - 1].note > piece.note; --place)
      pieces[place] = pieces[place - 1];
    pieces[place] = piece;
  }
  return count;
}

static bool is_whole(key_kind kind) {
  return kind == KEY_WHOLE || kind == KEY_COUNTS;
}

static void write_list(const curve_piece *pieces, int count, int note, bool whole, sentence *to) {
  double numbers[NOTES_MOST][LIST_MOST];
  char text[VALUE_ROOM];
  int length = 0;
  for (int i = 0; i < count; ++i) {
    snprintf(text, sizeof text, "%.*s", (int)pieces[i].length, pieces[i].value);
    length = value_list(text, 1, numbers[i], LIST_MOST);
  }
  for (int j = 0; j < length; ++j) {
    note_value points[NOTES_MOST];
    for (int i = 0; i < count; ++i)
      points[i] = (note_value){pieces[i].note, numbers[i][j]};
    sentence_add(to, j == 0 ? "[" : ", ");
    add_number(to, curve_at(points, count, note, whole));
  }
  sentence_add(to, "]");
}

// Cents between "key-10" and "key+20".
static void write_keys(const expansion *x, const curve_piece *pieces, int count, int note,
                       sentence *to) {
  note_value points[NOTES_MOST];
  for (int i = 0; i < count; ++i) {
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)pieces[i].length, pieces[i].value);
    points[i].note = pieces[i].note;
    (void)curve_is_key(text, &points[i].value);
  }
  write_pitch(x, note, curve_line_at(points, count, note), to);
}

/// A point taken apart.
typedef struct {
  size_t name;     // length
  int fractions;   // 0 to 2
  double place[2]; // x and y
} point_parts;

static bool read_point(const char *text, point_parts *p) {
  *p = (point_parts){.name = strcspn(text, "@")};
  if (text[p->name] == '\0')
    return true;
  char copy[80];
  snprintf(copy, sizeof copy, "%s", text + p->name + 1);
  char *colon = strchr(copy, ':');
  if (colon != NULL)
    *colon = '\0';
  p->fractions = colon != NULL ? 2 : 1;
  return value_number(copy, &p->place[0]) &&
         (colon == NULL || value_number(colon + 1, &p->place[1]));
}

static bool write_point(expansion *x, const item *it, const entry *e, const curve_piece *pieces,
                        int count, int note, sentence *to) {
  note_value points[2][NOTES_MOST];
  char name[ENTRY_NAME];
  char first[VALUE_ROOM];
  point_parts one = {0};
  for (int i = 0; i < count; ++i) {
    char text[VALUE_ROOM];
    point_parts p;
    snprintf(text, sizeof text, "%.*s", (int)pieces[i].length, pieces[i].value);
    const bool good = read_point(text, &p);
    if (i == 0) {
      one = p;
      memcpy(first, text, sizeof first);
    }
    if (!good || p.name != one.name || p.fractions != one.fractions ||
        memcmp(text, first, p.name) != 0)
      return EXPAND_MISTAKE(x, it, key_of(e, name), CAROM_BAD_VALUE,
                            "'%.60s' and '%.60s' have nothing between them; allowed by note are "
                            "points of one body, as BODY@x, each with as many fractions",
                            first, text);
    for (int j = 0; j < p.fractions; ++j)
      points[j][i] = (note_value){pieces[i].note, p.place[j]};
  }
  sentence_add(to, "%.*s", (int)one.name, first);
  for (int j = 0; j < one.fractions; ++j) {
    sentence_add(to, j == 0 ? "@" : ":");
    add_number(to, curve_at(points[j], count, note, false));
  }
  return true;
}

static bool write_curve(expansion *x, const item *it, const entry *e, int note, sentence *to) {
  curve_piece pieces[NOTES_MOST];
  const key_kind kind = key_kind_of(e->key);
  const int count = sort_pieces(e->value.text, pieces);
  if (!keys_are_there(x, it, e, "has values by note"))
    return false;
  if (kind == KEY_POINT)
    return write_point(x, it, e, pieces, count, note, to);
  if (e->value.rows > 0)
    add_number(to, curve_at((const note_value *)(const void *)value_numbers(&e->value),
                            e->value.rows, note, is_whole(kind)));
  else if (count > 0 && pieces[0].value[0] == '[')
    write_list(pieces, count, note, is_whole(kind), to);
  else
    write_keys(x, pieces, count, note, to);
  return true;
}

// --- All ----------------------------------------------------------------------------------------

// A point with the member's own number for the *.
static const char *own_point(const char *text, int member, char room[VALUE_ROOM]) {
  size_t stem = 0;
  if (!expand_reference(text, &stem))
    return text;
  snprintf(room, VALUE_ROOM, "%.*s%d%s", (int)stem, text, member, text + stem + 1);
  return room;
}

const char *expand_value(expansion *x, const item *it, const entry *e, int member,
                         char room[VALUE_ROOM]) {
  double cents = 0;
  const bool point = key_kind_of(e->key) == KEY_POINT;
  sentence to = sentence_in(room, VALUE_ROOM);
  if (e->value.by_note) {
    char curve[VALUE_ROOM];
    sentence at_note = sentence_in(curve, sizeof curve);
    if (!write_curve(x, it, e, member, &at_note))
      return NULL;
    if (!point || own_point(curve, member, room) != room)
      memcpy(room, curve, sizeof curve);
    return room;
  }
  if (key_takes_key(e->key) && curve_is_key(e->value.text, &cents)) {
    if (!keys_are_there(x, it, e, "is the pitch of a key"))
      return NULL;
    write_pitch(x, member, cents, &to);
    return room;
  }
  return point ? own_point(e->value.text, member, room) : e->value.text;
}
