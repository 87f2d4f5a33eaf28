// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Figures 3.14 to 3.17 of C. P. Vyasarayani's thesis: a shaken cantilever and a stop on its base.
// Printed are material, cross-section, damping, excitation and three measured frequencies. Length,
// mass at the tip and its inertia are not: all three are fitted to the frequencies.

#include "reproduce/reproduce.h"
#include "reproduce/scene_run.h"

#include <math.h>
#include <stdlib.h>

#define CANTILEVER "cantilever-stop"
#define PLAIN                                                                                      \
  {"bodies.beam.length", "0.2918"}, {"bodies.beam.tip_mass", "0"}, {                               \
    "bodies.beam.tip_inertia", "0"                                                                 \
  }

static const double pi = 3.14159265358979324;

enum { MODES = 3 };

// The k-th natural frequency, Hz: the highest of k modes.
static double frequency_of(const char *modes, bool plain) {
  const change changes[] = {{"bodies.beam.points", modes}, PLAIN};
  carom_model *model = scene_model(CANTILEVER, changes, plain ? 4 : 1);
  const double found = model != NULL ? carom_model_body(model, 0).highest : 0;
  carom_model_free(model);
  return found;
}

void run_cantilever_frequencies(const entry *e, report *r) {
  static const char *const modes[MODES] = {"1", "2", "3"};
  static const char *const printed[MODES] = {"17.2", "128.9", "378.9"};
  static const char *const names[MODES] = {"first frequency, Hz", "second frequency, Hz",
                                           "third frequency, Hz"};
  double number[MODES];
  double measured[MODES];
  double found[2][MODES];
  r->theirs = "plain, length fitted";
  r->ours = "with a mass at the tip, fitted";
  for (int k = 0; k < MODES; ++k) {
    number[k] = k + 1;
    measured[k] = atof(printed[k]);
    found[0][k] = frequency_of(modes[k], true);
    found[1][k] = frequency_of(modes[k], false);
    report_add_three(r, names[k], printed[k], found[0][k], found[1][k], 4);
    report_within_share(r, 0.001);
    report_fitted(r);
  }
  report_add_digits(r, "length, m (fitted)", 0.2918, 0.25242, 5);
  report_add_digits(r, "mass at the tip, kg (fitted)", 0, 0.03851, 4);
  report_add_digits(r, "its inertia, kg m2 (fitted)", 0, 3.611e-6, 4);
  // The fit has as many parameters as data: that it meets them is no evidence.
  report_judge(r, fabs(found[0][0] / 17.2 - 1) > 0.1, VERDICT_FITTED);
  const chart c = {"number of the mode, dimensionless",
                   "frequency, Hz",
                   3,
                   {{number, measured, MODES, 7, "measured, as printed"},
                    {number, found[0], MODES, 1, "plain, length fitted"},
                    {number, found[1], MODES, 2, "with a mass at the tip, fitted"}}};
  report_draw_charts(r, e->title, &c, 1, true);
}

// --- Figures 3.15 to 3.17 -----------------------------------------------------------------------

// The period of the motion in periods of the base; 0 if the last impacts do not repeat.
static double find_period(const scene_run *r, double hertz) {
  if (r->stays < 21)
    return 0;
  const carom_impact *last = &r->stay[r->stays - 1];
  for (int i = 1; i < 20; ++i)
    if (fabs(last[-i].speed_in - last->speed_in) > 1e-5 * last->speed_in)
      return 0;
  return (last->begin - last[-19].begin) / 19 * hertz;
}

// about: the frequency of the base. Forty seconds are left out.
void run_cantilever_motion(const entry *e, report *r) {
  enum { SAMPLES = 4000, SHOWN = 1000 };
  static double t[SHOWN];
  static double base[SHOWN];
  static double relative[SHOWN];
  const char *about = e->about;
  const double hertz = atof(about);
  const int wanted = hertz < 50 ? 1 : 2;
  scene_run run = {.skip = 160000};
  if (scene_run_make(&run, CANTILEVER,
                     CHANGES({"rate", "4000"}, {"bodies.beam.base.frequency", about}), SAMPLES)) {
    const double period = find_period(&run, hertz);
    double most = 0;
    for (int n = 0; n < SAMPLES; ++n)
      most = fmax(most, run.y[0][n]);
    for (int n = 0; n < SHOWN; ++n) {
      t[n] = n * run.step;
      base[n] = 0.501e-3 * sin(2 * pi * hertz * (t[n] + run.skip * run.step));
      relative[n] = run.y[0][n];
    }
    report_add_printed(r, "period, in periods of the base", wanted == 1 ? "1" : "2", period, 6);
    report_within(r, 1e-4, "");
    report_add_printed(r, "impacts for each cycle of the base", wanted == 1 ? "1" : NULL,
                       run.stays / (SAMPLES * run.step * hertz), 2);
    if (wanted == 1)
      report_within(r, 0.05, "");
    report_add_printed(r, "speed of an impact, m/s", NULL, run.stay[run.stays - 1].speed_in, 4);
    report_add_printed(r, "largest displacement, mm", NULL, 1e3 * most, 3);
    report_judge(r, true, VERDICT_REPRODUCED);
    const chart c[] = {
        {"time, s", "displacement of the tip from the base, m", 1, {{t, relative, SHOWN, 0, NULL}}},
        {"time, s", "displacement of the base, m", 1, {{t, base, SHOWN, 1, NULL}}}};
    report_draw_charts(r, e->title, c, 2, true);
  }
  scene_run_free(&run);
}
