// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Figures 3.4 to 3.8 of C. P. Vyasarayani's thesis: a beam and a stop, the impact by collocation.
// Until the first impact w = -1.01 cos(pi^2 t) sin(pi x), so that it comes at
// acos(-1 / 1.01) / pi^2 with the speed pi^2 sqrt(1.01^2 - 1). Behind it the velocities at the
// collocation points are those before, and that at the stop has changed its sign (3.37, 3.40).

#include "reproduce/beam.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979324;

const char *const collocation_points[POINT_SETS] = {"[0.2, 0.3, 0.7]", "[0.15, 0.4, 0.8]",
                                                    "[0.1, 0.35, 0.9]"};
static const double points[POINT_SETS][3] = {{0.2, 0.3, 0.7}, {0.15, 0.4, 0.8}, {0.1, 0.35, 0.9}};
static const char *const set_names[POINT_SETS + 1] = {"CP1", "CP2", "CP3", "impulse"};

void beam_normalize(scene_run *r) {
  const double first = r->bodies[0] + r->contact[0];
  for (int n = 0; n < r->samples; ++n)
    r->bodies[n] = (r->bodies[n] + r->contact[n]) / first;
}

// The three sets of points, and the impulse rule.
enum { RUNS = POINT_SETS + 1, SAMPLES = 10001, FIRST_IMPACTS = 2000 };

static bool make_runs(scene_run *run) {
  bool good = true;
  for (int k = 0; k < POINT_SETS; ++k)
    good =
        scene_run_make(&run[k], BEAM, CHANGES(COLLOCATION(collocation_points[k])), SAMPLES) && good;
  return scene_run_make(&run[POINT_SETS], BEAM, CHANGES(RESTITUTION("1")), SAMPLES) && good;
}

// --- Numbers ------------------------------------------------------------------------------------

// When the first impact comes, and the second, which depends on the points.
static bool tell_times(report *r, const scene_run *run) {
  static const char *const names[RUNS] = {"second impact, CP1", "CP2", "CP3", "impulse rule"};
  const double first = acos(-1 / 1.01) / (pi * pi);
  bool good = true;
  r->theirs = "closed form";
  r->ours = "engine";
  report_add_digits(r, "first impact", first, run[0].stay[0].begin, 9);
  report_within(r, 1e-12, "");
  for (int k = 0; k < RUNS; ++k) {
    report_add_printed(r, names[k], k < POINT_SETS ? "depends on the points" : NULL,
                       run[k].stay[1].begin, 6);
    good = good && fabs(run[k].stay[0].begin - first) < 1e-12;
  }
  return good && fabs(run[0].stay[1].begin - run[1].stay[1].begin) > 1e-3 &&
         fabs(run[1].stay[1].begin - run[2].stay[1].begin) > 1e-3;
}

static bool tell_speeds(report *r, const scene_run *run) {
  static const char *const names[RUNS] = {"speed of the second, CP1", "CP2", "CP3", "impulse rule"};
  const double first = pi * pi * sqrt(1.01 * 1.01 - 1);
  bool good = true;
  r->theirs = "closed form";
  r->ours = "engine";
  report_add_digits(r, "speed of the first impact", first, run[0].stay[0].speed_in, 9);
  report_within(r, 1e-9, "");
  for (int k = 0; k < RUNS; ++k) {
    report_add_printed(r, names[k], k < POINT_SETS ? "depends on the points" : NULL,
                       run[k].stay[1].speed_in, 5);
    good = good && fabs(run[k].stay[0].speed_in - first) < 1e-9 &&
           fabs(run[k].stay[0].speed_out - first) < 1e-9;
  }
  return good && fabs(run[0].stay[1].speed_in - run[2].stay[1].speed_in) > 1e-2;
}

static bool tell_portrait(report *r, const scene_run *run) {
  static const char *const names[RUNS] = {"largest speed, t < 2, CP1", "CP2", "CP3",
                                          "impulse rule"};
  double most[RUNS] = {0};
  for (int k = 0; k < RUNS; ++k) {
    for (int n = 0; n < FIRST_IMPACTS; ++n)
      most[k] = fmax(most[k], fabs(run[k].y[SPEED][n]));
    report_add_printed(r, names[k], k < POINT_SETS ? "depends on the points" : NULL, most[k], 4);
  }
  report_add_printed(r, "CP1 and CP2 differ by", NULL, fabs(most[0] - most[1]), 2);
  report_ours(r, 0.1, INFINITY);
  report_add_printed(r, "CP2 and CP3", NULL, fabs(most[1] - most[2]), 2);
  report_ours(r, 0.1, INFINITY);
  return true;
}

static bool tell_energy(report *r, scene_run *run) {
  static const char *const names[POINT_SETS][3] = {
      {"CP1: energy after the first impact", "CP1: largest until 10", "CP1: least until 10"},
      {"CP2: energy after the first impact", "CP2: largest until 10", "CP2: least until 10"},
      {"CP3: energy after the first impact", "CP3: largest until 10", "CP3: least until 10"}};
  for (int k = 0; k < RUNS; ++k) {
    beam_normalize(&run[k]);
    double range[2] = {INFINITY, 0};
    for (int n = 0; n < SAMPLES; ++n) {
      range[0] = fmin(range[0], run[k].bodies[n]);
      range[1] = fmax(range[1], run[k].bodies[n]);
    }
    if (k < POINT_SETS) {
      report_add_printed(r, names[k][0], "increasing", run[k].bodies[500], 5);
      report_ours(r, 1.01, INFINITY);
      report_add_printed(r, names[k][1], "increasing", range[1], 4);
      report_ours(r, 1.15, INFINITY);
      report_add_printed(r, names[k][2], NULL, range[0], 4);
    } else {
      report_add_printed(r, "impulse rule: largest", "conserved", range[1], 14);
      report_ours(r, 1 - 1e-13, 1 + 1e-13);
    }
  }
  return true;
}

// --- Entries ------------------------------------------------------------------------------------

static void draw_all(report *r, const entry *e, const scene_run *run, int output, int count) {
  static double t[SAMPLES];
  const char *label = output == MIDDLE ? DISPLACEMENT : output == SPEED ? VELOCITY : ENERGY;
  chart c[2] = {{TIME, label, RUNS, {{0}}}, {TIME, label, RUNS, {{0}}}};
  for (int n = 0; n < SAMPLES; ++n)
    t[n] = n * 1e-3;
  for (int k = 0; k < RUNS; ++k) {
    const double *y = output > SPEED ? run[k].bodies : run[k].y[output];
    c[0].curve[k] = (curve){t, y, output > SPEED ? SAMPLES : 4000, k, set_names[k]};
    c[1].curve[k] = (curve){t + 280, y + 280, 120, k, set_names[k]};
  }
  report_draw_charts(r, e->title, c, count, true);
}

static void draw_portraits(report *r, const entry *e, const scene_run *run) {
  chart c = {DISPLACEMENT, VELOCITY, RUNS, {{0}}};
  for (int k = 0; k < RUNS; ++k)
    c.curve[k] = (curve){run[k].y[MIDDLE], run[k].y[SPEED], FIRST_IMPACTS, k, set_names[k]};
  report_draw_charts(r, e->title, &c, 1, true);
}

// about: the figure, "4" to "7".
void run_beam_collocation(const entry *e, report *r) {
  scene_run run[RUNS] = {{.samples = 0}};
  const char figure = ((const char *)e->about)[0];
  if (make_runs(run)) {
    const bool good = figure == '4'   ? tell_times(r, run)
                      : figure == '5' ? tell_speeds(r, run)
                      : figure == '6' ? tell_portrait(r, run)
                                      : tell_energy(r, run);
    report_judge(r, good, figure == '7' ? VERDICT_REFUTED : VERDICT_REPRODUCED);
    if (figure == '6')
      draw_portraits(r, e, run);
    else
      draw_all(r, e, run,
               figure == '4'   ? MIDDLE
               : figure == '5' ? SPEED
                               : SPEED + 1,
               figure == '4' ? 2 : 1);
  }
  scene_runs_free(run, RUNS);
}

// --- Figure 3.8: velocities along the beam ------------------------------------------------------

enum { MODES = 4 };

static double mode(int j, double x) {
  return sqrt(2) * sin(j * pi * x);
}

// The modal velocities behind the first impact by 3.37 and 3.40, by Gaussian elimination.
static void solve_collocation(const double *at, double before, double *rate) {
  double a[MODES][MODES + 1];
  for (int i = 0; i < MODES; ++i) {
    const double x = i < MODES - 1 ? at[i] : 0.5;
    for (int j = 0; j < MODES; ++j)
      a[i][j] = mode(j + 1, x);
    a[i][MODES] = (i < MODES - 1 ? 1 : -1) * before * mode(1, x);
  }
  for (int i = 0; i < MODES; ++i) {
    int pivot = i;
    for (int k = i + 1; k < MODES; ++k)
      pivot = fabs(a[k][i]) > fabs(a[pivot][i]) ? k : pivot;
    double row[MODES + 1];
    memcpy(row, a[pivot], sizeof row);
    memcpy(a[pivot], a[i], sizeof row);
    memcpy(a[i], row, sizeof row);
    for (int k = 0; k < MODES; ++k)
      for (int j = MODES; k != i && j >= i; --j)
        a[k][j] -= a[k][i] / a[i][i] * a[i][j];
  }
  for (int i = 0; i < MODES; ++i)
    rate[i] = a[i][MODES] / a[i][i];
}

void run_beam_distribution(const entry *e, report *r) {
  enum { POINTS = 401 };
  static const char *const names[POINT_SETS] = {"energy gained, %, CP1", "CP2", "CP3"};
  static double x[POINTS];
  static double v[POINT_SETS + 2][POINTS]; // by the sets, before, and by the impulse rule
  const double before = pi * pi * sqrt(1.01 * 1.01 - 1) / sqrt(2); // rate of the first mode
  const double energy = pow(1.01 * pi * pi, 2) / 4;
  bool good = true;
  for (int i = 0; i < POINTS; ++i) {
    x[i] = i / (POINTS - 1.0);
    v[3][i] = before * mode(1, x[i]);
    // The impulse moves what the first mode had into the third: their squares at 1/2 are equal.
    v[4][i] = -before * mode(3, x[i]) * mode(1, 0.5) / mode(3, 0.5);
  }
  r->theirs = "3.37 and 3.40 solved";
  r->ours = "engine";
  for (int k = 0; k < POINT_SETS; ++k) {
    double rate[MODES];
    solve_collocation(points[k], before, rate);
    double kinetic = 0;
    for (int j = 0; j < MODES; ++j) {
      kinetic += rate[j] * rate[j] / 2;
      for (int i = 0; i < POINTS; ++i)
        v[k][i] = (j > 0 ? v[k][i] : 0) + rate[j] * mode(j + 1, x[i]);
    }
    scene_run run = {.samples = 0};
    good = scene_run_make(&run, BEAM, CHANGES(COLLOCATION(collocation_points[k])), 501) && good;
    const double formula = 100 * (kinetic - before * before / 2) / energy;
    const double found = good ? 100 * (run.bodies[500] / run.bodies[0] - 1) : 0;
    report_add_digits(r, names[k], formula, found, 6);
    report_within(r, 1e-9, "%");
    report_ours(r, 1, INFINITY);
    scene_run_free(&run);
  }
  report_judge(r, good, VERDICT_REPRODUCED);
  const chart c = {"place x, dimensionless",
                   "velocity at the first impact, dimensionless",
                   5,
                   {{x, v[3], POINTS, 7, "before"},
                    {x, v[0], POINTS, 0, "after, CP1"},
                    {x, v[1], POINTS, 1, "CP2"},
                    {x, v[2], POINTS, 2, "CP3"},
                    {x, v[4], POINTS, 3, "impulse rule"}}};
  report_draw_charts(r, e->title, &c, 1, true);
}
