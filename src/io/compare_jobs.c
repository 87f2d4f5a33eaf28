// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The variants of a comparison by several threads: the finest first, since nothing can be said
// without it, then from high to low rates. Each finished one leaves a file in DIR/parts, so that an
// interrupted comparison goes on there.

#include "io/compare.h"

#include "io/c_locale.h"
#include "io/workers.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- Files of finished variants -----------------------------------------------------------------

static bool write_part(const compare_queue *q, const compare_variant *v) {
  const compare_plan *p = q->plan;
  char name[32];
  atomic_file file = {0};
  snprintf(name, sizeof name, "%06d.bin", (int)(v - p->variant));
  if (!atomic_file_open(&file, q->folder, name))
    return false;
  fwrite(v->note, sizeof v->note, 1, file.file);
  fwrite(v->power, sizeof *v->power, (size_t)p->outputs * LEVEL_BANDS, file.file);
  fwrite(v->at, sizeof *v->at, (size_t)p->instants * (size_t)p->outputs, file.file);
  return atomic_file_commit(&file);
}

// The plan beside it has the same counts; a file that is not whole is no part.
static bool read_part(const compare_queue *q, compare_variant *v) {
  const compare_plan *p = q->plan;
  const size_t powers = (size_t)p->outputs * LEVEL_BANDS;
  const size_t values = (size_t)p->instants * (size_t)p->outputs;
  char path[PATH_ROOM + 32];
  snprintf(path, sizeof path, "%s/%06d.bin", q->folder, (int)(v - p->variant));
  FILE *file = fopen(path, "rb");
  if (file == NULL)
    return false;
  v->power = calloc(powers, sizeof *v->power);
  v->at = calloc(values, sizeof *v->at);
  const bool good = v->power != NULL && v->at != NULL &&
                    fread(v->note, sizeof v->note, 1, file) == 1 &&
                    fread(v->power, sizeof *v->power, powers, file) == powers &&
                    fread(v->at, sizeof *v->at, values, file) == values && fgetc(file) == EOF;
  fclose(file);
  v->note[sizeof v->note - 1] = '\0';
  if (!good) {
    free(v->power);
    free(v->at);
    v->power = v->at = NULL;
    v->note[0] = '\0';
  }
  return good;
}

// --- Threads ------------------------------------------------------------------------------------

bool compare_tell(compare_queue *q, long long samples) {
  const carom_compare_options *o = q->plan->options;
  pthread_mutex_lock(&q->lock);
  q->done += (double)samples;
  if (o->progress != NULL)
    o->progress(o->user, q->done / q->total);
  q->stopped = q->stopped || carom_stop_requested(o->stop);
  const bool on = !q->stopped && !q->unwritten;
  pthread_mutex_unlock(&q->lock);
  return on;
}

// A variant that fails is a row that says so; a file that cannot be written ends all. The status
// belongs to all threads and is set by the caller.
static bool run_job(compare_queue *q, compare_variant *v, carom_status *status) {
  carom_error error = {.text = ""};
  v->resumed = read_part(q, v);
  if (v->resumed) {
    *status = CAROM_OK;
    compare_tell(q, v->samples);
    return true;
  }
  *status = compare_run_variant(q, v, &error);
  if (*status == CAROM_OK)
    return write_part(q, v);
  if (*status != CAROM_INTERRUPTED)
    snprintf(v->note, sizeof v->note, "%.599s", compare_sentence(error.text));
  return true;
}

static bool may_go_on(const compare_queue *q) {
  const carom_compare_options *o = q->plan->options;
  const carom_status finest = q->plan->variant[q->plan->reference].status;
  return !q->stopped && !q->unwritten && !carom_stop_requested(o->stop) &&
         (finest == CAROM_OK || finest == CAROM_INTERRUPTED);
}

static void *run_worker(void *user) {
  compare_queue *q = user;
  const locale_t before = c_locale_begin();
  pthread_mutex_lock(&q->lock);
  while (q->next < q->plan->variants && may_go_on(q)) {
    compare_variant *v = &q->plan->variant[q->order[q->next++]];
    if (v->status != CAROM_INTERRUPTED) // refused
      continue;
    pthread_mutex_unlock(&q->lock);
    carom_status status = CAROM_INTERRUPTED;
    const bool written = run_job(q, v, &status);
    const int reason = errno;
    pthread_mutex_lock(&q->lock);
    v->status = status;
    if (!written && !q->unwritten) {
      q->unwritten = true;
      q->reason = reason;
    }
  }
  pthread_mutex_unlock(&q->lock);
  c_locale_end(before);
  return NULL;
}

static void sort_work(compare_queue *q) {
  const compare_plan *p = q->plan;
  int count = 0;
  q->order[count++] = p->reference;
  for (int i = 0; i < p->variants; ++i) {
    if (i == p->reference)
      continue;
    int at = count++;
    for (; at > 1 && p->variant[q->order[at - 1]].rate < p->variant[i].rate; --at)
      q->order[at] = q->order[at - 1];
    q->order[at] = i;
  }
}

bool compare_run_jobs(compare_queue *q, int threads) {
  const compare_plan *p = q->plan;
  q->order = calloc((size_t)p->variants, sizeof *q->order);
  if (q->order == NULL) {
    errno = ENOMEM;
    return false;
  }
  sort_work(q);
  for (int i = 0; i < p->variants; ++i)
    if (p->variant[i].status == CAROM_INTERRUPTED)
      q->total += (double)p->variant[i].samples;
  pthread_mutex_init(&q->lock, NULL);
  workers_run(threads, run_worker, q);
  pthread_mutex_destroy(&q->lock);
  free(q->order);
  errno = q->reason;
  return !q->unwritten;
}
