// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The part of carom bench about impacts: the beam of C. P. Vyasarayani's thesis and its stop, by
// the event method and by SUNDIALS CVODE with root finding, both from the same start to the same
// time, in turns.

#include "cli/bench.h"

#include "cli/cli.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TURNS = 41 };

// At the first, CVODE's impacts come within 1e-10 of their times; the event method's are good to
// 1e-13. The second is told where it takes no time to speak of.
static const char *const tolerance = "1e-12";
static const char *const looser = "1e-10";

static const double until = 2;

/// One row: how many modes, and how far CVODE goes, which takes seconds for all of it with many
/// modes. What it takes for the rest is then told in proportion: nearly all goes into the flight.
typedef struct {
  int modes;
  double part; // of the whole way
  int turns;   // that CVODE takes
  bool looser; // at the looser tolerance, too
} course;

/// A way of running it.
typedef struct {
  carom_model *model;
  carom_state *state;
  double seconds[TURNS];
  double least_reset, least; // in the quietest turn of each; the second with the first
  int impacts;
} runner;

// By CVODE at a tolerance, or by the event method.
static bool make_runner(runner *r, int modes, double way, const char *tol) {
  carom_error error = {.text = "out of memory"};
  const char *text = carom_builtin_text(carom_builtin_find("beam-stop"));
  carom_scene *scene = carom_scene_new(NULL);
  const bool good =
      scene != NULL && carom_scene_parse(scene, "bench", text, strlen(text), &error) == CAROM_OK &&
      carom_scene_set(scene, "solver.method", tol != NULL ? "adaptive" : "event", &error) ==
          CAROM_OK &&
      (tol == NULL || carom_scene_set(scene, "solver.tolerance", tol, &error) == CAROM_OK) &&
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
  const double start = bench_seconds();
  for (int i = 0; i < count; ++i) {
    carom_state_reset(r->model, r->state);
    carom_state_keep_ledger(r->model, r->state, false);
    if (step)
      carom_step(r->model, r->state);
  }
  return (bench_seconds() - start) / count;
}

// The whole way, as one sample; in seconds, the mean of `count` times, less what it takes to put
// the state back to its start.
static double run_through(runner *r, int count) {
  const double back = reset_seconds(r, count, false);
  const double seconds = reset_seconds(r, count, true);
  r->least_reset = r->least_reset > 0 ? fmin(r->least_reset, back) : back;
  r->least = r->least > 0 ? fmin(r->least, seconds) : seconds;
  r->impacts = (int)carom_contact_counts(r->state, 0).impacts;
  return seconds - back;
}

static void sort(runner *r, int turns) {
  qsort(r->seconds, (size_t)turns, sizeof(double), bench_by_size);
}

// Turn by turn, so that all see the same machine: what else runs on it changes from second to
// second.
static void run_in_turns(runner *event, runner *strict, runner *loose, const course *c) {
  const int count = (int)(1e-3 / run_through(event, 10)) + 1;
  for (int i = 0; i < TURNS; ++i) {
    event->seconds[i] = run_through(event, count);
    if (strict->state != NULL && i < c->turns)
      strict->seconds[i] = run_through(strict, 1);
    if (loose->state != NULL && i < c->turns)
      loose->seconds[i] = run_through(loose, 1);
  }
  sort(event, TURNS);
  sort(strict, c->turns);
  sort(loose, c->turns);
}

static void tell_course(const course *c, const runner *event, const runner *strict,
                        const runner *loose, FILE *json) {
  const double ours = event->seconds[TURNS / 2];
  const double least = event->least - event->least_reset;
  printf("%-6d %8d %10.3f %10.3f %10.3f %10.3f", c->modes, event->impacts, 1e6 * ours,
         1e6 * ours / event->impacts, 1e6 * least, 1e6 * least / event->impacts);
  fprintf(json,
          "\n    {\"modes\": %d, \"until\": %g, \"impacts\": %d, \"event_us\": %.5g, "
          "\"event_us_at_best\": %.5g",
          c->modes, until, event->impacts, 1e6 * ours, 1e6 * least);
  if (strict->state != NULL) {
    const double theirs = strict->seconds[c->turns / 2] / c->part;
    printf(" %11.3f %9.0f", 1e3 * theirs, theirs / ours);
    fprintf(json, ", \"cvode_ms\": %.5g, \"cvode_part\": %g, \"ratio\": %.5g", 1e3 * theirs,
            c->part, theirs / ours);
  }
  if (loose->state != NULL) {
    const double theirs = loose->seconds[c->turns / 2] / c->part;
    printf(" %11.3f %9.0f", 1e3 * theirs, theirs / ours);
    fprintf(json, ", \"cvode_ms_looser\": %.5g, \"ratio_looser\": %.5g", 1e3 * theirs,
            theirs / ours);
  }
  printf("%s\n", c->part < 1 && strict->state != NULL ? "   (a quarter of the way, times 4)" : "");
  fprintf(json, "}");
}

static bool bench_course(const course *c, FILE *json) {
  runner event = {0};
  runner strict = {0};
  runner loose = {0};
  const bool both = carom_has_integrator();
  const bool good = make_runner(&event, c->modes, until, NULL) &&
                    (!both || make_runner(&strict, c->modes, until * c->part, tolerance)) &&
                    (!both || !c->looser || make_runner(&loose, c->modes, until * c->part, looser));
  if (good) {
    run_in_turns(&event, &strict, &loose, c);
    tell_course(c, &event, &strict, &loose, json);
  }
  free_runner(&event);
  free_runner(&strict);
  free_runner(&loose);
  return good;
}

bool bench_events(FILE *json) {
  static const course courses[] = {{4, 1, TURNS, true}, {9, 1, 11, true}, {40, 0.25, 1, false}};
  bool good = true;
  fprintf(json, "  \"events\": [");
  printf(
      "\nbeam and stop, tau from 0 to %g, without the ledger, by the event method: medians of %d "
      "turns, and 'at\nbest' the quietest one",
      until, TURNS);
  if (carom_has_integrator())
    printf("; and by CVODE at tolerance %s, where impacts are good to 1e-10 (of the\n"
           "event method to 1e-13), and at %s",
           tolerance, looser);
  printf("\n\n%-6s %8s %10s %10s %10s %10s", "modes", "impacts", "event, us", "per impact",
         "at best", "per impact");
  if (carom_has_integrator())
    printf(" %11s %9s %11s %9s", "CVODE, ms", "ratio", "at 1e-10", "ratio");
  else
    printf("   (no CVODE: this build lacks SUNDIALS, package libsundials-dev)");
  printf("\n");
  for (size_t i = 0; good && i < sizeof courses / sizeof courses[0]; ++i) {
    fprintf(json, "%s", i > 0 ? "," : "");
    good = bench_course(&courses[i], json);
  }
  fprintf(json, "\n  ]");
  return good;
}
