// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Which stops stay in contact after an impact, and their forces: chatter is ended, contacts that
// would pull are released; impact_rules.c has the equations (theory 9.17 to 9.19).

#include "methods/event/impact_rules.h"

#include "base/elementary.h"
#include <math.h>
#include <string.h>

// Chatter is ended where its rate is below the first, relative to the fastest impact, and modes
// rotate by less than the second in the time T it lasts, so that its series is geometric.
static const double small_rate = 1e-9;
static const double small_rotation = 1e-6;

// Projects the modes so that overlaps and rates of all stops that stick are zero; the energy that
// this takes is lost there.
static void project_stuck(const modal_system *p, modal_motion *f) {
  const int count = stops_gather_stuck(p, f);
  for (int pass = 0; pass < 2; ++pass) {
    double *field = pass == 0 ? f->q0 : f->v0;
    for (int n = 0; n < count; ++n)
      f->push[n] = stop_sum(p, f->set[n], field) + (pass == 0 ? p->stop[f->set[n]].offset : 0);
    if (pass == 1)
      for (int n = 0; n < count; ++n)
        f->stop[f->set[n]].force = f->push[n]; // kept for the loss
    stops_solve(p, f, count, f->push);
    for (int n = 0; n < count; ++n) {
      const stop *s = &p->stop[f->set[n]];
      for (int k = s->first; k < s->first + s->count; ++k)
        field[p->participation[k].mode] -= p->participation[k].weight * f->push[n];
      if (pass == 0)
        continue;
      const double lost = f->push[n] * f->stop[f->set[n]].force / 2;
      f->stop[f->set[n]].lost += lost;
      f->stop[f->set[n]].dissipated += lost;
    }
  }
  memcpy(f->v, f->v0, (size_t)p->modes * sizeof *f->v);
}

static void begin_sticking(const modal_system *p, modal_motion *f, int i) {
  stop_begin(f, i, TOUCH_STUCK, 0);
  project_stuck(p, f);
}

double stop_force(const stop *s, double eta, double rate) {
  if (eta <= 0)
    return 0;
  if (s->rule == STOP_PENALTY)
    return s->stiffness * eta;
  return fmax(s->stiffness * real_power(eta, s->exponent) * (1 + s->damping * rate), 0);
}

bool stops_forces(const modal_system *p, modal_motion *f) {
  motion_accelerate(p, f, f->head->now);
  for (int i = 0; i < p->stops; ++i) {
    const stop *s = &p->stop[i];
    stop_state *now = &f->stop[i];
    now->force = now->touch == TOUCH_PRESSED ? stop_force(s, now->eta, now->rate) : 0;
    for (int k = s->first; now->force > 0 && k < s->first + s->count; ++k)
      f->a[p->participation[k].mode] -= p->participation[k].weight * now->force;
  }
  const bool held = stops_constrain(p, f, f->a, f->push);
  for (int i = 0, n = 0; i < p->stops; ++i)
    if (f->stop[i].touch == TOUCH_STUCK)
      f->stop[i].force = f->push[n++];
  return held;
}

// Free motion over the time of chatter that is left out.
static void advance_free(const modal_system *p, modal_motion *f, double T) {
  if (T <= 0 || f->head->touching > 0) // beside other contacts that time is neglected
    return;
  motion_restart(p, f);
  motion_book(p, f, T);
  motion_evaluate(p, f, T);
  stops_evaluate(p, f);
  f->head->now = T;
  motion_rebase(p, f);
}

// Whether impacts that leave at this rate are negligible. In free motion overlaps keep their
// digits; beside other contacts a bounce below the rounding of positions counts as none.
static bool is_negligible(const modal_motion *f, const stop_state *now, double out, double a) {
  return out <= small_rate * now->fastest_impact ||
         (f->head->touching > 0 && out * out <= 32 * a * now->position_noise);
}

static bool chatter_ends(const modal_system *p, modal_motion *f, int i) {
  const stop *s = &p->stop[i];
  const stop_state *now = &f->stop[i];
  const double R = restitution_of(s);
  const double out = fmax(-now->rate, 0);
  if (now->touch != TOUCH_APART || now->free_start || !stop_is_rigid(s) || !stop_is_near(now) ||
      now->rate > 0 || (R == 1 && out > 0) ||
      (f->head->touching == 0 && out > small_rate * now->fastest_impact))
    return false;
  stops_forces(p, f);
  const onset at = stop_onset(p, f, i);
  // Where the acceleration is zero its derivative decides.
  const bool pushed = out == 0 && fabs(at.bend) <= 1e-13 * at.size ? at.jerk > 0 : at.bend > 0;
  if (!pushed || !is_negligible(f, now, out, at.bend))
    return false;
  const double T = out > 0 && R < 1 ? 2 * out / (at.bend * (1 - R)) : 0;
  if (T * p->fastest > small_rotation)
    return false;
  advance_free(p, f, T);
  begin_sticking(p, f, i);
  return true;
}

// Releases those of the stops that stick that would pull: p >= 0 and G p >= L a, one of them with
// equality at each stop, by projected Gauss-Seidel (R. W. Cottle et al., The linear complementarity
// problem, 1992).
static void release_pulling(const modal_system *p, modal_motion *f) {
  if (!stops_forces(p, f))
    return;
  bool pulls = false;
  for (int i = 0; i < p->stops; ++i)
    pulls = pulls || (f->stop[i].touch == TOUCH_STUCK && f->stop[i].force < 0);
  if (!pulls)
    return;
  const int count = stops_gather_stuck(p, f);
  double *G = f->matrix;
  for (int n = 0; n < count; ++n) { // back to the acceleration without them
    const stop *s = &p->stop[f->set[n]];
    for (int k = s->first; k < s->first + s->count; ++k)
      f->a[p->participation[k].mode] += p->participation[k].weight * f->stop[f->set[n]].force;
  }
  for (int n = 0; n < count; ++n) {
    f->push[n] = fmax(f->stop[f->set[n]].force, 0);
    for (int m = 0; m < count; ++m)
      G[n * count + m] = stops_coupling(p, f->set[n], f->set[m]);
  }
  for (int pass = 0; pass < 1000; ++pass)
    for (int n = 0; n < count; ++n) {
      double rest = stop_sum(p, f->set[n], f->a);
      for (int m = 0; m < count; ++m)
        rest -= G[n * count + m] * f->push[m];
      f->push[n] = fmax(f->push[n] + rest / G[n * count + n], 0);
    }
  for (int n = 0; n < count; ++n)
    if (f->push[n] == 0)
      stop_end(p, f, f->set[n]);
}

void stops_resolve(const modal_system *p, modal_motion *f) {
  for (int i = 0; i < p->stops; ++i)
    chatter_ends(p, f, i);
  if (f->head->touching == 0)
    return;
  project_stuck(p, f);
  release_pulling(p, f);
  stops_evaluate(p, f);
}
