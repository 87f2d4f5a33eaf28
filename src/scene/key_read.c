// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Texts of values read by the kind of their key: numbers, words, notes.

#include "scene/keys.h"
#include "scene/note_curve.h"

#include <string.h>

bool key_has_numbers(key_kind kind) {
  return kind != KEY_TEXT && kind != KEY_POINT && kind != KEY_FLAG && kind != KEY_WORD &&
         kind != KEY_ENDS && kind != KEY_SPANS && kind != KEY_KEYS;
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

// The number of a note that is given by its name.
static void read_note(const char *text, scene_value *v) {
  int note = 0;
  double cents = 0;
  if (v->rows > 0 || !note_parse(text, strlen(text), &note, &cents) || cents != 0)
    return;
  v->rows = v->width = 1;
  v->one = v->at_0 = v->most = note;
}

static bool take_numbers(scene_value *v, int count, const carom_memory *memory) {
  v->many = memory->resize(memory->user, NULL, 0, (size_t)count * sizeof *v->many);
  if (v->many == NULL)
    return false;
  v->rows = count;
  v->width = 1;
  return true;
}

/// Notes of a list, at most.
enum { KEYS_MOST = 128 };

// The numbers of notes; what is no note has none. False if memory is out.
static bool read_keys(const char *text, scene_value *v, const carom_memory *memory) {
  const int count = value_words(text);
  if (count < 1 || count > KEYS_MOST)
    return true;
  if (!take_numbers(v, count, memory))
    return false;
  v->rows = count;
  for (int i = 0; i < count; ++i) {
    const char *word = NULL;
    size_t length = 0;
    int note = -1;
    if (!value_word(text, i, &word, &length) || !curve_note(word, length, &note))
      note = -1;
    v->many[i] = note;
  }
  return true;
}

bool key_read(int row, const char *text, const pitch_scale *notes, const carom_memory *memory,
              scene_value *v) {
  const key_kind kind = key_kind_of(row);
  const bool pitches = kind == KEY_PITCH || kind == KEY_PITCHES || kind == KEY_CHANGING_PITCH;
  if (!value_begin(v, text, key_has_numbers(kind), pitches ? notes : NULL, memory))
    return false;
  v->by_note = v->by_note && kind != KEY_TEXT;
  if (kind == KEY_NOTE)
    read_note(text, v);
  if (kind == KEY_FLAG)
    v->choice = text_list_index("false true", text, strlen(text));
  if (kind == KEY_WORD)
    v->choice = text_list_index(carom_key_at(row)->choices, text, strlen(text));
  if (kind == KEY_KEYS)
    return read_keys(text, v, memory);
  if (kind != KEY_ENDS)
    return true;
  if (v->by_note)
    return true;
  if (!take_numbers(v, 2, memory))
    return false;
  v->choice = read_ends(row, text, v) ? 0 : -1;
  return true;
}
