// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The one table of keys, and what follows from it: lookup, validation of values, texts of what is
// allowed.

#ifndef CAROM_KEYS_H
#define CAROM_KEYS_H

#include "base/text.h"
#include "scene/value.h"
#include "scene/word_lists.h"
#include <carom/scene.h>

typedef enum {
  KEY_NUMBER,         // 0.75
  KEY_WHOLE,          // 12
  KEY_FLAG,           // true
  KEY_WORD,           // pinned
  KEY_TEXT,           // anything
  KEY_POINT,          // string@0.12
  KEY_NUMBERS,        // [1, 2, 3]
  KEY_ENDS,           // [pinned, clamped]
  KEY_CHANGING,       // 0.75 or [[0, 0.75], [1, 0.5]]
  KEY_BREAKPOINTS,    // [[0, 0.75], [1, 0.5]]
  KEY_ONE_OR_TWO,     // 0.3 or [0.3, 0.4]
  KEY_COUNTS,         // auto, 40 or [40, 10]
  KEY_AUTO_NUMBER,    // auto or 0.5
  KEY_PITCH,          // 220 or A3
  KEY_CHANGING_PITCH, // 220, A3 or [[0, A3], [1, 230]]
  KEY_NOTE,           // 60 or C4
  KEY_TIMES,          // 0.5 or [0.5, 1, 1.25]
  KEY_EACH,           // 2 or [2, 1, 3]
  KEY_PITCHES,        // A3 or [A3, 247, C4]
  KEY_SPANS,          // [[contacts.bow.force, 0.5, 4], [contacts.bow.speed, 0.1, 0.3]]
  KEY_KEYS            // [C3, C6], or [C4, D4, E4]
} key_kind;

/// The sections of a scene: enumerator, name, the key that says of which type an item is ("" where
/// all are alike), the table of their keys, and what they hold.
#define SECTIONS(X)                                                                                \
  X(SECTION_TOP, "", "", keys_top, "the scene itself")                                             \
  X(SECTION_BODIES, "bodies", "type", keys_bodies, "what moves or stands")                         \
  X(SECTION_CONTACTS, "contacts", "type", keys_contacts,                                           \
    "what acts between bodies, or on a point of one")                                              \
  X(SECTION_FORCES, "forces", "", keys_forces, "forces on points: a sine, or a table over time")   \
  X(SECTION_SCORE, "score", "gesture", keys_score,                                                 \
    "what is done while the scene runs, a list of gestures")                                       \
  X(SECTION_OUTPUTS, "outputs", "", keys_outputs, "the signals that are kept, and heard")          \
  X(SECTION_SNAPSHOTS, "snapshots", "", keys_snapshots, "whole shapes at given times")             \
  X(SECTION_CONTROLS, "controls", "", keys_controls,                                               \
    "what a player, a MIDI keyboard or a plugin moves")                                            \
  X(SECTION_PRESETS, "presets", "", keys_presets, "values of controls, to be recalled by a name")  \
  X(SECTION_MATERIALS, "materials", "", keys_materials,                                            \
    "materials of the scene's own, for the key material")
typedef enum { SECTIONS(WORD_ENUMERATOR) SECTION_COUNT } section;

/// "" for the top level.
const char *section_name(section s);

/// The key that gives the type of an item, and so which keys it has; NULL where all are alike.
const char *section_type_key(section s);

/// The section of that name, or -1.
int section_find(const char *name, size_t length);

/// The row of a key, or -1. A key whose name ends with * stands for all names that begin so.
int key_find(section s, const char *name);

/// The first key that items of a section have to have, behind key `after` or any with -1; -1 if
/// there is none.
int key_required(section s, int after);

/// What stands for the * of a key's name; NULL if that has none.
const char *key_part(int key, const char *name);

key_kind key_kind_of(int key);

/// Whether values of a kind are made of numbers.
bool key_has_numbers(key_kind kind);

/// Whether items of this type have the key.
bool key_applies(int key, const char *type);

/// Reads a value of this key from its text; what does not fit the key's kind is left without
/// numbers, for key_accepts() to complain about. Names of notes have the pitches of `notes`. False
/// if memory is out.
bool key_read(int key, const char *text, const pitch_scale *notes, const carom_memory *memory,
              scene_value *v);

/// Validates a value; on a mistake writes what is wrong and what is allowed.
bool key_accepts(int key, const scene_value *v, sentence *complaint);

/// Whether the value of this key may be the pitch of a member's own note: key, key+0.5.
bool key_takes_key(int key);

/// Appends what is allowed for a key: "a number above 0, in kg".
void key_describe(int key, sentence *s);

/// Appends the nearest name, if one is near, and all names of a section (of one type unless NULL).
void key_suggest(section s, const char *type, const char *name, sentence *out);

#endif
