// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The string on a bridge of C. P. Vyasarayani's thesis, chapter 4, by its moving boundary: the wrap
// method with one mode, as there, beside the exact wave. Dimensionless, as the scene sitar-string.

#include "reproduce/sitar.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979324;

static scene_run *runs_of(int count) {
  return calloc((size_t)count, sizeof(scene_run));
}

static void free_runs(scene_run *runs, int count) {
  scene_runs_free(runs, count);
  free(runs);
}

// --- Figure 4.3: transitions --------------------------------------------------------------------

void sitar_tangent(const bridge *at, double gamma, double *beta, double *middle) {
  const double alpha = 4 / (at->b * at->b);
  const double l = 1 - gamma;
  *beta = alpha * sqrt(l) * (l * l - (1 - at->b)) / (pi * sqrt(2));
  *middle =
      alpha * gamma * (at->b - gamma) / l / 2 + *beta * sqrt(2 / l) * sin(pi * (0.5 - gamma) / l);
}

bool sitar_start(double beta, bool sitar, double *length, double *middle) {
  char amplitude[40];
  snprintf(amplitude, sizeof amplitude, "%.17g", beta);
  scene_run r = {0};
  const change plain[] = {START("wrapped", amplitude)};
  const change wide[] = {START("wrapped", amplitude), SITAR};
  const bool good = scene_run_make(&r, SCENE, sitar ? wide : plain, sitar ? 5 : 2, 1);
  *length = good ? r.y[LENGTH][0] : (double)NAN;
  *middle = good ? r.y[MID][0] : (double)NAN;
  scene_run_free(&r);
  return good;
}

// Adds the transitions of a bridge: as printed, and where the scene starts at either end of it.
static bool add_transitions(report *r, const bridge *at, bool sitar,
                            const char *const printed[2][2]) {
  static const char *const names[2][2] = {{"beta at the near end", "middle"},
                                          {"beta at the far end", "middle then"}};
  bool good = true;
  for (int end = 0; end < 2; ++end) {
    double beta = 0;
    double middle = 0;
    double found[2];
    double length[2];
    const double here = end == 0 ? at->from : at->to;
    sitar_tangent(at, here, &beta, &middle);
    for (int side = 0; side < 2; ++side)
      good = sitar_start(beta + (side == 0 ? 1e-6 : -1e-6), sitar, &length[side], &found[side]) &&
             good;
    // one side starts at the end, the other inside the bridge by as little
    const double reach = here - at->from;
    good = good && fabs(length[end] - reach) < 1e-12 && fabs(length[1 - end] - reach) < 1e-6 &&
           length[1 - end] != reach && fabs(found[0] - middle) < 1e-5;
    const double ours[2] = {beta, middle};
    for (int k = 0; k < 2; ++k) {
      report_add_printed(r, names[end][k], printed[end][k], ours[k], sitar ? 4 : 7);
      report_within(r, sitar ? 6e-4 : 0.05, "");
    }
  }
  return good;
}

void run_sitar_transitions(const entry *e, report *r) {
  enum { POINTS = 101 };
  static double gamma[POINTS];
  static double beta[POINTS];
  static double middle[POINTS];
  const bridge at = {.b = 0.05, .from = 0, .to = 0.05};
  for (int i = 0; i < POINTS; ++i) {
    gamma[i] = 0.05 * i / (POINTS - 1);
    sitar_tangent(&at, gamma[i], &beta[i], &middle[i]);
  }
  static const char *const printed[2][2] = {{"18.0", "25.5"}, {"-16.7", "-24.1"}};
  double length = 0;
  double height = 0;
  bool good = add_transitions(r, &at, false, printed);
  good = sitar_start(0, false, &length, &height) && good;
  report_add_printed(r, "middle for phase I, section 4.3.2", "24", middle[0], 4);
  report_within(r, 0.5, "");
  report_ours(r, 25.46, 25.47);
  report_add_printed(r, "contact at rest", "1 - sqrt(1 - b)", length, 9);
  report_ours(r, 1 - sqrt(0.95) - 1e-12, 1 - sqrt(0.95) + 1e-12);
  report_judge(r, good, VERDICT_CORRECTED);
  report_draw_charts(
      r, e->title,
      (const chart[]){{"contact length, dimensionless",
                       "amplitude, dimensionless",
                       2,
                       {{gamma, beta, POINTS, 0, "beta"}, {gamma, middle, POINTS, 1, "middle"}}}},
      1, true);
}

// --- Figure 4.4: contact length over time -------------------------------------------------------

// The time of the second maximum: the middle of the second stay in phase I, which is the fifth
// stay.
static double period_of(const scene_run *r) {
  return r->stays > 4 ? (r->stay[4].begin + r->stay[4].end) / 2 : (double)NAN;
}

// The same from the samples, by the parabola through the highest of them.
static double peak_time(const scene_run *r, const double *y, double from, double to) {
  int best = (int)(from / r->step);
  for (int n = best; n < r->samples - 1 && n * r->step < to; ++n)
    if (y[n] > y[best])
      best = n;
  const double bend = y[best - 1] - 2 * y[best] + y[best + 1];
  return r->step * (best + (y[best - 1] - y[best + 1]) / (2 * bend));
}

void run_sitar_period(const entry *e, report *r) {
  scene_run *run = runs_of(4);
  if (run == NULL)
    return;
  const bool good =
      scene_run_make(&run[0], SCENE, CHANGES(HALF_SINE, ONE, {"solver.rules", "thesis"}), 5001) &&
      scene_run_make(&run[1], SCENE, CHANGES(HALF_SINE, ONE), 5001) &&
      scene_run_make(&run[2], SCENE, CHANGES(HALF_SINE, {"solver.modes", "16"}), 5001) &&
      scene_run_make(&run[3], SCENE, CHANGES(HALF_SINE, WAVE), 5001);
  if (good) {
    const double printed = period_of(&run[0]);
    const double one = period_of(&run[1]);
    const double many = peak_time(&run[2], run[2].y[MID], 1.5, 2.4);
    const double exact = peak_time(&run[3], run[3].y[MID], 1.5, 2.4);
    report_add_printed(r, "oscillation, switching as printed", "1.9231", printed, 5);
    report_within(r, 5e-4, "");
    report_ours(r, 1.93343, 1.93345);
    report_add_printed(r, "switching corrected, one mode", "1.9231", one, 6);
    report_within(r, 5e-4, "");
    report_ours(r, 1.94948, 1.9495);
    report_add_printed(r, "sixteen modes", "1.9231", many, 5);
    report_within(r, 5e-4, "");
    report_ours(r, exact - 2e-4, exact + 2e-4);
    report_add_printed(r, "exact wave", "1.9231", exact, 5);
    report_within(r, 5e-4, "");
    report_ours(r, 1.9499, 1.9501);
    report_judge(r, true, VERDICT_OPEN);
    r->theirs = "switching as printed";
    r->ours = "corrected";
    const graph graphs[] = {
        {"contact length, dimensionless", run[0].y[LENGTH], run[1].y[LENGTH], 0, 4000, 1e-3, 0, 0,
         TIME, NULL},
        {"displacement of the middle, dimensionless", run[0].y[MID], run[1].y[MID], 0, 4000, 1e-3,
         0, 0, TIME, NULL},
        {"energy, dimensionless", run[0].bodies, run[1].bodies, 0, 4000, 1e-3, 0, 0, TIME, NULL}};
    report_draw_graphs(r, e->title, graphs, 3);
    r->ours = "ours";
  }
  free_runs(run, 4);
}

// --- The switches -------------------------------------------------------------------------------

void run_sitar_switches(const entry *e, report *r) {
  static const char *const names[] = {"I to II, %", "II to III, %", "III to II, %", "II to I, %"};
  static const double printed[] = {0.004, -4.8, 11.2, 5.4};
  scene_run *run = runs_of(2);
  if (run == NULL)
    return;
  bool good =
      scene_run_make(&run[0], SCENE, CHANGES(HALF_SINE, ONE, {"solver.rules", "thesis"}), 6001) &&
      scene_run_make(&run[1], SCENE, CHANGES(HALF_SINE, ONE), 6001) && run[0].stays > 4 &&
      run[1].stays > 4;
  r->theirs = "printed formula";
  r->ours = "corrected";
  double energy[2] = {good ? run[0].bodies[0] : 0, good ? run[1].bodies[0] : 0};
  for (int i = 0; good && i < 4; ++i) {
    double percent[2];
    for (int k = 0; k < 2; ++k) {
      percent[k] = -100 * run[k].stay[i].energy_lost / energy[k];
      energy[k] -= run[k].stay[i].energy_lost;
    }
    report_add(r, names[i], percent[0], percent[1]);
    report_theirs(r, printed[i] - 0.05, printed[i] + 0.05);
    report_ours(r, -5e-3, 5e-3);
  }
  if (good) {
    report_add_digits(r, "energy at 6 over the first", run[0].bodies[6000] / run[0].bodies[0],
                      run[1].bodies[6000] / run[1].bodies[0], 5);
    const graph graphs[] = {
        {"energy, dimensionless", run[0].bodies, run[1].bodies, 0, 6001, 1e-3, 0, 0, TIME, NULL},
        {"displacement of the middle, dimensionless", run[0].y[MID], run[1].y[MID], 0, 6001, 1e-3,
         0, 0, TIME, NULL}};
    report_draw_graphs(r, e->title, graphs, 2);
  }
  report_judge(r, good, VERDICT_CORRECTED);
  free_runs(run, 2);
}

// Largest difference of the middle from the exact wave on [0, 2], over its largest value.
static double wave_error(const scene_run *r, const scene_run *exact) {
  double most = 0;
  double size = 0;
  for (int n = 0; n <= 2000 && n < r->samples; ++n) {
    most = fmax(most, fabs(r->y[MID][n] - exact->y[MID][n]));
    size = fmax(size, fabs(exact->y[MID][n]));
  }
  return most / size;
}

void run_sitar_sums(const entry *e, report *r) {
  static const char *const modes[] = {"2", "4", "8", "16"};
  static const char *const names[] = {"error with 2 modes", "4", "8", "16"};
  static const double printed[] = {3.4e-2, 6.6e-2, 9.3e-2};
  scene_run *run = runs_of(3);
  if (run == NULL)
    return;
  bool good = scene_run_make(&run[2], SCENE, CHANGES(START("wrapped", "9"), WAVE), 2001);
  double before = 1;
  r->theirs = "printed formula";
  r->ours = "corrected";
  for (int i = 0; good && i < 4; ++i) {
    scene_run_free(&run[0]);
    scene_run_free(&run[1]);
    run[0] = run[1] = (scene_run){.samples = 0};
    good = scene_run_make(&run[0], SCENE,
                          CHANGES(START("wrapped", "9"), {"solver.modes", modes[i]},
                                  {"solver.rules", "thesis"}),
                          2001) &&
           scene_run_make(&run[1], SCENE,
                          CHANGES(START("wrapped", "9"), {"solver.modes", modes[i]}), 2001);
    if (!good)
      break;
    const double theirs = wave_error(&run[0], &run[2]);
    const double ours = wave_error(&run[1], &run[2]);
    report_add(r, names[i], theirs, ours);
    if (i < 3)
      report_theirs(r, 0.97 * printed[i], 1.03 * printed[i]);
    else
      report_ours(r, 0, 1e-5);
    good = ours < before / (i == 0 ? 1 : 7);
    before = ours;
  }
  if (good)
    report_draw_graphs(
        r, e->title,
        (const graph[]){{"displacement of the middle, 16 modes, dimensionless", run[0].y[MID],
                         run[1].y[MID], 0, run[0].samples, 1e-3, 0, 0, TIME, NULL}},
        1);
  report_judge(r, good, VERDICT_CORRECTED);
  free_runs(run, 3);
}

// --- Figure 4.16: a sitar -----------------------------------------------------------------------

void run_sitar_configuration(const entry *e, report *r) {
  const bridge at = {.b = 300.0 / 1060, .from = 150.0 / 1060, .to = 173.0 / 1060};
  const bridge rounded = {.b = 0.283, .from = 0.142, .to = 0.163};
  static const char *const printed[2][2] = {{"0.209", "0.890"}, {"-0.172", "0.329"}};
  scene_run *run = runs_of(3);
  if (run == NULL)
    return;
  bool good = add_transitions(r, &at, true, printed);
  double beta = 0;
  double middle = 0;
  sitar_tangent(&rounded, rounded.from, &beta, &middle);
  report_add_printed(r, "near end, rounded dimensions", "0.209", beta, 4);
  report_within(r, 6e-4, "");
  report_ours(r, 0.1995, 0.1997);
  good =
      good &&
      scene_run_make(&run[0], SCENE, CHANGES(START("wrapped", "0.25"), SITAR, ONE, MODE_1), 6001) &&
      scene_run_make(&run[1], SCENE, CHANGES(START("wrapped", "0.15"), SITAR, ONE, MODE_1), 6001) &&
      scene_run_make(&run[2], SCENE,
                     CHANGES(START("wrapped", "0.25"), SITAR, ONE, MODE_1,
                             {"bodies.bridge.profile.to", "0.16981132075471697"}),
                     6001) &&
      run[0].stays > 4 && run[2].stays > 2;
  if (good) {
    static double v[3][6001];
    for (int k = 0; k < 3; ++k)
      for (int n = 1; n < 6000; ++n)
        v[k][n] = (run[k].y[MORE][n + 1] - run[k].y[MORE][n - 1]) / 2e-3;
    double most = 0;
    for (int n = 0; n < 6001; ++n)
      most = fmax(most, run[2].y[LENGTH][n]);
    report_add_printed(r, "longest contact with 30 mm, of 0.0283", NULL, most, 4);
    report_ours(r, 0, 0.0283);
    report_add_printed(r, "23 mm: phase III begins at", NULL, run[0].stay[1].end, 6);
    report_ours(r, 0.639071, 0.639073);
    report_draw_charts(r, e->title,
                       (const chart[]){{"beta, dimensionless",
                                        "rate of beta, dimensionless",
                                        3,
                                        {{run[0].y[MORE] + 1, v[0] + 1, 2000, 0, "0.25, 23 mm"},
                                         {run[1].y[MORE] + 1, v[1] + 1, 2000, 1, "0.15, 23 mm"},
                                         {run[2].y[MORE] + 1, v[2] + 1, 2000, 2, "0.25, 30 mm"}}}},
                       1, true);
  }
  report_judge(r, good, VERDICT_CORRECTED);
  free_runs(run, 3);
}
