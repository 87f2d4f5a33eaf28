// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The beam and the stop of C. P. Vyasarayani's thesis, chapter 3, by the event method.

#include "reproduce/reproduce.h"

#include <carom/file.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 2000, MOST_IMPACTS = 4000 };

/// A run: a displacement, the energy over its initial value, and every impact.
typedef struct {
  double y[STEPS], energy[STEPS];
  int impacts;
  double begin[MOST_IMPACTS], speed[MOST_IMPACTS];
  double most; // largest energy
  double step; // s
  double balance;
} beam_run;

typedef const char *const change[2];

static carom_model *model_of(const char *name, const change *changes, int count) {
  carom_error error;
  carom_model *model = NULL;
  carom_scene *scene = carom_scene_new(NULL);
  const char *text = carom_builtin_text(carom_builtin_find(name));
  bool good =
      scene != NULL && carom_scene_parse(scene, name, text, strlen(text), &error) == CAROM_OK;
  for (int i = 0; i < count; ++i)
    good = good && carom_scene_set(scene, changes[i][0], changes[i][1], &error) == CAROM_OK;
  if (good)
    carom_model_compile(scene, NULL, &model, &error);
  carom_scene_free(scene);
  return model;
}

static void record_impacts(const carom_model *model, carom_state *state, beam_run *c) {
  carom_event event;
  while (carom_state_next_event(model, state, &event))
    if (c->impacts < MOST_IMPACTS) {
      c->begin[c->impacts] = event.begin;
      c->speed[c->impacts++] = event.speed_in;
    }
}

// Records the first output and the energy for STEPS samples, after `skip` of them.
static bool simulate(const char *name, const change *changes, int count, int skip, beam_run *c) {
  carom_model *model = model_of(name, changes, count);
  carom_state *state = model != NULL ? carom_state_new(model, NULL) : NULL;
  c->impacts = 0;
  c->most = 0;
  for (int n = 0; state != NULL && n < skip + STEPS; ++n) {
    const carom_ledger l = carom_state_ledger(state);
    carom_step(model, state);
    record_impacts(model, state, c);
    if (n < skip)
      continue;
    c->y[n - skip] = carom_output(state, 0);
    c->energy[n - skip] = l.kinetic + l.potential + l.contact;
    c->most = fmax(c->most, c->energy[n - skip]);
  }
  if (state != NULL) {
    c->step = carom_model_describe(model).time_step;
    c->balance = carom_state_ledger(state).largest_balance_error;
  }
  carom_state_free(state);
  carom_model_free(model);
  return state != NULL;
}

static const double initial_energy = 24.84175344094647; // (1.01 pi^2)^2 / 4

static void normalize_energy(beam_run *c) {
  for (int i = 0; i < STEPS; ++i)
    c->energy[i] /= initial_energy;
  c->most /= initial_energy;
}

static void draw_runs(report *r, const char *title, const beam_run *a, const beam_run *b) {
  const graph graphs[] = {{"displacement at the stop", a->y, b->y, 0, STEPS, a->step, 0, 0},
                          {"energy over the first", a->energy, b->energy, 0, STEPS, a->step, 0, 0}};
  report_draw_graphs(r, title, graphs, 2);
}

#define RATE                                                                                       \
  { "rate", "200" }

void run_beam_collocation(const entry *e, report *r) {
  static const char *const points[] = {"[0.2, 0.3, 0.7]", "[0.15, 0.4, 0.8]", "[0.1, 0.35, 0.9]"};
  static const char *const names[][2] = {
      {"CP1: energy after the first impact", "CP1: largest energy"},
      {"CP2: energy after the first impact", "CP2: largest energy"},
      {"CP3: energy after the first impact", "CP3: largest energy"}};
  beam_run *both = calloc(2, sizeof *both);
  if (both == NULL)
    return;
  r->theirs = "collocation";
  r->ours = "impulse";
  r->holds = simulate("beam-stop", (const change[]){RATE}, 1, 0, &both[1]);
  normalize_energy(&both[1]);
  for (int k = 2; k >= 0; --k) {
    r->holds = simulate("beam-stop",
                        (const change[]){RATE,
                                         {"contacts.stop.treatment", "collocation"},
                                         {"contacts.stop.points", points[k]}},
                        3, 0, &both[0]) &&
               r->holds;
    normalize_energy(&both[0]);
    report_add_digits(r, names[k][0], both[0].energy[100], both[1].energy[100], 5);
    report_add_digits(r, names[k][1], both[0].most, both[1].most, 4);
    r->holds = r->holds && both[0].energy[100] > 1.01 && both[0].most > 1.15;
  }
  r->holds = r->holds && fabs(both[1].most - 1) < 1e-13;
  report_judge(r, r->holds, VERDICT_REPRODUCED);
  draw_runs(r, e->title, &both[0], &both[1]);
  free(both);
}

static void compare_with_penalty(const entry *e, report *r, const char *force, double until,
                                 int early, int late, double most_difference) {
  beam_run *both = calloc(2, sizeof *both);
  if (both == NULL)
    return;
  r->theirs = "penalty, K = 1e12";
  r->ours = "impulse";
  r->holds = simulate("beam-stop",
                      (const change[]){RATE,
                                       {"forces.push.amplitude", force},
                                       {"contacts.stop.treatment", "penalty"},
                                       {"contacts.stop.stiffness", "1e12"}},
                      4, 0, &both[0]) &&
             simulate("beam-stop", (const change[]){RATE, {"forces.push.amplitude", force}}, 2, 0,
                      &both[1]);
  normalize_energy(&both[0]);
  normalize_energy(&both[1]);
  int count[2] = {0, 0};
  double difference = 0;
  for (int k = 0; k < 2; ++k)
    while (count[k] < both[k].impacts && both[k].begin[count[k]] < until)
      ++count[k];
  for (int i = 0; i < count[0] && i < count[1]; ++i)
    difference = fmax(difference, fabs(both[0].begin[i] - both[1].begin[i]));
  report_add(r, "impacts", count[0], count[1]);
  report_add_digits(r, "time of an early impact", both[0].begin[early], both[1].begin[early], 9);
  report_add_digits(r, "time of a late one", both[0].begin[late], both[1].begin[late], 9);
  report_add(r, "energy balance", both[0].balance, both[1].balance);
  r->holds = r->holds && count[0] == count[1] && difference < most_difference &&
             both[0].balance < 1e-12 && both[1].balance < 1e-12;
  report_judge(r, r->holds, VERDICT_REPRODUCED);
  draw_runs(r, e->title, &both[0], &both[1]);
  free(both);
}

void run_beam_free(const entry *e, report *r) {
  compare_with_penalty(e, r, "0", 10, 3, 15, 5e-5);
}

void run_beam_forced(const entry *e, report *r) {
  compare_with_penalty(e, r, "72", 5, 3, 7, 1e-3);
}

void run_beam_restitution(const entry *e, report *r) {
  beam_run *both = calloc(2, sizeof *both);
  if (both == NULL)
    return;
  r->theirs = "R = 0.8";
  r->ours = "R = 0.5";
  r->holds = simulate("beam-stop", (const change[]){RATE, {"contacts.stop.restitution", "0.8"}}, 2,
                      0, &both[0]) &&
             simulate("beam-stop", (const change[]){RATE, {"contacts.stop.restitution", "0.5"}}, 2,
                      0, &both[1]);
  normalize_energy(&both[0]);
  normalize_energy(&both[1]);
  report_add_digits(r, "energy kept until 10", both[0].energy[STEPS - 1], both[1].energy[STEPS - 1],
                    7);
  report_add_digits(r, "impacts until 10", both[0].impacts, both[1].impacts, 3);
  report_add(r, "speed of the last of them", both[0].speed[15], both[1].speed[15]);
  r->holds = r->holds && both[0].energy[STEPS - 1] < both[1].energy[STEPS - 1] &&
             both[0].impacts == 16 && both[1].impacts == 16;
  report_judge(r, r->holds, VERDICT_CORRECTED);
  draw_runs(r, e->title, &both[0], &both[1]);
  free(both);
}

// The period of the motion in periods of the base; 0 if the last impacts do not repeat.
static double find_period(const beam_run *c, double hertz) {
  if (c->impacts < 30)
    return 0;
  const double *begin = c->begin + c->impacts - 20;
  const double *speed = c->speed + c->impacts - 20;
  for (int i = 1; i < 19; ++i)
    if (fabs(speed[i] - speed[19]) > 1e-5 * speed[19])
      return 0;
  return (begin[19] - begin[0]) / 19 * hertz;
}

void run_beam_cantilever(const entry *e, report *r) {
  static const char *const shaken[] = {"37.64", "67.8", "71.5"};
  static const char *const names[] = {"period at 37.64 Hz", "period at 67.8 Hz",
                                      "period at 71.5 Hz"};
  static const double measured[] = {17.2, 128.9, 378.9};
  static const char *const modes[] = {"1", "2", "3"};
  static const char *const frequencies[] = {"first frequency, Hz", "second frequency, Hz",
                                            "third frequency, Hz"};
  beam_run *all = calloc(3, sizeof *all);
  if (all == NULL)
    return;
  r->holds = true;
  for (int k = 0; k < 3; ++k) {
    carom_model *model =
        model_of("cantilever-stop", (const change[]){{"bodies.beam.points", modes[k]}}, 1);
    const double found = model != NULL ? carom_model_body(model, 0).highest : 0;
    carom_model_free(model);
    report_add_digits(r, frequencies[k], measured[k], found, 4);
    r->holds = r->holds && fabs(found / measured[k] - 1) < 0.01;
  }
  for (int k = 0; k < 3; ++k) {
    const bool ran =
        simulate("cantilever-stop",
                 (const change[]){{"rate", "2000"}, {"bodies.beam.base.frequency", shaken[k]}}, 2,
                 80000, &all[k]);
    const double found = find_period(&all[k], atof(shaken[k]));
    report_add_digits(r, names[k], k == 0 ? 1 : 2, found, 4);
    r->holds = r->holds && ran && fabs(found - (k == 0 ? 1 : 2)) < 1e-4;
  }
  report_judge(r, r->holds, VERDICT_REPRODUCED);
  r->theirs = "67.8 Hz";
  r->ours = "37.64 Hz";
  const graph graphs[] = {
      {"displacement of the tip, m", all[1].y, all[0].y, 0, STEPS / 4, all[0].step, 0, 0},
      {"energy, J", all[1].energy, all[0].energy, 0, STEPS / 4, all[0].step, 0, 0}};
  report_draw_graphs(r, e->title, graphs, 2);
  r->theirs = "measured";
  r->ours = "ours";
  free(all);
}
