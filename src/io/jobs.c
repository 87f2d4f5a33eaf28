// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Jobs on threads, which are created for each call: about 50 us for one more, as long as a tromba
// marina takes for 30 samples (test/batch_speed.c measures it).

#include "io/jobs.h"

/// A thread and its number.
typedef struct {
  jobs *all;
  int number;
  pthread_t thread;
} jobs_thread;

static bool is_stopped(jobs *j) {
  j->stopped = j->stopped || carom_stop_requested(j->stop);
  return j->stopped;
}

static bool may_go_on(jobs *j) {
  return j->status == CAROM_OK && !j->stopped &&
         (j->next < j->end || (j->more != NULL && j->more(j))) && !is_stopped(j);
}

static void *work(void *user) {
  const jobs_thread *own = user;
  jobs *j = own->all;
  pthread_mutex_lock(&j->lock);
  while (may_go_on(j)) {
    const long long job = j->next++;
    carom_error error = {.status = CAROM_OK};
    pthread_mutex_unlock(&j->lock);
    const carom_status status = j->run(j, own->number, job, &error);
    pthread_mutex_lock(&j->lock);
    j->stopped = j->stopped || status == CAROM_INTERRUPTED;
    if (status != CAROM_OK && status != CAROM_INTERRUPTED && j->status == CAROM_OK) {
      j->status = status;
      j->error = error;
    }
  }
  pthread_mutex_unlock(&j->lock);
  return NULL;
}

void jobs_run(jobs *j, int threads) {
  jobs_thread own[MOST_THREADS] = {{.all = j}};
  int started = 1;
  for (; started < threads && started < MOST_THREADS; ++started) {
    own[started] = (jobs_thread){.all = j, .number = started};
    if (pthread_create(&own[started].thread, NULL, work, &own[started]) != 0)
      break;
  }
  work(&own[0]);
  for (int i = 1; i < started; ++i)
    pthread_join(own[i].thread, NULL);
}

bool jobs_tell(jobs *j, double done) {
  pthread_mutex_lock(&j->lock);
  j->done += done;
  if (j->progress != NULL)
    j->progress(j->user, j->done / j->total);
  const bool on = !is_stopped(j) && j->status == CAROM_OK;
  pthread_mutex_unlock(&j->lock);
  return on;
}
