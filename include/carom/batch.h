// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file batch.h
/// Many states of one model. A state of a batch is only what it keeps, all of them side by side in
/// one block; whoever steps them brings a worker, which has the rest: pointers and scratch. Threads
/// with a worker each may step different states of a batch at once; carom_batch_run() in file.h
/// does. A state of a batch moves as one alone does, bit for bit.

#ifndef CAROM_BATCH_H
#define CAROM_BATCH_H

#include <carom/api.h>
#include <carom/state.h>

CAROM_BEGIN

typedef struct carom_batch carom_batch;
typedef struct carom_worker carom_worker;

/// Bytes of a batch of so many states, and of a worker (multiples of 64). A state takes
/// carom_state_saved_size() less 64. [setup]
size_t carom_batch_size(const carom_model *model, int count);
size_t carom_worker_size(const carom_model *model);

/// Makes a worker in memory the caller supplies: carom_worker_size() bytes aligned to 64. There is
/// nothing to free. [setup]
carom_worker *carom_worker_init(const carom_model *model, void *block);

/// The same in memory of its own; NULL if it is out. Pass NULL for the heap. [setup]
carom_worker *carom_worker_new(const carom_model *model, const carom_memory *memory);
void carom_worker_free(carom_worker *worker);

/// Makes a batch of states at t = 0 in memory the caller supplies: carom_batch_size() bytes aligned
/// to 64. There is nothing to free. On failure *batch is NULL: CAROM_NO_PART if the method
/// integrates, since an integrator belongs to one state alone, CAROM_BAD_VALUE for a count below 0,
/// CAROM_WRONG_MODEL for a worker of another model. [setup]
carom_status carom_batch_init(const carom_model *model, int count, carom_worker *worker,
                              void *block, carom_batch **batch, carom_error *error);

/// The same in memory of its own; CAROM_NO_MEMORY if it is out. Pass NULL for the heap. [setup]
carom_status carom_batch_new(const carom_model *model, int count, const carom_memory *memory,
                             carom_batch **batch, carom_error *error);
void carom_batch_free(carom_batch *batch);

/// How many states it holds. [audio]
int carom_batch_count(const carom_batch *batch);

/// One of the states, for all that is done with a state: live keys, outputs, ledger, events,
/// stepping, saving and restoring, reset. It is valid until the worker is used for another state or
/// another worker for this one, and not to be freed. NULL for an index that is none, or a batch or
/// worker of another model. [audio]
carom_state *carom_batch_open(const carom_model *model, carom_batch *batch, int index,
                              carom_worker *worker);

/// carom_process() with each of the states first .. first + count - 1, `samples` samples each; the
/// outputs go to values[((state - first) * steps + step) * outputs + j] (NULL to discard), steps =
/// samples * oversample. All of them are stepped; returns the first status that is not CAROM_OK.
/// CAROM_BAD_VALUE for states that are none or fewer than no samples, CAROM_WRONG_MODEL for a batch
/// or worker of another model. [audio]
carom_status carom_batch_process(const carom_model *model, carom_batch *batch, carom_worker *worker,
                                 int first, int count, int samples, double *values);

CAROM_END

#endif
