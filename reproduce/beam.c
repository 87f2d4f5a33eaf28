// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Figures 3.9 to 3.12 and tables 3.1 to 3.3 of C. P. Vyasarayani's thesis: a beam and a stop by the
// impulse rule and by a stiff spring (penalty), free and forced, with the event method.

#include "reproduce/beam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979324;

enum { SAMPLES = 10001, PORTRAIT = 2500 };

// Impulse rule and penalty.
enum { RULE, SPRING, BOTH };

static bool make_both(scene_run *run, bool forced) {
  const change rule[] = {RESTITUTION("1"), FORCED};
  const change spring[] = {PENALTY, FORCED};
  return scene_run_make(&run[RULE], BEAM, rule, forced ? 2 : 1, SAMPLES) &&
         scene_run_make(&run[SPRING], BEAM, spring, forced ? 3 : 2, SAMPLES);
}

// How many impacts begin before a time.
static int impacts_before(const scene_run *r, double until) {
  int count = 0;
  while (count < r->stays && r->stay[count].begin < until)
    ++count;
  return count;
}

// --- Figure 3.9: displacement -------------------------------------------------------------------

static void compare_displacement(const entry *e, report *r, bool forced, double until,
                                 double most_difference) {
  scene_run run[BOTH] = {{.samples = 0}};
  if (make_both(run, forced)) {
    const int count[BOTH] = {impacts_before(&run[RULE], until),
                             impacts_before(&run[SPRING], until)};
    double difference = 0;
    for (int i = 0; i < count[RULE] && i < count[SPRING]; ++i)
      difference = fmax(difference, fabs(run[RULE].stay[i].begin - run[SPRING].stay[i].begin));
    const int last = count[RULE] - 1;
    r->theirs = "penalty, K = 1e12";
    r->ours = "impulse rule";
    report_add_printed(r, "largest difference of impact times", "agree exactly", difference, 2);
    report_ours(r, 0, most_difference);
    report_add(r, forced ? "impacts until 5" : "impacts until 10", count[SPRING], count[RULE]);
    report_within(r, 0, "");
    report_add_digits(r, "time of the fourth impact", run[SPRING].stay[3].begin,
                      run[RULE].stay[3].begin, 9);
    report_add_digits(r, "time of the last of them", run[SPRING].stay[last].begin,
                      run[RULE].stay[last].begin, 9);
    report_add(r, "energy balance", run[SPRING].balance, run[RULE].balance);
    report_theirs(r, 0, 1e-12);
    report_ours(r, 0, 1e-12);
    report_judge(r, true, VERDICT_REPRODUCED);
    beam_normalize(&run[RULE]);
    beam_normalize(&run[SPRING]);
    const graph graphs[] = {
        {DISPLACEMENT, run[SPRING].y[MIDDLE], run[RULE].y[MIDDLE], 0, SAMPLES - 1, 1e-3, 0, 0, TIME,
         NULL},
        {ENERGY, run[SPRING].bodies, run[RULE].bodies, 0, SAMPLES - 1, 1e-3, 0, 0, TIME, NULL}};
    report_draw_graphs(r, e->title, graphs, 2);
  }
  scene_runs_free(run, BOTH);
}

void run_beam_free(const entry *e, report *r) {
  compare_displacement(e, r, false, 10, 5e-5);
}

void run_beam_forced(const entry *e, report *r) {
  compare_displacement(e, r, true, 5, 1e-3);
}

// --- Figures 3.10 and 3.11: velocity and phase plot ---------------------------------------------

// The largest difference of a signal until a time, at least `apart` away from every impact, over
// its largest value.
static double difference_of(const scene_run *run, int output, int until, double apart) {
  double most = 0;
  double size = 0;
  for (int n = 0; n < until; ++n) {
    const double t = n * run[RULE].step;
    bool near = false;
    for (int i = 0; i < run[RULE].stays; ++i)
      near = near || fabs(t - run[RULE].stay[i].begin) < apart;
    size = fmax(size, fabs(run[RULE].y[output][n]));
    if (!near)
      most = fmax(most, fabs(run[RULE].y[output][n] - run[SPRING].y[output][n]));
  }
  return most / size;
}

static void tell_agreement(report *r, const scene_run *run, bool forced) {
  const int until = forced ? 3000 : SAMPLES;
  const double velocity = difference_of(run, SPEED, until, 2e-3);
  const double place = difference_of(run, MIDDLE, until, 2e-3);
  report_add_printed(r, forced ? "velocities, forced, until 3" : "velocities, free, until 10",
                     "agree exactly", velocity, 2);
  report_ours(r, 0, 5e-3);
  report_add_printed(r, forced ? "displacements, forced" : "displacements, free", "agree exactly",
                     place, 2);
  report_ours(r, 0, 5e-3);
}

// about: "10" for the velocity over time, "11" for the phase plot; both free (a) and forced (b).
void run_beam_velocity(const entry *e, report *r) {
  static double t[SAMPLES];
  scene_run run[2][BOTH] = {{{.samples = 0}}};
  const bool portrait = strcmp(e->about, "11") == 0;
  for (int n = 0; n < SAMPLES; ++n)
    t[n] = n * 1e-3;
  if (make_both(run[0], false) && make_both(run[1], true)) {
    chart c[2];
    for (int k = 0; k < 2; ++k) {
      static const char *const labels[2] = {"(a) free: velocity at the stop, dimensionless",
                                            "(b) forced: velocity at the stop, dimensionless"};
      tell_agreement(r, run[k], k == 1);
      c[k] = (chart){portrait ? DISPLACEMENT : TIME, labels[k], BOTH, {{0}}};
      for (int i = 0; i < BOTH; ++i) {
        const scene_run *of = &run[k][i];
        c[k].curve[i] = (curve){portrait ? of->y[MIDDLE] : t, of->y[SPEED],
                                portrait ? PORTRAIT : 4000, i, i == RULE ? "impulse" : "penalty"};
      }
    }
    report_judge(r, true, VERDICT_REPRODUCED);
    report_draw_charts(r, e->title, c, 2, true);
  }
  scene_runs_free(run[0], BOTH);
  scene_runs_free(run[1], BOTH);
}

// --- Figure 3.12: energy ------------------------------------------------------------------------

void run_beam_restitution(const entry *e, report *r) {
  enum { RUNS = 4 };
  static const char *const names[RUNS] = {"penalty", "R = 1", "R = 0.8", "R = 0.5"};
  static double t[SAMPLES];
  scene_run run[RUNS] = {{.samples = 0}};
  const bool ran = scene_run_make(&run[0], BEAM, CHANGES(PENALTY), SAMPLES) &&
                   scene_run_make(&run[1], BEAM, CHANGES(RESTITUTION("1")), SAMPLES) &&
                   scene_run_make(&run[2], BEAM, CHANGES(RESTITUTION("0.8")), SAMPLES) &&
                   scene_run_make(&run[3], BEAM, CHANGES(RESTITUTION("0.5")), SAMPLES);
  if (ran) {
    chart c = {TIME, ENERGY, RUNS, {{0}}};
    for (int n = 0; n < SAMPLES; ++n)
      t[n] = n * 1e-3;
    for (int k = 0; k < RUNS; ++k) {
      beam_normalize(&run[k]);
      c.curve[k] = (curve){t, run[k].bodies, SAMPLES - 1, k, names[k]};
    }
    const double kept[RUNS] = {run[0].bodies[SAMPLES - 1], run[1].bodies[SAMPLES - 1],
                               run[2].bodies[SAMPLES - 1], run[3].bodies[SAMPLES - 1]};
    report_add_printed(r, "energy kept until 10, penalty", "preserved", kept[0], 7);
    report_ours(r, 1 - 1e-6, 1 + 1e-6);
    report_add_printed(r, "R = 1", "preserved", kept[1], 7);
    report_ours(r, 1 - 1e-13, 1 + 1e-13);
    r->theirs = "R = 0.8";
    r->ours = "R = 0.5";
    report_add_three(r, "energy kept until 10", "higher with less R", kept[2], kept[3], 7);
    report_ours(r, kept[2], 0.99);
    report_add_three(r, "impacts until 10", "more with more R", run[2].stays, run[3].stays, 3);
    report_theirs(r, 16, 16);
    report_ours(r, 16, 16);
    report_add(r, "speed of the last of them", run[2].stay[15].speed_in, run[3].stay[15].speed_in);
    report_judge(r, true, VERDICT_REFUTED);
    report_draw_charts(r, e->title, &c, 1, true);
  }
  scene_runs_free(run, RUNS);
}

// --- Tables 3.1 to 3.3 --------------------------------------------------------------------------

// The number behind '@' in a point, or the number itself.
static double number_of(const carom_scene *s, const char *path) {
  const char *text = carom_scene_get(s, path);
  const char *at = text != NULL ? strchr(text, '@') : NULL;
  return at != NULL ? atof(at + 1) : carom_scene_number(s, path);
}

// A parameter that the scene has as it is printed.
static void add_given(report *r, const char *name, const char *printed, double ours, int digits) {
  report_add_printed(r, name, printed, ours, digits);
  report_within(r, 0, "");
  report_given(r);
}

static void tell_parameters(report *r, const carom_scene *s, char table) {
  if (table == '1') {
    add_given(r, "penalty stiffness K", "1e12", atof(PENALTY_STIFFNESS), 3);
    add_given(r, "place of the impact x_i", "0.5", number_of(s, "contacts.stop.below"), 3);
    add_given(r, "restitution R", "1", number_of(s, "contacts.stop.restitution"), 3);
    return;
  }
  if (table == '2') {
    static const char *const names[POINT_SETS] = {"CP1", "CP2", "CP3"};
    add_given(r, "number of modes", "4", number_of(s, "bodies.beam.points"), 2);
    for (int k = 0; k < POINT_SETS; ++k) {
      report_add_text(r, names[k], collocation_points[k], collocation_points[k]);
      report_given(r);
    }
    return;
  }
  const double omega = 2 * pi * number_of(s, "forces.push.frequency");
  add_given(r, "amplitude of the force F", "72.0000", atof(FORCE_AMPLITUDE), 6);
  add_given(r, "its place x_f", "0.5", number_of(s, "forces.push.on"), 3);
  report_add_printed(r, "its frequency, pi^2", "pi^2", omega, 9);
  report_ours(r, pi * pi - 1e-12, pi * pi + 1e-12);
  report_given(r);
}

// about: the table, "1" to "3". What is printed beside what the scene and the entries have.
void run_beam_table(const entry *e, report *r) {
  carom_error error;
  carom_scene *s = carom_scene_new(NULL);
  const char *text = carom_builtin_text(carom_builtin_find(BEAM));
  if (s != NULL && carom_scene_parse(s, BEAM, text, strlen(text), &error) == CAROM_OK) {
    tell_parameters(r, s, ((const char *)e->about)[0]);
    report_judge(r, true, VERDICT_GIVEN);
  }
  carom_scene_free(s);
}
