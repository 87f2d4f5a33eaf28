// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Figures 4.5 to 4.10 and 4.14 of C. P. Vyasarayani's thesis: shapes and slopes of the string in
// its three phases. One mode, as there, from a half sine of amplitude 35.35: phase I ends at
// 0.243976, phase II at 0.737746, phase III at 1.211747. The bridge y = 1600 x (0.05 - x) is rigid.

#include "reproduce/sitar.h"

#include <math.h>

enum { SAMPLES = 12200, BRIDGE_POINTS = 51 };

// Shapes that are taken, in order, and when, in samples of 1e-4.
enum { START_I, END_I, WITHIN_II, END_II, WITHIN_III, END_III, SHAPES };

typedef struct {
  scene_run run;
  double x[SHAPE_POINTS];
  double bridge[BRIDGE_POINTS];
} motion;

static bool make_motion(motion *m) {
  m->run =
      (scene_run){.shapes = SHAPES, .at = {0, 2440, 4900, 7377, 9747, 12117}, .samples = SAMPLES};
  for (int i = 0; i < SHAPE_POINTS; ++i)
    m->x[i] = i / 1000.0;
  for (int i = 0; i < BRIDGE_POINTS; ++i)
    m->bridge[i] = 1600 * m->x[i] * (0.05 - m->x[i]);
  return scene_run_make(&m->run, SCENE, CHANGES(HALF_SINE, ONE, {"rate", "10000"}), SAMPLES) &&
         m->run.points == SHAPE_POINTS;
}

static double middle(const motion *m, int shape) {
  return m->run.shape[shape][SHAPE_POINTS / 2];
}

// The string's slope right of the point where it leaves the bridge, less that of the bridge there.
static double corner(const motion *m, int shape) {
  const double gamma = m->run.y[LENGTH][m->run.at[shape]];
  const int i = (int)floor(gamma * 1000) + 1;
  const double *y = m->run.shape[shape];
  return (y[i + 1] - y[i]) * 1000 - 1600 * (0.05 - 2 * gamma);
}

static double largest_difference(const double *a, const double *b, int count) {
  double most = 0;
  for (int i = 0; i < count; ++i)
    most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

// --- Numbers ------------------------------------------------------------------------------------

static void tell_phase_1(report *r, const motion *m) {
  report_add_printed(r, "middle at the beginning", "35.35", middle(m, START_I), 5);
  report_within(r, 1e-9, "");
  report_given(r);
  report_add_printed(r, "middle at the end", "25.5", middle(m, END_I), 4);
  report_within(r, 0.05, "");
}

static void tell_phase_1_near(report *r, const motion *m) {
  const double *y = m->run.shape[END_I];
  const double slope = y[1] * 1000;
  double gap = y[5] - m->bridge[5];
  for (int i = 5; i < BRIDGE_POINTS; ++i)
    gap = fmin(gap, y[i] - m->bridge[i]);
  report_add_printed(r, "slope at 0, string less bridge, end", "tangential", slope - 80, 2);
  report_ours(r, -1, 1);
  report_add_printed(r, "slope of the bridge at 0", NULL, 80, 2);
  report_add_printed(r, "least height above it, x >= 0.005", NULL, gap, 2);
  report_ours(r, 0, INFINITY);
}

static void tell_phase_2(report *r, const motion *m) {
  report_add_printed(r, "middle at the beginning", "25.5", middle(m, END_I), 4);
  report_within(r, 0.05, "");
  report_add_printed(r, "middle at 0.49", NULL, middle(m, WITHIN_II), 3);
  report_add_printed(r, "middle at the end", "-24.1", middle(m, END_II), 4);
  report_within(r, 0.05, "");
}

static void tell_phase_2_near(report *r, const motion *m) {
  const double gamma = m->run.y[LENGTH][m->run.at[WITHIN_II]];
  const int wrapped = (int)(gamma * 1000);
  const double apart = largest_difference(m->run.shape[WITHIN_II], m->bridge, wrapped + 1);
  report_add_printed(r, "contact length at 0.49", NULL, gamma, 4);
  report_ours(r, 0, 0.05);
  report_add_printed(r, "string less bridge up to there", "wraps", apart, 2);
  report_ours(r, 0, 1e-9);
  report_add_printed(r, "slope there, string less bridge", "tangential", corner(m, WITHIN_II), 2);
  report_ours(r, -0.1, 0.1);
}

static void tell_phase_3(report *r, const motion *m) {
  const double apart =
      largest_difference(m->run.shape[END_II], m->run.shape[END_III], SHAPE_POINTS);
  report_add_printed(r, "middle at the beginning", "-24.1", middle(m, END_II), 4);
  report_within(r, 0.05, "");
  report_add_printed(r, "middle at its lowest", NULL, middle(m, WITHIN_III), 4);
  report_ours(r, -INFINITY, -34);
  report_add_printed(r, "beginning less end, largest", "match exactly", apart, 2);
  report_ours(r, 0, 0.03);
}

static void tell_phase_3_near(report *r, const motion *m) {
  const double wrapped = largest_difference(m->run.shape[WITHIN_III], m->bridge, BRIDGE_POINTS);
  report_add_printed(r, "string less bridge up to 0.05", "completely wrapped", wrapped, 2);
  report_ours(r, 0, 1e-9);
  report_add_printed(r, "slope at 0.05, bridge", NULL, -80, 3);
  report_add_printed(r, "string less bridge, beginning", "tangent", corner(m, END_II), 2);
  report_ours(r, -1, 1);
  report_add_printed(r, "string less bridge, 0.9747", NULL, corner(m, WITHIN_III), 3);
  report_ours(r, -INFINITY, -30);
}

static void tell_slopes(report *r, const motion *m) {
  report_add_printed(r, "jump of the slope in phase II", NULL, corner(m, WITHIN_II), 2);
  report_ours(r, -0.1, 0.1);
  report_add_printed(r, "phase III, beginning and end", "none", corner(m, END_II), 2);
  report_ours(r, -1, 1);
  report_add_printed(r, "phase III, between", "discontinuous", corner(m, WITHIN_III), 3);
  report_ours(r, -INFINITY, -30);
}

// --- Entries ------------------------------------------------------------------------------------

#define HEIGHT "displacement y, dimensionless"

// Up to three shapes, with the bridge where it is seen.
static void draw_shapes(report *r, const entry *e, const motion *m, const int *shapes,
                        const char *const *names, int count, bool near) {
  chart c = {.x_label = PLACE, .y_label = HEIGHT};
  if (near)
    c.curve[c.curves++] = (curve){m->x, m->bridge, BRIDGE_POINTS, 7, "bridge"};
  for (int i = 0; i < count; ++i)
    c.curve[c.curves++] =
        (curve){m->x, m->run.shape[shapes[i]], near ? SHAPE_NEAR : SHAPE_POINTS, i, names[i]};
  report_draw_charts(r, e->title, &c, 1, true);
}

// about: "I", "II" or "III", and " near" behind it for the view of the bridge.
void run_sitar_shapes(const entry *e, report *r) {
  static const struct {
    void (*tell[2])(report *r, const motion *m);
    int shapes[3], count;
    const char *names[3];
  } phases[] = {
      {{tell_phase_1, tell_phase_1_near}, {START_I, END_I}, 2, {"beginning", "end, 0.244"}},
      {{tell_phase_2, tell_phase_2_near},
       {END_I, WITHIN_II, END_II},
       3,
       {"beginning", "at 0.49", "end, 0.738"}},
      {{tell_phase_3, tell_phase_3_near},
       {END_II, WITHIN_III, END_III},
       3,
       {"beginning", "at 0.975", "end, 1.212"}}};
  static motion m;
  const char *about = e->about;
  const int phase = about[1] != 'I' ? 0 : about[2] != 'I' ? 1 : 2;
  const bool near = about[phase + 1] != '\0';
  if (make_motion(&m)) {
    phases[phase].tell[near](r, &m);
    report_judge(r, true, VERDICT_REPRODUCED);
    draw_shapes(r, e, &m, phases[phase].shapes, phases[phase].names, phases[phase].count, near);
  }
  scene_run_free(&m.run);
}

void run_sitar_slopes(const entry *e, report *r) {
  enum { SHOWN = 200 };
  static const int shapes[] = {WITHIN_II, END_II, WITHIN_III};
  static const char *const names[] = {"phase II, 0.49", "phase III begins", "phase III, 0.975"};
  static motion m;
  static double between[SHOWN];
  static double slope[3][SHOWN];
  if (make_motion(&m)) {
    chart c = {.x_label = PLACE, .y_label = "slope dy/dx, dimensionless", .curves = 3};
    for (int i = 0; i < SHOWN; ++i)
      between[i] = (i + 0.5) / 1000;
    for (int k = 0; k < 3; ++k) {
      const double *y = m.run.shape[shapes[k]];
      for (int i = 0; i < SHOWN; ++i)
        slope[k][i] = (y[i + 1] - y[i]) * 1000;
      c.curve[k] = (curve){between, slope[k], SHOWN, k, names[k]};
    }
    tell_slopes(r, &m);
    report_judge(r, true, VERDICT_REPRODUCED);
    report_draw_charts(r, e->title, &c, 1, true);
  }
  scene_run_free(&m.run);
}
