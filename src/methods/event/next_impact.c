// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The search for the next impact, which cannot miss one (theory 9.9 to 9.13). From any time on, the
// overlap of a stop is
//
//   eta(h) = c0 + c1 h + c2 h^2 + c3 h^3 + c4 h^4 + R,    |R| <= c5 h^5
//
// with its first four derivatives, which modes give at once (q'' = f - 2 s q' - w^2 q, and so on),
// and a bound on the fifth that holds for the whole free motion (free_motion.c). As long as the sum
// with +c5 is below zero nothing is met: that is a safe step. Where, behind it, the rate with -c5
// stays above zero until the sum with -c5 is above zero, the root between is the first one and the
// only one, and an iteration may close in on it.
//
// Energy bounds how far fast modes can go at all. So every way of cutting the modes into slow ones,
// told by their derivatives, and fast ones, told by their whole amplitude, gives a polynomial that
// is never below the overlap. Far from a stop few modes will do, and the others are not looked at;
// one alone is followed in closed form.

#include "base/constants.h"
#include "methods/event/polynomial.h"

#include "base/kernel.h"
#include "base/sines.h"
#include <float.h>
#include <math.h>
#include <stddef.h>

// --- Modes at one time --------------------------------------------------------------------------

/// A block of a stop's modes at some time, times its weights L: how far each has moved since the
/// origin, then L (q - r) and its derivatives.
typedef struct {
  lanes_4 change, d[POWERS - 1];
} block;

// Modes that swing, without pushes; w h / 2 < sines_most.
INLINE void swing(const mode_bounds *see, double h, block *b) {
  const lanes_4 w = *(const lanes_4 *)see->w;
  const lanes_4 x = *(const lanes_4 *)see->x;
  const lanes_4 y = *(const lanes_4 *)see->y;
  const lanes_4 angle = w * (h / 2);
  lanes_4 s = {0};
  lanes_4 c = {1, 1, 1, 1};
  if (h > 0)
    sines_4(&angle, &s, &c);
  b->change = 2 * s * (y * *(const lanes_4 *)see->inverse * c - x * s);
  b->d[0] = x + b->change;
  b->d[1] = y - 2 * s * (y * s + w * x * c);
  for (int m = 2; m < POWERS - 1; ++m)
    b->d[m] = -w * w * b->d[m - 2];
}

// Pushes on a mode at the time last looked at, and their derivatives.
static void add_pushes(const modal_system *p, const modal_motion *f, int j, double *d) {
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

// Modes of any kind, at the time last looked at.
static void gather(const modal_system *p, const modal_motion *f, const stop *s, int k, block *b) {
  *b = (block){.change = {0}};
  for (int n = 0; n < BOUNDS_BLOCK && k + n < s->count; ++n) {
    const participation r = p->participation[s->first + k + n];
    const oscillator *o = &p->mode[r.mode];
    const double w2 = o->omega * o->omega;
    double d[POWERS - 1] = {f->q0[r.mode] + f->dq[r.mode], f->v[r.mode]};
    add_pushes(p, f, r.mode, d);
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
  double c[POWERS];  // a polynomial that is never below the overlap
  double guess;      // of a step, s; 0 if there is none
  int slow;          // modes told by their derivatives
  double size, pace; // of what overlap and rate are sums of
} cut;

// In radians: a polynomial is good for about as much of its fastest mode.
static const double good_for = 2;

// Whether stops can be looked at one by one, each with its own modes.
static bool sees_swings(const modal_system *p, double h) {
  return p->undamped && p->drives == 0 && p->fastest * h / 2 < sines_most;
}

static void look_at(const modal_system *p, modal_motion *f, double h) {
  if (sees_swings(p, h))
    ++f->head->evaluations;
  else
    motion_evaluate_reached(p, f, h);
}

INLINE double sum_lanes(const lanes_4 *x) {
  return ((*x)[0] + (*x)[2]) + ((*x)[1] + (*x)[3]);
}

// Whether this mode and all faster ones may be left to their amplitudes, as the slower ones, with
// derivatives d, stay below zero for longer than a polynomial with this mode would be good for.
INLINE bool cuts_before(const mode_bounds *see, int n, const double *d) {
  const double e = see->ahead[n] + d[0];
  const double x = good_for * see->inverse[n];
  return e < 0 && e + x * (d[1] + x / 2 * above(d[2])) < 0;
}

// The first such cut, or that with all modes.
KERNEL
static void cut_modes(const modal_system *p, const modal_motion *f, int i, double h, bool all,
                      cut *best) {
  const stop *s = &p->stop[i];
  const mode_bounds *see = bounds_of(p, f, i);
  const bool swings = sees_swings(p, h);
  lanes_4 change = {0}; // what is asked for of all modes only
  lanes_4 size = {0};
  lanes_4 pace = {0};
  double d[POWERS - 1] = {0};
  double turn = 0;
  int left = s->count; // from this block on
  int n = 0;           // modes of it that are in
  block b;
  while (n < left && (all || !cuts_before(see, n, d))) {
    if (n == 0) {
      if (swings)
        swing(see, h, &b);
      else
        gather(p, f, s, s->count - left, &b);
      const lanes_4 speed = (lanes_4)((masks_4)b.d[1] & ~0ULL >> 1);
      change += b.change;
      size += (lanes_4)((masks_4)b.change & ~0ULL >> 1) + h * speed;
      pace += speed;
    }
    for (int m = 0; m < POWERS - 1; ++m)
      d[m] += b.d[m][n];
    turn = see->inverse[n];
    if (++n == BOUNDS_BLOCK) {
      left -= n;
      n = 0;
      ++see;
    }
  }
  for (int m = 1; m < POWERS - 1; ++m)
    best->c[m] = d[m] * over_factorial[m];
  best->c[0] = n < left ? see->ahead[n] + d[0] : f->stop[i].start + sum_lanes(&change);
  best->c[POWERS - 1] = see->jolt[n] * over_factorial[POWERS - 1];
  best->guess = good_for * turn;
  best->slow = s->count - left + n;
  best->size = sum_lanes(&size);
  best->pace = sum_lanes(&pace);
}

/// A stop as the search sees it.
typedef struct {
  double step;   // nothing before this
  double finish; // where it is met, if that is told apart from all other roots; else infinite
} outlook;

// A stop that is touched is left behind for as long as (eta - c0) / h is below zero; if it rests
// there, for as long as that over another h is, and for ever where nothing moves.
static double parting_step(const double *c, double guess) {
  if (c[1] < 0)
    return safe_step(c + 1, POWERS - 2, guess);
  if (c[2] < 0)
    return safe_step(c + 2, POWERS - 3, guess);
  return c[2] == 0 && c[POWERS - 1] == 0 ? (double)INFINITY : 0;
}

// So is one that was touched at the origin, and one that was let go, which sets out with h^3. One
// that sets out like that to the other side is met as soon as positions can tell.
static outlook leave(const modal_system *p, modal_motion *f, int i, const double *c, double guess) {
  const bool let_go = f->stop[i].free_start;
  f->stop[i].free_start = false;
  if (c[1] > 0)
    return (outlook){0, 0};
  if (!let_go && c[1] < 0)
    return (outlook){parting_step(c, guess), INFINITY};
  motion_accelerate(p, f, 0);
  const onset at = stop_onset(p, f, i);
  if (!let_go && fabs(at.bend) > 1e-13 * at.size)
    return (outlook){parting_step(c, guess), INFINITY};
  if (c[3] > 0)
    return (outlook){cbrt(f->stop[i].grain / c[3]), INFINITY};
  return (outlook){c[3] < 0 ? safe_step(c + 3, POWERS - 4, guess) : (double)INFINITY, INFINITY};
}

// How long one mode that swings stays below what would take it to the stop: with u = L (q - r), v =
// u' / w and R^2 = u^2 + v^2
//
//   u(h) = R cos(w h - phi) < T  until  w h = phi - arccos(T / R),  told as one angle; T < R.
static double swing_below(double u, double v, double T, double w) {
  const double S = sqrt(above(u * u + v * v - T * T));
  const double angle = atan2(v * T - u * S, u * T + v * S);
  return (angle > 0 ? angle : angle + two_pi) / w;
}

static outlook look_ahead(const modal_system *p, modal_motion *f, int i) {
  stop_state *now = &f->stop[i];
  const double h = f->head->clear;
  const bool touched = h == 0 && now->start >= 0;
  cut best;
  cut_modes(p, f, i, h, touched, &best);
  if (best.slow == 0)
    return (outlook){INFINITY, INFINITY};
  double *c = best.c;
  if (best.slow == 1 && p->stop[i].count > 1 && sees_swings(p, h)) {
    const double w = bounds_of(p, f, i)->w[0];
    const double u = -2 * c[2] / (w * w);
    return (outlook){swing_below(u, c[1] / w, u - c[0], w), INFINITY};
  }
  if (best.slow < p->stop[i].count)
    return (outlook){safe_step(c, POWERS - 1, best.guess), INFINITY};
  if (fabs(c[1]) <=
      8 * DBL_EPSILON * (best.pace + now->fastest_impact)) // what rounding left is none
    c[1] = 0;
  now->eta = c[0];
  now->rate = c[1];
  now->noise = 4 * DBL_EPSILON * (best.size + fabs(now->start));
  if (touched)
    return leave(p, f, i, c, best.guess);
  if (c[1] > 0 && c[0] >= -now->noise)
    return (outlook){0, c[0] < 0 ? fmin(first_root(c[0], c[1], c[2]), -c[0] / c[1]) : 0};
  if (c[0] >= 0) { // at rest and pushed, it is met at once
    const double step = parting_step(c, best.guess);
    return (outlook){step, step > 0 ? (double)INFINITY : 0};
  }
  const double step = safe_step(c, POWERS - 1, best.guess);
  return (outlook){step, lone_root(c, step)};
}

// --- The search ---------------------------------------------------------------------------------

enum { MOST_LOOKS = 1000000 };

// The root beside h = 0, by its parabola first.
static double near_root(const double *c) {
  const double square = c[1] * c[1] - 4 * c[2] * c[0];
  double x = -2 * c[0] / (c[1] + sqrt(above(square)));
  for (int n = 0; n < 2; ++n) {
    const jet at = jet_at(c, x);
    x -= at.v > 0 ? at.e / at.v : 0;
  }
  return x;
}

// Goes to a root that stands alone, less than `finish` from where it is expected, and closes in on
// it until what polynomials leave is less than rounding does.
static void close_in(const modal_system *p, modal_motion *f, int i, double finish) {
  double h = f->head->clear + finish;
  for (int n = 0; finish > 0 && n < 10; ++n) {
    cut all;
    look_at(p, f, h);
    cut_modes(p, f, i, h, true, &all);
    if (!(all.c[1] > 0))
      break;
    const double root = near_root(all.c);
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

// The stop that is met next, and when, if no other one can come before; else -1. `step` is safe for
// all.
static int foresee(const modal_system *p, modal_motion *f, double *step, double *finish) {
  int first = -1;
  double second = INFINITY; // the shortest step of all others
  *step = *finish = INFINITY;
  for (int i = 0; i < p->stops; ++i) {
    const outlook one = look_ahead(p, f, i);
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
  const long long first_look = head->evaluations;
  while (head->clear < until) {
    double step = 0;
    double finish = 0;
    look_at(p, f, head->clear);
    const int first = foresee(p, f, &step, &finish);
    if (first >= 0 && head->clear + step < until) {
      close_in(p, f, first, finish);
      if (head->now <= until) {
        stops_evaluate(p, f);
        return true;
      }
      head->clear = until;
      break;
    }
    const double least = 2 * DBL_EPSILON * head->clear;
    head->clear += step > least ? step : least > 0 ? least : DBL_MIN;
    if (head->evaluations - first_look > MOST_LOOKS) {
      head->failed = true;
      return false;
    }
  }
  return false;
}
