// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The action of C. P. Vyasarayani's thesis, chapter 5: a force on the key moves five bodies, and
// the hammer strikes 109 ms after it began. The thesis prints the force as a curve and refers to
// others for the sizes of all parts, so that the scene piano-action has a force and sizes of its
// own: the force is fitted to the time of the strike and to 2.8 m/s, the felt to force and time on
// strings and stop, as in piano-hammer. And the string of Table 5.1.

#include "reproduce/reproduce.h"
#include "reproduce/scene_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEY, GAP, FORCE, HAMMER };      // outputs of the scene
enum { RATE = 48000, SAMPLES = 6240 }; // 130 ms

#define WITH_STRINGS                                                                               \
  { "title", "strings" }
#define WITH_STOP                                                                                  \
  {"contacts.strike.segment", "ground"}, {"contacts.strike.from", "[0.1, 0.16521902]"}, {          \
    "contacts.strike.to", "[0.3, 0.16521902]"                                                      \
  }

/// A strike: when it begins after the force does and how long it lasts, ms; its force and speed.
typedef struct {
  double begins, lasts, peak, speed;
} strike;

static carom_scene *action_scene(void) {
  carom_error error;
  carom_scene *scene = carom_scene_new(NULL);
  const char *text = carom_builtin_text(carom_builtin_find("piano-action"));
  if (scene != NULL && carom_scene_parse(scene, "scene", text, strlen(text), &error) == CAROM_OK)
    return scene;
  carom_scene_free(scene);
  return NULL;
}

static strike strike_of(const scene_run *r) {
  carom_model *model = scene_model("piano-action", NULL, 0);
  const int contact = model != NULL ? carom_model_find_contact(model, "strike") : -1;
  carom_model_free(model);
  for (int i = 0; i < r->stays; ++i)
    if (r->stay[i].contact == contact) {
      const carom_impact *e = &r->stay[i];
      return (strike){1e3 * e->begin, 1e3 * (e->end - e->begin), e->peak_force, e->speed_in};
    }
  return (strike){0};
}

// --- The force on the key -----------------------------------------------------------------------

enum { MOST_POINTS = 16 };

/// Breakpoints of a force over time, s and N.
typedef struct {
  int count;
  double t[MOST_POINTS], force[MOST_POINTS];
} profile;

// The numbers of "[[0, 0], [0.059, -0.5]]"; the finger presses down.
static profile finger_profile(void) {
  profile p = {0};
  double pairs[MOST_POINTS][2] = {{0}};
  carom_scene *scene = action_scene();
  if (scene != NULL)
    p.count = carom_scene_numbers(scene, "forces.finger.table", pairs[0], 2 * MOST_POINTS) / 2;
  p.count = p.count < MOST_POINTS ? p.count : MOST_POINTS;
  for (int i = 0; i < p.count; ++i) {
    p.t[i] = pairs[i][0];
    p.force[i] = -pairs[i][1];
  }
  carom_scene_free(scene);
  return p;
}

static double force_at(const profile *p, double t) {
  int i = 0;
  while (i + 2 < p->count && p->t[i + 1] < t)
    ++i;
  const double share = fmin((t - p->t[i]) / (p->t[i + 1] - p->t[i]), 1);
  return p->force[i] + share * (p->force[i + 1] - p->force[i]);
}

// The force on the key above, what the key and the hammer do below it.
static void draw_blow(report *r, const char *title, const scene_run *blow, const profile *p) {
  static double t[SAMPLES];
  static double y[4][SAMPLES];
  for (int n = 0; n < blow->samples; ++n) {
    t[n] = 1e3 * n / RATE;
    y[0][n] = force_at(p, t[n] / 1e3);
    y[1][n] = 1e3 * blow->y[KEY][n];
    y[2][n] = 1e3 * blow->y[GAP][n];
    y[3][n] = blow->y[HAMMER][n];
  }
  const int count = blow->samples;
  const chart c[] = {{"time, ms", "force on the key, N", 1, {{t, y[0], count, 0, NULL}}},
                     {"time, ms", "travel of the key, mm", 1, {{t, y[1], count, 1, NULL}}},
                     {"time, ms", "hammer below the strings, mm", 1, {{t, y[2], count, 2, NULL}}},
                     {"time, ms", "speed of the hammer, m/s", 1, {{t, y[3], count, 3, NULL}}}};
  report_draw_charts(r, title, c, 4, false);
}

void run_piano_profile(const entry *e, report *r) {
  scene_run blow = {0};
  if (scene_run_make(&blow, "piano-action", CHANGES(WITH_STRINGS), SAMPLES)) {
    const strike s = strike_of(&blow);
    const profile p = finger_profile();
    double most = 0;
    for (int i = 0; i < p.count; ++i)
      most = fmax(most, p.force[i]);
    report_add_printed(r, "strike after, ms", "about 109", s.begins, 4);
    report_within(r, 5, "ms");
    report_fitted(r);
    report_add_printed(r, "hammer below the strings at rest, mm", "47", 1e3 * blow.y[GAP][0], 3);
    report_within_share(r, 0.05);
    report_fitted(r);
    report_add_printed(r, "speed of the hammer, m/s", NULL, s.speed, 3);
    report_add_printed(r, "most that the finger presses, N", NULL, most, 3);
    // The curve that was measured is not known: what holds is what it is fitted to.
    report_judge(r, true, VERDICT_OPEN);
    draw_blow(r, e->title, &blow, &p);
  }
  scene_run_free(&blow);
}

// --- The whole action on strings and on a stop --------------------------------------------------

static void draw_forces(report *r, const char *title, const scene_run *runs, const strike *s) {
  enum { SHOWN = 130 }; // 2.7 ms
  static double t[SHOWN];
  static double y[2][SHOWN];
  static const char *const names[] = {"strings", "rigid stop"};
  chart c = {.x_label = "time, ms", .y_label = "force, N", .curves = 2};
  for (int i = 0; i < 2; ++i) {
    const int first = (int)(s[i].begins * 1e-3 * RATE);
    for (int n = 0; n < SHOWN && first + n < runs[i].samples; ++n) {
      t[n] = 1e3 * n / RATE;
      y[i][n] = runs[i].y[FORCE][first + n];
    }
    c.curve[i] = (curve){t, y[i], SHOWN, i, names[i]};
  }
  report_draw_charts(r, title, &c, 1, true);
}

void run_piano_action(const entry *e, report *r) {
  scene_run runs[2] = {0};
  bool good = scene_run_make(&runs[0], "piano-action", CHANGES(WITH_STRINGS), SAMPLES);
  good = scene_run_make(&runs[1], "piano-action", CHANGES(WITH_STOP), SAMPLES) && good;
  if (good) {
    const strike s[2] = {strike_of(&runs[0]), strike_of(&runs[1])};
    const struct {
      const char *name, *printed;
      double ours, share;
    } rows[] = {{"force on the stop, N", "95", s[1].peak, 0.05},
                {"for, ms", "1.2", s[1].lasts, 0.06},
                {"force on the strings, N", "44", s[0].peak, 0.05},
                {"for, ms", "2.0", s[0].lasts, 0.06}};
    for (int i = 0; i < 4; ++i) {
      report_add_printed(r, rows[i].name, rows[i].printed, rows[i].ours, 3);
      report_within_share(r, rows[i].share);
      report_fitted(r);
    }
    report_judge(r, true, VERDICT_FITTED);
    draw_forces(r, e->title, runs, s);
  }
  scene_runs_free(runs, 2);
}

// --- Table 5.1 ----------------------------------------------------------------------------------

// A number of the scene piano-action.
static double number_of(const char *path) {
  carom_scene *scene = action_scene();
  const double number = scene != NULL ? carom_scene_number(scene, path) : (double)NAN;
  carom_scene_free(scene);
  return number;
}

static void limit_given(report *r) {
  report_within_share(r, 1e-9);
  report_given(r);
}

void run_piano_table(const entry *e, report *r) {
  (void)e;
  const double C5 = 440 * pow(2, 3.0 / 12);
  carom_model *model = scene_model("piano-action", NULL, 0);
  const int string = model != NULL ? carom_model_find_body(model, "string") : -1;
  if (string >= 0) {
    const carom_body_info info = carom_model_body(model, string);
    const double L = info.size_x;
    const double rho = info.mass / (3 * L);
    const double tension = number_of("bodies.string.tension");
    const double ideal = sqrt(tension / rho) / (2 * L);
    report_add_printed(r, "length, m", "0.341", L, 4);
    limit_given(r);
    report_add_printed(r, "tension of one of three, N", "703", tension, 3);
    limit_given(r);
    report_add_printed(r, "linear density of one of three, kg/m", "0.0058", rho, 3);
    limit_given(r);
    report_add_printed(r, "frequency by these, Hz", NULL, ideal, 5);
    report_ours(r, 510, 511);
    report_add_printed(r, "with the bending stiffness chosen here, Hz", NULL, info.lowest, 5);
    report_ours(r, 0.999 * ideal, 1.001 * ideal);
    report_add_printed(r, "cents below C5", NULL, -1200 * log2(info.lowest / C5), 2);
    // Radius and Young's modulus are needed for eps and are not in the table.
    report_judge(r, true, VERDICT_OPEN);
  }
  carom_model_free(model);
}
