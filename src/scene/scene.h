// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The scene from inside: items (one body, contact, force or output each) with their entries.

#ifndef CAROM_SCENE_INSIDE_H
#define CAROM_SCENE_INSIDE_H

#include "scene/keys.h"
#include <carom/scene.h>

/// Where a value came from.
typedef struct {
  int source; // index into the scene's sources, or -1
  int line, column;
} origin;

typedef struct {
  int key;
  char *part; // what stands for the * of a key whose name ends with one, else NULL
  scene_value value;
  origin from;
} entry;

typedef struct {
  section in;
  char *name; // "" for the top level
  entry *entries;
  int count, room;
  origin from;
  const scene_value *defaults; // of all keys, by their numbers
  bool left_out;               // a member that its family goes without
  char *family;                // that it was expanded from, bar*; or NULL
} item;

/// Characters of an entry's name, at most.
enum { ENTRY_NAME = 128 };

struct carom_scene {
  carom_memory memory;
  item *items;
  int item_count, item_room;
  int *table; // open addressing: item index + 1 by section and name, 0 is free
  int table_size;
  char **sources;
  int source_count;
  scene_value *defaults; // of all keys
  pitch_scale notes;     // of the names of notes
  origin now;            // where values set from now on come from
};

/// Item 0 is the top level; the others follow in the order of their first mention.
int scene_item_count(const carom_scene *scene);
const item *scene_item(const carom_scene *scene, int index);

/// The item of that name in a section, or -1.
int scene_find(const carom_scene *scene, section s, const char *name, size_t length);

/// Puts a value into an item, which comes into being on first mention, without a look at whether it
/// is good; false if memory is out.
bool scene_put(carom_scene *scene, const item *like, const char *name, const entry *e,
               const char *text);

/// Whether there is something to expand, or to be left out (expand.c).
bool scene_has_families(const carom_scene *scene);

/// Gives names of notes the pitches of the scene's tuning, once that has changed (notes.c).
void scene_retune(carom_scene *scene);

/// Sets one value of a curve, whose path ends with the note; whatever else is unknown
/// (scene_by_note.c).
carom_status scene_set_noted(carom_scene *scene, const char *path, const char *value,
                             carom_error *error);

// --- Reading values (item.c) --------------------------------------------------------------------
//
// Keys are named as in the table; a name that is not there is a mistake of ours and fails an
// assertion. Defaults are in the table alone: a key without one is interpreted where it is used, by
// item_has().

/// The entry of a key, or NULL where the scene does not mention it; by its number, or by its name.
const entry *item_find(const item *it, int key);
const entry *item_entry(const item *it, const char *key);

static inline bool item_has(const item *it, const char *key) {
  return item_entry(it, key) != NULL;
}

/// The entry of a key whose name ends with *, for what stands there; NULL if there is none.
const entry *item_part(const item *it, const char *key, const char *part, size_t length);

/// The entry of a key by the name it is written with; NULL where the scene does not mention it.
const entry *item_written(const item *it, int key, const char *name);

/// The whole name of an entry's key, in `room`.
const char *entry_name(const entry *e, char room[ENTRY_NAME]);

/// The value of a key or its default; NULL if it has neither.
const scene_value *item_value(const item *it, const char *key);

/// Its text; NULL if it has neither.
const char *item_text(const item *it, const char *key);

/// A number, or breakpoints at t = 0; 0 where there is none.
double item_number(const item *it, const char *key);

/// The number, or the largest of the breakpoints; 0 where there is none.
double item_largest(const item *it, const char *key);

/// Whether it is a pitch written as the name of a note.
bool item_is_note(const item *it, const char *key);

/// Whether it is a curve: its numbers are pairs of a note and a value, by rising notes.
bool item_by_note(const item *it, const char *key);

bool item_flag(const item *it, const char *key);

/// The index of its word; only for keys that have a value.
int item_choice(const item *it, const char *key);

/// Rows of numbers of a list or of breakpoints, and all of them row by row.
int item_rows(const item *it, const char *key);
const double *item_numbers(const item *it, const char *key);

/// Whether a value was written in brackets: breakpoints or a list.
bool item_is_list(const item *it, const char *key);

/// Fills in an error about one key of an item (NULL: about the item itself) and returns its status.
__attribute__((format(printf, 6, 7))) carom_status
scene_complain(const carom_scene *scene, const item *it, const char *key, carom_status status,
               carom_error *error, const char *format, ...);

/// The same about a path that is being set; `unknown` says which keys there are.
__attribute__((format(printf, 5, 6))) carom_status
scene_complain_path(const carom_scene *scene, const char *path, carom_status status,
                    carom_error *error, const char *format, ...);
carom_status scene_unknown_key(const carom_scene *scene, const char *path, carom_error *error);

/// The heap or the caller's memory that the scene lives in.
const carom_memory *scene_memory(const carom_scene *scene);

#endif
