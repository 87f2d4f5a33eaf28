// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file stop.h
/// A request to end early, which any thread and the handler of any signal may make: runs, sweeps,
/// comparisons, batches and steps look at it.

#ifndef CAROM_STOP_H
#define CAROM_STOP_H

#include <carom/api.h>
#include <stdbool.h>

CAROM_BEGIN

/// Begins as {0}: nobody has asked.
typedef struct {
  int requested; ///< read and written by the calls below alone, which are atomic
} carom_stop;

/// Asks for it; NULL is allowed here and below, and never asked. [audio]
void carom_stop_request(carom_stop *stop);

/// Takes it back. [audio]
void carom_stop_reset(carom_stop *stop);

/// Whether it was asked for. [audio]
bool carom_stop_requested(const carom_stop *stop);

CAROM_END

#endif
