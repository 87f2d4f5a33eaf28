// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the fuzz targets share: memory in rations, and a model put through its paces.

#ifndef CAROM_EXERCISE_H
#define CAROM_EXERCISE_H

#include <carom/file.h>
#include <stdint.h>

/// Memory that runs out: at a number of bytes, and at one allocation counted from 1 (0: at none).
typedef struct {
  size_t used, most; ///< bytes
  long count;        ///< allocations so far
  long fail_at;
  bool failed;
} ration;

/// A ration of 2 MiB, so that huge grids are refused.
ration ration_whole(void);

/// The same, except that one allocation of `count` fails; which one depends on the input.
ration ration_short(const uint8_t *data, size_t size, long count);

carom_memory ration_memory(ration *r);

/// Ends the program with a sentence unless a claim holds.
void require(bool claim, const char *sentence);

/// A call that fails says why in a sentence; memory that failed it is told as such.
void require_reason(carom_status status, const carom_error *error, const ration *r);

/// Compiles a scene and, if it is a small one, runs it for some steps and reads all there is to
/// read. Returns whether it compiled.
bool exercise(const carom_scene *scene, ration *r);

/// The entry point of libFuzzer.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
