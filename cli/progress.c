// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Progress on stderr, and signals as a flag that computations poll.

#include "cli/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

void show_progress(void *user, double done) {
  int *last = user;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const int step = (int)(done * (terminal ? 50 : 10));
  if (step == *last)
    return;
  *last = step;
  if (!terminal) {
    fprintf(stderr, "%3d %%\n", 10 * step);
    return;
  }
  fprintf(stderr, "\r[%.*s%*s] %3.0f %%%s", step,
          "##################################################", 50 - step, "", 100 * done,
          done >= 1 ? "\n" : "");
}

static volatile sig_atomic_t stop_requested;

static void request_stop(int signal_number) {
  (void)signal_number;
  stop_requested = 1;
}

const volatile sig_atomic_t *catch_signals(void) {
  const struct sigaction action = {.sa_handler = request_stop};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  return &stop_requested;
}
