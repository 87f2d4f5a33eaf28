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

enum { MOST_THREADS = 256, BETWEEN_POLLS = 1024 }; // samples

/// What all threads see.
typedef struct {
  const carom_model *model;
  carom_batch *batch;
  int samples;
  double *values;
  size_t sample_values; // of one sample of one state
  const carom_stop *stop;
  int count, chunk;
  atomic_llong next; // the first state that nobody has taken
  atomic_bool stopped;
} batch_work;

/// What is a thread's own.
typedef struct {
  batch_work *work;
  carom_worker *worker;
  pthread_t thread;
  int bad; // the first of its states that went wrong, or -1
  carom_status status;
} batch_thread;

static bool is_stopped(batch_work *k) {
  if (carom_stop_requested(k->stop))
    k->stopped = true;
  return k->stopped;
}

// In pieces, so that a stop does not wait for long runs; blocks of any length are the same.
static void run_state(batch_thread *t, int index) {
  batch_work *k = t->work;
  carom_status bad = CAROM_OK;
  for (int n = 0; n < k->samples && !is_stopped(k); n += BETWEEN_POLLS) {
    const int piece = k->samples - n < BETWEEN_POLLS ? k->samples - n : BETWEEN_POLLS;
    const size_t place = (size_t)index * (size_t)k->samples + (size_t)n;
    double *values = k->values != NULL ? k->values + place * k->sample_values : NULL;
    bad = carom_batch_process(k->model, k->batch, t->worker, index, 1, piece, values);
  }
  if (bad != CAROM_OK && t->bad < 0) {
    t->bad = index;
    t->status = bad;
  }
}

// A thread takes rising states: the first bad one of each is its least.
static void *run_thread(void *user) {
  batch_thread *t = user;
  batch_work *k = t->work;
  long long first = atomic_fetch_add(&k->next, k->chunk);
  while (first < k->count && !is_stopped(k)) {
    for (long long i = first; i < first + k->chunk && i < k->count; ++i)
      run_state(t, (int)i);
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

carom_status carom_batch_run(const carom_model *model, carom_batch *batch, int samples,
                             double *values, int threads, const carom_stop *stop,
                             carom_error *error) {
  const carom_model_info info = carom_model_describe(model);
  batch_work work = {.model = model,
                     .batch = batch,
                     .samples = samples,
                     .sample_values = (size_t)info.oversample * (size_t)info.outputs,
                     .stop = stop,
                     .count = carom_batch_count(batch)};
  work.values = values;
  int count = threads < work.count ? threads : work.count;
  count = count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : count;
  // Some chunks for each thread, so that a slow state does not hold up the others.
  work.chunk = work.count / (16 * count) > 0 ? work.count / (16 * count) : 1;
  batch_thread *own = calloc((size_t)count, sizeof *own);
  bool good = own != NULL;
  for (int i = 0; good && i < count; ++i) {
    own[i] = (batch_thread){.work = &work, .worker = carom_worker_new(model, NULL), .bad = -1};
    good = own[i].worker != NULL;
  }
  carom_status status = CAROM_NO_MEMORY;
  if (good) {
    run_threads(own, count);
    status = result_of(&work, own, count, error);
  } else {
    error_set(error, status, "out of memory");
  }
  for (int i = 0; own != NULL && i < count; ++i)
    carom_worker_free(own[i].worker);
  free(own);
  return status;
}
