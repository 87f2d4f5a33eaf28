// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Paths of values, "bodies.string.tension", and the names in them.

#ifndef CAROM_PATH_H
#define CAROM_PATH_H

#include "scene/keys.h"

enum { NAME_LONGEST = 64, PATH_LONGEST = 256 };

/// Digits that the members of a family have behind its stem, at most: notes, and voices.
enum { MEMBER_DIGITS = 3 };

/// A path taken apart: "bodies.string.tension" is (bodies, string, tension).
typedef struct {
  section in;
  const char *name;
  size_t name_length;
  const char *key; // "" where the path ends with the item
} scene_path;

scene_path path_split(const char *path);

/// Whether a name is that of a family: bar* stands for bar48, bar49 and so on.
bool path_is_family(const char *name, size_t length);

/// Whether an item may have this name; what a score lists without names is numbered.
bool path_good_name(section in, const char *name, size_t length);

#endif
