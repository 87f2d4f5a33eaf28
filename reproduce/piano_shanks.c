// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Hammers on a normal and on a highly flexible shank in the whole action, with friction 0.6, of
// C. P. Vyasarayani's thesis, chapter 5: Figures 5.8, 5.9 and 5.11. The blow on the key, the felt
// and the split of the hammer are those of the scene piano-action; none of them is fitted to what
// is compared here.

#include "reproduce/reproduce.h"
#include "reproduce/scene_run.h"

#include <math.h>

enum { FIRST, GAP, FORCE, FIFTH, SCUFF, NOSE };      // outputs, as CHANGED below
enum { RATE = 96000, SAMPLES = 12480, SHOWN = 260 }; // 130 ms, 2.7 ms
enum { RIGID, NORMAL, FLEXIBLE, SHANKS };

static const char *const names[SHANKS] = {"rigid", "11 GPa", "2.8 GPa"};
static const char *const moduli[SHANKS] = {"1e15", "11e9", "2.8e9"};

/// A strike, ms and mm: when it begins and how long it lasts; how far the felt moves along the
/// strings, and where it begins; the fifth mode of the string at its end, dB over the first.
typedef struct {
  double begins, lasts, scuff, place, fifth;
  int sample; // the first one with a force
} strike;

static bool run_shank(scene_run *r, int shank) {
  return scene_run_make(r, "piano-action",
                        CHANGES({"rate", "96000"}, {"contacts.strike.friction", "0.6"},
                                {"bodies.hammer.shank.youngs", moduli[shank]},
                                {"outputs.key.of", "string"}, {"outputs.key.quantity", "mode"},
                                {"outputs.key.mode", "1"}, {"outputs.hammer.of", "string"},
                                {"outputs.hammer.quantity", "mode"}, {"outputs.hammer.mode", "5"},
                                {"outputs.jack.of", "strike"}, {"outputs.jack.quantity", "scuff"},
                                {"outputs.damper.of", "hammer@nose"},
                                {"outputs.damper.quantity", "x"}),
                        SAMPLES);
}

static strike strike_of(const scene_run *r) {
  strike s = {0};
  int n = 0;
  while (n < r->samples && !(r->y[FORCE][n] > 0))
    ++n;
  s.sample = n;
  s.place = n < r->samples ? 1e3 * r->y[NOSE][n] : 0;
  for (; n < r->samples - 1 && r->y[FORCE][n] > 0; ++n)
    s.scuff = fmax(s.scuff, 1e3 * r->y[SCUFF][n]);
  s.fifth = 20 * log10(fabs(r->y[FIFTH][n]) / fabs(r->y[FIRST][n]));
  for (int i = 0; i < r->stays; ++i) // the one that begins in that sample
    if (fabs(r->stay[i].begin * RATE - s.sample) < 1.5 && r->stay[i].speed_in > 1) {
      s.begins = 1e3 * r->stay[i].begin;
      s.lasts = 1e3 * (r->stay[i].end - r->stay[i].begin);
    }
  return s;
}

// Force and way along the strings from the beginning of the blow of each.
static void draw_strikes(report *r, const char *title, const scene_run *runs, const strike *s) {
  static double t[SHOWN];
  static double y[2][SHANKS][SHOWN];
  chart c[2] = {{.x_label = "time, ms", .y_label = "force, N", .curves = SHANKS},
                {.x_label = "time, ms", .y_label = "scuff, mm", .curves = SHANKS}};
  for (int i = 0; i < SHANKS; ++i) {
    for (int n = 0; n < SHOWN && s[i].sample + n < runs[i].samples; ++n) {
      t[n] = 1e3 * n / RATE;
      y[0][i][n] = runs[i].y[FORCE][s[i].sample + n];
      y[1][i][n] = 1e3 * runs[i].y[SCUFF][s[i].sample + n];
    }
    for (int k = 0; k < 2; ++k)
      c[k].curve[i] = (curve){t, y[k][i], SHOWN, i, names[i]};
  }
  report_draw_charts(r, title, c, 2, false);
}

static void compare_shanks(report *r, const strike *s) {
  const strike *normal = &s[NORMAL];
  const strike *flexible = &s[FLEXIBLE];
  const double late = flexible->begins - normal->begins;
  const double moved = flexible->place - normal->place;
  const struct {
    const char *name, *printed;
    double ours, limit;
    const char *unit;
  } rows[] = {{"scuff, normal, mm", "0.25", normal->scuff, 0.025, "mm"},
              {"flexible", "0.43", flexible->scuff, 0.043, "mm"},
              {"time of contact, normal, ms", "1.87", normal->lasts, 0.1, "ms"},
              {"flexible", "1.97", flexible->lasts, 0.1, "ms"},
              {"flexible is late by, ms", "0.2", late, 0.05, "ms"},
              {"nearer the bridge by, mm", "about 0.2", moved, 0.05, "mm"},
              {"normal nearer than rigid by, mm", "about 0.1 (elsewhere)",
               normal->place - s[RIGID].place, 0.05, "mm"}};
  for (int i = 0; i < 7; ++i) {
    report_add_printed(r, rows[i].name, rows[i].printed, rows[i].ours, i < 4 ? 3 : 2);
    report_within(r, rows[i].limit, rows[i].unit);
  }
  report_judge(r, true, VERDICT_OPEN);
}

void run_piano_shanks(const entry *e, report *r) {
  scene_run runs[SHANKS] = {0};
  strike s[SHANKS] = {{0}};
  bool good = true;
  for (int i = 0; i < SHANKS; ++i) {
    good = run_shank(&runs[i], i) && good;
    s[i] = good ? strike_of(&runs[i]) : s[i];
  }
  if (good) {
    compare_shanks(r, s);
    draw_strikes(r, e->title, runs, s);
  }
  scene_runs_free(runs, SHANKS);
}

void run_piano_partials(const entry *e, report *r) {
  scene_run runs[2] = {0};
  static double t[SHOWN];
  static double y[2][SHOWN];
  chart c = {.x_label = "time, ms", .y_label = "fifth mode, dimensionless", .curves = 2};
  strike s[2] = {{0}};
  bool good = true;
  for (int i = 0; i < 2; ++i) {
    good = run_shank(&runs[i], NORMAL + i) && good;
    s[i] = good ? strike_of(&runs[i]) : s[i];
    double most = 0;
    for (int n = 0; good && n < runs[i].samples; ++n)
      most = fmax(most, fabs(runs[i].y[FIRST][n]));
    for (int n = 0; good && n < SHOWN && s[i].sample + n < runs[i].samples; ++n) {
      t[n] = 1e3 * n / RATE;
      y[i][n] = runs[i].y[FIFTH][s[i].sample + n] / most;
    }
    c.curve[i] = (curve){t, y[i], SHOWN, i, names[NORMAL + i]};
  }
  if (good) {
    report_add_printed(r, "fifth mode, normal over flexible, dB", "20", s[0].fifth - s[1].fifth, 2);
    report_within(r, 3, "dB");
    report_ours(r, 5, 15); // it falls, but not by as much
    report_judge(r, true, VERDICT_OPEN);
    report_draw_charts(r, e->title, &c, 1, true);
  }
  scene_runs_free(runs, 2);
}
