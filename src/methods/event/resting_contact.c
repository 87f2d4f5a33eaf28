// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Which stops stay touched after an impact, and what they push with: chatter is brought to its end,
// contacts that would pull are let go; impact_rules.c has the equations (theory 9.17
// to 9.19).

#include "methods/event/impact_rules.h"

#include <math.h>
#include <string.h>

// A rate is nothing beside the swiftest impact below this; chatter then lasts T, and modes turn by
// less than the second in it, so that its series is geometric.
static const double small_rate = 1e-9;
static const double small_turn = 1e-6;

// Moves the modes, by as little as can be, so that overlaps and rates of all stops that are stuck
// are exactly zero; what that takes from the motion is lost there.
static void put_right(const modal_system *p, modal_motion *f) {
  const int count = stops_gather_stuck(p, f);
  for (int turn = 0; turn < 2; ++turn) {
    double *field = turn == 0 ? f->q0 : f->v0;
    for (int n = 0; n < count; ++n)
      f->push[n] = stop_sum(p, f->set[n], field) + (turn == 0 ? p->stop[f->set[n]].offset : 0);
    if (turn == 1)
      for (int n = 0; n < count; ++n)
        f->stop[f->set[n]].force = f->push[n]; // kept for the loss
    stops_solve(p, f, count, f->push);
    for (int n = 0; n < count; ++n) {
      const stop *s = &p->stop[f->set[n]];
      for (int k = s->first; k < s->first + s->count; ++k)
        field[p->participation[k].mode] -= p->participation[k].weight * f->push[n];
      if (turn == 0)
        continue;
      const double lost = f->push[n] * f->stop[f->set[n]].force / 2;
      f->stop[f->set[n]].lost += lost;
      f->stop[f->set[n]].dissipated += lost;
    }
  }
  memcpy(f->v, f->v0, (size_t)p->modes * sizeof *f->v);
}

static void put_on(const modal_system *p, modal_motion *f, int i) {
  stop_begin(f, i, TOUCH_STUCK, 0);
  put_right(p, f);
}

double stop_force(const stop *s, double eta, double rate) {
  if (eta <= 0)
    return 0;
  if (s->rule == STOP_PENALTY)
    return s->stiffness * eta;
  return fmax(s->stiffness * pow(eta, s->exponent) * (1 + s->damping * rate), 0);
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

// The free flight while chatter dies away.
static void fly_on(const modal_system *p, modal_motion *f, double T) {
  if (T <= 0 || f->head->touching > 0) // beside other contacts that moment is left out
    return;
  motion_restart(p, f);
  motion_book(p, f, T);
  motion_evaluate(p, f, T);
  stops_evaluate(p, f);
  f->head->now = T;
  motion_rebase(p, f);
}

// Whether impacts that leave at this rate are too small to go on with. In flight overlaps keep
// their digits; beside other contacts a bounce below the grain of positions is none.
static bool dies_away(const modal_motion *f, const stop_state *now, double out, double a) {
  return out <= small_rate * now->fastest_impact ||
         (f->head->touching > 0 && out * out <= 32 * a * now->grain);
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
  // Where nothing pushes yet, what comes next decides.
  const bool pushed = out == 0 && fabs(at.bend) <= 1e-13 * at.size ? at.jerk > 0 : at.bend > 0;
  if (!pushed || !dies_away(f, now, out, at.bend))
    return false;
  const double T = out > 0 && R < 1 ? 2 * out / (at.bend * (1 - R)) : 0;
  if (T * p->fastest > small_turn)
    return false;
  fly_on(p, f, T);
  put_on(p, f, i);
  return true;
}

// Of the stops that are stuck those are let go that would pull: forces p >= 0 with
// G p >= L a, the one or the other zero at each stop, by Gauss and Seidel's iteration with all
// forces kept from below zero (R. W. Cottle et al., The linear complementarity problem, 1992).
static void let_go(const modal_system *p, modal_motion *f) {
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
  for (int turn = 0; turn < 1000; ++turn)
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
  put_right(p, f);
  let_go(p, f);
  stops_evaluate(p, f);
}
