// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All engines of batches. Auto takes the first below it that does not refuse; scalar refuses none.

#include "batch/engine.h"

static const carom_engine automatic = {"auto", "the fastest that takes the models"};

static const batch_engine *const rows[] = {
    [CAROM_ENGINE_AUTO] = NULL,
    [CAROM_ENGINE_SCALAR] = &scalar_engine,
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const batch_engine *engine_row(carom_engine_kind kind) {
  return (int)kind >= 0 && (int)kind < ROWS ? rows[kind] : NULL;
}

int carom_engine_count(void) {
  return ROWS;
}

const carom_engine *carom_engine_at(int index) {
  if (index < 0 || index >= ROWS)
    return NULL;
  return rows[index] != NULL ? &rows[index]->about : &automatic;
}
