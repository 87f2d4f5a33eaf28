// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Figures 4.17 to 4.19 of C. P. Vyasarayani's thesis: a string and a straight or sinusoidal
// obstacle of springs, by modes and the adaptive method, beside closed forms and the rigid scheme.
// The obstacle's energy is the integral of k g^2 / 2; equation 4.118 has half of it.

#include "reproduce/sitar_penalty.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979324;

const char *const penalty_scene =
    "{carom: 1, rate: 1000, bodies: {string: {type: string, model: modes, points: 60, length: 1, "
    "linear_density: 1, tension: 1, start: {shape: sine, amplitude: 2}}, floor: {type: barrier}}, "
    "contacts: {touch: {type: collision, below: floor, above: string, along: true, stiffness: "
    "1.23e6, exponent: 1}}, outputs: {mid: {of: string@0.5}, patches: {of: touch, quantity: "
    "patches}, length: {of: touch, quantity: contact_length}}, solver: {method: adaptive, "
    "tolerance: 1e-7}}";

bool penalty_lacks(report *r, const scene_run *run) {
  if (!run->lacks)
    return false;
  report_not_run(r, "SUNDIALS");
  return true;
}

// --- Figure 4.17: a straight obstacle -----------------------------------------------------------

// The highest of the middle in a stretch of time, in samples.
static int peak_of(const scene_run *r, int from, int to) {
  int best = from;
  for (int n = from; n < to && n < r->samples; ++n)
    if (r->y[MID][n] > r->y[MID][best])
      best = n;
  return best;
}

void run_penalty_straight(const entry *e, report *r) {
  scene_run run[2] = {{.samples = 0}};
  const bool ran = scene_run_make(&run[0], penalty_scene, CHANGES(FLAT), 3001) &&
                   scene_run_make(&run[1], penalty_scene, CHANGES(FLAT, RIGID), 3001);
  if (ran && !penalty_lacks(r, &run[0])) {
    const int at = peak_of(&run[0], 1200, 1800);
    const int rigid = peak_of(&run[1], 1200, 1800);
    const double middle = run[0].y[MID][at];
    double apart = 0;
    for (int n = 0; n < 1200; ++n)
      apart = fmax(apart, fabs(run[0].y[MID][n] - run[1].y[MID][n]));
    report_add_printed(r, "first return of the middle at", NULL, at * 1e-3, 5);
    report_ours(r, 1.495, 1.505);
    report_add_printed(r, "the same by the rigid scheme", NULL, rigid * 1e-3, 5);
    report_ours(r, 1.498, 1.502);
    report_add_printed(r, "frequency over that without obstacle", "1.5", 2.0 / (rigid * 1e-3), 5);
    report_within(r, 0.05, "");
    report_add_printed(r, "height of the return, of 2", NULL, middle, 5);
    report_ours(r, 1.988, 2.012);
    report_add_printed(r, "largest difference from rigid, t < 1.2", "a very close match", apart, 2);
    report_ours(r, 0, 0.03);
    report_judge(r, true, VERDICT_REFUTED);
    r->theirs = "60 modes on springs";
    r->ours = "rigid obstacle";
    const graph graphs[] = {{"displacement of the middle, dimensionless", run[0].y[MID],
                             run[1].y[MID], 0, 3001, 1e-3, 0, 0, TIME, NULL}};
    report_draw_graphs(r, e->title, graphs, 1);
    r->ours = "ours";
  }
  scene_runs_free(run, 2);
}

// --- Figure 4.18: its energy --------------------------------------------------------------------

void run_penalty_energy(const entry *e, report *r) {
  enum { SAMPLES = 6400 }; // of 2.5e-4
  static double t[SAMPLES];
  static double share[4][SAMPLES]; // of string and obstacle, and sums as printed and right
  static const char *const names[] = {"string", "obstacle", "sum with 4.118 as printed", "sum"};
  scene_run run = {.samples = 0};
  const bool ran = scene_run_make(&run, penalty_scene, CHANGES(FLAT, {"rate", "4000"}), SAMPLES);
  if (ran && !penalty_lacks(r, &run)) {
    double least = 1;
    double least_right = 1;
    double most = 0;
    for (int n = 0; n < SAMPLES; ++n) {
      t[n] = n * run.step;
      share[0][n] = run.bodies[n] / run.bodies[0];
      share[1][n] = run.contact[n] / run.bodies[0];
      share[2][n] = share[0][n] + share[1][n] / 2;
      share[3][n] = share[0][n] + share[1][n];
      least = fmin(least, share[2][n]);
      least_right = fmin(least_right, share[3][n]);
      most = fmax(most, share[1][n]);
    }
    const double kept = share[3][4000] - 1;
    report_add_printed(r, "energy error at 1, %", "-0.002", 100 * kept, 2);
    report_within(r, 5e-4, "%");
    report_ours(r, -0.01, 0.01);
    report_add_printed(r, "obstacle's share at most", NULL, most, 3);
    report_add_printed(r, "least sum, 4.118 as printed", "almost constant", least, 4);
    report_ours(r, 0, 0.98);
    report_add_printed(r, "least sum, corrected", "almost constant", least_right, 6);
    report_ours(r, 0.9999, 1);
    report_judge(r, true, VERDICT_CORRECTED);
    chart c[2] = {{TIME, "energy over the first, dimensionless", 0, {{0}}},
                  {TIME, "energy over the first, around the impact, dimensionless", 0, {{0}}}};
    for (int k = 0; k < 4; ++k) {
      c[0].curve[c[0].curves++] = (curve){t, share[k], SAMPLES, k, names[k]};
      if (k != 1)
        c[1].curve[c[1].curves++] = (curve){t + 2600, share[k] + 2600, 400, k, names[k]};
    }
    report_draw_charts(r, e->title, c, 2, true);
  }
  scene_run_free(&run);
}

// --- Cabannes' relation -------------------------------------------------------------------------

// The period of the middle above a straight rigid obstacle at -1, and (1 + h / y0) / 2 of 2.
static bool compare_period(report *r, const char *name, const change *start, double height,
                           bool holds, double *ours) {
  scene_run run = {.samples = 0};
  const change changes[] = {FLAT,
                            RIGID,
                            {"rate", "4000"},
                            {start[0][0], start[0][1]},
                            {start[1][0], start[1][1]},
                            {start[2][0], start[2][1]}};
  const bool ran = scene_run_make(&run, penalty_scene, changes, 8, 8400);
  *ours = ran ? peak_of(&run, 4200, 8400) * run.step : (double)NAN;
  report_add_digits(r, name, 1 + 1 / height, *ours, 4);
  if (holds)
    report_within(r, 2e-3, "");
  scene_run_free(&run);
  return ran;
}

void run_penalty_relation(const entry *e, report *r) {
  enum { HEIGHTS = 4 };
  static const char *const heights[HEIGHTS] = {"1.25", "1.5", "2", "4"};
  static const char *const sines[HEIGHTS] = {"half sine, y0 / h = 1.25", "1.5", "2", "4"};
  static const char *const plucks[HEIGHTS] = {"plucked in the middle, y0 / h = 1.25", "1.5", "2",
                                              "4"};
  double height[HEIGHTS];
  double formula[HEIGHTS];
  double found[2][HEIGHTS];
  bool good = true;
  r->theirs = "(1 + h / y0) / 2 of the period";
  r->ours = "rigid scheme";
  report_add_printed(r, "half sine, y0 / h = 2: ratio of frequencies", "1.5", 4.0 / 3, 5);
  report_within(r, 0.05, "");
  for (int k = 0; k < 2 * HEIGHTS; ++k) {
    const int i = k % HEIGHTS;
    const bool sine = k < HEIGHTS;
    height[i] = atof(heights[i]);
    formula[i] = 1 + 1 / height[i];
    const change start[] = {START(sine ? "sine" : "pluck", heights[i]),
                            {"bodies.string.start.at", "0.5"}};
    const bool holds = !sine || i == 2;
    good =
        compare_period(r, sine ? sines[i] : plucks[i], start, height[i], holds, &found[!sine][i]) &&
        good;
    good = good && (holds || fabs(found[!sine][i] - formula[i]) > 0.03);
  }
  report_judge(r, good, VERDICT_REFUTED);
  const chart c = {"height of the start over depth of the obstacle, dimensionless",
                   "period of the middle, dimensionless",
                   3,
                   {{height, formula, HEIGHTS, 7, "1 + h / y0"},
                    {height, found[0], HEIGHTS, 0, "half sine"},
                    {height, found[1], HEIGHTS, 1, "plucked in the middle"}}};
  report_draw_charts(r, e->title, &c, 1, true);
}

// --- Figure 4.19: a sinusoidal obstacle ---------------------------------------------------------

// The string at 1 from 8 sin(pi x) above sin(2 pi x), c = 1/4: theory 14.8.
static double wavy(double x) {
  const double c = 0.25;
  return -2 / c * sin(pi * x) +
         4 * (1 - c * c) / (c * c) * asin(c * sin(pi * x) / sqrt(1 + c * c + 2 * c * cos(pi * x)));
}

void run_penalty_wavy(const entry *e, report *r) {
  enum { POINTS = 601, SAMPLES = 3001 };
  static double x[POINTS];
  static double exact[POINTS];
  static double floor_shape[POINTS];
  static double t[SAMPLES];
  scene_run run = {.shapes = 4, .at = {0, 400, 700, 1000}};
  const bool ran = scene_run_make(&run, penalty_scene, CHANGES(WAVY, START("sine", "8")), SAMPLES);
  if (ran && !penalty_lacks(r, &run) && run.points == POINTS) {
    double most = 0;
    for (int i = 0; i < POINTS; ++i) {
      x[i] = i / 600.0;
      exact[i] = wavy(x[i]);
      floor_shape[i] = sin(2 * pi * x[i]);
      most = fmax(most, fabs(run.shape[3][i] - exact[i]));
    }
    for (int n = 0; n < SAMPLES; ++n)
      t[n] = n * run.step;
    report_add_printed(r, "largest difference at 1, of 8", "the same string shape", most, 2);
    report_ours(r, 0, 0.004);
    report_judge(r, true, VERDICT_REPRODUCED);
    const chart c[] = {{PLACE,
                        HEIGHT,
                        6,
                        {{x, run.shape[0], POINTS, 0, "t = 0"},
                         {x, run.shape[1], POINTS, 1, "0.4"},
                         {x, run.shape[2], POINTS, 2, "0.7"},
                         {x, run.shape[3], POINTS, 3, "1"},
                         {x, exact, POINTS, 4, "closed form, 1"},
                         {x, floor_shape, POINTS, 7, "obstacle"}}},
                       {TIME,
                        "displacement of the middle, dimensionless",
                        1,
                        {{t, run.y[MID], SAMPLES, 0, NULL}}}};
    report_draw_charts(r, e->title, c, 2, true);
  }
  scene_run_free(&run);
}
