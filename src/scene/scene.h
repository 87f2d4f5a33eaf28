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
  char *text;
  size_t size;
  origin from;
} entry;

typedef struct {
  section in;
  char *name; // "" for the top level
  entry *entries;
  int count, room;
  origin from;
} item;

/// Item 0 is the top level; the others follow in the order of their first mention.
int scene_item_count(const carom_scene *scene);
const item *scene_item(const carom_scene *scene, int index);

/// The item of that name in a section, or -1.
int scene_find(const carom_scene *scene, section s, const char *name, size_t length);

/// The entry of a key, or NULL where the scene does not mention it.
const entry *item_entry(const item *it, const char *key);

/// The text of a key or its default; NULL if it has neither.
const char *item_text(const item *it, const char *key);

/// Fills in an error about one key of an item (NULL: about the item itself) and returns its status.
__attribute__((format(printf, 6, 7))) carom_status
scene_complain(const carom_scene *scene, const item *it, const char *key, carom_status status,
               carom_error *error, const char *format, ...);

/// The heap or the caller's memory that the scene lives in.
const carom_memory *scene_memory(const carom_scene *scene);

#endif
