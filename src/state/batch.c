// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Many states of one model: what each keeps lies in the batch, the handle and the scratch with the
// worker. Between two calls a state has all of itself in what it keeps, so that a worker needs to
// know nothing of the one it had before.

#include "state/state.h"

#include "base/error.h"
#include <carom/batch.h>
#include <stdint.h>
#include <string.h>

struct carom_batch {
  carom_memory memory; // resize is NULL in the caller's memory
  size_t size;
  unsigned long long fingerprint; // of the model
  int count;
  size_t stride; // bytes of a state
  unsigned char *kept;
};

struct carom_worker {
  carom_memory memory; // resize is NULL in the caller's memory
  size_t size;
  unsigned long long fingerprint; // of the model
  carom_state *state;             // the handle; its scratch lies behind it
};

// --- Workers ------------------------------------------------------------------------------------

size_t carom_worker_size(const carom_model *m) {
  const state_sizes sizes = state_measure(m);
  return block_padded(sizeof(carom_worker)) + sizes.handle + sizes.scratch;
}

carom_worker *carom_worker_init(const carom_model *m, void *block) {
  unsigned char *handle = (unsigned char *)block + block_padded(sizeof(carom_worker));
  carom_worker *w = block;
  *w = (carom_worker){.size = carom_worker_size(m), .fingerprint = m->fingerprint};
  w->state = state_handle(m, handle, handle + state_measure(m).handle);
  return w;
}

carom_worker *carom_worker_new(const carom_model *m, const carom_memory *memory) {
  const carom_memory from = memory != NULL ? *memory : carom_memory_heap();
  void *block = from.resize(from.user, NULL, 0, carom_worker_size(m));
  if (block == NULL)
    return NULL;
  carom_worker *w = carom_worker_init(m, block);
  w->memory = from;
  return w;
}

void carom_worker_free(carom_worker *w) {
  if (w == NULL || w->memory.resize == NULL)
    return;
  const carom_memory from = w->memory;
  from.resize(from.user, w, w->size, 0);
}

// --- Batches ------------------------------------------------------------------------------------

// More than can be addressed is more than any allocator has.
size_t carom_batch_size(const carom_model *m, int count) {
  const size_t head = block_padded(sizeof(carom_batch));
  const size_t stride = state_measure(m).kept;
  const size_t states = count > 0 ? (size_t)count : 0;
  return states > (SIZE_MAX - head) / stride ? SIZE_MAX : head + states * stride;
}

static carom_status check(const carom_model *m, int count, carom_error *error) {
  if (method_of(m)->attach != NULL)
    return error_set(
        error, CAROM_NO_PART,
        "the method integrates, and an integrator belongs to one state alone; allowed is "
        "a batch of any other method, or states of their own");
  if (count < 0)
    return error_set(error, CAROM_BAD_VALUE,
                     "fewer than no states; allowed is a count of 0 or more");
  return CAROM_OK;
}

// At t = 0 all states are the same.
carom_status carom_batch_init(const carom_model *m, int count, carom_worker *worker, void *block,
                              carom_batch **batch, carom_error *error) {
  *batch = NULL;
  const carom_status status = check(m, count, error);
  if (status != CAROM_OK)
    return status;
  if (worker->fingerprint != m->fingerprint)
    return error_set(error, CAROM_WRONG_MODEL, "the worker belongs to another model");
  carom_batch *b = block;
  *b = (carom_batch){.size = carom_batch_size(m, count),
                     .fingerprint = m->fingerprint,
                     .count = count,
                     .stride = state_measure(m).kept,
                     .kept = (unsigned char *)block + block_padded(sizeof(carom_batch))};
  if (count > 0) {
    state_bind(m, worker->state, b->kept);
    worker->state->head->keep_ledger = true;
    carom_state_reset(m, worker->state);
  }
  for (size_t i = 1; i < (size_t)count; ++i)
    memcpy(b->kept + i * b->stride, b->kept, b->stride);
  *batch = b;
  return CAROM_OK;
}

// The worker is freed first: a buffer of the caller's takes back the newest block only.
carom_status carom_batch_new(const carom_model *m, int count, const carom_memory *memory,
                             carom_batch **batch, carom_error *error) {
  const carom_memory from = memory != NULL ? *memory : carom_memory_heap();
  const size_t size = carom_batch_size(m, count);
  *batch = NULL;
  carom_status status = check(m, count, error);
  if (status != CAROM_OK)
    return status;
  void *block = from.resize(from.user, NULL, 0, size);
  carom_worker *worker = block != NULL ? carom_worker_new(m, &from) : NULL;
  status = worker != NULL ? carom_batch_init(m, count, worker, block, batch, error)
                          : error_set(error, CAROM_NO_MEMORY, "out of memory");
  carom_worker_free(worker);
  if (status == CAROM_OK)
    (*batch)->memory = from;
  else if (block != NULL)
    from.resize(from.user, block, size, 0);
  return status;
}

void carom_batch_free(carom_batch *b) {
  if (b == NULL || b->memory.resize == NULL)
    return;
  const carom_memory from = b->memory;
  from.resize(from.user, b, b->size, 0);
}

int carom_batch_count(const carom_batch *b) {
  return b->count;
}

// --- States -------------------------------------------------------------------------------------

static bool belong(const carom_model *m, const carom_batch *b, const carom_worker *w) {
  return b->fingerprint == m->fingerprint && w->fingerprint == m->fingerprint;
}

// Bound anew each time: another worker may have stepped the state since.
static carom_state *open_state(const carom_model *m, const carom_batch *b, int index,
                               const carom_worker *w) {
  state_bind(m, w->state, b->kept + (size_t)index * b->stride);
  return w->state;
}

carom_state *carom_batch_open(const carom_model *m, carom_batch *b, int index, carom_worker *w) {
  if (!belong(m, b, w) || index < 0 || index >= b->count)
    return NULL;
  return open_state(m, b, index, w);
}

carom_status carom_batch_process(const carom_model *m, carom_batch *b, carom_worker *w, int first,
                                 int count, int samples, double *values) {
  if (!belong(m, b, w))
    return CAROM_WRONG_MODEL;
  if (samples < 0 || first < 0 || count < 0 || first > b->count || count > b->count - first)
    return CAROM_BAD_VALUE;
  const size_t room = (size_t)samples * (size_t)m->oversample * (size_t)m->output_count;
  carom_status bad = CAROM_OK;
  for (int i = 0; i < count; ++i) {
    carom_state *s = open_state(m, b, first + i, w);
    const carom_status status =
        carom_process(m, s, samples, values != NULL ? values + (size_t)i * room : NULL);
    if (bad == CAROM_OK)
      bad = status;
  }
  return bad;
}
