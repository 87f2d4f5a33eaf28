// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Figures 4.17 to 4.21 of C. P. Vyasarayani's thesis: a string and an obstacle of springs, by modes
// and the adaptive method, beside closed forms, the rigid scheme and the moving boundary.

#include "reproduce/reproduce.h"
#include "reproduce/string_run.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979324;

// Sixty modes, k = 1.23e6, tolerance 1e-7: as in the thesis.
static const char *const penalty =
    "{carom: 1, rate: 1000, bodies: {string: {type: string, model: modes, points: 60, length: 1, "
    "linear_density: 1, tension: 1, start: {shape: sine, amplitude: 2}}, floor: {type: barrier}}, "
    "contacts: {touch: {type: collision, below: floor, above: string, along: true, stiffness: "
    "1.23e6, exponent: 1}}, outputs: {mid: {of: string@0.5}, patches: {of: touch, quantity: "
    "patches}, length: {of: touch, quantity: contact_length}}, solver: {method: adaptive, "
    "tolerance: 1e-7}}";

enum { MID, PATCHES, LENGTH };

#define FLAT                                                                                       \
  { "bodies.floor.position", "-1" }
#define WAVY                                                                                       \
  {"bodies.floor.profile.shape", "sine"}, {"bodies.floor.profile.height", "1"}, {                  \
    "bodies.floor.profile.width", "1"                                                              \
  }
#define BRIDGE                                                                                     \
  {"bodies.floor.profile.shape", "parabola"}, {"bodies.floor.profile.height", "1"},                \
      {"bodies.floor.profile.width", "0.05"}, {                                                    \
    "bodies.floor.profile.to", "0.05"                                                              \
  }
#define START(shape, amplitude)                                                                    \
  {"bodies.string.start.shape", shape}, {                                                          \
    "bodies.string.start.amplitude", amplitude                                                     \
  }
#define RIGID                                                                                      \
  {"solver.method", "rigid"}, {"solver.tolerance", "1e-10"}, {"bodies.string.model", "grid"}, {    \
    "bodies.string.points", "4000"                                                                 \
  }
#define CHANGES(...)                                                                               \
  (const change[]){__VA_ARGS__}, (int)(sizeof((const change[]){__VA_ARGS__}) / sizeof(change))

// A build without SUNDIALS cannot tell.
static bool lacking(report *r, const string_run *run) {
  if (!run->lacks)
    return false;
  report_add_words(r, "what is missing", "SUNDIALS, in this build", 1, 1);
  report_judge(r, true, VERDICT_OPEN);
  return true;
}

// --- Figures 4.17 and 4.18: a straight obstacle -------------------------------------------------

// The second maximum of the middle.
static int return_of(const string_run *r) {
  int best = 1200;
  for (int n = 1200; n < 1800 && n < r->samples; ++n)
    if (r->y[MID][n] > r->y[MID][best])
      best = n;
  return best;
}

void run_penalty_straight(const entry *e, report *r) {
  string_run *run = calloc(2, sizeof *run);
  if (run == NULL)
    return;
  const bool ran = string_run_make(&run[0], penalty, CHANGES(FLAT), 3001) &&
                   string_run_make(&run[1], penalty, CHANGES(FLAT, RIGID), 3001);
  if (ran && !lacking(r, &run[0])) {
    const int at = return_of(&run[0]);
    double printed = 1; // least of string + half the obstacle's energy
    for (int n = 0; n < 1000; ++n)
      printed = fmin(printed, (run[0].string[n] + run[0].contact[n] / 2) / run[0].string[0]);
    const double kept = (run[0].string[1000] + run[0].contact[1000]) / run[0].string[0] - 1;
    const double middle = run[0].y[MID][at];
    r->theirs = "thesis";
    report_add_words(r, "first return of the middle", "1.5 times the frequency", at * 1e-3, 5);
    report_add_digits(r, "its height; exactly 2", 2, middle, 5);
    report_add_digits(r, "by the rigid scheme", 1.5, return_of(&run[1]) * 1e-3, 5);
    report_add(r, "energy error at 1, %", -0.002, 100 * kept);
    report_add_words(r, "least energy with eq. 4.118", "constant", printed, 4);
    report_judge(r,
                 fabs(at * 1e-3 - 1.5) < 5e-3 && fabs(middle - 2) < 0.012 &&
                     abs(return_of(&run[1]) - 1500) < 3 && fabs(kept) < 1e-4 && printed < 0.98,
                 VERDICT_CORRECTED);
    const graph graphs[] = {
        {"middle", run[0].y[MID], run[1].y[MID], 0, 3001, 1e-3, 0, 0},
        {"energy of string and of obstacle", run[0].contact, run[0].string, 0, 3001, 1e-3, 0, 0}};
    r->theirs = "60 modes | obstacle";
    r->ours = "rigid | string";
    report_draw_graphs(r, e->title, graphs, 2);
    r->theirs = "thesis";
    r->ours = "ours";
  }
  for (int k = 0; k < 2; ++k)
    string_run_free(&run[k]);
  free(run);
}

// --- Figure 4.19: a sinusoidal obstacle ---------------------------------------------------------

// The string at 1 from 8 sin(pi x) above sin(2 pi x), c = 1/4: theory 14.8.
static double wavy(double x) {
  const double c = 0.25;
  return -2 / c * sin(pi * x) +
         4 * (1 - c * c) / (c * c) * asin(c * sin(pi * x) / sqrt(1 + c * c + 2 * c * cos(pi * x)));
}

void run_penalty_wavy(const entry *e, report *r) {
  enum { POINTS = 601 };
  static double x[POINTS];
  static double exact[POINTS];
  string_run run = {.shapes = 4, .at = {0, 400, 700, 1000}};
  const bool ran = string_run_make(&run, penalty, CHANGES(WAVY, START("sine", "8")), 1002);
  if (ran && !lacking(r, &run) && run.points == POINTS) {
    double most = 0;
    for (int i = 0; i < POINTS; ++i) {
      x[i] = i / 600.0;
      exact[i] = wavy(x[i]);
      most = fmax(most, fabs(run.shape[3][i] - exact[i]));
    }
    r->theirs = "thesis";
    report_add_words(r, "largest difference at 1, of 8", "the same shape", most, 2);
    report_judge(r, most < 0.004, VERDICT_REPRODUCED);
    report_draw_charts(r, e->title,
                       (const chart[]){{"x",
                                        "displacement",
                                        5,
                                        {{x, run.shape[0], POINTS, 0, "0"},
                                         {x, run.shape[1], POINTS, 1, "0.4"},
                                         {x, run.shape[2], POINTS, 2, "0.7"},
                                         {x, run.shape[3], POINTS, 3, "1"},
                                         {x, exact, POINTS, 4, "closed form"}}}},
                       1, true);
  }
  string_run_free(&run);
}

// --- Figures 4.20 and 4.21: a bridge ------------------------------------------------------------

static double most_of(const double *y, int from, int to) {
  double most = y[from];
  for (int n = from; n < to; ++n)
    most = fmax(most, y[n]);
  return most;
}

void run_penalty_sine(const entry *e, report *r) {
  string_run *run = calloc(3, sizeof *run);
  if (run == NULL)
    return;
  const bool ran =
      string_run_make(&run[0], penalty, CHANGES(BRIDGE, START("sine", "35.35")), 1950) &&
      string_run_make(&run[1], penalty, CHANGES(BRIDGE, START("sine", "35.35"), RIGID), 1950) &&
      string_run_make(&run[2], "sitar-string",
                      CHANGES(START("sine", "35.35"), {"solver.modes", "16"}), 1950);
  if (ran && !lacking(r, &run[0])) {
    double springs = 0;
    double rigid = 0;
    for (int n = 0; n < 1950; ++n) {
      springs = fmax(springs, fabs(run[0].y[MID][n] - run[2].y[MID][n]));
      rigid = fmax(rigid, fabs(run[1].y[MID][n] - run[2].y[MID][n]));
    }
    const double contacts = most_of(run[1].y[PATCHES], 0, 1950);
    r->theirs = "thesis";
    report_add_digits(r, "most contacts at a time, rigid", 1, contacts, 2);
    report_add_digits(r, "60 modes: ripples divide it", 1, most_of(run[0].y[PATCHES], 0, 1950), 2);
    report_add_words(r, "middle, wrapping less springs, of 35", "agrees", springs, 2);
    report_add_words(r, "wrapping less rigid", "agrees", rigid, 2);
    report_judge(r, contacts == 1 && springs < 0.1 && rigid < 0.01, VERDICT_REPRODUCED);
    r->theirs = "60 modes on springs";
    r->ours = "wrapping, 16 modes";
    const graph graphs[] = {{"middle", run[0].y[MID], run[2].y[MID], 0, 1950, 1e-3, 0, 0}};
    report_draw_graphs(r, e->title, graphs, 1);
    r->theirs = "thesis";
    r->ours = "ours";
  }
  for (int k = 0; k < 3; ++k)
    string_run_free(&run[k]);
  free(run);
}

// The share of (0.15, 1) in which the string touches nowhere; samples of 2e-4.
static double airborne(const string_run *r) {
  int count = 0;
  for (int n = 750; n < 5000; ++n)
    count += r->y[PATCHES][n] == 0;
  return count / 4250.0;
}

void run_penalty_pluck(const entry *e, report *r) {
  static const char *const modes[] = {"100", "200", "400"};
  static const char *const names[] = {"share airborne, 100 modes", "200", "400"};
  string_run *run = calloc(4, sizeof *run);
  if (run == NULL)
    return;
#define PLUCKED                                                                                    \
  BRIDGE, START("pluck", "10"), {"bodies.string.start.at", "0.1"}, {                               \
    "rate", "5000"                                                                                 \
  }
  bool ran = string_run_make(&run[3], penalty, CHANGES(PLUCKED, RIGID), 5000);
  for (int k = 0; ran && k < 3; ++k)
    ran = string_run_make(&run[k], penalty, CHANGES(PLUCKED, {"bodies.string.points", modes[k]}),
                          5000);
  if (ran && !lacking(r, &run[0])) {
    r->theirs = "thesis";
    report_add_words(r, "most contacts, 100 modes", "several",
                     most_of(run[0].y[PATCHES], 750, 5000), 2);
    report_add_words(r, "touching at 0.8516, 100 modes", "airborne", run[0].y[PATCHES][4258], 1);
    for (int k = 0; k < 3; ++k)
      report_add_words(r, names[k], "some", airborne(&run[k]), 2);
    report_add_words(r, "rigid obstacle", "some", airborne(&run[3]), 2);
    report_judge(r,
                 most_of(run[0].y[PATCHES], 750, 5000) >= 2 && airborne(&run[0]) > 0.2 &&
                     airborne(&run[1]) < 0.1 && airborne(&run[2]) < 0.01 && airborne(&run[3]) == 0,
                 VERDICT_OPEN);
    r->theirs = "100 modes";
    r->ours = "rigid";
    const graph graphs[] = {{"contacts", run[0].y[PATCHES], run[3].y[PATCHES], 0, 5000, 2e-4, 0, 0},
                            {"middle", run[0].y[MID], run[3].y[MID], 0, 5000, 2e-4, 0, 0}};
    report_draw_graphs(r, e->title, graphs, 2);
    r->theirs = "thesis";
    r->ours = "ours";
  }
  for (int k = 0; k < 4; ++k)
    string_run_free(&run[k]);
  free(run);
}

// --- Cost ---------------------------------------------------------------------------------------

void run_penalty_cost(const entry *e, report *r) {
  string_run *run = calloc(2, sizeof *run);
  if (run == NULL)
    return;
  const bool ran = string_run_make(&run[0], penalty,
                                   CHANGES(BRIDGE, START("sine", "35.35"), {"rate", "10"},
                                           {"solver.tolerance", "1e-6"}),
                                   41) &&
                   string_run_make(&run[1], "sitar-string",
                                   CHANGES(START("sine", "35.35"), {"solver.modes", "1"},
                                           {"rate", "10"}, {"solver.tolerance", "1e-6"}),
                                   41);
  if (ran && !lacking(r, &run[0])) {
    const double ratio = (double)run[0].right_sides / (double)run[1].right_sides;
    r->theirs = "thesis";
    report_add_words(r, "evaluations, 60 modes on springs", "-", (double)run[0].right_sides, 6);
    report_add_words(r, "evaluations, one mode wrapping", "-", (double)run[1].right_sides, 6);
    report_add_words(r, "ratio", "50 in time", ratio, 3);
    report_judge(r, ratio > 3, VERDICT_OPEN);
    r->theirs = "60 modes on springs";
    r->ours = "one mode, wrapping";
    const graph graphs[] = {{"middle", run[0].y[MID], run[1].y[MID], 0, 41, 0.1, 0, 0}};
    report_draw_graphs(r, e->title, graphs, 1);
    r->theirs = "thesis";
    r->ours = "ours";
  }
  for (int k = 0; k < 2; ++k)
    string_run_free(&run[k]);
  free(run);
}
