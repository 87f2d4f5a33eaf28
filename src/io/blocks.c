// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Blocks are halved where one takes long and doubled where it does not.

#include "io/blocks.h"

#include "base/error.h"
#include "io/clock.h"
#include <stdlib.h>

/// A block may take so long, s.
static const double long_block = 0.02;

carom_status blocks_begin(blocks *b, carom_error *error) {
  b->info = carom_model_describe(b->model);
  b->stride = (size_t)b->info.oversample * (size_t)b->info.outputs;
  b->pace = b->max < 8 ? b->max : 8;
  b->values = calloc((size_t)b->max * b->stride + 1, sizeof *b->values);
  b->owned = b->state == NULL;
  if (b->owned)
    b->state = carom_state_new(b->model, NULL);
  if (b->values == NULL || b->state == NULL)
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  carom_state_stop(b->state, b->stop);
  carom_state_overflow(b->state, b->impact, b->user);
  return b->owned ? carom_state_equip(b->model, b->state, error) : CAROM_OK;
}

void blocks_end(blocks *b) {
  free(b->values);
  carom_state_stop(b->state, NULL);
  carom_state_overflow(b->state, NULL, NULL);
  if (b->owned)
    carom_state_free(b->state);
}

static void choose_pace(blocks *b, double took) {
  if (took > long_block && b->pace > 1)
    b->pace /= 2;
  else if (took < long_block / 4 && b->pace < b->max)
    b->pace = 2 * b->pace < b->max ? 2 * b->pace : b->max;
}

carom_status blocks_next(blocks *b, long long max, int *count) {
  const bool timed = b->max > 1;
  const double since = timed ? clock_seconds() : 0;
  const long long steps = carom_state_steps(b->state);
  *count = (int)(max < b->pace ? max : b->pace);
  const carom_status status = carom_process(b->model, b->state, *count, b->values);
  if (timed)
    choose_pace(b, clock_seconds() - since);
  if (status == CAROM_INTERRUPTED)
    *count = (int)((carom_state_steps(b->state) - steps) / b->info.oversample);
  b->done += *count;
  carom_impact event;
  while (carom_state_next_impact(b->model, b->state, &event))
    if (b->impact != NULL)
      b->impact(b->user, &event);
  return status;
}
