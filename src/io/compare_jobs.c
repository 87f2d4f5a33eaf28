// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The variants of a comparison by several threads: the finest first, since nothing can be said
// without it, then from high to low rates. Each finished one leaves a file in DIR/parts, so that an
// interrupted comparison goes on there.

#include "io/compare.h"

#include "base/error.h"
#include "io/shards.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// --- Files of finished variants -----------------------------------------------------------------

static void shard_name(const compare_queue *q, const compare_variant *v, char name[32]) {
  snprintf(name, 32, "%06d.bin", (int)(v - q->plan->variant));
}

// The note, then powers and values, which lie behind each other.
static bool write_shard(const compare_queue *q, const compare_variant *v) {
  const size_t size = sizeof v->note + compare_values(q->plan) * sizeof *v->power;
  char name[32];
  char *shard = malloc(size + 1);
  if (shard == NULL)
    return false;
  shard_name(q, v, name);
  memcpy(shard, v->note, sizeof v->note);
  memcpy(shard + sizeof v->note, v->power, size - sizeof v->note);
  shard[size] = '\n';
  const bool good = shards_write(q->folder, name, shard, size + 1);
  free(shard);
  return good;
}

static bool read_shard(const compare_queue *q, compare_variant *v) {
  const size_t size = sizeof v->note + compare_values(q->plan) * sizeof *v->power;
  char name[32];
  size_t length = 0;
  shard_name(q, v, name);
  char *shard = shards_read(q->folder, name, &length);
  const bool good = shard != NULL && length == size + 1 && compare_take_memory(q->plan, v);
  if (good) {
    memcpy(v->note, shard, sizeof v->note);
    memcpy(v->power, shard + sizeof v->note, size - sizeof v->note);
  }
  free(shard);
  return good;
}

// --- Threads ------------------------------------------------------------------------------------

// A variant that fails is a row that says so; without the finest there are none.
static carom_status run_job(jobs *j, int thread, long long place, carom_error *error) {
  (void)thread;
  compare_queue *q = j->of;
  compare_variant *v = &q->plan->variant[q->order[place]];
  v->resumed = read_shard(q, v);
  if (v->resumed)
    jobs_tell(j, (double)v->samples);
  v->status = v->resumed ? CAROM_OK : compare_run_variant(q, v, error);
  if (v->status == CAROM_OK && !v->resumed && !write_shard(q, v))
    return error_set(error, CAROM_CANNOT_WRITE, "%.300s: results cannot be written: %s",
                     q->plan->options->directory, strerror(errno));
  if (v->status == CAROM_OK || v->status == CAROM_INTERRUPTED)
    return v->status;
  snprintf(v->note, sizeof v->note, "%.599s", compare_sentence(error->text));
  const bool finest = v == &q->plan->variant[q->plan->reference];
  return finest ? error_set(error, v->status, "%s: %s", v->name, v->note) : CAROM_OK;
}

static int sort_work(compare_queue *q) {
  const compare_plan *p = q->plan;
  int count = 0;
  q->order[count++] = p->reference;
  for (int i = 0; i < p->variants; ++i) {
    if (i == p->reference || p->variant[i].status != CAROM_INTERRUPTED) // refused
      continue;
    int at = count++;
    for (; at > 1 && p->variant[q->order[at - 1]].rate < p->variant[i].rate; --at)
      q->order[at] = q->order[at - 1];
    q->order[at] = i;
  }
  return count;
}

carom_status compare_run_jobs(compare_queue *q, int threads, carom_error *error) {
  const compare_plan *p = q->plan;
  q->order = calloc((size_t)p->variants, sizeof *q->order);
  if (q->order == NULL)
    return error_set(error, CAROM_NO_MEMORY, "out of memory");
  q->jobs.run = run_job;
  q->jobs.end = sort_work(q);
  for (int i = 0; i < q->jobs.end; ++i)
    q->jobs.total += (double)p->variant[q->order[i]].samples;
  jobs_run(&q->jobs, threads);
  free(q->order);
  if (q->jobs.status != CAROM_OK)
    *error = q->jobs.error;
  return q->jobs.status;
}
