// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The rows of the table of keys, one file for each section.

#ifndef CAROM_KEY_ROWS_H
#define CAROM_KEY_ROWS_H

#include "scene/keys.h"
#include "scene/words.h"
#include <math.h>

typedef struct {
  carom_key key;
  key_kind kind;
} key_row;

typedef struct {
  const key_row *rows;
  int count;
} key_section;

extern const key_section keys_top, keys_bodies, keys_contacts, keys_forces, keys_score,
    keys_outputs, keys_snapshots, keys_controls, keys_presets, keys_materials;

#define ANY        -INFINITY, INFINITY, false
#define POSITIVE   0, INFINITY, true
#define NOT_BELOW0 0, INFINITY, false

// Each kind of value in words.
#define WORDS_NUMBER         "number"
#define WORDS_WHOLE          "whole number"
#define WORDS_FLAG           "true or false"
#define WORDS_WORD           "word"
#define WORDS_TEXT           "text"
#define WORDS_POINT          "point"
#define WORDS_NUMBERS        "list of numbers"
#define WORDS_ENDS           "two words"
#define WORDS_CHANGING       "number or breakpoints"
#define WORDS_BREAKPOINTS    "breakpoints"
#define WORDS_ONE_OR_TWO     "number or two numbers"
#define WORDS_COUNTS         "auto, whole number or two whole numbers"
#define WORDS_AUTO_NUMBER    "auto or number"
#define WORDS_PITCH          "number or note name"
#define WORDS_CHANGING_PITCH "number, note name or breakpoints"
#define WORDS_NOTE           "note number or name"
#define WORDS_TIMES          "number or list of numbers"
#define WORDS_EACH           "number or list of numbers"
#define WORDS_PITCHES        "number, note name or list of them"
#define WORDS_SPANS          "list of [key, from, to]"
#define WORDS_KEYS           "two notes, or more that rise"

#define ROW(kind, section, name, types, choices, unit, standard, range, required, live, help)      \
  {                                                                                                \
    {section, name, types, WORDS_##kind, choices, unit, standard, range, required,                 \
     live,    0,    0,     help},                                                                  \
        KEY_##kind                                                                                 \
  }

// A key that may change while running: with a range that suits a slider.
#define LIVE_ROW(kind, section, name, types, choices, unit, standard, range, required, low, high,  \
                 help)                                                                             \
  {                                                                                                \
    {section, name,     types, WORDS_##kind, choices, unit, standard,                              \
     range,   required, true,  low,          high,    help},                                       \
        KEY_##kind                                                                                 \
  }
#define BETWEEN(a, b) a, b, false

#endif
