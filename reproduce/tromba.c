// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The tromba marina application beside the engine: bowed from rest for one and a half seconds with
// the values that its plugin starts with (0.05 N, 0.1 m/s, a quarter of the way to the bridge) and
// the finger lifted, the last second measured.

#include "reproduce/instrument.h"
#include "reproduce/reproduce.h"
#include <carom/file.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 66150, TRANSIENT = 22050, COMPARED = 3000, LEDGER = 6615, WINDOW = 4410 };

static const double step = 1.0 / 44100; // s
static const double bow_force = 0.05;   // N
static const double bow_speed = 0.1;    // m/s
static const double strong_bow = 0.2;   // N
static const double felt = 1e-9;        // N, a millionth of the forces that occur
static const double rounding = 1e-9;

// What the application itself gave, built without its windows (gcc 12, -O1 to -O3, without and with
// -ffast-math): shares from 0.0184 to 0.0189, -16.75 to -16.73 dB.
static const double built_share = 0.0186;
static const double built_level = -16.74;

/// Output and rattle of a run; shares are of the samples after the transient.
typedef struct {
  double sound[STEPS], force[STEPS];
  double overlapping, apart, pulling; // shares: overlap; push without overlap; pull
  double last_overlap[2], last_force; // of the samples before
  double least, most;                 // N
  double level;                       // dB of full scale, without its mean
  double missed;                      // m/s, friction's velocity less that which came about
  double foot_mean, foot_off;         // m; largest error of psi over its largest value
} tromba_run;

// --- Runs ---------------------------------------------------------------------------------------

static void record_sample(tromba_run *to, int n, double sound, double overlap, double force) {
  const double share = 1.0 / (STEPS - TRANSIENT);
  const double widest = fmax(fmax(overlap, to->last_overlap[0]), to->last_overlap[1]);
  const double pushed = to->last_force;
  to->sound[n] = sound;
  to->force[n] = force;
  to->last_overlap[1] = to->last_overlap[0];
  to->last_overlap[0] = overlap;
  to->last_force = force;
  if (n < TRANSIENT)
    return;
  to->overlapping += overlap > 0 ? share : 0;
  to->apart += widest <= 0 && pushed > felt ? share : 0; // nor in the samples beside it
  to->pulling += force < -felt ? share : 0;
  to->least = fmin(to->least, force);
  to->most = fmax(to->most, force);
}

static void measure_level(tromba_run *to) {
  double mean = 0;
  double square = 0;
  for (int n = TRANSIENT; n < STEPS; ++n)
    mean += to->sound[n] / (STEPS - TRANSIENT);
  for (int n = TRANSIENT; n < STEPS; ++n)
    square += pow(to->sound[n] - mean, 2) / (STEPS - TRANSIENT);
  to->level = 10 * log10(square);
}

// The instrument by its own equations.
static bool simulate_application(unsigned departures, tromba_run *to) {
  instrument *a = instrument_new(departures, bow_force, bow_speed);
  double psi_max = 0;
  double psi_off = 0;
  for (int n = 0; a != NULL && n < STEPS; ++n) {
    instrument_step(a);
    record_sample(to, n, instrument_output(a), a->rattle, a->rattle_force);
    if (n < TRANSIENT)
      continue;
    const double psi = instrument_foot_law(a);
    psi_max = fmax(psi_max, fabs(psi));
    psi_off = fmax(psi_off, fabs(psi - a->foot_psi));
    to->missed = fmax(to->missed, fabs(a->guess - a->slip));
    to->foot_mean += a->foot / (STEPS - TRANSIENT);
  }
  to->foot_off = psi_off / psi_max;
  measure_level(to);
  const bool good = a != NULL;
  free(a);
  return good;
}

static carom_model *compile(const instrument_setting *how) {
  char text[4096];
  carom_error error;
  carom_model *model = NULL;
  carom_scene *scene = carom_scene_new(NULL);
  instrument *a = instrument_new(NO_DEPARTURES, bow_force, bow_speed);
  const bool good = scene != NULL && a != NULL && instrument_scene(a, how, text, sizeof text) &&
                    carom_scene_parse(scene, "tromba", text, strlen(text), &error) == CAROM_OK &&
                    (model = carom_model_compile(scene, NULL, &error)) != NULL;
  free(a);
  carom_scene_free(scene);
  return good ? model : NULL;
}

// The engine; only the sound is of use where it takes fewer than STEPS.
static bool simulate_engine(const instrument_setting *how, int steps, tromba_run *to) {
  carom_model *model = compile(how);
  carom_state *state = model != NULL ? carom_state_new(model, NULL) : NULL;
  if (state != NULL)
    carom_state_keep_ledger(model, state, false);
  for (int n = 0; state != NULL && n < steps; ++n) {
    carom_step(model, state);
    const double sound = instrument_sound(carom_output(model, state, OUT_STRING),
                                          carom_output(model, state, OUT_PLATE));
    record_sample(to, n, sound, carom_output(model, state, OUT_OVERLAP),
                  carom_output(model, state, OUT_FORCE));
  }
  measure_level(to);
  const bool good = state != NULL;
  carom_state_free(state);
  carom_model_free(model);
  return good;
}

static bool simulate_default(tromba_run *to) {
  return simulate_engine(&(const instrument_setting){"positive", "signed", false}, STEPS, to);
}

// The error of the energy balance over the work of the bow.
static double balance_error(unsigned departures) {
  instrument *a = instrument_new(departures, bow_force, bow_speed);
  double lost = 0;
  double work = 0;
  for (int n = 0; a != NULL && n < LEDGER; ++n) {
    instrument_step(a);
    lost += instrument_loss(a);
    work += instrument_work(a);
  }
  const double made = a != NULL ? instrument_energy(a) + lost - work : (double)NAN;
  free(a);
  return fabs(made) / work;
}

// The share of samples in which the friction of a strong bow does positive work.
static double share_driving(unsigned departures) {
  instrument *a = instrument_new(departures, strong_bow, bow_speed);
  int count = 0;
  for (int n = 0; a != NULL && n < TRANSIENT; ++n) {
    instrument_step(a);
    count += a->friction * a->slip < 0;
  }
  const double share = a != NULL ? (double)count / TRANSIENT : (double)NAN;
  free(a);
  return share;
}

// Largest difference over largest value from the engine with the published scheme, which is what
// the equations lead to.
static double distance_from_engine(unsigned departure, tromba_run *room) {
  static const instrument_setting published = {"published", "printed", false};
  instrument *a = instrument_new(DEPARTURE_BRANCH | departure, bow_force, bow_speed);
  double most = 0;
  double apart = a != NULL && simulate_engine(&published, COMPARED, room) ? 0 : (double)NAN;
  for (int n = 0; a != NULL && n < COMPARED; ++n) {
    instrument_step(a);
    most = fmax(most, fabs(room->sound[n]));
    apart = fmax(apart, fabs(instrument_output(a) - room->sound[n]));
  }
  free(a);
  return apart / most;
}

// --- Entries ------------------------------------------------------------------------------------

static void judge_and_draw(const entry *e, report *r, bool others, const tromba_run *theirs,
                           const tromba_run *ours) {
  static const char last_part[] = "The end of the run, when the bowing is steady";
  report_judge(r, others, VERDICT_CORRECTED);
  const graph graphs[] = {{"output, share of full scale", theirs->sound, ours->sound,
                           STEPS - WINDOW, WINDOW, step, 0, 0, NULL, last_part},
                          {"force of the rattle, N", theirs->force, ours->force, STEPS - WINDOW,
                           WINDOW, step, 0, 0, NULL, last_part}};
  report_draw_graphs(r, e->title, graphs, 2);
}

static void add_common(report *r, const tromba_run *theirs, const tromba_run *ours) {
  report_add(r, "share of samples that overlap", theirs->overlapping, ours->overlapping);
  report_add_digits(r, "level, dB", theirs->level, ours->level, 4);
}

// The application is off by at least so much, what is corrected by at most so much.
static void limit_both(report *r, double theirs, double ours) {
  report_theirs(r, theirs, INFINITY);
  report_ours(r, 0, ours);
}

void run_contact_fraction(const entry *e, report *r) {
  tromba_run *both = calloc(2, sizeof *both);
  if (both == NULL)
    return;
  const tromba_run *theirs = &both[0];
  const tromba_run *ours = &both[1];
  r->theirs = "application";
  r->ours = "engine";
  if (simulate_application(ALL_DEPARTURES, &both[0]) && simulate_default(&both[1])) {
    report_add(r, "share of samples that overlap", theirs->overlapping, ours->overlapping);
    report_theirs(r, 0.8 * built_share, 1.2 * built_share);
    report_ours(r, 0.12, 0.25);
    report_add(r, "share that push without overlap", theirs->apart, ours->apart);
    report_theirs(r, 0.2, INFINITY);
    report_ours(r, 0, 0.03);
    report_add(r, "share that pull", theirs->pulling, ours->pulling);
    report_theirs(r, 0.01, INFINITY);
    report_ours(r, 0, 0);
    report_add(r, "smallest force over largest", theirs->least / theirs->most,
               ours->least / ours->most);
    report_ours(r, 0, 1);
    report_add_printed(r, "overlapping, application as built", NULL, built_share, 2);
    judge_and_draw(e, r, true, theirs, ours);
  }
  free(both);
}

// From the application to the engine, one correction after the other; what then remains is how a
// contact is let go, which the level hardly shows.
void run_level(const entry *e, report *r) {
  static const struct {
    const char *name;
    unsigned left;
  } stages[] = {
      {"level, dB", ALL_DEPARTURES},
      {"its string spacing put right",
       DEPARTURE_BOW | DEPARTURE_BRANCH | DEPARTURE_RELEASE | DEPARTURE_EDGE},
      {"and its bow solve", DEPARTURE_BRANCH | DEPARTURE_RELEASE | DEPARTURE_EDGE},
      {"and the branch of its foot, and its edges", DEPARTURE_RELEASE},
  };
  enum { STAGES = sizeof stages / sizeof stages[0] };
  tromba_run *all = calloc(STAGES + 1, sizeof *all);
  if (all == NULL)
    return;
  const tromba_run *ours = &all[STAGES];
  bool good = simulate_default(&all[STAGES]);
  for (int i = 0; i < STAGES; ++i)
    good = good && simulate_application(stages[i].left, &all[i]);
  r->theirs = "application";
  r->ours = "engine";
  for (int i = 0; good && i < STAGES; ++i) {
    report_add_digits(r, stages[i].name, all[i].level, ours->level, 4);
    if (i == 0)
      report_theirs(r, built_level - 0.15, built_level + 0.15);
    if (i == STAGES - 1)
      report_within(r, 0.15, "dB");
  }
  report_add_printed(r, "level of the application as built, dB", NULL, built_level, 4);
  if (good)
    judge_and_draw(e, r, ours->level > all[0].level + 2, &all[0], ours);
  free(all);
}

// The application, and the same with one departure corrected.
static tromba_run *simulate_both(unsigned departure, report *r) {
  tromba_run *both = calloc(2, sizeof *both);
  r->theirs = "application";
  r->ours = "corrected";
  if (both != NULL && simulate_application(ALL_DEPARTURES, &both[0]) &&
      simulate_application(ALL_DEPARTURES & ~departure, &both[1]))
    return both;
  free(both);
  return NULL;
}

void run_string_spacing(const entry *e, report *r) {
  tromba_run *both = simulate_both(DEPARTURE_SPACING, r);
  tromba_run *room = calloc(1, sizeof *room);
  if (both != NULL && room != NULL) {
    const double made[] = {balance_error(ALL_DEPARTURES),
                           balance_error(ALL_DEPARTURES & ~(unsigned)DEPARTURE_SPACING)};
    const double far[] = {distance_from_engine(DEPARTURE_SPACING, room),
                          distance_from_engine(0, room)};
    report_add(r, "energy made or lost over the bow's work", made[0], made[1]);
    limit_both(r, 1e-3, rounding);
    report_add(r, "distance from the engine", far[0], far[1]);
    limit_both(r, 1e-2, rounding);
    add_common(r, &both[0], &both[1]);
    const bool more =
        both[1].overlapping > 2 * both[0].overlapping && both[1].level > both[0].level + 1.5;
    judge_and_draw(e, r, more, &both[0], &both[1]);
  }
  free(room);
  free(both);
}

void run_bow_solve(const entry *e, report *r) {
  tromba_run *both = simulate_both(DEPARTURE_BOW, r);
  tromba_run *room = calloc(1, sizeof *room);
  if (both != NULL && room != NULL) {
    const double driving[] = {share_driving(ALL_DEPARTURES),
                              share_driving(ALL_DEPARTURES & ~(unsigned)DEPARTURE_BOW)};
    const double far[] = {distance_from_engine(DEPARTURE_BOW, room), distance_from_engine(0, room)};
    report_add(r, "velocity missed over the bow's", both[0].missed / bow_speed,
               both[1].missed / bow_speed);
    limit_both(r, 0.05, rounding);
    report_add(r, "share in which friction drives, at 0.2 N", driving[0], driving[1]);
    limit_both(r, 0.2, 0);
    report_add(r, "distance from the engine", far[0], far[1]);
    limit_both(r, 1e-2, rounding);
    add_common(r, &both[0], &both[1]);
    judge_and_draw(e, r, true, &both[0], &both[1]);
  }
  free(room);
  free(both);
}

void run_foot_branch(const entry *e, report *r) {
  tromba_run *both = simulate_both(DEPARTURE_BRANCH, r);
  if (both != NULL) {
    report_add(r, "error of psi over its largest value", both[0].foot_off, both[1].foot_off);
    limit_both(r, 0.3, 0.05);
    report_add(r, "mean overlap, to either side, um", 1e6 * fabs(both[0].foot_mean),
               1e6 * fabs(both[1].foot_mean));
    limit_both(r, 1, 0.2);
    add_common(r, &both[0], &both[1]);
    judge_and_draw(e, r, true, &both[0], &both[1]);
  }
  free(both);
}

// Both by the engine.
void run_sizes(const entry *e, report *r) {
  tromba_run *both = calloc(2, sizeof *both);
  r->theirs = "its grid";
  r->ours = "its sizes";
  if (both != NULL && simulate_default(&both[0]) &&
      simulate_engine(&(const instrument_setting){"positive", "signed", true}, STEPS, &both[1])) {
    const double h = 1.9 / (STRING_CELLS + 1);
    report_add_digits(r, "length of the string, m", STRING_CELLS * h, 1.9, 4);
    report_add_digits(r, "length of the plate, m", 0.01 * PLATE_X, 1.35, 4);
    report_add_digits(r, "width of the plate, m", 0.01 * PLATE_Y, 0.18, 4);
    add_common(r, &both[0], &both[1]);
    report_within(r, 1.5, "dB");
    const bool less = both[1].overlapping < 0.5 * both[0].overlapping && both[1].overlapping > 0.05;
    judge_and_draw(e, r, less, &both[0], &both[1]);
  }
  free(both);
}
