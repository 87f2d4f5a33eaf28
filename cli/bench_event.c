// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The part of carom bench about impacts: the beam of C. P. Vyasarayani's thesis and its stop, by
// the event method and by SUNDIALS CVODE with root finding, both from the same start to the same
// time, in turns.

#include "bench.h"

#include "cli.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TURNS = 21 };

// Impacts then come within 1e-10 of their times; the event method's are good to 1e-13.
static const char *const tolerance = "1e-12";

static const double until = 2;

/// One row: how many modes, and how far CVODE goes, which takes seconds for all of it with many
/// modes. What it takes for the rest is then told in proportion: nearly all goes into the flight.
typedef struct {
  int modes;
  double part; // of the whole way
  int turns;   // that CVODE takes
} course;

/// A way of running it.
typedef struct {
  carom_model *model;
  carom_state *state;
  double seconds[TURNS];
  int impacts;
} runner;

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

static bool make_runner(runner *r, int modes, double way, const char *method) {
  carom_error error = {.text = "out of memory"};
  const char *text = carom_builtin_text(carom_builtin_find("beam-stop"));
  carom_scene *scene = carom_scene_new(NULL);
  const bool good =
      scene != NULL && carom_scene_parse(scene, "bench", text, strlen(text), &error) == CAROM_OK &&
      carom_scene_set(scene, "solver.method", method, &error) == CAROM_OK &&
      (strcmp(method, "adaptive") != 0 ||
       carom_scene_set(scene, "solver.tolerance", tolerance, &error) == CAROM_OK) &&
      carom_scene_set_number(scene, "bodies.beam.points", modes, &error) == CAROM_OK &&
      carom_scene_set_number(scene, "rate", 1 / way, &error) == CAROM_OK &&
      carom_model_compile(scene, NULL, &r->model, &error) == CAROM_OK;
  carom_scene_free(scene);
  r->state = good ? carom_state_new(r->model, NULL) : NULL;
  if (r->state == NULL || carom_state_equip(r->model, r->state, &error) != CAROM_OK) {
    fprintf(stderr, "%s\n", error.text);
    return false;
  }
  return true;
}

static void free_runner(runner *r) {
  carom_state_free(r->state);
  carom_model_free(r->model);
}

static double reset_seconds(runner *r, int count, bool step) {
  const double start = cpu_seconds();
  for (int i = 0; i < count; ++i) {
    carom_state_reset(r->model, r->state);
    carom_state_keep_ledger(r->model, r->state, false);
    if (step)
      carom_step(r->model, r->state);
  }
  return (cpu_seconds() - start) / count;
}

// The whole way, as one sample; in seconds, the mean of `count` times, less what it takes to put
// the state back to its start.
static double run_through(runner *r, int count) {
  const double back = reset_seconds(r, count, false);
  const double seconds = reset_seconds(r, count, true) - back;
  r->impacts = (int)carom_contact_counts(r->state, 0).impacts;
  return seconds;
}

static void run_in_turns(runner *event, runner *adaptive, int turns) {
  const int count = (int)(2e-3 / run_through(event, 10)) + 1;
  for (int i = 0; i < TURNS; ++i) {
    event->seconds[i] = run_through(event, count);
    if (i < turns)
      adaptive->seconds[i] = run_through(adaptive, 1);
  }
  qsort(event->seconds, TURNS, sizeof(double), by_size);
  qsort(adaptive->seconds, (size_t)turns, sizeof(double), by_size);
}

static bool bench_course(const course *c, FILE *json, const char *comma) {
  runner event = {0};
  runner adaptive = {0};
  const bool both = carom_has_integrator();
  const bool good = make_runner(&event, c->modes, until, "event") &&
                    (!both || make_runner(&adaptive, c->modes, until * c->part, "adaptive"));
  if (good) {
    run_in_turns(&event, &adaptive, both ? c->turns : 0);
    const double ours = event.seconds[TURNS / 2];
    const double theirs = both ? adaptive.seconds[c->turns / 2] / c->part : 0;
    printf("%-8d %9d %12.3f %14.3f", c->modes, event.impacts, 1e6 * ours,
           1e6 * ours / event.impacts);
    if (both)
      printf(" %12.3f %12.0f%s", 1e3 * theirs, theirs / ours,
             c->part < 1 ? "   CVODE: a quarter of the way, times 4" : "");
    printf("\n");
    fprintf(json, "%s\n    {\"modes\": %d, \"until\": %g, \"impacts\": %d, \"event_us\": %.5g",
            comma, c->modes, until, event.impacts, 1e6 * ours);
    if (both)
      fprintf(json, ", \"cvode_ms\": %.5g, \"cvode_part\": %g, \"ratio\": %.5g", 1e3 * theirs,
              c->part, theirs / ours);
    fprintf(json, "}");
  }
  free_runner(&event);
  free_runner(&adaptive);
  return good;
}

bool bench_events(FILE *json) {
  static const course courses[] = {{4, 1, TURNS}, {9, 1, 11}, {40, 0.25, 1}};
  bool good = true;
  fprintf(json, "  \"events\": [");
  printf("\nbeam and stop, tau from 0 to %g, without the ledger; CVODE at tolerance %s\n\n", until,
         tolerance);
  printf("%-8s %9s %12s %14s", "modes", "impacts", "event, us", "us per impact");
  if (carom_has_integrator())
    printf(" %12s %12s", "CVODE, ms", "CVODE/event");
  else
    printf("   (no CVODE: this build lacks SUNDIALS, package libsundials-dev)");
  printf("\n");
  for (size_t i = 0; good && i < sizeof courses / sizeof courses[0]; ++i)
    good = bench_course(&courses[i], json, i > 0 ? "," : "");
  fprintf(json, "\n  ]");
  return good;
}
