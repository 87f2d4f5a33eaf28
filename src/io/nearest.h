// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a misspelt name may have meant: "did you mean".

#ifndef CAROM_NEAREST_H
#define CAROM_NEAREST_H

#include <stddef.h>

/// The search for the name nearest to a word. `found` is NULL while none is near.
typedef struct {
  const char *word;
  const char *found;
  int distance; // of the one found, or the least that is too far
} nearest;

nearest nearest_to(const char *word);

/// Takes a name into account, which is kept as it is. Of equally near ones the first is found.
void nearest_try(nearest *n, const char *name);

/// "did you mean 'NAME'? ", with a space behind it, or nothing, in `text`, which is returned.
const char *nearest_hint(const nearest *n, char *text, size_t size);

/// The same for a scene that is not there: among the built-in ones, and the files beside it, with
/// and without their ending.
const char *nearest_scene_hint(const char *scene, char *text, size_t size);

#endif
