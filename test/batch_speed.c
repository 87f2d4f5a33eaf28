// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How much faster two threads step a batch of tromba marinas than one: at least 1.5 times, where
// two threads have two cores for themselves. Whether they have is seen from plain loops over arrays
// as large, by one thread and by two, around each measurement: rounds in which these do not
// gain 1.7 do not count, and where too few count the machine has other things to do, or its two
// cores are one, and nothing can be said. Also what a call costs that has next to nothing to step.
//
//   batch_speed             exit code 0 good, 1 too slow, 77 nothing can be said

#include <carom/file.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  ROUNDS = 40, // at most
  ENOUGH = 7,  // that count
  STATES = 16,
  SAMPLES = 4000,
  NODES = 2600, // a plate's
  TURNS = 250000,
  CALLS = 400,
  SKIPPED = 77
};

static const double least_gain = 1.5;
static const double least_control = 1.7;

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, by_size);
  return values[count / 2];
}

// --- Plain loops --------------------------------------------------------------------------------

/// What one thread works on.
typedef struct {
  double u[2][NODES];
} wave;

// A string without losses, step by step.
static void *swing(void *user) {
  wave *w = user;
  for (int n = 0; n < TURNS; ++n) {
    const double *u = w->u[n % 2];
    double *next = w->u[1 - n % 2];
    for (int i = 1; i + 1 < NODES; ++i)
      next[i] = 0.9 * (u[i - 1] + u[i + 1]) + 0.2 * u[i] - next[i];
  }
  return NULL;
}

// So much work by one thread, or by each of two: seconds for one of them.
static double time_loops(int threads) {
  static wave waves[2];
  pthread_t thread[2];
  int started = 0;
  for (int i = 0; i < 2; ++i)
    waves[i].u[0][NODES / 2] = waves[i].u[1][NODES / 2] = 1;
  const double start = seconds();
  while (started < threads && pthread_create(&thread[started], NULL, swing, &waves[started]) == 0)
    ++started;
  for (int i = 0; i < started; ++i)
    pthread_join(thread[i], NULL);
  if (started < threads)
    exit(1);
  return (seconds() - start) / threads;
}

// --- The batch ----------------------------------------------------------------------------------

static carom_model *compile(const char *name) {
  const char *text = carom_builtin_text(carom_builtin_find(name));
  carom_scene *scene = carom_scene_new(NULL);
  carom_model *model = NULL;
  if (carom_scene_parse(scene, name, text, strlen(text), NULL) == CAROM_OK)
    model = carom_model_compile(scene, NULL, NULL);
  carom_scene_free(scene);
  return model;
}

static carom_batch *open_for(const carom_model *model, int states, int threads) {
  carom_batch_options options = carom_batch_options_default();
  options.threads = threads;
  carom_batch *batch =
      model != NULL ? carom_batch_open(model, states, NULL, &options, NULL, NULL) : NULL;
  if (batch == NULL)
    exit(1);
  return batch;
}

static double time_batch(carom_batch *batch, int samples) {
  const double start = seconds();
  if (carom_batch_run(batch, samples, NULL, NULL, NULL) != CAROM_OK)
    exit(1);
  return seconds() - start;
}

static double time_call(const carom_model *model, int threads) {
  carom_batch *batch = open_for(model, 8, threads);
  double sum = 0;
  for (int i = 0; i < CALLS; ++i)
    sum += time_batch(batch, 1);
  carom_batch_close(batch, NULL);
  return sum / CALLS;
}

static void print_calls(void) {
  carom_model *model = compile("mass-barrier");
  time_call(model, 2);
  for (int threads = 1; threads <= 4; threads *= 2)
    printf("%d thread%s: %.1f us a call of 8 masses and one sample\n", threads,
           threads > 1 ? "s" : "", 1e6 * time_call(model, threads));
  carom_model_free(model);
}

/// What was measured, in the rounds that count.
typedef struct {
  int rounds, counted;
  double control[ROUNDS]; // gain of plain loops, of all rounds
  double gain[ROUNDS], alone[ROUNDS];
} measurements;

static double control_gain(void) {
  const double one = time_loops(1);
  return one / time_loops(2);
}

// A round counts if plain loops had two cores both before and after it.
static void measure(const carom_model *model, measurements *m) {
  carom_batch *alone = open_for(model, STATES, 1), *both = open_for(model, STATES, 2);
  double before = control_gain();
  while (m->rounds < ROUNDS && m->counted < ENOUGH) {
    const double one = time_batch(alone, SAMPLES);
    const double two = time_batch(both, SAMPLES);
    const double after = control_gain();
    m->control[m->rounds++] = after;
    if (before >= least_control && after >= least_control) {
      m->alone[m->counted] = one;
      m->gain[m->counted++] = one / two;
    }
    before = after;
  }
  carom_batch_close(alone, NULL);
  carom_batch_close(both, NULL);
}

int main(void) {
  if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
    printf("skipped: this machine has one core\n");
    return SKIPPED;
  }
  carom_model *model = compile("tromba");
  static measurements m;
  print_calls();
  measure(model, &m);
  carom_model_free(model);
  const int rounds = m.rounds;
  const double plain = median(m.control, rounds);
  if (m.counted < ENOUGH) {
    printf(
        "skipped: two threads of plain loops gained %.1f in %d of %d rounds, %.2f in the median; "
        "the machine is too loaded, or its cores are one\n",
        least_control, m.counted, rounds, plain);
    return SKIPPED;
  }
  const double gained = median(m.gain, m.counted);
  printf(
      "tromba: %.3g million samples a second by one thread, times %.2f by two; plain loops times "
      "%.2f (%d of %d rounds)\n",
      1e-6 * STATES * SAMPLES / median(m.alone, m.counted), gained, plain, m.counted, rounds);
  if (gained < least_gain)
    printf("two threads gain less than %.1f\n", least_gain);
  return gained < least_gain;
}
