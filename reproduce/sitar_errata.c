// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Misprints of chapter 4 of C. P. Vyasarayani's thesis that change a result: the printed equations,
// stepped by moving_boundary.c, beside the corrected ones and the engine.

#include "reproduce/moving_boundary.h"
#include "reproduce/sitar.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979324;

enum { STEPS = 2000, STEPS_WITHIN = 2 };
static const double step = 1e-3; // of the samples

// The middle on [0, 2] from beta = 9; NAN from where it leaves phase II on.
static void step_middle(int modes, unsigned printed, double *y) {
  boundary s = boundary_start(modes, 9, printed);
  for (int n = 0; n <= STEPS; ++n) {
    const bool wrapped = s.gamma > 0 && s.gamma < 0.05;
    y[n] = wrapped ? boundary_place(&s, 0.5) : (double)NAN;
    for (int i = 0; wrapped && i < STEPS_WITHIN; ++i)
      boundary_step(&s, step / STEPS_WITHIN);
  }
}

// Largest difference over largest value.
static double error_of(const double *y, const double *exact) {
  double most = 0;
  double size = 0;
  for (int n = 0; n <= STEPS; ++n) {
    if (!isfinite(y[n]))
      return INFINITY;
    most = fmax(most, fabs(y[n] - exact[n]));
    size = fmax(size, fabs(exact[n]));
  }
  return most / size;
}

// about: the misprint. The corrected equations must converge to the exact wave, the printed not.
void run_sitar_equations(const entry *e, report *r) {
  enum { CASES = 4 };
  static const int modes[CASES] = {2, 4, 8, 16};
  static const char *const names[CASES] = {"error of the middle, 2 modes", "4", "8", "16"};
  static double y[2][STEPS + 1];
  const unsigned printed = *(const unsigned *)e->about;
  scene_run exact = {.samples = 0};
  bool good = scene_run_make(&exact, SCENE, CHANGES(START("wrapped", "9"), WAVE), STEPS + 1);
  r->theirs = "printed formula";
  r->ours = "corrected";
  double before = 1;
  for (int i = 0; good && i < CASES; ++i) {
    double error[2];
    for (int k = 0; k < 2; ++k) {
      step_middle(modes[i], k == 0 ? printed : AS_CORRECTED, y[k]);
      error[k] = error_of(y[k], exact.y[MID]);
    }
    report_add(r, names[i], error[0], error[1]);
    report_theirs(r, 1e-3, INFINITY);
    report_ours(r, 0, i == CASES - 1 ? 1e-5 : before / (i == 0 ? 1 : 7));
    good = error[1] < before / (i == 0 ? 1 : 7);
    before = error[1];
  }
  report_judge(r, good, VERDICT_CORRECTED);
  static double apart[2][STEPS + 1];
  for (int k = 0; good && k < 2; ++k)
    for (int n = 0; n <= STEPS; ++n)
      apart[k][n] = y[k][n] - exact.y[MID][n];
  const graph graphs[] = {{"displacement of the middle, 16 modes, dimensionless", y[0], y[1], 0,
                           STEPS + 1, step, -40, 40, TIME, NULL},
                          {"the same less the exact wave, dimensionless", apart[0], apart[1], 0,
                           STEPS + 1, step, -40, 40, TIME, NULL}};
  report_draw_graphs(r, e->title, graphs, 2);
  scene_run_free(&exact);
}

// (4.69) beside the change of (4.68) in time.
void run_sitar_velocity(const entry *e, report *r) {
  static double v[2][STEPS + 1];
  static double found[STEPS + 1];
  boundary s = boundary_start(8, 9, AS_CORRECTED);
  double error[2] = {0};
  double size = 0;
  for (int n = 0; n <= STEPS; ++n) {
    boundary as_printed = s;
    as_printed.printed = PRINTED_4_69;
    v[0][n] = boundary_velocity(&as_printed, 0.5);
    v[1][n] = boundary_velocity(&s, 0.5);
    boundary near[2] = {s, s};
    boundary_step(&near[0], -1e-5);
    boundary_step(&near[1], 1e-5);
    found[n] = (boundary_place(&near[1], 0.5) - boundary_place(&near[0], 0.5)) / 2e-5;
    size = fmax(size, fabs(found[n]));
    for (int k = 0; k < 2; ++k)
      error[k] = fmax(error[k], fabs(v[k][n] - found[n]));
    boundary_step(&s, step);
  }
  r->theirs = "printed formula";
  r->ours = "corrected";
  report_add(r, "error of the middle's velocity", error[0] / size, error[1] / size);
  report_theirs(r, 0.05, INFINITY);
  report_ours(r, 0, 1e-6);
  report_judge(r, true, VERDICT_CORRECTED);
  const graph graphs[] = {
      {"velocity of the middle, dimensionless", v[0], v[1], 0, STEPS + 1, step, 0, 0, TIME, NULL}};
  report_draw_graphs(r, e->title, graphs, 1);
}

/// The ends of the range of beta in which the string stays in phase II: (4.113), its short form,
/// and the same for the sitar.
typedef struct {
  double upper, lower, sitar;          // corrected
  double short_form, long_form, below; // as printed: 1 / (sqrt(2 pi) b), sqrt(2 pi) for sqrt2 pi
} phase_range;

static const bridge parabola = {.b = 0.05, .from = 0, .to = 0.05};

static phase_range range_of(void) {
  const bridge sitar = {.b = 300.0 / 1060, .from = 150.0 / 1060, .to = 173.0 / 1060};
  const double wrong = pi * sqrt(2) / sqrt(2 * pi);
  double middle = 0;
  phase_range p = {.short_form = 1 / (sqrt(2 * pi) * 0.05)};
  sitar_tangent(&parabola, 0, &p.upper, &middle);
  sitar_tangent(&parabola, 0.05, &p.lower, &middle);
  sitar_tangent(&sitar, sitar.from, &p.sitar, &middle);
  p.long_form = wrong * p.upper;
  p.below = wrong * p.lower;
  return p;
}

static void draw_range(report *r, const entry *e, const phase_range *p) {
  enum { POINTS = 101 };
  static double gamma[POINTS];
  static double beta[POINTS];
  const double ends[2] = {0, 0.05};
  const double edge[4][2] = {{p->short_form, p->short_form},
                             {p->below, p->below},
                             {p->upper, p->upper},
                             {p->lower, p->lower}};
  double middle = 0;
  for (int i = 0; i < POINTS; ++i) {
    gamma[i] = 0.05 * i / (POINTS - 1);
    sitar_tangent(&parabola, gamma[i], &beta[i], &middle);
  }
  const chart c = {"contact length, dimensionless",
                   "beta, dimensionless",
                   5,
                   {{gamma, beta, POINTS, 7, "4.65"},
                    {ends, edge[0], 2, 1, "printed range"},
                    {ends, edge[2], 2, 0, "corrected range"},
                    {ends, edge[1], 2, 1, NULL},
                    {ends, edge[3], 2, 0, NULL}}};
  report_draw_charts(r, e->title, &c, 1, true);
}

void run_sitar_range(const entry *e, report *r) {
  const phase_range p = range_of();
  const double wrong = p.long_form / p.upper;
  double length[3];
  double found = 0;
  const bool good = sitar_start(9, false, &length[0], &found) &&
                    sitar_start(25, false, &length[1], &found) &&
                    sitar_start(-20, false, &length[2], &found);
  r->theirs = "printed formula";
  report_add_three(r, "upper end, short form, b = 0.05", "18.0", p.short_form, p.upper, 5);
  report_within(r, 0.05, "");
  report_add_three(r, "upper end, 4.113", "18.0", p.long_form, p.upper, 5);
  report_within(r, 0.05, "");
  report_ours(r, 18.00632, 18.00634);
  report_add_three(r, "lower end, both", "-16.7", p.below, p.lower, 5);
  report_within(r, 0.05, "");
  report_add_three(r, "upper end for the sitar", "0.209", wrong * p.sitar, p.sitar, 4);
  report_within(r, 6e-4, "");
  report_add_printed(r, "contact length from beta = 9", NULL, length[0], 4);
  report_ours(r, 1e-3, 0.049);
  report_add_printed(r, "from beta = 25", NULL, length[1], 4);
  report_ours(r, 0, 0);
  report_add_printed(r, "from beta = -20", NULL, length[2], 4);
  report_ours(r, 0.05 - 1e-12, 0.05 + 1e-12);
  report_judge(r, good, VERDICT_CORRECTED);
  draw_range(r, e, &p);
}

// Phase III of a bridge that ends above the axis: 4.88 and 4.89 leave out the height of its end.
void run_sitar_height(const entry *e, report *r) {
  enum { POINTS = 201 };
  static double x[POINTS];
  static double y[2][POINTS];
  const bridge at = {.b = 300.0 / 1060, .from = 150.0 / 1060, .to = 173.0 / 1060};
  const double l = 1 - at.to;
  const double height = 4 / (at.b * at.b) * at.to * (at.b - at.to);
  double beta = 0;
  double middle = 0;
  double length = 0;
  double found = 0;
  sitar_tangent(&at, at.to, &beta, &middle);
  const bool good = sitar_start(beta - 1e-6, true, &length, &found);
  for (int i = 0; i < POINTS; ++i) {
    x[i] = at.to + l * i / (POINTS - 1);
    y[0][i] = beta * sqrt(2 / l) * sin(pi * i / (POINTS - 1.0));
    y[1][i] = height * (1 - i / (POINTS - 1.0)) + y[0][i];
  }
  const double without = beta * sqrt(2 / l) * sin(pi * (0.5 - at.to) / l);
  r->theirs = "printed formula";
  report_add_printed(r, "middle where phase III begins", "0.329", middle, 4);
  report_within(r, 6e-4, "");
  report_add_digits(r, "the same by 4.89", without, middle, 4);
  report_theirs(r, -INFINITY, 0);
  report_add_digits(r, "string at the end of the bridge", 0, height, 4);
  report_judge(r, good && fabs(found - middle) < 1e-5, VERDICT_CORRECTED);
  const chart c = {PLACE,
                   "displacement y, dimensionless",
                   2,
                   {{x, y[0], POINTS, 1, "4.89 as printed"}, {x, y[1], POINTS, 0, "corrected"}}};
  report_draw_charts(r, e->title, &c, 1, true);
}
