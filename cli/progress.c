// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Progress on stderr, on a terminal as a bar, else a line in ten seconds at most; and signals as a
// flag that computations poll.

#include "cli/progress.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Whether so much time has passed since the last line, or the beginning, that a log may have one.
static bool is_long(void) {
  enum { SECONDS = 10 };
  static time_t since;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const bool long_ago = since != 0 && now.tv_sec - since >= SECONDS;
  if (since == 0 || long_ago)
    since = now.tv_sec;
  return long_ago;
}

void show_progress(void *user, double done) {
  int *last = user;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const int step = (int)(done * (terminal ? 50 : 10));
  if (step == *last || (!terminal && !is_long()))
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

static carom_stop interrupted;
static carom_stop time_is_up;
static struct timespec requested_at;

// What does not stop within a second ends at the next signal, without results.
static void request_stop(int signal_number) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!carom_stop_requested(&interrupted))
    requested_at = now;
  else if (now.tv_sec - requested_at.tv_sec > 1) {
    signal(signal_number, SIG_DFL);
    raise(signal_number);
  }
  carom_stop_request(&interrupted);
}

static void end_time(int signal_number) {
  (void)signal_number;
  carom_stop_request(&time_is_up);
}

const carom_stop *catch_signals(void) {
  const struct sigaction action = {.sa_handler = request_stop};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  return &interrupted;
}

static char slow[200];

static void tell_slow(int signal_number) {
  (void)signal_number;
  const ssize_t written = write(STDERR_FILENO, slow, strlen(slow));
  (void)written;
}

void tell_if_slow(const char *what) {
  const struct sigaction action = {.sa_handler = tell_slow, .sa_flags = SA_RESTART};
  const struct itimerval timer = {.it_value = {.tv_usec = what != NULL ? 500000 : 0}};
  setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
  snprintf(slow, sizeof slow, "%.190s\n", what != NULL ? what : "");
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &timer, NULL);
}

const carom_stop *limit_time(double seconds) {
  const struct sigaction action = {.sa_handler = end_time, .sa_flags = SA_RESTART};
  const struct itimerval timer = {
      .it_value = {.tv_sec = (time_t)seconds,
                   .tv_usec = (suseconds_t)(1e6 * (seconds - floor(seconds)))}};
  sigaction(SIGPROF, &action, NULL);
  setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
  carom_stop_reset(&time_is_up);
  setitimer(ITIMER_PROF, &timer, NULL);
  return &time_is_up;
}
