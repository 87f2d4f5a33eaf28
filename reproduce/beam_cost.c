// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Figure 3.13 of C. P. Vyasarayani's thesis: what the impulse rule and the penalty method cost, in
// evaluations of the right side. The thesis integrates both with ode45 and tolerances of 1e-9: the
// pair of order 5(4) by J. R. Dormand and P. J. Prince (1980), with impacts at roots of its
// continuous extension. N modes q_j'' = -(j pi)^4 q_j + W_j(1/2) (72 sin(pi^2 t) - f), where f is
// the force of the stop, 1e12 (w - 1) for w > 1 by the penalty method.

#include "reproduce/reproduce.h"

#include "base/bracket.h"
#include <math.h>

static const double pi = 3.14159265358979324;
static const double tolerance = 1e-9;
static const double stiffness = 1e12;

enum { MOST_MODES = 9, SIZE = 2 * MOST_MODES, STAGES = 7 };

typedef struct {
  int modes;
  bool penalty;
  double t;
  double y[SIZE]; // q, then its rates
  long evaluations;
  int impacts;
} beam_problem;

static double shape(int j) { // W_j at the middle
  return sqrt(2) * sin(j * pi / 2);
}

// w and its rate at the stop.
static double at_stop(const beam_problem *p, const double *y, bool rate) {
  double sum = 0;
  for (int j = 0; j < p->modes; ++j)
    sum += shape(j + 1) * y[j + (rate ? p->modes : 0)];
  return sum;
}

static void slope(beam_problem *p, double t, const double *y, double *dy) {
  const double overlap = at_stop(p, y, false) - 1;
  const double force =
      72 * sin(pi * pi * t) - (p->penalty && overlap > 0 ? stiffness * overlap : 0);
  ++p->evaluations;
  for (int j = 0; j < p->modes; ++j) {
    dy[j] = y[j + p->modes];
    dy[j + p->modes] = -pow((j + 1) * pi, 4) * y[j] + shape(j + 1) * force;
  }
}

// --- The integrator -----------------------------------------------------------------------------

static const double nodes[STAGES] = {0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1};
static const double weights[STAGES][STAGES - 1] = {
    {0},
    {0.2},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
static const double difference[STAGES] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                          -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
// Of the continuous extension: powers 1 to 4 of the place in the step.
static const double inside[STAGES][4] = {{1, -183.0 / 64, 37.0 / 12, -145.0 / 128},
                                         {0},
                                         {0, 1500.0 / 371, -1000.0 / 159, 1000.0 / 371},
                                         {0, -125.0 / 32, 125.0 / 12, -375.0 / 64},
                                         {0, 9477.0 / 3392, -729.0 / 106, 25515.0 / 6784},
                                         {0, -11.0 / 7, 11.0 / 3, -55.0 / 28},
                                         {0, 1.5, -4, 2.5}};

// A step from p to `next`, the slopes of its stages; the first must be known. Returns the error
// over the tolerance.
static double try_step(beam_problem *p, double h, double k[STAGES][SIZE], double *next) {
  const int size = 2 * p->modes;
  for (int s = 1; s < STAGES; ++s) {
    for (int i = 0; i < size; ++i) {
      double sum = 0;
      for (int m = 0; m < s; ++m)
        sum += weights[s][m] * k[m][i];
      next[i] = p->y[i] + h * sum;
    }
    slope(p, p->t + nodes[s] * h, next, k[s]);
  }
  double worst = 0;
  for (int i = 0; i < size; ++i) {
    double error = 0;
    for (int s = 0; s < STAGES; ++s)
      error += h * difference[s] * k[s][i];
    worst = fmax(worst, fabs(error) / fmax(fmax(fabs(p->y[i]), fabs(next[i])), 1));
  }
  return worst / tolerance;
}

static void inside_step(const beam_problem *p, double h, double k[STAGES][SIZE], double theta,
                        double *y) {
  for (int i = 0; i < 2 * p->modes; ++i) {
    y[i] = p->y[i];
    for (int s = 0; s < STAGES; ++s)
      y[i] +=
          h * k[s][i] * theta *
          (inside[s][0] + theta * (inside[s][1] + theta * (inside[s][2] + theta * inside[s][3])));
  }
}

// The place of the impact in a step whose end lies behind the stop; the state there, before it.
static double find_impact(const beam_problem *p, double h, double k[STAGES][SIZE], double *y) {
  bracket b = {.high = 1};
  double theta = 1;
  do
    inside_step(p, h, k, theta, y);
  while (bracket_halve(&b, &theta, at_stop(p, y, false) - 1));
  inside_step(p, h, k, b.low, y);
  return b.low;
}

// The impulse rule, R = 1.
static void strike(beam_problem *p) {
  double sum = 0;
  const double speed = at_stop(p, p->y, true);
  for (int j = 0; j < p->modes; ++j)
    sum += shape(j + 1) * shape(j + 1);
  for (int j = 0; j < p->modes; ++j)
    p->y[j + p->modes] -= 2 * speed * shape(j + 1) / sum;
  ++p->impacts;
}

static void accept(beam_problem *p, double h, double k[STAGES][SIZE], const double *next) {
  double y[SIZE];
  const bool hits = !p->penalty && at_stop(p, next, false) > 1 && at_stop(p, next, true) > 0;
  const double theta = hits ? find_impact(p, h, k, y) : 1;
  for (int i = 0; i < 2 * p->modes; ++i) {
    p->y[i] = hits ? y[i] : next[i];
    k[0][i] = k[STAGES - 1][i]; // first slope of the next step
  }
  p->t += theta * h;
  if (hits) {
    strike(p);
    slope(p, p->t, p->y, k[0]);
  }
}

// Forced, from -1.01 sin(pi x) until t = 1. Returns the evaluations.
static long integrate(int modes, bool penalty, int *impacts) {
  beam_problem p = {.modes = modes, .penalty = penalty, .y = {-1.01 / sqrt(2)}};
  double k[STAGES][SIZE];
  double next[SIZE];
  double h = 1e-4;
  slope(&p, 0, p.y, k[0]);
  while (p.t < 1 && p.evaluations < 10000000) {
    h = fmin(h, 1 - p.t + 1e-15);
    const bool outside = at_stop(&p, p.y, false) <= 1;
    const double error = try_step(&p, h, k, next);
    if (error <= 1) {
      accept(&p, h, k, next);
      p.impacts += penalty && outside && at_stop(&p, p.y, false) > 1;
    }
    h *= fmin(5, fmax(0.2, 0.8 * pow(fmax(error, 1e-12), -0.2)));
  }
  *impacts = p.impacts;
  return p.evaluations;
}

// --- The entry ----------------------------------------------------------------------------------

void run_beam_cost(const entry *e, report *r) {
  enum { CASES = 5 };
  static const int modes[CASES] = {1, 3, 5, 7, 9};
  static const char *const names[CASES] = {"evaluations, 1 mode", "3", "5", "7", "9"};
  double number[CASES];
  double cost[2][CASES];
  bool good = true;
  r->theirs = "penalty";
  r->ours = "impulse rule";
  for (int i = 0; i < CASES; ++i) {
    int impacts[2];
    for (int k = 0; k < 2; ++k)
      cost[k][i] = (double)integrate(modes[i], k == 0, &impacts[k]);
    number[i] = modes[i];
    good = good && impacts[0] == impacts[1] && impacts[0] > 0;
    report_add_digits(r, names[i], cost[0][i], cost[1][i], 6);
  }
  const double first = 100 * (1 - cost[1][0] / cost[0][0]);
  const double last = 100 * (1 - cost[1][CASES - 1] / cost[0][CASES - 1]);
  report_add_printed(r, "saved with 1 mode, %", NULL, first, 3);
  report_ours(r, 40, 100);
  report_add_printed(r, "saved with 9 modes, %", "87 (of time)", last, 3);
  report_within(r, 10, "%");
  report_ours(r, 0, 30);
  report_judge(r, good, VERDICT_OPEN);
  const chart c = {
      "number of modes, dimensionless",
      "evaluations of the right side, dimensionless",
      2,
      {{number, cost[0], CASES, 1, "penalty"}, {number, cost[1], CASES, 0, "impulse"}}};
  report_draw_charts(r, e->title, &c, 1, true);
}
