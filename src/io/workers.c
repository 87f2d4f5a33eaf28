// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Threads of one call.

#include "io/workers.h"

#include <pthread.h>

void workers_run(int threads, void *(*work)(void *user), void *user) {
  enum { MOST_THREADS = 256 };
  pthread_t others[MOST_THREADS];
  int started = 0;
  while (started < threads - 1 && started < MOST_THREADS &&
         pthread_create(&others[started], NULL, work, user) == 0)
    ++started;
  work(user);
  for (int i = 0; i < started; ++i)
    pthread_join(others[i], NULL);
}
