// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The figures and tables of S. Papetti, F. Avanzini, D. Rocchesso, Energy and accuracy issues in
// numerical simulations of a non-linear impact model (DAFx-09). m = 10 g and 44.1 kHz throughout.
// Numbers that are illegible in the copy at hand were reconstructed from what follows from them:
// the stiffness 1e7 of figure 5 is the only power of ten that gives Table 1(a), the 6 samples of
// figure 6 follow from (9), and the coefficients of (8) from the series of (6).

#include "reproduce/reproduce.h"
#include "reproduce/throw.h"

#include <math.h>
#include <string.h>

enum { METHODS = 4, CURVE = 121 };

static const double rate = 44100;
static const char *const methods[METHODS] = {"am1", "verlet", "heun", "rk4"};
static const char *const names[METHODS] = {"AM1", "Verlet", "Heun", "RK4"};

static const carom_hunt_crossley figure_1 = {0.01, 1e9, 1.5, 0.5, 1};
static const carom_hunt_crossley cases[2] = {{0.01, 1e7, 1.1, 0.1, 0.3}, {0.01, 1e9, 1.5, 0.5, 1}};

static throw_setup setup_of(const carom_hunt_crossley *p, int method, const char *corrections) {
  return (throw_setup){
      .impact = *p, .method = methods[method], .corrections = corrections, .rate = rate};
}

// How the command line shows one of the two cases.
static void set_command(report *r, int which, int method, const char *corrections) {
  snprintf(r->command, sizeof r->command,
           "carom run hunt-crossley --set solver.method=%s --set solver.corrections=%s --set "
           "contacts.hit.stiffness=%g --set contacts.hit.exponent=%g --set contacts.hit.damping=%g "
           "--set bodies.mass.velocity=%g",
           methods[method], corrections, cases[which].stiffness, cases[which].exponent,
           cases[which].damping, cases[which].speed_in);
}

// --- Figures 1 and 2: the closed form -----------------------------------------------------------

// An impact at v_in = 1 .. 4 m/s in closed form, beside the equation of motion integrated with a
// thousand times finer steps.
void run_impact_portrait(const entry *e, report *r) {
  static const char *const labels[] = {"v_out at 1 m/s", "v_out at 2 m/s", "v_out at 3 m/s",
                                       "v_out at 4 m/s"};
  static const char *const speeds[] = {"1 m/s", "2 m/s", "3 m/s", "4 m/s"};
  throw exact[4] = {{0}};
  chart c = {"compression x, m", "velocity v, m/s", 4, {{0}}};
  bool holds = true;
  r->theirs = "(3) and (6)";
  r->ours = "integrated";
  for (int i = 0; i < 4 && holds; ++i) {
    carom_hunt_crossley p = figure_1;
    p.speed_in = i + 1;
    throw_setup fine = setup_of(&p, 3, "false");
    fine.rate *= 1000;
    throw run = {0};
    holds = throw_closed_form(&p, CURVE, &exact[i]) && throw_run(&fine, &run);
    const double formula = -carom_hunt_crossley_solve(&p).speed_out;
    const double found = -run.speed_out[0];
    report_add_digits(r, labels[i], formula, found, 7);
    report_within_share(r, 1e-6);
    report_ours(r, -2, 0);
    // The portrait: x(v) of (3) at the samples of the run, by energy-like x^(alpha+1)
    for (int n = 0; holds && n < run.count; ++n)
      if (run.x[n] > 0.1 * run.deepest)
        holds = fabs(carom_hunt_crossley_compression(&p, run.v[n]) - run.x[n]) < 1e-6 * run.deepest;
    holds = holds && -found < p.speed_in;
    c.curve[i] = (curve){exact[i].x, exact[i].v, CURVE, i, speeds[i]};
    throw_free(&run);
  }
  report_judge(r, holds, VERDICT_REPRODUCED);
  if (holds)
    report_draw_charts(r, e->title, &c, 1, true);
  for (int i = 0; i < 4; ++i)
    throw_free(&exact[i]);
}

// int f dx around the loop, by the trapezoidal rule.
static double area(const throw *t) {
  double sum = 0;
  for (int i = 1; i < t->count; ++i)
    sum += (t->f[i] + t->f[i - 1]) / 2 * (t->x[i] - t->x[i - 1]);
  return sum;
}

// The loops enclose the energy lost by (17).
void run_impact_hysteresis(const entry *e, report *r) {
  static const char *const labels[] = {"energy lost at 1 m/s, J", "energy lost at 2 m/s, J",
                                       "energy lost at 3 m/s, J", "energy lost at 4 m/s, J"};
  static const char *const names_of[] = {"1 m/s", "2 m/s", "3 m/s", "4 m/s", "without loss"};
  enum { FINE = 601 };
  throw loop[5] = {{0}};
  chart c = {"compression x, m", "force f, N", 5, {{0}}};
  bool holds = true;
  r->theirs = "(17)";
  r->ours = "area of the loop";
  for (int i = 0; i < 5 && holds; ++i) {
    carom_hunt_crossley p = figure_1;
    p.speed_in = i < 4 ? i + 1 : 4;
    p.damping = i < 4 ? p.damping : 0; // the dashed line
    holds = throw_closed_form(&p, FINE, &loop[i]);
    if (i < 4 && holds) {
      const double lost = carom_hunt_crossley_solve(&p).energy_lost;
      report_add_digits(r, labels[i], lost, area(&loop[i]), 6);
      report_within_share(r, 1e-4);
    }
    c.curve[i] = (curve){loop[i].x, loop[i].f, FINE, i < 4 ? i : 7, names_of[i]};
  }
  report_judge(r, holds, VERDICT_REPRODUCED);
  if (holds)
    report_draw_charts(r, e->title, &c, 1, true);
  for (int i = 0; i < 5; ++i)
    throw_free(&loop[i]);
}

// --- Figure 3: the approximation ----------------------------------------------------------------

void run_impact_approximation(const entry *e, report *r) {
  enum { POINTS = 400 };
  double u[POINTS];
  double error[POINTS];
  double most = 0;
  double at = 0;
  for (int i = 0; i < POINTS; ++i) {
    u[i] = 8.0 * (i + 1) / POINTS;
    error[i] = 100 * (carom_hunt_crossley_restitution_approximate(u[i]) /
                          carom_hunt_crossley_restitution(u[i]) -
                      1);
    at = error[i] > most ? u[i] : at;
    most = fmax(most, error[i]);
  }
  r->ours = "(7) against the root of (6)";
  report_add_printed(r, "largest error, %", "below 2.5 (figure)", most, 4);
  report_ours(r, 2.044, 2.046);
  report_add_printed(r, "at mu v_in", NULL, at, 3);
  report_ours(r, 2.95, 3.05);
  const double hard =
      100 *
      (carom_hunt_crossley_restitution_approximate(0.5) / carom_hunt_crossley_restitution(0.5) - 1);
  report_add_printed(r, "error at mu v_in = 0.5, %", NULL, hard, 3);
  report_ours(r, 0.0124, 0.0126);
  report_judge(r, true, VERDICT_REPRODUCED);
  const chart c = {"mu v_in, dimensionless", "error of (7), %", 1, {{u, error, POINTS, 0, NULL}}};
  report_draw_charts(r, e->title, &c, 1, true);
}

// --- Figures 4 to 6: four methods on one impact -------------------------------------------------

// Phase portrait, force over compression, force and energy over time; the closed form in grey.
static void draw_methods(const entry *e, report *r, const throw *exact, const throw *run, int runs,
                         const char *const *labels) {
  chart c[4] = {{"compression x, m", "velocity v, m/s", 0, {{0}}},
                {"compression x, m", "force f, N", 0, {{0}}},
                {"time t, s", "force f, N", 0, {{0}}},
                {"time t, s", "energy H, J", 0, {{0}}}};
  for (int i = -1; i < runs; ++i) {
    const throw *t = i < 0 ? exact : &run[i];
    const double *x[] = {t->x, t->x, t->t, t->t};
    const double *y[] = {t->v, t->f, t->f, t->H};
    for (int k = 0; k < 4; ++k)
      c[k].curve[c[k].curves++] = (curve){x[k], y[k], t->count, i < 0 ? 7 : i,
                                          k != 0  ? NULL
                                          : i < 0 ? "exact"
                                                  : labels[i]};
  }
  report_draw_charts(r, e->title, c, 4, false);
}

// "The plots of all the simulations substantially overlap." The stiffness' exponent is lost; both
// candidates are run.
void run_impact_soft(const entry *e, report *r) {
  static const char *const labels[] = {"k = 1e5: contact, samples", "k = 1e6: contact, samples"};
  static const char *const spreads[] = {"k = 1e5: largest error of v_out, %",
                                        "k = 1e6: largest error of v_out, %"};
  bool holds = true;
  for (int i = 0; i < 2 && holds; ++i) {
    const carom_hunt_crossley p = {0.01, i == 0 ? 1e5 : 1e6, 1.6, 0.5, 0.3};
    throw run[METHODS] = {{0}};
    throw exact = {0};
    const carom_rebound closed = carom_hunt_crossley_solve(&p);
    double worst = 0;
    for (int m = 0; m < METHODS && holds; ++m) {
      const throw_setup of = setup_of(&p, m, "false");
      holds = throw_run(&of, &run[m]);
      worst = fmax(worst, fabs(run[m].speed_out[0] / closed.speed_out - 1));
    }
    report_add_printed(r, labels[i], "many", closed.contact_time * rate, 4);
    report_add_printed(r, spreads[i], "curves overlap", 100 * worst, 2);
    report_ours(r, 0, 0.1);
    holds = holds && throw_closed_form(&p, CURVE, &exact);
    if (holds && i == 1)
      draw_methods(e, r, &exact, run, METHODS, names);
    for (int m = 0; m < METHODS; ++m)
      throw_free(&run[m]);
    throw_free(&exact);
  }
  report_judge(r, holds, VERDICT_OPEN); // the paper's stiffness is unknown
}

// A hard impact: how long it lasts, and where the energy rises against (24).
void run_impact_hard(const entry *e, report *r) {
  static const char *const labels[METHODS] = {
      "AM1: largest rise of H / H0", "Verlet: largest rise of H / H0",
      "Heun: largest rise of H / H0", "RK4: largest rise of H / H0"};
  const int which = strcmp(e->about, "5") == 0 ? 0 : 1;
  const carom_hunt_crossley *p = &cases[which];
  const carom_rebound closed = carom_hunt_crossley_solve(p);
  throw run[METHODS] = {{0}};
  throw exact = {0};
  bool holds = throw_closed_form(p, CURVE, &exact);
  const double samples = closed.contact_time * rate;
  report_add_printed(r, "contact time, samples", which == 0 ? "8" : "illegible", samples, 4);
  if (which == 0)
    report_within(r, 0.5, "");
  else
    report_ours(r, 5.5, 6.5);
  for (int m = 0; m < METHODS && holds; ++m) {
    const throw_setup of = setup_of(p, m, "false");
    holds = throw_run(&of, &run[m]);
    const double rise = run[m].rise / run[m].H[0];
    report_add_printed(r, labels[m], which == 0 && (m == 1 || m == 2) ? "rises" : NULL, rise, 2);
    if (which == 0 ? m == 3 : m != 1)
      report_ours(r, 0, 0);
    else if (m > 0)
      report_ours(r, 1e-3, INFINITY);
  }
  if (which == 0)
    holds = holds && fmin(run[1].rise, run[2].rise) > run[0].rise;
  report_judge(r, holds, VERDICT_REPRODUCED);
  set_command(r, which, 3, "false");
  if (holds)
    draw_methods(e, r, &exact, run, METHODS, names);
  for (int m = 0; m < METHODS; ++m)
    throw_free(&run[m]);
  throw_free(&exact);
}

// --- Table 1 ------------------------------------------------------------------------------------

// Percent against x_max of (4) and v_out of (7) and (8), to the last printed digit.
void run_impact_table(const entry *e, report *r) {
  static const struct {
    const char *names[3];
    double printed[2][3]; // NAN: "n.e.", not exceeded
  } rows[METHODS] = {
      {{"AM1 x_max, %", "AM1 v_out, %", "AM1 H, %"}, {{NAN, 1.293, 2.603}, {NAN, 2.551, 5.166}}},
      {{"Verlet x_max, %", "Verlet v_out, %", "Verlet H, %"},
       {{1.122, 1.660, 3.348}, {NAN, 0.839, 1.685}}},
      {{"Heun x_max, %", "Heun v_out, %", "Heun H, %"},
       {{1.254, 1.467, 2.955}, {NAN, -4.692, -9.164}}},
      {{"RK4 x_max, %", "RK4 v_out, %", "RK4 H, %"},
       {{NAN, -0.125, -0.250}, {NAN, -0.105, -0.211}}}};
  const int which = strcmp(e->about, "a") == 0 ? 0 : 1;
  const carom_rebound closed = carom_hunt_crossley_solve(&cases[which]);
  bool holds = true;
  set_command(r, which, 2, "false");
  for (int m = 0; m < METHODS && holds; ++m) {
    throw run = {0};
    const throw_setup of = setup_of(&cases[which], m, "false");
    holds = throw_run(&of, &run);
    const double v = run.speed_out[0] / closed.approximate;
    const double found[3] = {100 * (run.deepest / closed.compression - 1), 100 * (v - 1),
                             100 * (v * v - 1)};
    for (int i = 0; i < 3; ++i) {
      const double printed = rows[m].printed[which][i];
      char text[16];
      snprintf(text, sizeof text, isnan(printed) ? "n.e." : "%+.3f", printed);
      report_add_printed(r, rows[m].names[i], text, found[i], 5);
      if (isnan(printed))
        report_ours(r, -INFINITY, 0);
      else
        report_within(r, 1e-3, "%");
    }
    throw_free(&run);
  }
  report_judge(r, holds, VERDICT_REPRODUCED);
}

// The last column of the table: (7) against a root of (6). It does not come out.
void run_impact_num_res(const entry *e, report *r) {
  (void)e;
  double error[2];
  for (int i = 0; i < 2; ++i) {
    const double u = cases[i].damping * cases[i].speed_in;
    error[i] =
        100 *
        (carom_hunt_crossley_restitution_approximate(u) / carom_hunt_crossley_restitution(u) - 1);
  }
  r->ours = "(7) over the root, less 1";
  report_add_printed(r, "case 1, %", "about -1e-2", error[0], 3);
  report_within_share(r, 0.5);
  report_ours(r, -3.4e-7, -3.2e-7);
  report_add_printed(r, "case 2, %", "about -1e-4", error[1], 3);
  report_within_share(r, 0.5);
  report_ours(r, 1.24e-2, 1.26e-2);
  report_judge(r, true, VERDICT_OPEN);
}

// --- Figures 7 and 8: corrections ---------------------------------------------------------------

// The worst runs by Table 1, with and without corrections.
void run_impact_corrections(const entry *e, report *r) {
  static const char *const labels[2][3] = {
      {"case 1, Verlet: v_out / v_out(7)", "case 1, Verlet: largest x / x_max",
       "case 1, Verlet: largest rise of H / H0"},
      {"case 2, Heun: v_out / v_out(7)", "case 2, Heun: largest x / x_max",
       "case 2, Heun: largest rise of H / H0"}};
  static const int worst[2] = {1, 2};
  bool holds = true;
  set_command(r, 0, worst[0], "true");
  r->theirs = "without";
  r->ours = "with corrections";
  for (int i = 0; i < 2 && holds; ++i) {
    static const char *const kinds[2] = {"without", "with"};
    const carom_rebound closed = carom_hunt_crossley_solve(&cases[i]);
    throw run[2] = {{0}};
    throw exact = {0};
    for (int k = 0; k < 2 && holds; ++k) {
      const throw_setup of = setup_of(&cases[i], worst[i], k == 0 ? "false" : "true");
      holds = throw_run(&of, &run[k]);
    }
    holds = holds && throw_closed_form(&cases[i], CURVE, &exact);
    const double v[2] = {run[0].speed_out[0] / closed.approximate,
                         run[1].speed_out[0] / closed.approximate};
    const double x[2] = {run[0].deepest / closed.compression, run[1].deepest / closed.compression};
    report_add_digits(r, labels[i][0], v[0], v[1], 6);
    report_ours(r, 1 - 1e-12, 1 + 1e-12);
    report_add_digits(r, labels[i][1], x[0], x[1], 6);
    report_ours(r, 0, 1 + 1e-12);
    if (holds)
      report_add_digits(r, labels[i][2], run[0].rise / run[0].H[0], run[1].rise / run[1].H[0], 2);
    holds = holds && fabs(v[0] - 1) > 0.01;
    if (holds && i == 0)
      draw_methods(e, r, &exact, run, 2, kinds);
    throw_free(&run[0]);
    throw_free(&run[1]);
    throw_free(&exact);
  }
  report_judge(r, holds, VERDICT_REPRODUCED);
}

// Height above the floor instead of compression, every stride-th sample.
static void flip_and_thin(throw *t, int stride) {
  int kept = 0;
  for (int n = 0; n < t->count; n += stride, ++kept) {
    t->t[kept] = t->t[n];
    t->x[kept] = -t->x[n];
  }
  t->count = kept;
}

// Ten bounces of case 1 under gravity: how late the ninth begins, against steps 64 times finer.
void run_impact_bounces(const entry *e, report *r) {
  static const char *const kinds[3] = {"false", "true", "corrected"};
  static const char *const labels[2][2] = {{"AM1", "RK4"}, {"AM1, paper's", "RK4, paper's"}};
  enum { NINTH = 8 };
  throw run[3][2] = {{{0}}};
  throw exact = {0};
  throw_setup of = setup_of(&cases[0], 3, "false");
  of.gravity = 9.81;
  of.until = 0.56;
  of.rate = 64 * rate;
  bool holds = throw_run(&of, &exact) && fabs(exact.begin[NINTH] - 0.450922) < 1e-6;
  for (int k = 0; k < 3 && holds; ++k)
    for (int m = 0; m < 2 && holds; ++m) {
      of = setup_of(&cases[0], m == 0 ? 0 : 3, kinds[k]);
      of.gravity = 9.81;
      of.until = 0.56;
      holds = throw_run(&of, &run[k][m]) && run[k][m].bounces > NINTH;
    }
  r->theirs = "paper's correction";
  r->ours = "corrected";
  for (int m = 0; m < 2 && holds; ++m) {
    double late[3];
    for (int k = 0; k < 3; ++k)
      late[k] = 1e3 * (run[k][m].begin[NINTH] - exact.begin[NINTH]);
    report_add_printed(r, m == 0 ? "AM1, none: ninth bounce late by, ms" : "RK4, none: late by, ms",
                       NULL, late[0], 3);
    holds = holds && fabs(late[0]) > 1;
    report_add_digits(r, m == 0 ? "AM1: late by, ms" : "RK4: late by, ms", late[1], late[2], 3);
    report_theirs(r, 0.82, 0.86);
    report_ours(r, -0.2, 0.2);
  }
  report_judge(r, holds, VERDICT_CORRECTED);
  chart c = {"time, s", "height, m", 0, {{0}}};
  for (int i = 0; i < 4 && holds; ++i) {
    throw *t = &run[i / 2][i % 2];
    flip_and_thin(t, 16);
    c.curve[c.curves++] = (curve){t->t, t->x, t->count, i, labels[i / 2][i % 2]};
  }
  flip_and_thin(&exact, 16 * 64);
  c.curve[c.curves++] = (curve){exact.t, exact.x, exact.count, 7, "exact"};
  if (holds)
    report_draw_charts(r, e->title, &c, 1, true);
  for (int i = 0; i < 6; ++i)
    throw_free(&run[i / 2][i % 2]);
  throw_free(&exact);
}
