// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Numbered jobs by several threads: those of sweeps, comparisons and batches. They are handed out
// in rising order until there are none left, one has failed or the caller asks to stop. What a job
// leaves may not depend on which thread has done it, nor on what others do.

#ifndef CAROM_JOBS_H
#define CAROM_JOBS_H

#include <carom/status.h>
#include <carom/stop.h>
#include <pthread.h>
#include <stdbool.h>

enum { MOST_THREADS = 1024 };

typedef struct jobs jobs;

/// What the threads share, under the lock but for the first lines, which do not change.
struct jobs {
  void *of; // what the jobs belong to
  /// Does one without the lock, in thread 0, 1, ...; CAROM_INTERRUPTED where it was stopped.
  carom_status (*run)(jobs *j, int thread, long long job, carom_error *error);
  /// Whether there are more where next has come to the end, under the lock; NULL: none.
  bool (*more)(jobs *j);
  const carom_stop *stop;                    // or NULL
  void (*progress)(void *user, double done); // or NULL
  void *user;
  pthread_mutex_t lock; // PTHREAD_MUTEX_INITIALIZER
  long long next, end;  // to be handed out
  double done, total;   // of any unit that progress is told in
  bool stopped;
  carom_status status; // the first failure
  carom_error error;
};

/// Does them by so many threads, the caller's among them, or fewer where there are no more; returns
/// when all have returned.
void jobs_run(jobs *j, int threads);

/// Adds to what is done and tells the progress; false where the work is to stop. Without the lock.
bool jobs_tell(jobs *j, double done);

#endif
