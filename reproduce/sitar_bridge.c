// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Figures 4.20 and 4.21 of C. P. Vyasarayani's thesis: a string and a bridge of springs, by modes
// and the adaptive method, beside the rigid scheme, the exact wave and the moving boundary; and how
// many modes that takes.

#include "reproduce/sitar_penalty.h"

#include <math.h>
#include <stdlib.h>

enum { BRIDGE_POINTS = 51 };

static double most_of(const double *y, int from, int to) {
  double most = y[from];
  for (int n = from; n < to; ++n)
    most = fmax(most, y[n]);
  return most;
}

// Snapshots of the whole string, and of its first tenth above the bridge.
static void draw_snapshots(report *r, const entry *e, const scene_run *run,
                           const char *const *names) {
  static double x[2001];
  static double bridge_x[BRIDGE_POINTS];
  static double bridge_y[BRIDGE_POINTS];
  const int points = run->points;
  for (int i = 0; i < points; ++i)
    x[i] = i / (points - 1.0);
  for (int i = 0; i < BRIDGE_POINTS; ++i) {
    bridge_x[i] = 0.05 * i / (BRIDGE_POINTS - 1);
    bridge_y[i] = 1600 * bridge_x[i] * (0.05 - bridge_x[i]);
  }
  chart c[2] = {{PLACE, "(a) displacement y, dimensionless", 0, {{0}}},
                {PLACE, "(b) near the bridge, dimensionless", 0, {{0}}}};
  c[1].curve[c[1].curves++] = (curve){bridge_x, bridge_y, BRIDGE_POINTS, 7, "bridge"};
  for (int k = 0; k < run->shapes; ++k) {
    c[0].curve[c[0].curves++] = (curve){x, run->shape[k], points, k, names[k]};
    if (run->shape[k][points / 16] < 2.5) // where the view can have the scale of the bridge
      c[1].curve[c[1].curves++] = (curve){x, run->shape[k], points / 16, k, names[k]};
  }
  report_draw_charts(r, e->title, c, 2, true);
}

// --- Figure 4.20: a half sine -------------------------------------------------------------------

void run_penalty_sine(const entry *e, report *r) {
  enum { SAMPLES = 1950 };
  static const char *const names[] = {"t = 0", "0.25", "0.5", "0.75", "0.975", "1.5"};
  scene_run run[3] = {{.shapes = 6, .at = {0, 250, 500, 750, 975, 1500}}};
  const bool ran =
      scene_run_make(&run[0], penalty_scene, CHANGES(BRIDGE, START("sine", "35.35")), SAMPLES) &&
      scene_run_make(&run[1], penalty_scene, CHANGES(BRIDGE, START("sine", "35.35"), RIGID),
                     SAMPLES) &&
      scene_run_make(&run[2], "sitar-string",
                     CHANGES(START("sine", "35.35"), {"solver.modes", "16"}), SAMPLES);
  if (ran && !penalty_lacks(r, &run[0])) {
    double springs = 0;
    double rigid = 0;
    for (int n = 0; n < SAMPLES; ++n) {
      springs = fmax(springs, fabs(run[0].y[MID][n] - run[2].y[MID][n]));
      rigid = fmax(rigid, fabs(run[1].y[MID][n] - run[2].y[MID][n]));
    }
    const double contacts = most_of(run[1].y[PATCHES], 0, SAMPLES);
    report_add_printed(r, "contacts at a time, rigid bridge", "no multiple impacts", contacts, 2);
    report_ours(r, 1, 1);
    report_add_printed(r, "60 modes: ripples divide it", "no multiple impacts",
                       most_of(run[0].y[PATCHES], 0, SAMPLES), 2);
    report_ours(r, 2, INFINITY);
    report_add_printed(r, "middle, wrapping less springs, of 35", NULL, springs, 2);
    report_ours(r, 0, 0.1);
    report_add_printed(r, "middle, wrapping less rigid bridge", NULL, rigid, 2);
    report_ours(r, 0, 0.01);
    report_judge(r, true, VERDICT_OPEN);
    draw_snapshots(r, e, &run[0], names);
  }
  scene_runs_free(run, 3);
}

// --- Figure 4.21: a pluck -----------------------------------------------------------------------

// The share of (0.15, 1) in which the string touches nowhere; samples of 2e-4.
static double airborne(const scene_run *r) {
  int count = 0;
  for (int n = 750; n < 5000; ++n)
    count += r->y[PATCHES][n] == 0;
  return count / 4250.0;
}

void run_penalty_pluck(const entry *e, report *r) {
  static const char *const modes[] = {"100", "200", "400"};
  static const char *const names[] = {"share airborne, 100 modes", "200", "400",
                                      "share airborne, rigid bridge"};
  static const char *const times[] = {"t = 0", "0.2", "0.45", "0.7", "0.8516"};
  scene_run run[4] = {{.shapes = 5, .at = {0, 1000, 2250, 3500, 4258}}};
#define PLUCKED                                                                                    \
  BRIDGE, START("pluck", "10"), {"bodies.string.start.at", "0.1"}, {                               \
    "rate", "5000"                                                                                 \
  }
  bool ran = scene_run_make(&run[3], penalty_scene, CHANGES(PLUCKED, RIGID), 5000);
  for (int k = 0; ran && k < 3; ++k)
    ran = scene_run_make(&run[k], penalty_scene,
                         CHANGES(PLUCKED, {"bodies.string.points", modes[k]}), 5000);
  if (ran && !penalty_lacks(r, &run[0])) {
    const double contacts = most_of(run[0].y[PATCHES], 750, 5000);
    report_add_printed(r, "most contacts at a time, 100 modes", "several", contacts, 2);
    report_ours(r, 2, INFINITY);
    report_add_printed(r, "contacts at 0.8516, 100 modes", "completely airborne",
                       run[0].y[PATCHES][4258], 1);
    static const double least[] = {0.2, 0, 0, 0};
    static const double most[] = {1, 0.1, 0.01, 0};
    for (int k = 0; k < 4; ++k) {
      report_add_printed(r, names[k], NULL, airborne(&run[k]), 2);
      report_ours(r, least[k], most[k]);
    }
    report_add_printed(r, "most contacts at a time, rigid bridge", "several",
                       most_of(run[3].y[PATCHES], 750, 5000), 2);
    report_judge(r, true, VERDICT_OPEN);
    draw_snapshots(r, e, &run[0], times);
  }
  scene_runs_free(run, 4);
}

// --- How many modes, and what they cost ---------------------------------------------------------

// The root of the mean square difference of the middle over a cycle, of 35.35.
static double cycle_error(const scene_run *r, const scene_run *exact) {
  double sum = 0;
  for (int n = 0; n < 1950; ++n)
    sum += pow(r->y[MID][n] - exact->y[MID][n], 2);
  return sqrt(sum / 1950) / 35.35;
}

void run_penalty_modes(const entry *e, report *r) {
  enum { COUNTS = 5 };
  static const char *const counts[COUNTS] = {"10", "20", "40", "60", "120"};
  static const char *const names[COUNTS] = {"rms error with 10 modes", "20", "40", "60", "120"};
  double number[COUNTS];
  double error[COUNTS];
  scene_run exact = {.samples = 0};
  scene_run run = {.samples = 0};
  bool good = scene_run_make(
      &exact, "sitar-string",
      CHANGES(START("sine", "35.35"), {"solver.method", "wave"}, {"solver.modes", "1"}), 1950);
  for (int k = 0; good && k < COUNTS; ++k) {
    good = scene_run_make(
        &run, penalty_scene,
        CHANGES(BRIDGE, START("sine", "35.35"), {"bodies.string.points", counts[k]}), 1950);
    if (good && k == 0 && penalty_lacks(r, &run))
      break;
    number[k] = atof(counts[k]);
    error[k] = good ? log10(cycle_error(&run, &exact)) : 0;
    report_add_printed(r, names[k], k == 3 ? "at least so many" : NULL, pow(10, error[k]), 2);
    if (k > 0)
      report_ours(r, 0, pow(10, error[k - 1]));
    scene_run_free(&run);
    if (k == COUNTS - 1) {
      report_judge(r, good, VERDICT_OPEN);
      const chart c = {"number of modes, dimensionless",
                       "log10 of the rms error of the middle, dimensionless",
                       1,
                       {{number, error, COUNTS, 0, NULL}}};
      report_draw_charts(r, e->title, &c, 1, true);
    }
  }
  scene_run_free(&run);
  scene_run_free(&exact);
}

static bool run_pair(scene_run *run, const char *rate, int samples) {
  return scene_run_make(
             &run[0], penalty_scene,
             CHANGES(BRIDGE, START("sine", "35.35"), {"rate", rate}, {"solver.tolerance", "1e-6"}),
             samples) &&
         scene_run_make(&run[1], "sitar-string",
                        CHANGES(START("sine", "35.35"), {"solver.modes", "1"}, {"rate", rate},
                                {"solver.tolerance", "1e-6"}),
                        samples);
}

// Few samples, at which steps end, for the counts; more for the picture.
void run_penalty_cost(const entry *e, report *r) {
  scene_run few[2] = {{.samples = 0}};
  scene_run many[2] = {{.samples = 0}};
  const bool ran = run_pair(few, "10", 41) && run_pair(many, "100", 401);
  if (ran && !penalty_lacks(r, &few[0])) {
    const double count[2] = {(double)few[0].right_sides, (double)few[1].right_sides};
    report_add_printed(r, "evaluations, 60 modes on springs", NULL, count[0], 6);
    report_add_printed(r, "evaluations, one mode wrapping", NULL, count[1], 6);
    report_add_printed(r, "ratio", "50 (of time)", count[0] / count[1], 3);
    report_within_share(r, 0.2);
    report_ours(r, 3, INFINITY);
    report_judge(r, true, VERDICT_OPEN);
    r->theirs = "60 modes on springs";
    r->ours = "one mode, wrapping";
    const graph graphs[] = {{"displacement of the middle, dimensionless", many[0].y[MID],
                             many[1].y[MID], 0, 401, 0.01, 0, 0, TIME, NULL}};
    report_draw_graphs(r, e->title, graphs, 1);
    r->ours = "ours";
  }
  scene_runs_free(few, 2);
  scene_runs_free(many, 2);
}
