// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Families while they are expanded, scene to scene: bar* becomes bar48, bar49 and so on, plain
// items that the compiler sees. Members are named by their notes with play.keys, and from 1 with
// play.voices.

#ifndef CAROM_EXPAND_H
#define CAROM_EXPAND_H

#include "scene/scene.h"

enum {
  MEMBERS = 129, // 0 .. 128: notes, or voices from 1
  VALUE_ROOM = 2048
};

/// An item that stands for many.
typedef struct {
  const item *it;
  size_t stem;         // length of its name without the *
  bool asked[MEMBERS]; // of the keys of the family
  bool has[MEMBERS];   // those there are
} family;

typedef struct {
  const carom_scene *from;
  carom_scene *to;
  carom_error *error;
  carom_status status;
  bool by_keys; // by voices else
  family *list;
  int count;
} expansion;

/// Reports a mistake about a key of an item, or the item; always false.
#define EXPAND_MISTAKE(x, it, key, problem, ...)                                                   \
  ((x)->status = scene_complain((x)->from, (it), (key), (problem), (x)->error, __VA_ARGS__), false)

/// The family that a point names, "bar*@0.5"; false where it names none. `length` is that of its
/// stem.
bool expand_reference(const char *text, size_t *length);

/// The text of a value for one member, in `room` or as it was written; NULL after a mistake
/// (expand_values.c).
const char *expand_value(expansion *x, const item *it, const entry *e, int member,
                         char room[VALUE_ROOM]);

#endif
