// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The part of carom bench about event-driven impacts: the beam of C. P. Vyasarayani's thesis and
// its stop, by the event method and by SUNDIALS CVODE with root finding, both from the same start
// to the same time, in turns; and a bar of many modes between many stops.

#include "cli/bench.h"

#include "cli/sentences.h"
#include <carom/file.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// At the first, CVODE's impacts come within 1e-10 of their times; the event method's are good to
// 1e-13. The second is measured as well where that takes little time.
static const char *const tolerance = "1e-12";
static const char *const looser = "1e-10";

static const double until = 2;

/// One row. With many modes CVODE takes seconds; it then integrates a fraction of the time, and the
/// whole is extrapolated in proportion: nearly all of it goes into the flight between impacts.
typedef struct {
  int modes;
  double fraction; // of the time that CVODE integrates
  int turns;       // that CVODE takes
  bool looser;     // at the looser tolerance, too
} beam_case;

/// The beam by one method.
typedef struct {
  carom_model *model;
  carom_state *state;
  double seconds[BENCH_TURNS];
  double least_reset, least; // minimum over the turns; the second includes the first
  int impacts;
} beam_run;

// By CVODE at a tolerance, or by the event method.
static bool make_run(beam_run *r, int modes, double duration, const char *tol) {
  carom_error error = {.text = "out of memory"};
  const char *text = carom_builtin_text(carom_builtin_find("beam-stop"));
  carom_scene *scene = carom_scene_new(NULL);
  const bool good =
      scene != NULL && carom_scene_parse(scene, "bench", text, strlen(text), &error) == CAROM_OK &&
      carom_scene_set(scene, "solver.method", tol != NULL ? "adaptive" : "event", &error) ==
          CAROM_OK &&
      (tol == NULL || carom_scene_set(scene, "solver.tolerance", tol, &error) == CAROM_OK) &&
      carom_scene_set_number(scene, "bodies.beam.points", modes, &error) == CAROM_OK &&
      carom_scene_set_number(scene, "rate", 1 / duration, &error) == CAROM_OK &&
      (r->model = carom_model_compile(scene, NULL, &error)) != NULL;
  carom_scene_free(scene);
  r->state = good ? carom_state_new(r->model, NULL) : NULL;
  if (r->state == NULL || carom_state_equip(r->model, r->state, &error) != CAROM_OK) {
    print_error("", &error);
    return false;
  }
  return true;
}

static void free_run(beam_run *r) {
  carom_state_free(r->state);
  carom_model_free(r->model);
}

static double time_reset(beam_run *r, int count, bool step) {
  const double start = bench_seconds();
  for (int i = 0; i < count; ++i) {
    carom_state_reset(r->model, r->state);
    carom_state_keep_ledger(r->model, r->state, false);
    if (step)
      carom_step(r->model, r->state);
  }
  return (bench_seconds() - start) / count;
}

// The whole run, as one sample: its mean time over `count` runs, s, less that of resetting the
// state.
static double time_run(beam_run *r, int count) {
  const double reset = time_reset(r, count, false);
  const double seconds = time_reset(r, count, true);
  r->least_reset = r->least_reset > 0 ? fmin(r->least_reset, reset) : reset;
  r->least = r->least > 0 ? fmin(r->least, seconds) : seconds;
  r->impacts = (int)carom_contact_counts(r->model, r->state, 0).impacts;
  return seconds - reset;
}

static void sort_turns(beam_run *r, int turns) {
  qsort(r->seconds, (size_t)turns, sizeof(double), bench_compare);
}

// In alternating turns, so that all see the same load on the machine.
static void time_in_turns(beam_run *event, beam_run *strict, beam_run *loose, const beam_case *c) {
  int count = 8;
  while (count < 1 << 20 && time_run(event, count) * count < 1e-3)
    count *= 2;
  for (int i = 0; i < BENCH_TURNS; ++i) {
    event->seconds[i] = time_run(event, count);
    if (strict->state != NULL && i < c->turns)
      strict->seconds[i] = time_run(strict, 1);
    if (loose->state != NULL && i < c->turns)
      loose->seconds[i] = time_run(loose, 1);
  }
  sort_turns(event, BENCH_TURNS);
  sort_turns(strict, c->turns);
  sort_turns(loose, c->turns);
}

// null where the clock could not tell.
static void write_ratio(FILE *json, const char *name, double theirs, double ours) {
  if (ours > 0)
    fprintf(json, ", \"%s\": %.5g", name, theirs / ours);
  else
    fprintf(json, ", \"%s\": null", name);
}

static void print_row(const beam_case *c, const beam_run *event, const beam_run *strict,
                      const beam_run *loose, FILE *json) {
  const double ours = event->seconds[BENCH_TURNS / 2];
  const double least = event->least - event->least_reset;
  printf("%-6d %8d %10.3f %10.3f %10.3f %10.3f", c->modes, event->impacts, 1e6 * ours,
         1e6 * ours / event->impacts, 1e6 * least, 1e6 * least / event->impacts);
  fprintf(json,
          "\n    {\"modes\": %d, \"until\": %g, \"impacts\": %d, \"event_us\": %.5g, "
          "\"event_us_at_best\": %.5g",
          c->modes, until, event->impacts, 1e6 * ours, 1e6 * least);
  if (strict->state != NULL) {
    const double theirs = strict->seconds[c->turns / 2] / c->fraction;
    printf(" %11.3f %9.0f", 1e3 * theirs, theirs / ours);
    fprintf(json, ", \"cvode_ms\": %.5g, \"cvode_part\": %g", 1e3 * theirs, c->fraction);
    write_ratio(json, "ratio", theirs, ours);
  }
  if (loose->state != NULL) {
    const double theirs = loose->seconds[c->turns / 2] / c->fraction;
    printf(" %11.3f %9.0f", 1e3 * theirs, theirs / ours);
    fprintf(json, ", \"cvode_ms_looser\": %.5g", 1e3 * theirs);
    write_ratio(json, "ratio_looser", theirs, ours);
  }
  printf("%s\n",
         c->fraction < 1 && strict->state != NULL ? "   (a quarter of the way, times 4)" : "");
  fprintf(json, "}");
}

static bool bench_case(const beam_case *c, FILE *json) {
  beam_run event = {0};
  beam_run strict = {0};
  beam_run loose = {0};
  const bool both = carom_has_integrator();
  const bool good =
      make_run(&event, c->modes, until, NULL) &&
      (!both || make_run(&strict, c->modes, until * c->fraction, tolerance)) &&
      (!both || !c->looser || make_run(&loose, c->modes, until * c->fraction, looser));
  if (good) {
    time_in_turns(&event, &strict, &loose, c);
    print_row(c, &event, &strict, &loose, json);
  }
  free_run(&event);
  free_run(&strict);
  free_run(&loose);
  return good;
}

// --- Many stops ---------------------------------------------------------------------------------

enum { STOPS = 10, STOPS_MODES = 200, STOPS_UNTIL = 8, STOPS_TEXT = 4096 };

static void stops_scene(char *text) {
  int at =
      snprintf(text, STOPS_TEXT,
               "{carom: 1, rate: %g, solver: {method: event}, bodies: {bar: {type: bar, model: "
               "modes, points: %d, length: 1, linear_density: 1, bending_stiffness: 1, start: "
               "{shape: sine, amplitude: -1.01}}",
               1.0 / STOPS_UNTIL, STOPS_MODES);
  for (int i = 0; i < STOPS; ++i)
    at += snprintf(text + at, STOPS_TEXT - (size_t)at, ", w%d: {type: barrier, position: %g}", i,
                   0.6 + 0.05 * (i * 7 % 5));
  at += snprintf(text + at, STOPS_TEXT - (size_t)at, "}, contacts: {");
  for (int i = 0; i < STOPS; ++i)
    at += snprintf(text + at, STOPS_TEXT - (size_t)at,
                   "%ss%d: {type: stop, below: bar@%g, above: w%d, restitution: 1}",
                   i > 0 ? ", " : "", i, (i + 0.7) / 10.6, i);
  snprintf(text + at, STOPS_TEXT - (size_t)at, "}}");
}

static bool bench_stops(FILE *json) {
  char text[STOPS_TEXT];
  bench_subject s = {0};
  stops_scene(text);
  if (!bench_subject_make(&s, text, false))
    return false;
  beam_run run = {.model = s.model, .state = s.state[0]};
  for (int i = 0; i < BENCH_TURNS; ++i)
    run.seconds[i] = time_run(&run, 1);
  sort_turns(&run, BENCH_TURNS);
  long long impacts = 0;
  for (int i = 0; i < STOPS; ++i)
    impacts += carom_contact_counts(run.model, run.state, i).impacts;
  const double each = 1e6 * run.seconds[BENCH_TURNS / 2] / (double)impacts;
  const double least = 1e6 * (run.least - run.least_reset) / (double)impacts;
  printf("\na bar of %d modes at %d stops: %lld impacts, %.3f us each, at best %.3f\n", STOPS_MODES,
         STOPS, impacts, each, least);
  fprintf(json,
          ",\n  \"stops\": {\"modes\": %d, \"stops\": %d, \"impacts\": %lld, \"us\": %.4g, "
          "\"us_at_best\": %.4g}",
          STOPS_MODES, STOPS, impacts, each, least);
  bench_subject_free(&s);
  return true;
}

bool bench_events(const bench_record *r) {
  FILE *json = r->json;
  static const beam_case cases[] = {
      {4, 1, BENCH_TURNS, true}, {9, 1, 11, true}, {40, 0.25, 1, false}};
  bool good = true;
  fprintf(json, "  \"events\": [");
  printf(
      "\nbeam and stop, tau from 0 to %g, without the ledger, by the event method: medians of %d "
      "turns, and 'at\nbest' the quietest one",
      until, BENCH_TURNS);
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
  for (size_t i = 0; good && i < (r->quick ? 1 : sizeof cases / sizeof cases[0]); ++i) {
    fprintf(json, "%s", i > 0 ? "," : "");
    good = bench_case(&cases[i], json);
  }
  fprintf(json, "\n  ]");
  return good && bench_stops(json);
}
