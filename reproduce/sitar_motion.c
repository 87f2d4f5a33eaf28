// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Figures 4.11 to 4.13 and 4.15 of C. P. Vyasarayani's thesis: modal coordinate, phase space and
// frequency of the string for four starts, and the sines its shape is made of. One mode, as there.

#include "reproduce/sitar.h"

#include <math.h>

static const double pi = 3.14159265358979324;

// --- Figures 4.11 to 4.13: four starts ----------------------------------------------------------

enum { STARTS = 4, KEPT = 4001, CYCLE = 1960 };

typedef struct {
  scene_run run[STARTS]; // beta is the output MORE
  double t[KEPT];
  double rate[STARTS][KEPT];      // of beta
  double frequency[STARTS][KEPT]; // pi / (1 - contact length): 4.61 without rates
} starts;

static const char *const start_names[STARTS] = {"beta(0) = 24", "16.5", "9", "1.8"};

static bool make_starts(starts *s) {
  static const char *const beta[STARTS] = {"24", "16.5", "9", "1.8"};
  bool good = true;
  for (int k = 0; k < STARTS; ++k) {
    scene_run *r = &s->run[k];
    *r = (scene_run){.samples = 0};
    good = scene_run_make(r, SCENE, CHANGES(START("wrapped", beta[k]), ONE, MODE_1), KEPT) && good;
    for (int n = 0; good && n < KEPT; ++n) {
      s->t[n] = n * r->step;
      s->frequency[k][n] = pi / (1 - r->y[LENGTH][n]);
      s->rate[k][n] =
          n > 0 && n < KEPT - 1 ? (r->y[MORE][n + 1] - r->y[MORE][n - 1]) / (2 * r->step) : 0;
    }
  }
  return good;
}

// The time of the second maximum of a coordinate that starts at its first.
static double period_of(const scene_run *r) {
  const double *y = r->y[MORE];
  int best = (int)(1.7 / r->step);
  for (int n = best; n < r->samples - 1 && n * r->step < 2.2; ++n)
    if (y[n] > y[best])
      best = n;
  const double bend = y[best - 1] - 2 * y[best] + y[best + 1];
  return r->step * (best + (y[best - 1] - y[best + 1]) / (2 * bend));
}

void run_sitar_modal(const entry *e, report *r) {
  static starts s;
  if (make_starts(&s)) {
    double period[STARTS];
    for (int k = 0; k < STARTS; ++k)
      period[k] = period_of(&s.run[k]);
    report_add_printed(r, "period from 24, all phases", "shorter", period[0], 7);
    report_ours(r, period[1], INFINITY);
    report_add_printed(r, "from 16.5, phase II", "the same", period[1], 7);
    report_ours(r, period[3], period[3] + 1e-4);
    report_add_printed(r, "from 9", "the same", period[2], 7);
    report_add_printed(r, "from 1.8", "the same", period[3], 7);
    report_ours(r, 2 * sqrt(0.95) - 1e-5, 2 * sqrt(0.95) + 1e-5);
    report_add_printed(r, "limit for small beta, 2 sqrt(1 - b)", NULL, 2 * sqrt(0.95), 7);
    report_judge(r, s.run[0].stays > 4 && s.run[1].stays == 0, VERDICT_REFUTED);
    chart c = {.x_label = TIME, .y_label = "beta, dimensionless", .curves = STARTS};
    for (int k = 0; k < STARTS; ++k)
      c.curve[k] = (curve){s.t, s.run[k].y[MORE], KEPT, k, start_names[k]};
    report_draw_charts(r, e->title, &c, 1, true);
  }
  scene_runs_free(s.run, STARTS);
}

static double least_of(const double *y, int count) {
  double least = y[0];
  for (int n = 0; n < count; ++n)
    least = fmin(least, y[n]);
  return least;
}

// An orbit is asymmetric where its lowest beta is not the highest with another sign.
void run_sitar_phase_space(const entry *e, report *r) {
  static const char *const names[STARTS] = {"lowest beta from 24", "from 16.5", "from 9",
                                            "from 1.8"};
  static const double first[STARTS] = {24, 16.5, 9, 1.8};
  static starts s;
  if (make_starts(&s)) {
    double least[STARTS];
    chart c = {.x_label = "beta, dimensionless",
               .y_label = "rate of beta, dimensionless",
               .curves = STARTS};
    for (int k = 0; k < STARTS; ++k) {
      least[k] = least_of(s.run[k].y[MORE], KEPT);
      report_add_printed(r, names[k], k == 0 ? "asymmetric" : NULL, least[k], 5);
      report_ours(r, k == 0 ? -23 : -first[k], k == 3 ? -1.78 : 0);
      c.curve[k] = (curve){s.run[k].y[MORE] + 1, s.rate[k] + 1, CYCLE, k, start_names[k]};
    }
    report_add_printed(r, "phases passed from 24 in a cycle", "all three",
                       s.run[0].stays > 3 ? 3 : 2, 1);
    report_ours(r, 3, 3);
    report_add_printed(r, "switches from 16.5, 9 and 1.8", "none",
                       s.run[1].stays + s.run[2].stays + s.run[3].stays, 1);
    report_ours(r, 0, 0);
    report_judge(r, true, VERDICT_REPRODUCED);
    report_draw_charts(r, e->title, &c, 1, true);
  }
  scene_runs_free(s.run, STARTS);
}

void run_sitar_frequency(const entry *e, report *r) {
  static starts s;
  if (make_starts(&s)) {
    double low = s.frequency[0][0];
    double high = low;
    for (int n = 0; n < KEPT; ++n) {
      low = fmin(low, s.frequency[0][n]);
      high = fmax(high, s.frequency[0][n]);
    }
    const double small = least_of(s.frequency[3], KEPT);
    r->theirs = "formula";
    report_add_digits(r, "lowest from 24, pi in phase I", pi, low, 7);
    report_within(r, 1e-9, "");
    report_add_digits(r, "highest from 24, pi / (1 - b) in phase III", pi / 0.95, high, 7);
    report_within(r, 1e-9, "");
    report_add_printed(r, "lowest from 1.8", "time-dependent", small, 5);
    report_ours(r, pi, pi / sqrt(0.95) - 1e-3);
    report_add_printed(r, "at rest, pi / sqrt(1 - b)", NULL, pi / sqrt(0.95), 5);
    report_judge(r, true, VERDICT_REPRODUCED);
    chart c = {.x_label = TIME, .y_label = "natural frequency, dimensionless", .curves = STARTS};
    for (int k = 0; k < STARTS; ++k)
      c.curve[k] = (curve){s.t, s.frequency[k], KEPT, k, start_names[k]};
    report_draw_charts(r, e->title, &c, 1, true);
  }
  scene_runs_free(s.run, STARTS);
}

// --- Figure 4.15: sines of the shape ------------------------------------------------------------

// The sines of a shape whose amplitude is at least so much of the first.
static int sines_above(const double *shape, double least, double *amplitude, int count) {
  int most = 1;
  for (int j = 1; j <= count; ++j) {
    double sum = 0;
    for (int i = 1; i < SHAPE_POINTS - 1; ++i)
      sum += shape[i] * sin(j * pi * i / (SHAPE_POINTS - 1.0)) * 2 / (SHAPE_POINTS - 1.0);
    amplitude[j - 1] = fabs(sum);
  }
  for (int j = 1; j <= count; ++j)
    if (amplitude[j - 1] >= least * amplitude[0])
      most = j;
  return most;
}

// A cycle in forty parts. Beta passes through rest after a quarter and three quarters of it.
enum { PARTS = 40, FIRST = 10, HALF = 20, THIRD = 30, SINES = 60 };

typedef struct {
  double t[PARTS + 1], above[PARTS + 1]; // time; sines above 1 % of the first
  double share[PARTS + 1][SINES];        // of the first sine
} cycle;

static void fill_cycle(cycle *c, const scene_run *run) {
  for (int i = 0; i <= PARTS; ++i) {
    c->t[i] = run->at[i] * run->step;
    c->above[i] = sines_above(run->shape[i], 0.01, c->share[i], SINES);
    for (int j = SINES - 1; j >= 0; --j)
      c->share[i][j] /= c->share[i][0];
  }
}

static void draw_cycle(report *r, const entry *e, cycle *c) {
  static const char *const names[] = {"t = 0", "0.487", "0.975", "1.462"};
  static double number[SINES];
  chart charts[2] = {{"number of the sine, dimensionless",
                      "log10 of its share of the first, dimensionless",
                      4,
                      {{0}}},
                     {TIME,
                      "sines above 1 % of the first, dimensionless",
                      1,
                      {{c->t, c->above, PARTS + 1, 0, NULL}}}};
  for (int j = 0; j < SINES; ++j)
    number[j] = j + 1;
  for (int k = 0; k < 4; ++k) {
    static const int quarters[] = {0, FIRST, HALF, THIRD};
    double *share = c->share[quarters[k]];
    for (int j = 0; j < SINES; ++j)
      share[j] = log10(fmax(share[j], 1e-8));
    charts[0].curve[k] = (curve){number, share, SINES, k, names[k]};
  }
  report_draw_charts(r, e->title, charts, 2, true);
}

void run_sitar_sines(const entry *e, report *r) {
  static cycle c;
  scene_run run = {.shapes = PARTS + 1};
  for (int i = 0; i <= PARTS; ++i)
    run.at[i] = (int)(i * 48.73 + 0.5);
  if (scene_run_make(&run, SCENE, CHANGES(START("wrapped", "1.8"), ONE), 2000) &&
      run.points == SHAPE_POINTS && run.stays == 0) {
    fill_cycle(&c, &run);
    const double *above = c.above;
    report_add_printed(r, "sines above 1 % of the first at 0", NULL, above[0], 2);
    report_add_printed(r, "at 0.487", "considerably more", above[FIRST], 2);
    report_ours(r, fmax(2 * above[0], 1.4 * above[HALF]), SINES);
    report_add_printed(r, "at 0.975", NULL, above[HALF], 2);
    report_add_printed(r, "at 1.462", "considerably more", above[THIRD], 2);
    report_ours(r, 1.4 * above[HALF], SINES);
    int most = 0;
    for (int i = 0; i <= PARTS; ++i)
      most = above[i] > above[most] ? i : most;
    report_add_printed(r, "most of them", "as many as 60", above[most], 2);
    report_within_share(r, 0.1);
    report_add_printed(r, "at", "around 0.5", c.t[most], 3);
    report_within(r, 0.1, "");
    report_judge(r, true, VERDICT_REPRODUCED);
    draw_cycle(r, e, &c);
  }
  scene_run_free(&run);
}
