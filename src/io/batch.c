// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom_batch_run(): a batch by several threads. States are independent, so that the results do not
// depend on which thread steps which; a job is a chunk of them.

#include "base/error.h"
#include "io/jobs.h"
#include <carom/file.h>

enum { BETWEEN_POLLS = 1024 }; // samples

/// What all threads see.
typedef struct {
  carom_batch *batch;
  int samples;
  double *values;
  size_t sample_values; // of one sample of one state
  int count, chunk, grain;
  int bad; // the least state that went wrong, or -1
  carom_status status;
} batch_work;

static void keep_bad(jobs *j, int at, carom_status status) {
  batch_work *k = j->of;
  pthread_mutex_lock(&j->lock);
  if (k->bad < 0 || at < k->bad) {
    k->bad = at;
    k->status = status;
  }
  pthread_mutex_unlock(&j->lock);
}

// So many states that go together, in pieces, so that a stop does not wait for long runs; blocks of
// any length are the same.
static carom_status run_states(jobs *j, int thread, int first) {
  const batch_work *k = j->of;
  const int count = first + k->grain < k->count ? k->grain : k->count - first;
  const size_t stride = k->sample_values * (size_t)k->samples;
  for (int n = 0; n < k->samples; n += BETWEEN_POLLS) {
    if (carom_stop_requested(j->stop))
      return CAROM_INTERRUPTED;
    const int piece = k->samples - n < BETWEEN_POLLS ? k->samples - n : BETWEEN_POLLS;
    const size_t place = (size_t)first * stride + (size_t)n * k->sample_values;
    double *values = k->values != NULL ? k->values + place : NULL;
    int of = first;
    const carom_status status =
        carom_batch_process(k->batch, thread, first, count, piece, values, stride, &of);
    if (status != CAROM_OK)
      keep_bad(j, of, status);
  }
  return CAROM_OK;
}

static carom_status run_chunk(jobs *j, int thread, long long chunk, carom_error *error) {
  (void)error; // a state that goes wrong does not end the others
  const batch_work *k = j->of;
  const long long first = chunk * k->chunk;
  carom_status status = CAROM_OK;
  for (long long i = first; status == CAROM_OK && i < first + k->chunk && i < k->count;
       i += k->grain)
    status = run_states(j, thread, (int)i);
  return status;
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
                     .count = states,
                     .grain = carom_batch_grain(batch),
                     .bad = -1};
  const int groups = (states + work.grain - 1) / work.grain;
  const int threads = carom_batch_describe(batch).threads;
  const int count = groups > 1 && threads > 1 ? (threads < groups ? threads : groups) : 1;
  // Some chunks for each thread, so that a slow state does not hold up the others.
  work.chunk = work.grain * (groups / (16 * count) > 0 ? groups / (16 * count) : 1);
  jobs j = {.of = &work,
            .run = run_chunk,
            .stop = stop,
            .lock = PTHREAD_MUTEX_INITIALIZER,
            .end = (states + work.chunk - 1) / work.chunk};
  jobs_run(&j, count);
  if (j.stopped)
    return error_set(error, CAROM_INTERRUPTED, "%s", carom_status_text(CAROM_INTERRUPTED));
  if (work.bad < 0)
    return CAROM_OK;
  return error_set(error, work.status, "state %d: %s", work.bad, carom_status_text(work.status));
}
