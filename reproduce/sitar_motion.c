// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Figures 4.5 to 4.15 of C. P. Vyasarayani's thesis: shapes of the string in its phases, its modal
// coordinate, frequency and slope, and the sines its shape is made of. One mode, as there.

#include "reproduce/reproduce.h"
#include "reproduce/string_run.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979324;

#define SCENE "sitar-string"
#define ONE                                                                                        \
  { "solver.modes", "1" }
#define START(shape, amplitude)                                                                    \
  {"bodies.string.start.shape", shape}, {                                                          \
    "bodies.string.start.amplitude", amplitude                                                     \
  }
#define CHANGES(...)                                                                               \
  (const change[]){__VA_ARGS__}, (int)(sizeof((const change[]){__VA_ARGS__}) / sizeof(change))

enum { MID, LENGTH, FORCE, ENERGY, MORE };

// --- Figures 4.5 to 4.10 and 4.14: shapes -------------------------------------------------------

enum { POINTS = 1001, NEAR = 81 };

// Begin, middle and end of each phase, the whole string and near the bridge, and slopes.
static void draw_shapes(const entry *e, report *r, const double *x, double *const *shape,
                        double slope[][POINTS]) {
  const chart charts[] = {
      {"x", "phase I", 2, {{x, shape[0], POINTS, 0, "start"}, {x, shape[1], POINTS, 1, "end"}}},
      {"x",
       "phase I, near the bridge",
       2,
       {{x, shape[0], NEAR, 0, NULL}, {x, shape[1], NEAR, 1, NULL}}},
      {"x",
       "phase II",
       3,
       {{x, shape[1], POINTS, 0, "start"},
        {x, shape[2], POINTS, 1, "between"},
        {x, shape[3], POINTS, 2, "end"}}},
      {"x",
       "phase II, near the bridge",
       3,
       {{x, shape[1], NEAR, 0, NULL}, {x, shape[2], NEAR, 1, NULL}, {x, shape[3], NEAR, 2, NULL}}},
      {"x",
       "phase III",
       3,
       {{x, shape[3], POINTS, 0, "start"},
        {x, shape[4], POINTS, 1, "between"},
        {x, shape[5], POINTS, 2, "end"}}},
      {"x",
       "phase III, near the bridge",
       3,
       {{x, shape[3], NEAR, 0, NULL}, {x, shape[4], NEAR, 1, NULL}, {x, shape[5], NEAR, 2, NULL}}},
      {"x",
       "slope, figure 4.14",
       2,
       {{x + 1, slope[0] + 1, 200, 0, "phase II"}, {x + 1, slope[1] + 1, 200, 1, "phase III"}}}};
  report_draw_charts(r, e->title, charts, 7, false);
}

// A half sine of 35.35 switches at 0.243976, 0.737746, 1.211747 and 1.705517. Samples of 1e-4.
void run_sitar_shapes(const entry *e, report *r) {
  static double x[POINTS];
  static double slope[2][POINTS];
  string_run run = {.shapes = 7, .at = {0, 2440, 4900, 7377, 9747, 12117, 14700}};
  const bool ran =
      string_run_make(&run, SCENE, CHANGES(START("sine", "35.35"), ONE, {"rate", "10000"}), 15000);
  if (ran && run.points == POINTS) {
    double difference = 0;
    for (int i = 0; i < POINTS; ++i) {
      x[i] = i / 1000.0;
      difference = fmax(difference, fabs(run.shape[3][i] - run.shape[5][i]));
    }
    for (int i = 1; i < POINTS - 1; ++i) {
      slope[0][i] = (run.shape[2][i + 1] - run.shape[2][i - 1]) * 500;
      slope[1][i] = (run.shape[4][i + 1] - run.shape[4][i - 1]) * 500;
    }
    const double start = run.shape[1][1] * 1000;
    const double corner = (run.shape[4][51] - run.shape[4][50]) * 1000;
    r->theirs = "thesis";
    report_add_digits(r, "slope at x = 0 when phase I ends", 80, start, 3);
    report_add_digits(r, "bridge's slope at its far end", -80, -1600 * 0.05, 3);
    report_add_words(r, "string's slope there in phase III", "discontinuous", corner, 4);
    report_add_words(r, "begin and end of phase III differ by", "match exactly", difference, 2);
    report_judge(r, fabs(start - 80) < 1 && corner < -100 && difference < 0.03, VERDICT_REPRODUCED);
    draw_shapes(e, r, x, run.shape, slope);
  }
  string_run_free(&run);
}

// --- Figures 4.11 to 4.13: modal coordinate and frequency ---------------------------------------

// The time of the second maximum of a coordinate that starts at its first.
static double period_of(const string_run *r) {
  const double *y = r->y[MORE];
  int best = (int)(1.7 / r->step);
  for (int n = best; n < r->samples - 1 && n * r->step < 2.2; ++n)
    if (y[n] > y[best])
      best = n;
  const double bend = y[best - 1] - 2 * y[best] + y[best + 1];
  return r->step * (best + (y[best - 1] - y[best + 1]) / (2 * bend));
}

enum { KEPT = 4001 };

void run_sitar_modal(const entry *e, report *r) {
  static const char *const beta[] = {"24", "16.5", "9", "1.8"};
  static const char *const names[] = {"beta 24", "16.5", "9", "1.8"};
  static double t[KEPT];
  static double v[4][KEPT];
  static double w[4][KEPT];
  string_run *run = calloc(4, sizeof *run);
  bool good = run != NULL;
  double period[4];
  for (int k = 0; good && k < 4; ++k) {
    good = string_run_make(&run[k], SCENE,
                           CHANGES(START("wrapped", beta[k]), ONE, {"outputs.beta.of", "string"},
                                   {"outputs.beta.quantity", "mode"}, {"outputs.beta.mode", "1"}),
                           KEPT);
    for (int n = 0; good && n < KEPT; ++n) {
      t[n] = n * run[k].step;
      w[k][n] = pi / (1 - run[k].y[LENGTH][n]); // the coefficient without rates
      v[k][n] = n > 0 && n < KEPT - 1
                    ? (run[k].y[MORE][n + 1] - run[k].y[MORE][n - 1]) / (2 * run[k].step)
                    : 0;
    }
    period[k] = good ? period_of(&run[k]) : 0;
  }
  if (good) {
    double high = 0;
    for (int n = 0; n < KEPT; ++n)
      high = fmax(high, w[0][n]);
    r->theirs = "thesis";
    report_add_words(r, "period, beta 24: all phases", "shorter", period[0], 7);
    report_add_words(r, "16.5: phase II", "the same", period[1], 7);
    report_add_words(r, "9", "the same", period[2], 7);
    report_add_words(r, "1.8", "the same", period[3], 7);
    report_add_digits(r, "smallest of them, 2 sqrt(1 - b)", 1.94935887, 2 * sqrt(0.95), 8);
    report_add_digits(r, "highest frequency, pi / (1 - b)", pi / 0.95, high, 6);
    report_judge(r,
                 period[1] - period[3] < 1e-4 && fabs(period[3] - 2 * sqrt(0.95)) < 1e-5 &&
                     period[0] > period[1] && run[0].stays > 4 && run[1].stays == 0 &&
                     fabs(high - pi / 0.95) < 1e-9,
                 VERDICT_CORRECTED);
    chart charts[3] = {
        {"t", "beta", 4, {{0}}}, {"beta", "its rate", 4, {{0}}}, {"t", "frequency", 4, {{0}}}};
    for (int k = 0; k < 4; ++k) {
      charts[0].curve[k] = (curve){t, run[k].y[MORE], KEPT, k, names[k]};
      charts[1].curve[k] = (curve){run[k].y[MORE] + 1, v[k] + 1, 1960, k, NULL};
      charts[2].curve[k] = (curve){t, w[k], KEPT, k, NULL};
    }
    report_draw_charts(r, e->title, charts, 3, true);
  }
  for (int k = 0; run != NULL && k < 4; ++k)
    string_run_free(&run[k]);
  free(run);
}

// --- Figure 4.15: sines of the shape ------------------------------------------------------------

// The sines of a shape whose amplitude is at least so much of the first.
static int sines_above(const double *shape, double least, double *amplitude, int count) {
  int most = 1;
  for (int j = 1; j <= count; ++j) {
    double sum = 0;
    for (int i = 1; i < POINTS - 1; ++i)
      sum += shape[i] * sin(j * pi * i / (POINTS - 1.0)) * 2 / (POINTS - 1.0);
    amplitude[j - 1] = fabs(sum);
  }
  for (int j = 1; j <= count; ++j)
    if (amplitude[j - 1] >= least * amplitude[0])
      most = j;
  return most;
}

void run_sitar_sines(const entry *e, report *r) {
  enum { SINES = 60 };
  static double j[SINES];
  static double a[4][SINES];
  // A quarter, a half and three quarters of the period; beta passes through rest at the first.
  string_run run = {.shapes = 4, .at = {0, 487, 975, 1462}};
  const bool ran = string_run_make(&run, SCENE, CHANGES(START("wrapped", "1.8"), ONE), 1500) &&
                   run.points == POINTS && run.stays == 0;
  if (ran) {
    int above[4];
    for (int k = 0; k < 4; ++k)
      above[k] = sines_above(run.shape[k], 0.01, a[k], SINES);
    for (int i = 0; i < SINES; ++i)
      j[i] = i + 1;
    r->theirs = "thesis";
    report_add_words(r, "sines above 1 % of the first at 0", "few", above[0], 2);
    report_add_words(r, "at 0.487", "considerably more", above[1], 2);
    report_add_words(r, "at 0.975", "few", above[2], 2);
    report_add_words(r, "at 1.462", "considerably more", above[3], 2);
    report_judge(r,
                 above[1] > 2 * above[0] && 2 * above[1] > 2.8 * above[2] &&
                     2 * above[3] > 2.8 * above[2],
                 VERDICT_REPRODUCED);
    for (int k = 0; k < 4; ++k)
      for (int i = SINES - 1; i >= 0; --i)
        a[k][i] = log10(fmax(a[k][i] / a[k][0], 1e-8));
    report_draw_charts(r, e->title,
                       (const chart[]){{"sine",
                                        "log10 of its share",
                                        4,
                                        {{j, a[0], SINES, 0, "0"},
                                         {j, a[1], SINES, 1, "0.487"},
                                         {j, a[2], SINES, 2, "0.975"},
                                         {j, a[3], SINES, 3, "1.462"}}}},
                       1, true);
  }
  string_run_free(&run);
}
