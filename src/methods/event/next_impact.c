// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The search for the next impact, which cannot miss one (theory 9.9 to 9.13). From any time on, the
// overlap of a stop is
//
//   eta(h) = c0 + c1 h + c2 h^2 + c3 h^3 + c4 h^4 + R,    |R| <= c5 h^5
//
// with its first four derivatives, which modes give at once (q'' = f - 2 s q' - w^2 q, and so on),
// and a bound on the fifth that holds for the whole free motion (free_motion.c). As long as the sum
// with +c5 is negative there is no impact: that is a safe step. Where, after it, the rate with -c5
// stays positive until the sum with -c5 is positive, the root between is the first and the only
// one, and Newton's iteration converges to it.
//
// Energy bounds the amplitudes of modes. So every cut of the modes into slow ones, represented by
// their derivatives, and fast ones, represented by their amplitudes, gives an upper bound of the
// overlap. Far from a stop a few slow modes suffice, and the others are not evaluated; one slow
// mode alone is followed in closed form.

#include "base/constants.h"
#include "methods/event/polynomial.h"

#include "base/kernel.h"
#include "base/sines.h"
#include <float.h>
#include <math.h>
#include <stddef.h>

// --- Modes at one time --------------------------------------------------------------------------

/// A block of a stop's modes at some time, times its weights L: the change of each since the
/// origin, then L (q - r) and its derivatives.
typedef struct {
  lanes_4 change, d[POWERS - 1];
} block;

// Undamped modes without drives; w h / 2 < sines_most.
INLINE void undamped_block(const mode_bounds *bound, double h, block *b) {
  const lanes_4 w = *(const lanes_4 *)bound->w;
  const lanes_4 x = *(const lanes_4 *)bound->x;
  const lanes_4 y = *(const lanes_4 *)bound->y;
  const lanes_4 angle = w * (h / 2);
  lanes_4 s = {0};
  lanes_4 c = {1, 1, 1, 1};
  if (h > 0)
    sines_4(&angle, &s, &c);
  b->change = 2 * s * (y * *(const lanes_4 *)bound->inverse * c - x * s);
  b->d[0] = x + b->change;
  b->d[1] = y - 2 * s * (y * s + w * x * c);
  for (int m = 2; m < POWERS - 1; ++m)
    b->d[m] = -w * w * b->d[m - 2];
}

// Forces on a mode at the time last evaluated, and their derivatives.
static void add_drives(const modal_system *p, const modal_motion *f, int j, double *d) {
  d[2] += p->mode[j].constant;
  for (int t = 0; t < p->drives; ++t) {
    const double *drive = f->phase + (long)t * DRIVE_VALUES;
    double force = p->response[t * p->modes + j].force;
    for (int m = 2; m < POWERS - 1; ++m) { // sine, cosine, -sine, -cosine
      const double wave = m % 2 == 0 ? drive[DRIVE_SINE_NOW] : drive[DRIVE_COSINE_NOW];
      d[m] += m % 4 < 2 ? -force * wave : force * wave;
      force *= drive[DRIVE_RATE];
    }
  }
}

// Modes of any kind, at the time last evaluated.
static void any_block(const modal_system *p, const modal_motion *f, const stop *s, int k,
                      block *b) {
  *b = (block){.change = {0}};
  for (int n = 0; n < BOUNDS_BLOCK && k + n < s->count; ++n) {
    const participation r = p->participation[s->first + k + n];
    const oscillator *o = &p->mode[r.mode];
    const double w2 = o->omega * o->omega;
    double d[POWERS - 1] = {f->q0[r.mode] + f->dq[r.mode], f->v[r.mode]};
    add_drives(p, f, r.mode, d);
    for (int m = 2; m < POWERS - 1; ++m)
      d[m] -= 2 * o->decay * d[m - 1] + w2 * d[m - 2];
    d[0] -= o->rest;
    b->change[n] = r.weight * f->dq[r.mode];
    for (int m = 0; m < POWERS - 1; ++m)
      b->d[m][n] = r.weight * d[m];
  }
}

onset stop_onset(const modal_system *p, const modal_motion *f, int i) {
  const stop *s = &p->stop[i];
  onset at = {0};
  for (int k = s->first; k < s->first + s->count; ++k) {
    const int j = p->participation[k].mode;
    const oscillator *o = &p->mode[j];
    const double L = p->participation[k].weight;
    const double w2 = o->omega * o->omega;
    double push = 0;
    for (int t = 0; t < p->drives; ++t)
      push += p->response[t * p->modes + j].force * f->phase[t * DRIVE_VALUES + DRIVE_RATE] *
              f->phase[t * DRIVE_VALUES + DRIVE_COSINE];
    at.rate += L * f->v[j];
    at.bend += L * f->a[j];
    at.size += fabs(L) * (fabs(f->a[j]) + w2 * fabs(f->q0[j]));
    at.jerk += L * (push - 2 * o->decay * f->a[j] - w2 * f->v[j]);
  }
  return at;
}

// --- One stop -----------------------------------------------------------------------------------

/// A way of cutting a stop's modes.
typedef struct {
  double c[POWERS];       // an upper bound of the overlap
  double guess;           // of a step, s; 0 if there is none
  int slow;               // modes represented by their derivatives
  double size, rate_size; // sums of magnitudes, of overlap and rate
} cut;

// A polynomial is a useful bound for about so many radians of its fastest mode.
static const double valid_radians = 2;

// Whether each stop can be evaluated by itself, from its own modes.
static bool all_undamped(const modal_system *p, double h) {
  return p->undamped && p->drives == 0 && p->fastest * h / 2 < sines_most;
}

static void evaluate_at(const modal_system *p, modal_motion *f, double h) {
  if (all_undamped(p, h))
    ++f->head->evaluations;
  else
    motion_evaluate_reached(p, f, h);
}

INLINE double sum_lanes(const lanes_4 *x) {
  return ((*x)[0] + (*x)[2]) + ((*x)[1] + (*x)[3]);
}

// Whether this mode and all faster ones may be represented by their amplitudes: the slower ones, of
// derivatives d, stay below zero for longer than a polynomial with this mode would be a useful
// bound.
INLINE bool cuts_before(const mode_bounds *bound, int n, const double *d) {
  const double e = bound->amplitude[n] + d[0];
  const double x = valid_radians * bound->inverse[n];
  return e < 0 && e + x * (d[1] + x / 2 * positive_part(d[2])) < 0;
}

// The first such cut, or that with all modes.
KERNEL
static void cut_modes(const modal_system *p, const modal_motion *f, int i, double h, bool all,
                      cut *best) {
  const stop *s = &p->stop[i];
  const mode_bounds *bound = bounds_of(p, f, i);
  const bool undamped = all_undamped(p, h);
  lanes_4 change = {0}; // used only if all modes are in
  lanes_4 size = {0};
  lanes_4 rate_size = {0};
  double d[POWERS - 1] = {0};
  double turn = 0;
  int left = s->count; // from this block on
  int n = 0;           // modes of that block that are in
  block b;
  while (n < left && (all || !cuts_before(bound, n, d))) {
    if (n == 0) {
      if (undamped)
        undamped_block(bound, h, &b);
      else
        any_block(p, f, s, s->count - left, &b);
      const lanes_4 rate = (lanes_4)((masks_4)b.d[1] & ~0ULL >> 1);
      change += b.change;
      size += (lanes_4)((masks_4)b.change & ~0ULL >> 1) + h * rate;
      rate_size += rate;
    }
    for (int m = 0; m < POWERS - 1; ++m)
      d[m] += b.d[m][n];
    turn = bound->inverse[n];
    if (++n == BOUNDS_BLOCK) {
      left -= n;
      n = 0;
      ++bound;
    }
  }
  for (int m = 1; m < POWERS - 1; ++m)
    best->c[m] = d[m] * over_factorial[m];
  best->c[0] = n < left ? bound->amplitude[n] + d[0] : f->stop[i].start + sum_lanes(&change);
  best->c[POWERS - 1] = bound->remainder[n] * over_factorial[POWERS - 1];
  best->guess = valid_radians * turn;
  best->slow = s->count - left + n;
  best->size = sum_lanes(&size);
  best->rate_size = sum_lanes(&rate_size);
}

/// What the search finds for a stop, from head->clear on.
typedef struct {
  double step;   // no impact before this
  double finish; // the impact, if its root is isolated; else infinite
} forecast;

// How long a stop that is touched stays apart: while (eta - c0) / h < 0; where the rate is zero,
// while (eta - c0) / h^2 < 0; for ever where nothing moves.
static double separation_step(const double *c, double guess) {
  if (c[1] < 0)
    return safe_step(c + 1, POWERS - 2, guess);
  if (c[2] < 0)
    return safe_step(c + 2, POWERS - 3, guess);
  return c[2] == 0 && c[POWERS - 1] == 0 ? (double)INFINITY : 0;
}

// A stop touched at the origin. The gap of one that was released starts with h^3; if it starts to
// the other side the impact is where it exceeds the rounding of positions.
static forecast forecast_touched(const modal_system *p, modal_motion *f, int i, const double *c,
                                 double guess) {
  const bool released = f->stop[i].free_start;
  f->stop[i].free_start = false;
  if (c[1] > 0)
    return (forecast){0, 0};
  if (!released && c[1] < 0)
    return (forecast){separation_step(c, guess), INFINITY};
  motion_accelerate(p, f, 0);
  const onset at = stop_onset(p, f, i);
  if (!released && fabs(at.bend) > 1e-13 * at.size)
    return (forecast){separation_step(c, guess), INFINITY};
  if (c[3] > 0)
    return (forecast){cbrt(f->stop[i].position_noise / c[3]), INFINITY};
  return (forecast){c[3] < 0 ? safe_step(c + 3, POWERS - 4, guess) : (double)INFINITY, INFINITY};
}

// How long one undamped mode stays below the T that would close the gap: with u = L (q - r), v = u'
// / w and R^2 = u^2 + v^2
//
//   u(h) = R cos(w h - phi) < T  until  w h = phi - arccos(T / R),  as one angle; T < R.
static double undamped_below(double u, double v, double T, double w) {
  const double S = sqrt(positive_part(u * u + v * v - T * T));
  const double angle = atan2(v * T - u * S, u * T + v * S);
  return (angle > 0 ? angle : angle + two_pi) / w;
}

static forecast forecast_stop(const modal_system *p, modal_motion *f, int i) {
  stop_state *now = &f->stop[i];
  const double h = f->head->clear;
  const bool touched = h == 0 && now->start >= 0;
  cut best;
  cut_modes(p, f, i, h, touched, &best);
  if (best.slow == 0)
    return (forecast){INFINITY, INFINITY};
  double *c = best.c;
  if (best.slow == 1 && p->stop[i].count > 1 && all_undamped(p, h)) {
    const double w = bounds_of(p, f, i)->w[0];
    const double u = -2 * c[2] / (w * w);
    return (forecast){undamped_below(u, c[1] / w, u - c[0], w), INFINITY};
  }
  if (best.slow < p->stop[i].count)
    return (forecast){safe_step(c, POWERS - 1, best.guess), INFINITY};
  if (fabs(c[1]) <=
      8 * DBL_EPSILON * (best.rate_size + now->fastest_impact)) // within rounding error: zero
    c[1] = 0;
  now->eta = c[0];
  now->rate = c[1];
  now->noise = 4 * DBL_EPSILON * (best.size + fabs(now->start));
  if (touched)
    return forecast_touched(p, f, i, c, best.guess);
  if (c[1] > 0 && c[0] >= -now->noise)
    return (forecast){0, c[0] < 0 ? fmin(first_root(c[0], c[1], c[2]), -c[0] / c[1]) : 0};
  if (c[0] >= 0) { // at rest and pressed, the impact is now
    const double step = separation_step(c, best.guess);
    return (forecast){step, step > 0 ? (double)INFINITY : 0};
  }
  const double step = safe_step(c, POWERS - 1, best.guess);
  return (forecast){step, isolated_root(c, step)};
}

// --- The search ---------------------------------------------------------------------------------

enum { MOST_EVALUATIONS = 1000000 };

// The root beside h = 0, by its parabola first.
static double root_near_zero(const double *c) {
  const double square = c[1] * c[1] - 4 * c[2] * c[0];
  double x = -2 * c[0] / (c[1] + sqrt(positive_part(square)));
  for (int n = 0; n < 2; ++n) {
    const jet at = jet_at(c, x);
    x -= at.v > 0 ? at.e / at.v : 0;
  }
  return x;
}

// Refines an isolated root, expected at `finish` and off by less than half of that, until the
// remainder of the polynomial is below rounding; evaluates all modes there.
static void refine_root(const modal_system *p, modal_motion *f, int i, double finish) {
  double h = f->head->clear + finish;
  for (int n = 0; finish > 0 && n < 10; ++n) {
    cut all;
    evaluate_at(p, f, h);
    cut_modes(p, f, i, h, true, &all);
    if (!(all.c[1] > 0))
      break;
    const double root = root_near_zero(all.c);
    const double x = fmin(fmax(root, -finish / 2), finish / 2);
    double rest = all.c[POWERS - 1];
    for (int m = 0; m < POWERS - 1; ++m)
      rest *= fabs(x);
    h += x;
    if (x == root && rest <= DBL_EPSILON / 2 * all.size)
      break;
  }
  motion_evaluate(p, f, h);
  f->head->now = h;
}

// The stop of the next impact, and when, if no other can come before; else -1. `step` is safe for
// all.
static int next_stop(const modal_system *p, modal_motion *f, double *step, double *finish) {
  int first = -1;
  double second = INFINITY; // the shortest safe step of all others
  *step = *finish = INFINITY;
  for (int i = 0; i < p->stops; ++i) {
    const forecast one = forecast_stop(p, f, i);
    if (one.finish < *finish) {
      second = *step; // of all before
      *finish = one.finish;
      first = i;
    } else if (one.step < second) {
      second = one.step;
    }
    *step = one.step < *step ? one.step : *step;
  }
  const bool there = first >= 0 && f->stop[first].eta >= -f->stop[first].noise;
  return there || second > 1.5 * *finish ? first : -1;
}

bool motion_next_impact(const modal_system *p, modal_motion *f, double until) {
  motion_head *head = f->head;
  const long long evaluations_before = head->evaluations;
  while (head->clear < until) {
    double step = 0;
    double finish = 0;
    evaluate_at(p, f, head->clear);
    const int first = next_stop(p, f, &step, &finish);
    if (first >= 0 && head->clear + step < until) {
      refine_root(p, f, first, finish);
      if (head->now <= until) {
        stops_evaluate(p, f);
        return true;
      }
      head->clear = until;
      break;
    }
    const double least = 2 * DBL_EPSILON * head->clear;
    head->clear += step > least ? step : least > 0 ? least : DBL_MIN;
    if (head->evaluations - evaluations_before > MOST_EVALUATIONS) {
      head->failed = true;
      return false;
    }
  }
  return false;
}
