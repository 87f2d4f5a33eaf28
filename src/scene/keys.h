// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The one table of keys, and what follows from it: looking a key up, judging a value, saying what
// is allowed.

#ifndef CAROM_KEYS_H
#define CAROM_KEYS_H

#include "base/text.h"
#include <carom/scene.h>

typedef enum {
  KEY_NUMBER,      // 0.75
  KEY_WHOLE,       // 12
  KEY_FLAG,        // true
  KEY_WORD,        // pinned
  KEY_TEXT,        // anything
  KEY_POINT,       // string@0.12
  KEY_NUMBERS,     // [1, 2, 3]
  KEY_ENDS,        // [pinned, clamped]
  KEY_CHANGING,    // 0.75 or [[0, 0.75], [1, 0.5]]
  KEY_BREAKPOINTS, // [[0, 0.75], [1, 0.5]]
  KEY_ONE_OR_TWO,  // 0.3 or [0.3, 0.4]
  KEY_COUNTS,      // auto, 40 or [40, 10]
  KEY_AUTO_NUMBER  // auto or 0.5
} key_kind;

typedef enum {
  SECTION_TOP,
  SECTION_BODIES,
  SECTION_CONTACTS,
  SECTION_FORCES,
  SECTION_SCORE,
  SECTION_OUTPUTS,
  SECTION_SNAPSHOTS
} section;

enum { SECTION_COUNT = SECTION_SNAPSHOTS + 1 };

/// "", "bodies", "contacts", "forces", "score", "outputs", "snapshots"
const char *section_name(section s);

/// The key that says of what kind an item is, and so which keys it has; NULL where all are alike.
const char *section_type_key(section s);

/// The section of that name, or -1.
int section_find(const char *name, size_t length);

/// The row of a key, or -1.
int key_find(section s, const char *name);

key_kind key_kind_of(int key);

/// Whether items of this type have the key.
bool key_applies(int key, const char *type);

/// Judges a value's text; on a mistake says what is wrong and what is allowed.
bool key_accepts(int key, const char *text, sentence *complaint);

/// Appends what is allowed for a key: "a number above 0, in kg".
void key_describe(int key, sentence *s);

/// Appends the nearest name, if one is near, and all names of a section (of one type unless NULL).
void key_suggest(section s, const char *type, const char *name, sentence *out);

#endif
