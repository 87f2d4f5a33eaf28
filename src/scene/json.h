// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Reading a scene from JSON, from inside. The text is looked at twice: all of its syntax is checked
// (json_check.c) before the first key of the scene is set (json.c).

#ifndef CAROM_JSON_H
#define CAROM_JSON_H

#include "base/json_lex.h"
#include "scene/path.h"
#include "scene/scene.h"

/// Beyond these a text is an accident or an attack; they are those of scene files (io/load.h).
enum { JSON_LARGEST = 64 << 20, JSON_DEEPEST = 12, JSON_MOST_VALUES = 2000000 };

/// A key of a mapping and its length, as they are written.
typedef struct {
  unsigned start, length;
} json_key;

typedef struct {
  carom_scene *scene;
  carom_error *error;
  const char *name; // of the text, in messages
  json_cursor at;
  char path[PATH_LONGEST + 2]; // of what is being read
  size_t path_length;
  char *scratch; // room for any one value and for the keys of any one mapping
  size_t room;
  size_t list_length; // of the list being read, in there
  int values;         // read so far
  bool derived;       // the scene began as another, by `like`
  carom_status status;
} json_reader;

/// Sets the error, with line and column unless the line is 0; returns the status (json.c).
__attribute__((format(printf, 5, 6))) carom_status
json_fail(json_reader *r, carom_status status, int line, int column, const char *format, ...);

/// Checks the encoding and the syntax of the whole text and finds out how much room is needed.
carom_status json_check(json_reader *r);

/// Fails at the first key that occurs again in the mapping whose first key comes next
/// (json_keys.c).
carom_status json_check_keys(json_reader *r);

/// Reads the built-in scene that the key `like` of that mapping, the whole scene, names, if it has
/// one.
carom_status json_follow_like(json_reader *r);

#endif
