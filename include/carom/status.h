// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file status.h
/// The result of a call: one status for programs, one sentence for people.

#ifndef CAROM_STATUS_H
#define CAROM_STATUS_H

#include <carom/api.h>

CAROM_BEGIN

/// Every status and what it means, in one table.
#define CAROM_STATUSES(X)                                                                          \
  X(CAROM_OK, "success")                                                                           \
  X(CAROM_NO_MEMORY, "out of memory")                                                              \
  X(CAROM_UNKNOWN_KEY, "no such key")                                                              \
  X(CAROM_BAD_VALUE, "a value of the wrong type or out of range")                                  \
  X(CAROM_MISSING, "a required key is missing")                                                    \
  X(CAROM_BAD_REFERENCE, "a reference to something that does not exist")                           \
  X(CAROM_DUPLICATE, "the same thing twice")                                                       \
  X(CAROM_UNSTABLE, "a grid too fine for its time step")                                           \
  X(CAROM_NOT_LIVE, "the key cannot change while running")                                         \
  X(CAROM_BAD_FILE, "a file cannot be read or is not a scene")                                     \
  X(CAROM_CANNOT_WRITE, "a result cannot be written")                                              \
  X(CAROM_INTERRUPTED, "stopped before the end")                                                   \
  X(CAROM_NOT_FINITE, "the motion is no longer finite")                                            \
  X(CAROM_WRONG_MODEL, "a state or scene belongs to another model")                                \
  X(CAROM_NO_PART, "the method needs a part that this build or this state lacks")                  \
  X(CAROM_TOLERANCE, "solver.tolerance cannot be reached")                                         \
  X(CAROM_DAMAGED, "a saved state is damaged")                                                     \
  X(CAROM_FULL, "too many actions wait for their sample")                                          \
  X(CAROM_WAVE_SPEED, "the string leaves its bridge at the speed of waves")                        \
  X(CAROM_NOT_WRAPPED, "the string meets or leaves its bridge away from the contact point")        \
  X(CAROM_TOO_MANY_IMPACTS, "more impacts within a sample than can be followed")                   \
  X(CAROM_NOT_SOLVED, "the equations of a step cannot be solved")

typedef enum {
#define CAROM_STATUS_NAME(name, text) name,
  CAROM_STATUSES(CAROM_STATUS_NAME)
#undef CAROM_STATUS_NAME
} carom_status;

/// A mistake in words: "FILE:LINE:COL: PATH: what is wrong; what is allowed".
typedef struct {
  carom_status status;
  int line;        ///< 1-based line in the scene file, 0 if the value did not come from a file
  int column;      ///< 1-based column, or 0
  char text[2048]; ///< the whole sentence, always terminated
} carom_error;

/// The status as a sentence. Never NULL. [audio]
const char *carom_status_text(carom_status status);

CAROM_END

#endif
