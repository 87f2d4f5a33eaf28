// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What rigid stops do (theory 9.14 to 9.18). At an impact the rate v of the overlap becomes -R v.
// The impulse P at the point changes all modes, q_j' -= L_j P, so that with the inverse effective
// mass m = sum L_j^2
//
//   P = (1 + R) v / m,    energy lost = P (v + v+) / 2 = (1 - R^2) v^2 / 2m
//
// (C. P. Vyasarayani, thesis, Waterloo 2009, equations 3.65 and 3.77). Collocation (thesis,
// equation 3.41; theory 9.16) asks instead that velocities stay as they are at given points: the
// same jump of the rate, spread over the modes by another vector, which may lose energy or add
// some. Impacts at the same time share the matrix G_ik = sum L_ij L_kj: G P = (1 + R) v for those
// that close, v for those that stick. Where that asks one of them to pull, or would add energy,
// they act sequentially.
//
// Chatter. Under an acceleration a towards the stop, impacts at R < 1 come in a geometric series
// that is over after T = 2 v+ / (a (1 - R)). Once v+ is negligible beside the impacts before, the
// series is ended there and the stop sticks: the modes are held on L q = -o, with the forces
//
//   G p = L (f - 2 s q' - w^2 q)
//
// until one of them would pull. That is also what mode switching does at once, without restitution.

#include "methods/event/impact_rules.h"

#include "base/dense.h"
#include "base/kernel.h"

#include <math.h>
#include <string.h>

INLINE double sum_lanes(const lanes_4 *x) {
  return ((*x)[0] + (*x)[2]) + ((*x)[1] + (*x)[3]);
}

#define MAGNITUDE(x) ((lanes_4)((masks_4)(x) & ~0ULL >> 1))

/// Sums over a stop's modes, place by place: change and rate of its overlap, and of magnitudes.
typedef struct {
  lanes_4 change, rate, size, place, speed;
} stop_sums;

INLINE void add_modes(const mode_bounds *bound, const double *dq, const double *v, const double *q0,
                      stop_sums *sum) {
  const lanes_4 L = *(const lanes_4 *)bound->weight;
  const lanes_4 travel = L * *(const lanes_4 *)dq;
  const lanes_4 part = L * *(const lanes_4 *)v;
  sum->change += travel;
  sum->size += MAGNITUDE(travel);
  sum->rate += part;
  sum->speed += MAGNITUDE(part);
  sum->place += MAGNITUDE(L * *(const lanes_4 *)q0);
}

KERNEL
static void sum_modes(const modal_system *p, const modal_motion *f, int i, stop_sums *to) {
  const int in_order = blocks_in_order(p, f, i);
  const mode_bounds *bound = bounds_of(p, f, i);
  const lanes_4 zero = {0};
  stop_sums sum = {zero, zero, zero, zero, zero};
  for (int b = 0; b < in_order; ++b) {
    const long long at = f->stop[i].first_mode + (long)b * BOUNDS_BLOCK;
    add_modes(&bound[b], f->dq + at, f->v + at, f->q0 + at, &sum);
  }
  for (int b = in_order; b < blocks_of(p, i); ++b) {
    double dq[BOUNDS_BLOCK];
    double v[BOUNDS_BLOCK];
    double q0[BOUNDS_BLOCK];
    load_listed(p, i, b, f->dq, dq);
    load_listed(p, i, b, f->v, v);
    load_listed(p, i, b, f->q0, q0);
    add_modes(&bound[b], dq, v, q0, &sum);
  }
  *to = sum;
}

static void evaluate_stop(const modal_system *p, const modal_motion *f, int i) {
  stop_state *s = &f->stop[i];
  stop_sums sum;
  sum_modes(p, f, i, &sum);
  const double speed = sum_lanes(&sum.speed);
  const double rate = sum_lanes(&sum.rate);
  s->position_noise = 4 * 0x1p-52 * (fabs(p->stop[i].offset) + sum_lanes(&sum.place));
  s->eta = s->start + sum_lanes(&sum.change);
  // a rate within rounding error counts as zero
  s->rate = fabs(rate) > 4 * 0x1p-52 * (speed + s->fastest_impact) ? rate : 0;
  s->noise = 4 * 0x1p-52 * (fabs(s->start) + (sum_lanes(&sum.size) + f->head->now * speed));
}

void stops_evaluate(const modal_system *p, modal_motion *f) {
  for (int i = 0; i < p->stops; ++i)
    evaluate_stop(p, f, i);
}

// --- Stops that are near ------------------------------------------------------------------------

// The change of a stop's overlap alone.
KERNEL
static double change_of(const modal_system *p, const modal_motion *f, int i) {
  const int in_order = blocks_in_order(p, f, i);
  const mode_bounds *bound = bounds_of(p, f, i);
  lanes_4 sum = {0};
  for (int b = 0; b < blocks_of(p, i); ++b) {
    double listed[BOUNDS_BLOCK];
    const double *dq = f->dq + f->stop[i].first_mode + (long)b * BOUNDS_BLOCK;
    if (b >= in_order) {
      load_listed(p, i, b, f->dq, listed);
      dq = listed;
    }
    sum += *(const lanes_4 *)bound[b].weight * *(const lanes_4 *)dq;
  }
  return sum_lanes(&sum);
}

// Whether a stop is not near (stop_is_near()), by bounds on the magnitudes that errors are measured
// by: those of positions are at most A = reach, of their changes 2 A, and of rates A times the
// largest w.
static bool is_far(const modal_system *p, const modal_motion *f, int i, double eta) {
  const stop_state *s = &f->stop[i];
  const double size = s->reach * (35 + 16 * p->fastest * f->head->now);
  const double rest = 17 * fabs(s->start) + fabs(p->stop[i].offset) + 2 * fabs(s->at_rest);
  return s->touch == TOUCH_APART && eta < -8 * 0x1p-52 * (size + rest);
}

// What is left out of a stop that is far is as if it were zero.
void stops_evaluate_near(const modal_system *p, modal_motion *f) {
  for (int i = 0; i < p->stops; ++i) {
    stop_state *s = &f->stop[i];
    const bool known = p->undamped && p->drives == 0;
    const double change = known && f->head->now > 0 ? change_of(p, f, i) : 0;
    const double eta = s->start + change;
    if (known && is_far(p, f, i, eta)) {
      s->eta = eta;
      s->rate = s->noise = s->position_noise = 0;
    } else {
      evaluate_stop(p, f, i);
    }
  }
}

// --- Contacts from begin to end -----------------------------------------------------------------

void stop_begin(modal_motion *f, int i, stop_touch how, double speed) {
  stop_state *s = &f->stop[i];
  if (s->touch == TOUCH_APART)
    ++f->head->touching;
  s->touch = how;
  s->start = s->eta = 0;
  s->begin = instant_value(f->head->origin);
  s->speed_in = speed;
  s->peak = s->impulse = s->lost = s->deepest = 0;
}

static void report(modal_motion *f, const impact_record *what) {
  ++f->head->impacts;
  if (f->on_impact != NULL)
    f->on_impact(f->user, what);
}

void stop_end(const modal_system *p, modal_motion *f, int i) {
  stop_state *s = &f->stop[i];
  --f->head->touching;
  s->touch = TOUCH_APART;
  s->start = s->eta = 0;
  s->force = 0;
  s->rate = fmin(stop_sum(p, i, f->v0), 0);
  report(f, &(impact_record){.stop = i,
                             .begin = s->begin,
                             .end = instant_value(f->head->origin),
                             .peak_force = s->peak,
                             .impulse = s->impulse,
                             .speed_in = s->speed_in,
                             .speed_out = -s->rate,
                             .energy_lost = s->lost,
                             .deepest = s->deepest});
}

static void report_impact(modal_motion *f, int i, double speed, double out, double impulse,
                          double lost) {
  const double now = instant_value(f->head->origin);
  f->stop[i].fastest_impact = fmax(f->stop[i].fastest_impact, speed);
  f->stop[i].dissipated += lost;
  report(f, &(impact_record){.stop = i,
                             .begin = now,
                             .end = now,
                             .peak_force = NAN,
                             .impulse = impulse,
                             .speed_in = speed,
                             .speed_out = out,
                             .energy_lost = lost});
}

// --- One stop at a time -------------------------------------------------------------------------

static void apply_impulse(const modal_system *p, modal_motion *f, int i, double restitution) {
  const stop *s = &p->stop[i];
  const double speed = stop_sum(p, i, f->v0);
  const double jump = (1 + restitution) * speed;
  const bool point = s->rule != STOP_COLLOCATION;
  double lost = point ? (1 - restitution * restitution) * speed * speed / (2 * s->mobility) : 0;
  for (int k = s->first; k < s->first + s->count; ++k) {
    const participation r = p->participation[k];
    const double before = f->v0[r.mode];
    f->v0[r.mode] -= r.kick * jump;
    if (!point)
      lost += (before - f->v0[r.mode]) * (before + f->v0[r.mode]) / 2;
  }
  report_impact(f, i, speed, restitution * speed, point ? jump / s->mobility : (double)NAN, lost);
}

// --- Several at once ----------------------------------------------------------------------------

double stops_coupling(const modal_system *p, int i, int k) {
  const stop *a = &p->stop[i];
  const stop *b = &p->stop[k];
  double sum = 0;
  for (int x = a->first; x < a->first + a->count; ++x)
    for (int y = b->first; y < b->first + b->count; ++y)
      if (p->participation[x].mode == p->participation[y].mode)
        sum += p->participation[x].weight * p->participation[y].weight;
  return sum;
}

void stops_solve(const modal_system *p, modal_motion *f, int count, double *b) {
  double *G = f->matrix;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k <= i; ++k)
      G[i * count + k] = stops_coupling(p, f->set[i], f->set[k]);
  dense_solve_semidefinite(G, count, b);
}

int stops_gather_stuck(const modal_system *p, modal_motion *f) {
  int count = 0;
  for (int i = 0; i < p->stops; ++i)
    if (f->stop[i].touch == TOUCH_STUCK)
      f->set[count++] = i;
  return count;
}

bool stops_constrain(const modal_system *p, modal_motion *f, double *a, double *push) {
  const int count = stops_gather_stuck(p, f);
  for (int n = 0; n < count; ++n)
    push[n] = stop_sum(p, f->set[n], a);
  stops_solve(p, f, count, push);
  for (int n = 0; n < count; ++n) {
    const stop *s = &p->stop[f->set[n]];
    for (int k = s->first; k < s->first + s->count; ++k)
      a[p->participation[k].mode] -= p->participation[k].weight * push[n];
  }
  return count > 0;
}

static bool closing(const modal_motion *f, int i) {
  const stop_state *s = &f->stop[i];
  return s->touch == TOUCH_APART && stop_is_near(s) && s->rate > 0;
}

// All that close and all that stick, simultaneously; false, with nothing done, if one would pull or
// energy would be added.
static bool apply_simultaneously(const modal_system *p, modal_motion *f) {
  int count = 0;
  for (int i = 0; i < p->stops; ++i) {
    if (!closing(f, i) && f->stop[i].touch != TOUCH_STUCK)
      continue;
    if (p->stop[i].rule == STOP_COLLOCATION)
      return false;
    f->push[count] =
        closing(f, i) ? (1 + restitution_of(&p->stop[i])) * f->stop[i].rate : f->stop[i].rate;
    f->set[count++] = i;
  }
  stops_solve(p, f, count, f->push);
  double lost = 0;
  for (int n = 0; n < count; ++n) {
    const stop_state *s = &f->stop[f->set[n]];
    const double after = closing(f, f->set[n]) ? -restitution_of(&p->stop[f->set[n]]) * s->rate : 0;
    if (f->push[n] < 0)
      return false;
    lost += f->push[n] * (s->rate + after) / 2;
  }
  if (lost < 0)
    return false;
  for (int n = 0; n < count; ++n) {
    const int i = f->set[n];
    const stop *s = &p->stop[i];
    const double after = closing(f, i) ? -restitution_of(s) * f->stop[i].rate : 0;
    for (int k = s->first; k < s->first + s->count; ++k)
      f->v0[p->participation[k].mode] -= p->participation[k].weight * f->push[n];
    if (closing(f, i))
      report_impact(f, i, f->stop[i].rate, -after, f->push[n],
                    f->push[n] * (f->stop[i].rate + after) / 2);
    else
      f->stop[i].impulse += f->push[n];
  }
  return true;
}

// Sequentially, the one that closes fastest first; impacts of those that stick are plastic.
static void apply_sequentially(const modal_system *p, modal_motion *f) {
  double first = 0;
  for (int round = 0; round < 100 * p->stops; ++round) {
    int next = -1;
    double max = 0;
    for (int i = 0; i < p->stops; ++i) {
      stop_state *s = &f->stop[i];
      const bool touched = s->touch == TOUCH_STUCK || (s->touch == TOUCH_APART && stop_is_near(s));
      if (!touched || !stop_is_rigid(&p->stop[i]))
        continue;
      s->rate = stop_sum(p, i, f->v0);
      if (s->rate > max) {
        max = s->rate;
        next = i;
      }
    }
    first = fmax(first, max);
    if (next < 0 || max <= 1e-14 * first)
      break;
    apply_impulse(p, f, next,
                  f->stop[next].touch == TOUCH_STUCK ? 0 : restitution_of(&p->stop[next]));
  }
  for (int i = 0; i < p->stops; ++i) // those that separate no longer stick
    if (f->stop[i].touch == TOUCH_STUCK && stop_sum(p, i, f->v0) < -1e-14 * first)
      stop_end(p, f, i);
}

// One round: all that close now; false if none does.
static bool collide_once(const modal_system *p, modal_motion *f) {
  int hits = 0;
  int stuck = 0;
  int last = -1;
  for (int i = 0; i < p->stops; ++i) {
    stuck += f->stop[i].touch == TOUCH_STUCK;
    if (!closing(f, i))
      continue;
    f->stop[i].start = f->stop[i].eta = 0;
    if (stop_is_rigid(&p->stop[i])) {
      ++hits;
      last = i;
    } else {
      stop_begin(f, i, TOUCH_PRESSED, f->stop[i].rate);
    }
  }
  if (hits == 0)
    return false;
  if (hits == 1 && stuck == 0)
    apply_impulse(p, f, last, restitution_of(&p->stop[last]));
  else if (!apply_simultaneously(p, f))
    apply_sequentially(p, f);
  memcpy(f->v, f->v0, (size_t)p->modes * sizeof *f->v);
  stops_evaluate_near(p, f);
  return true;
}

// An impact may make another stop close that is touched.
void stops_collide(const modal_system *p, modal_motion *f) {
  for (int round = 0; round < 10000; ++round)
    if (!collide_once(p, f))
      return;
}
