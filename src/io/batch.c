// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom_batch_run(): a batch by several threads. States are independent, so that the results do not
// depend on which thread steps which; they are handed out in chunks as threads finish. Threads are
// created for each call: about 50 us for one more, as long as a tromba marina takes for 30 samples
// (test/batch_speed.c measures it).

#include "base/error.h"
#include <carom/file.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BETWEEN_POLLS = 1024 }; // samples

/// What all threads see.
typedef struct {
  carom_batch *batch;
  int samples;
  double *values;
  size_t sample_values; // of one sample of one state
  const carom_stop *stop;
  int count, chunk, grain;
  atomic_llong next; // the first state that nobody has taken
  atomic_bool stopped;
} batch_work;

/// What is a thread's own.
typedef struct {
  batch_work *work;
  int number;
  pthread_t thread;
  int bad; // the first of its states that went wrong, or -1
  carom_status status;
} batch_thread;

static bool is_stopped(batch_work *k) {
  if (carom_stop_requested(k->stop))
    k->stopped = true;
  return k->stopped;
}

// So many states that go together, in pieces, so that a stop does not wait for long runs; blocks of
// any length are the same.
static void run_states(batch_thread *t, int first) {
  batch_work *k = t->work;
  const int count = first + k->grain < k->count ? k->grain : k->count - first;
  const size_t stride = k->sample_values * (size_t)k->samples;
  carom_status bad = CAROM_OK;
  int at = first;
  for (int n = 0; n < k->samples && !is_stopped(k); n += BETWEEN_POLLS) {
    const int piece = k->samples - n < BETWEEN_POLLS ? k->samples - n : BETWEEN_POLLS;
    const size_t place = (size_t)first * stride + (size_t)n * k->sample_values;
    double *values = k->values != NULL ? k->values + place : NULL;
    int of = first;
    const carom_status status =
        carom_batch_process(k->batch, t->number, first, count, piece, values, stride, &of);
    if (status != CAROM_OK && (bad == CAROM_OK || of < at)) {
      bad = status;
      at = of;
    }
  }
  if (bad != CAROM_OK && t->bad < 0) {
    t->bad = at;
    t->status = bad;
  }
}

// A thread takes rising states: the first bad one of each is its least.
static void *run_thread(void *user) {
  batch_thread *t = user;
  batch_work *k = t->work;
  long long first = atomic_fetch_add(&k->next, k->chunk);
  while (first < k->count && !is_stopped(k)) {
    for (long long i = first; i < first + k->chunk && i < k->count; i += k->grain)
      run_states(t, (int)i);
    first = atomic_fetch_add(&k->next, k->chunk);
  }
  return NULL;
}

// With fewer threads than asked for where there are no more.
static void run_threads(batch_thread *threads, int count) {
  int started = 1;
  while (started < count &&
         pthread_create(&threads[started].thread, NULL, run_thread, &threads[started]) == 0)
    ++started;
  run_thread(&threads[0]);
  for (int i = 1; i < started; ++i)
    pthread_join(threads[i].thread, NULL);
}

static carom_status result_of(const batch_work *k, const batch_thread *threads, int count,
                              carom_error *error) {
  const batch_thread *first = NULL;
  if (k->stopped)
    return error_set(error, CAROM_INTERRUPTED, "%s", carom_status_text(CAROM_INTERRUPTED));
  for (int i = 0; i < count; ++i)
    if (threads[i].bad >= 0 && (first == NULL || threads[i].bad < first->bad))
      first = &threads[i];
  if (first == NULL)
    return CAROM_OK;
  return error_set(error, first->status, "state %d: %s", first->bad,
                   carom_status_text(first->status));
}

// NOLINTNEXTLINE(readability-non-const-parameter): threads write them
carom_status carom_batch_run(carom_batch *batch, int samples, double *values,
                             const carom_stop *stop, carom_error *error) {
  const int states = carom_batch_count(batch);
  if (batch == NULL || samples < 0)
    return error_set(error, CAROM_BAD_VALUE, "%s",
                     batch == NULL ? "batch: NULL" : "samples: fewer than none");
  if (states == 0)
    return CAROM_OK;
  const carom_model_info info = carom_model_describe(carom_batch_model(batch, 0));
  batch_work work = {.batch = batch,
                     .samples = samples,
                     .values = values,
                     .sample_values = (size_t)info.oversample * (size_t)info.outputs,
                     .stop = stop,
                     .count = states,
                     .grain = carom_batch_grain(batch)};
  const int groups = (states + work.grain - 1) / work.grain;
  const int threads = carom_batch_describe(batch).threads;
  const int count = groups > 1 && threads > 1 ? (threads < groups ? threads : groups) : 1;
  // Some chunks for each thread, so that a slow state does not hold up the others.
  work.chunk = work.grain * (groups / (16 * count) > 0 ? groups / (16 * count) : 1);
  batch_thread *own = calloc((size_t)count, sizeof *own);
  if (own == NULL)
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  for (int i = 0; i < count; ++i)
    own[i] = (batch_thread){.work = &work, .number = i, .bad = -1};
  run_threads(own, count);
  const carom_status status = result_of(&work, own, count, error);
  free(own);
  return status;
}
