// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The scalar engine: what each state keeps lies side by side, the handle and the scratch with the
// thread that steps it. Between two calls a state has all of itself in what it keeps, so that a
// thread's handle needs to know nothing of the state it had before.

#include "batch/engine.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static const char *refuses(const carom_model *m, const carom_batch_options *options) {
  (void)m;
  (void)options;
  return NULL;
}

/// At the head of its own block: handles with their scratch follow, then what states keep.
typedef struct {
  size_t with_scratch; // bytes of a handle
  size_t kept;         // of a state
  unsigned char *handles, *states;
} scalar_batch;

static size_t handles_size(const state_sizes *sizes, const carom_batch_options *options) {
  return (size_t)options->threads * (sizes->handle + sizes->scratch);
}

// What so many of them take beside what there is; SIZE_MAX where that cannot be addressed.
static size_t added(size_t before, size_t count, size_t each) {
  return before == SIZE_MAX || count > (SIZE_MAX - 1 - before) / each ? SIZE_MAX
                                                                      : before + count * each;
}

static size_t size(const carom_model *m, int count, const carom_batch_options *options) {
  const state_sizes sizes = state_measure(m);
  const size_t head = block_padded(sizeof(scalar_batch));
  const size_t handles = added(head, (size_t)options->threads, sizes.handle + sizes.scratch);
  return added(handles, (size_t)count, sizes.kept);
}

// Bound anew each time: another thread may have stepped the state since.
static carom_state *borrow(carom_batch *b, int thread, int index) {
  const scalar_batch *own = (const scalar_batch *)(const void *)b->own;
  assert(thread >= 0 && thread < b->options.threads && index >= 0 && index < b->count);
  const carom_model *m = b->model[index];
  carom_state *s = (carom_state *)(void *)(own->handles + (size_t)thread * own->with_scratch);
  s->fingerprint = m->fingerprint;
  state_bind(m, s, own->states + (size_t)index * own->kept);
  return s;
}

static void give_back(carom_batch *b, int thread, int index) {
  (void)b;
  (void)thread;
  (void)index;
}

// At t = 0 all states of a model are the same.
static void start(carom_batch *b) {
  const state_sizes sizes = state_measure(b->model[0]);
  scalar_batch *own = (scalar_batch *)(void *)b->own;
  *own = (scalar_batch){.with_scratch = sizes.handle + sizes.scratch,
                        .kept = sizes.kept,
                        .handles = b->own + block_padded(sizeof *own)};
  own->states = own->handles + handles_size(&sizes, &b->options);
  for (int t = 0; t < b->options.threads; ++t) {
    unsigned char *handle = own->handles + (size_t)t * own->with_scratch;
    state_handle(b->model[0], handle, handle + sizes.handle);
  }
  for (int i = 0; i < b->count; ++i) {
    carom_state *s = borrow(b, 0, i);
    if (i > 0 && b->model[i] == b->model[i - 1]) {
      memcpy(s->kept, s->kept - own->kept, own->kept);
      continue;
    }
    s->head->keep_ledger = b->options.ledger;
    carom_state_reset(b->model[i], s);
  }
}

static carom_status process(carom_batch *b, int thread, int first, int count, int samples,
                            double *values, size_t stride, int *bad) {
  carom_status worst = CAROM_OK;
  for (int i = 0; i < count; ++i) {
    carom_state *s = borrow(b, thread, first + i);
    double *to = values != NULL ? values + (size_t)i * stride : NULL;
    const carom_status status = carom_process(b->model[first + i], s, samples, to);
    if (worst == CAROM_OK && status != CAROM_OK) {
      worst = status;
      *bad = first + i;
    }
  }
  return worst;
}

const batch_engine scalar_engine = {
    .about = {"scalar", "a state after the other: the bits of states alone"},
    .grain = 1,
    .refuses = refuses,
    .size = size,
    .start = start,
    .borrow = borrow,
    .give_back = give_back,
    .process = process,
};
