// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Printed formulas beside the corrected ones, on the systems of as_printed.h.

#include "reproduce/as_printed.h"
#include "reproduce/reproduce.h"
#include <carom/file.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 2000, COMPARED = 400 }; // rounding grows from impact to impact

// The errors of printed formulas must exceed the first, those of corrected ones stay below the
// second.
static const double wrong = 1e-3;
static const double rounding = 1e-10;

/// The displacement of u at the contact, and energy and losses over the initial energy, less 1.
typedef struct {
  double u[STEPS], energy[STEPS];
  double energy_error; // infinite if the run does not stay finite
  bool touched;        // every contact closed and opened
} trajectory;

// A mass on a two-sided law: (16) with the g of (69).
static as_printed_system two_sided(void) {
  as_printed_system of = as_printed_systems[0];
  of.contacts = "rub";
  return of;
}

static as_printed_system system_of(const erratum_case *c) {
  return c->system > 0 ? as_printed_systems[c->system - 1] : two_sided();
}

static as_printed_state state_of(const erratum_case *c, bool printed) {
  const as_printed_system of = system_of(c);
  as_printed_state o = as_printed_new(&of, c->alpha);
  o.printed = printed ? (erratum)c->printed : CORRECTED;
  if (c->system == 0) {
    o.b = 0;
    o.contact[0].K = o.body[U].rho * pow(2 * 3.14159265358979323846 * 250, 2);
    as_printed_start(&o);
  }
  for (int i = 0; i < o.bodies; ++i)
    if (o.body[i].type == 'p' && c->plate_sigma0 > 0)
      o.body[i].sigma0 = c->plate_sigma0;
  return o;
}

static void simulate(const as_printed_system *of, as_printed_state *o, trajectory *to) {
  const double first = as_printed_energy(o);
  to->energy_error = 0;
  for (int n = 0; n < STEPS; ++n) {
    const double ratio =
        isfinite(to->energy_error) ? (as_printed_energy(o) + o->lost) / first : (double)NAN;
    to->u[n] = isfinite(ratio) ? *as_printed_displacement(o, U, NOW, BR) : (double)NAN;
    to->energy[n] = ratio - 1;
    to->energy_error = isfinite(ratio) ? fmax(to->energy_error, fabs(ratio - 1)) : (double)INFINITY;
    if (isfinite(ratio))
      as_printed_step(of, o);
  }
  to->touched = true;
  for (int i = 0; i < o->contacts; ++i)
    to->touched = to->touched && o->contact[i].touching > 0 && o->contact[i].apart > 0;
}

// --- References of trajectories -----------------------------------------------------------------

// The engine's, from the same state.
static bool simulate_engine(as_printed_state *o, double *u) {
  enum { TEXT = 1 << 15 };
  carom_error error;
  carom_model *model = NULL;
  carom_scene *scene = carom_scene_new(NULL);
  char *text = malloc(TEXT);
  const bool good =
      scene != NULL && text != NULL && as_printed_scene(o, text, TEXT) &&
      carom_scene_parse(scene, "as printed", text, strlen(text), &error) == CAROM_OK &&
      (model = carom_model_compile(scene, NULL, &error)) != NULL;
  carom_state *state = good ? carom_state_new(model, NULL) : NULL;
  const long place = as_printed_displacement(o, U, NOW, BR) - o->body[U].x[NOW];
  for (int n = 0; state != NULL && n < STEPS; ++n) {
    double shape[ROOM];
    carom_body_shape(model, state, U, shape, ROOM);
    u[n] = shape[place];
    carom_step(model, state);
  }
  const bool done = state != NULL;
  carom_state_free(state);
  carom_model_free(model);
  carom_scene_free(scene);
  free(text);
  return done;
}

// M delta_tt u = -K mu_tt u: u = a cos n theta + b sin n theta with
// cos theta = (2 M/k^2 - K/2) / (2 M/k^2 + K/2).
static bool evaluate_formula(as_printed_state *o, double *u) {
  const double inertia = 2 * o->body[U].rho / (k * k);
  const double half = o->contact[0].K / 2;
  const double theta = acos((inertia - half) / (inertia + half));
  const double a = o->body[U].x[NOW][0];
  const double b = (a * cos(theta) - o->body[U].x[BEFORE][0]) / sin(theta);
  for (int n = 0; n < STEPS; ++n)
    u[n] = a * cos(n * theta) + b * sin(n * theta);
  return true;
}

// The largest difference over the largest displacement.
static double distance(const double *u, const double *reference, int steps) {
  double most = 0;
  double difference = 0;
  for (int n = 0; n < steps; ++n) {
    most = fmax(most, fabs(reference[n]));
    if (!isfinite(u[n]))
      return INFINITY;
    difference = fmax(difference, fabs(u[n] - reference[n]));
  }
  return difference / most;
}

// The mean period between rising zeros, in steps.
static double mean_period(const double *u) {
  double first = NAN;
  double last = NAN;
  int count = -1;
  for (int n = 1; n < STEPS; ++n)
    if (u[n - 1] < 0 && u[n] >= 0) {
      last = n - u[n] / (u[n] - u[n - 1]);
      first = count < 0 ? last : first;
      ++count;
    }
  return (last - first) / count;
}

// --- The entry ----------------------------------------------------------------------------------

// The printed formula is wrong by more than chance could do, the corrected one right to rounding.
static void limit_both(report *r) {
  report_theirs(r, wrong, INFINITY);
  report_ours(r, 0, rounding);
}

static void compare(const erratum_case *c, const trajectory *theirs, const trajectory *ours,
                    report *r) {
  static double reference[STEPS];
  as_printed_state o = state_of(c, false);
  report_add(r, "energy error", theirs->energy_error, ours->energy_error);
  if (c->measure == BY_ENERGY) {
    limit_both(r);
    return;
  }
  report_ours(r, 0, rounding);
  const bool engine = c->measure == BY_ENGINE;
  const int steps = engine ? COMPARED : STEPS;
  const bool there = engine ? simulate_engine(&o, reference) : evaluate_formula(&o, reference);
  const double a = there ? distance(theirs->u, reference, steps) : (double)NAN;
  const double b = there ? distance(ours->u, reference, steps) : (double)NAN;
  report_add(r, engine ? "distance from the engine" : "distance from the solution", a, b);
  limit_both(r);
  if (!engine)
    report_add(r, "period error", mean_period(theirs->u) / mean_period(reference) - 1,
               mean_period(ours->u) / mean_period(reference) - 1);
}

static double largest(const double *y) {
  double most = 0;
  for (int n = 0; n < STEPS; ++n)
    most = fmax(most, fabs(y[n]));
  return most;
}

// How many steps a graph shows: all of them, or fewer where y soon leaves the range for good.
static int steps_shown(const double *y, double low, double high, int all) {
  int last = 0; // the last one within
  for (int n = 0; n < all; ++n)
    last = y[n] >= low && y[n] <= high ? n : last;
  return last > all / 4 ? all : last < 15 ? 60 : 4 * last;
}

void run_erratum(const entry *e, report *r) {
  const erratum_case *c = e->about;
  const as_printed_system of = system_of(c);
  trajectory *both = calloc(2, sizeof *both);
  if (both == NULL)
    return;
  for (int i = 0; i < 2; ++i) {
    as_printed_state o = state_of(c, i == 0);
    simulate(&of, &o, &both[i]);
  }
  r->theirs = "printed formula";
  r->ours = "corrected";
  compare(c, &both[0], &both[1], r);
  report_judge(r, both[1].touched, VERDICT_CORRECTED);
  const double high = 3 * largest(both[1].u);
  const graph graphs[] = {
      {"displacement of u, m", both[0].u, both[1].u, 0,
       steps_shown(both[0].u, -high, high, STEPS / 4), k, -high, high, NULL,
       "The first quarter, or four times as long as the printed formula stays in range"},
      {"energy and losses over the first energy, less 1, dimensionless", both[0].energy,
       both[1].energy, 0, steps_shown(both[0].energy, -2, 3, STEPS), k, -2, 3, NULL, NULL}};
  report_draw_graphs(r, e->title, graphs, 2);
  free(both);
}

// --- System 8 -----------------------------------------------------------------------------------

void run_factored(const entry *e, report *r) {
  trajectory *both = calloc(2, sizeof *both);
  if (both == NULL)
    return;
  for (int i = 0; i < 2; ++i) {
    as_printed_state o = as_printed_new(&as_printed_systems[6 + i], 1.5);
    simulate(&as_printed_systems[6 + i], &o, &both[i]);
  }
  r->theirs = "system 7";
  r->ours = "system 8";
  const double difference = distance(both[0].u, both[1].u, STEPS);
  report_add(r, "energy error", both[0].energy_error, both[1].energy_error);
  report_theirs(r, 0, 1e-12);
  report_ours(r, 0, 1e-12);
  report_add(r, "distance from system 7", 0, difference);
  report_ours(r, 0, rounding);
  report_judge(r, both[0].touched, VERDICT_REPRODUCED);
  const graph graphs[] = {{"displacement of u, m", both[0].u, both[1].u, 0, STEPS / 4, k, 0, 0,
                           NULL, "The first quarter of the run"},
                          {"energy and losses over the first energy, less 1, dimensionless",
                           both[0].energy, both[1].energy, 0, STEPS, k, 0, 0, NULL, NULL}};
  report_draw_graphs(r, e->title, graphs, 2);
  free(both);
}
