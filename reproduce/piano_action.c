// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The action, the string and its check in C. P. Vyasarayani's thesis, chapter 5: figures 5.3 and
// 5.4, table 5.1. The measured force on the key and the sizes of the action's parts are not told;
// those of the scene piano-action are chosen, and its blow is fitted to the time of the strike.

#include "reproduce/reproduce.h"
#include "reproduce/string_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEY, GAP, FORCE, HAMMER };
enum { SAMPLES = 9600, NOTE_SAMPLES = 480 };

#define CHANGES(...)                                                                               \
  (const change[]){__VA_ARGS__}, (int)(sizeof((const change[]){__VA_ARGS__}) / sizeof(change))

static bool near(double ours, double theirs, double share) {
  return fabs(ours - theirs) <= share * fabs(theirs);
}

// --- Figure 5.3 ---------------------------------------------------------------------------------

// The first sample with a force on the strings; the last one if there is none.
static int strike_at(const string_run *r) {
  int n = 0;
  while (n < r->samples - 1 && !(r->y[FORCE][n] > 0))
    ++n;
  return n;
}

static void draw_blow(report *r, const char *title, const string_run *run) {
  static double t[SAMPLES];
  static double key[SAMPLES];
  static double gap[SAMPLES];
  for (int n = 0; n < run->samples; ++n) {
    t[n] = 1e3 * n * run->step;
    key[n] = 1e3 * run->y[KEY][n];
    gap[n] = 1e3 * run->y[GAP][n];
  }
  report_draw_charts(r, title,
                     (const chart[]){{"t, ms",
                                      "mm",
                                      2,
                                      {{t, key, run->samples, 0, "travel of the key"},
                                       {t, gap, run->samples, 1, "hammer below the strings"}}}},
                     1, true);
}

void run_piano_blow(const entry *e, report *r) {
  string_run run = {0};
  if (string_run_make(&run, "piano-action", CHANGES({"title", "a blow"}), SAMPLES)) {
    const int n = strike_at(&run);
    r->theirs = "thesis";
    report_add_digits(r, "strike after, ms", 109, 1e3 * n * run.step, 4);
    report_add_words(r, "with, m/s", "not told", run.y[HAMMER][n > 0 ? n - 1 : 0], 3);
    report_add_words(r, "blow distance, mm", "47", 1e3 * run.y[GAP][0], 3);
    r->holds = near(1e3 * n * run.step, 109, 5.0 / 109) && near(run.y[GAP][0], 0.047, 0.05);
    draw_blow(r, e->title, &run);
  }
  string_run_free(&run);
}

// --- Figure 5.4 ---------------------------------------------------------------------------------

static double largest(const string_run *r) {
  double most = 0;
  for (int n = 0; n < r->samples; ++n)
    most = fmax(most, r->y[0][n]);
  return most;
}

static void draw_note(report *r, const char *title, const string_run *runs) {
  static double t[NOTE_SAMPLES];
  for (int n = 0; n < runs[0].samples; ++n)
    t[n] = 1e3 * n * runs[0].step;
  report_draw_charts(
      r, title,
      (const chart[]){{"t, ms",
                       "force, N",
                       2,
                       {{t, runs[0].y[0], runs[0].samples, 0, "30 modes"},
                        {t, runs[1].y[0], runs[1].samples, 1, "finite differences"}}}},
      1, true);
}

// The hammer of C4 at 2.5 m/s: 30 modes, and a grid in the audio method.
void run_piano_check(const entry *e, report *r) {
  string_run runs[2] = {0};
  bool good = string_run_make(&runs[0], "piano-note", CHANGES({"bodies.string.points", "30"}),
                              NOTE_SAMPLES);
  good = string_run_make(&runs[1], "piano-note",
                         CHANGES({"solver.method", "audio"}, {"bodies.string.model", "grid"},
                                 {"bodies.string.points", "auto"}),
                         NOTE_SAMPLES) &&
         good;
  if (good) {
    const double ratio = largest(&runs[0]) / largest(&runs[1]);
    r->theirs = "thesis";
    report_add_words(r, "largest force, modes over differences", "very close", ratio, 4);
    report_add_words(r, "with 30 modes, N", "not readable", largest(&runs[0]), 4);
    report_judge(r, near(ratio, 1, 0.03), VERDICT_REPRODUCED);
    draw_note(r, e->title, runs);
  }
  string_run_free(&runs[0]);
  string_run_free(&runs[1]);
}

// --- Table 5.1 ----------------------------------------------------------------------------------

static double number_in(const carom_scene *scene, const char *path) {
  const char *text = carom_scene_get(scene, path);
  return text != NULL ? strtod(text, NULL) : (double)NAN;
}

void run_piano_table(const entry *e, report *r) {
  static const struct {
    const char *name, *path;
    double printed;
  } rows[] = {{"length, m", "bodies.string.length", 0.341},
              {"tension, N", "bodies.string.tension", 703},
              {"linear density, kg/m", "bodies.string.linear_density", 0.0058},
              {"strings", "bodies.string.count", 3}};
  carom_error error;
  carom_scene *scene = carom_scene_new(NULL);
  const char *text = carom_builtin_text(carom_builtin_find("piano-action"));
  bool good = scene != NULL &&
              carom_scene_parse(scene, "piano-action", text, strlen(text), &error) == CAROM_OK;
  (void)e;
  r->theirs = "thesis";
  for (int i = 0; i < 4 && scene != NULL; ++i) {
    const double ours = number_in(scene, rows[i].path);
    report_add_digits(r, rows[i].name, rows[i].printed, ours, 4);
    good = good && ours == rows[i].printed;
  }
  report_judge(r, good, VERDICT_REPRODUCED);
  carom_scene_free(scene);
}
