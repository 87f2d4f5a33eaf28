// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Medians of many short turns that alternate between what is compared, so that ratios hold on a
// busy machine.

#include "cli/bench.h"

#include "cli/sentences.h"
#include <carom/file.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Some machines count CPU time in ticks of milliseconds, too coarse for a turn.
static clockid_t choose_clock(void) {
  const double start = read_clock(CLOCK_THREAD_CPUTIME_ID);
  const double begin = read_clock(CLOCK_MONOTONIC);
  while (read_clock(CLOCK_THREAD_CPUTIME_ID) == start)
    if (read_clock(CLOCK_MONOTONIC) - begin > 1e-4)
      return CLOCK_MONOTONIC;
  return CLOCK_THREAD_CPUTIME_ID;
}

double bench_seconds(void) {
  static bool chosen = false;
  static clockid_t clock;
  if (!chosen)
    clock = choose_clock();
  chosen = true;
  return read_clock(clock);
}

int bench_compare(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

// How many steps fill a turn.
static int steps_per_turn(const bench_loop *loop, double seconds) {
  for (int count = 1;; count *= 2) {
    const double start = bench_seconds();
    loop->work(loop->what, count);
    const double taken = bench_seconds() - start;
    if (taken > seconds)
      return count;
    if (taken > seconds / 16)
      return (int)(count * seconds / taken) + 1;
  }
}

static double median_of(const double *values, int count) {
  double sorted[BENCH_TURNS];
  memcpy(sorted, values, (size_t)count * sizeof *values);
  qsort(sorted, (size_t)count, sizeof *sorted, bench_compare);
  return sorted[count / 2];
}

void bench_time_for(bench_loop *loops, int count, int turns, double seconds) {
  int steps[BENCH_MOST_LOOPS];
  for (int i = 0; i < count; ++i) {
    steps[i] = steps_per_turn(&loops[i], seconds);
    loops[i].turns = turns;
  }
  for (int turn = 0; turn < turns; ++turn)
    for (int i = 0; i < count; ++i) {
      const double start = bench_seconds();
      loops[i].work(loops[i].what, steps[i]);
      loops[i].times[turn] = (bench_seconds() - start) / steps[i];
    }
  for (int i = 0; i < count; ++i) {
    loops[i].median = median_of(loops[i].times, turns);
    loops[i].minimum = loops[i].times[0];
    for (int turn = 1; turn < turns; ++turn)
      if (loops[i].times[turn] < loops[i].minimum)
        loops[i].minimum = loops[i].times[turn];
  }
}

double bench_quotient(const bench_loop *a, const bench_loop *b) {
  double quotient[BENCH_TURNS] = {0};
  for (int i = 0; i < a->turns; ++i)
    quotient[i] = a->times[i] / b->times[i];
  return median_of(quotient, a->turns);
}

void bench_time(const bench_record *r, bench_loop *loops, int count) {
  bench_time_for(loops, count, r->quick ? 5 : BENCH_TURNS, r->quick ? 2e-4 : 1e-3);
}

void bench_subject_step(void *subject, int count) {
  bench_subject *s = subject;
  carom_process(s->model, s->state[s->turn++ % s->states], count, NULL);
}

/// Bytes of a state that fills the caches.
enum { LARGE_STATE = 1 << 18 };

bool bench_subject_make(bench_subject *s, const char *text, bool ledger) {
  carom_error error = {.text = "out of memory"};
  carom_scene *scene = carom_scene_new(NULL);
  const bool good = scene != NULL &&
                    carom_scene_parse(scene, "bench", text, strlen(text), &error) == CAROM_OK &&
                    (s->model = carom_model_compile(scene, NULL, &error)) != NULL;
  carom_scene_free(scene);
  s->states = good && carom_state_size(s->model) < LARGE_STATE ? BENCH_STATES : 1;
  for (int i = 0; i < s->states; ++i) {
    s->state[i] = good ? carom_state_new(s->model, NULL) : NULL;
    if (s->state[i] == NULL) {
      print_error("", &error);
      return false;
    }
    carom_state_keep_ledger(s->model, s->state[i], ledger);
  }
  return true;
}

void bench_subject_free(bench_subject *s) {
  for (int i = 0; i < BENCH_STATES; ++i)
    carom_state_free(s->state[i]);
  carom_model_free(s->model);
}
