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
#include "methods/event/mode_blocks.h"
#include "methods/event/polynomial.h"

#include "base/kernel.h"
#include <float.h>
#include <math.h>
#include <stddef.h>

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
  return p->undamped && p->drives == 0 && p->fastest * h / 2 < sines_max;
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

// Whether the modes from one on may be represented by their amplitudes: with those, the slower ones
// are below zero by e and, given their rate and second derivative, stay below for longer than a
// polynomial with this mode would be a useful bound.
INLINE bool cuts_before(double e, double inverse, double rate, double bend) {
  const double x = valid_radians * inverse;
  return e < 0 && e + x * (rate + x / 2 * positive_part(bend)) < 0;
}

/// Sums over the blocks of a stop's modes, place by place.
typedef struct {
  lanes_4 change, size, rate_size, d[POWERS - 1];
} block_sums;

INLINE void add_block(const block *b, double h, block_sums *sum) {
  const lanes_4 rate = (lanes_4)((masks_4)b->d[1] & ~0ULL >> 1);
  sum->change += b->change;
  sum->size += (lanes_4)((masks_4)b->change & ~0ULL >> 1) + h * rate;
  sum->rate_size += rate;
  for (int m = 0; m < POWERS - 1; ++m)
    sum->d[m] += b->d[m];
}

// A cut behind the first mode alone, which can be followed in closed form; false if there is none.
INLINE bool cut_behind_first(const mode_bounds *bound, const lanes_4 *own, const block *b,
                             cut *best) {
  const double max = sum_lanes((const lanes_4 *)bound->faster) +
                     ((*own)[1] + ((*own)[2] + (*own)[3])) + b->d[0][0];
  if (!cuts_before(max, bound->inverse[1], b->d[1][0], b->d[2][0]))
    return false;
  best->c[0] = max;
  for (int m = 1; m < POWERS - 1; ++m)
    best->c[m] = b->d[m][0] * over_factorial[m];
  best->c[POWERS - 1] = bound->remainder[0] * over_factorial[POWERS - 1];
  best->guess = valid_radians * bound->inverse[0];
  best->slow = 1;
  return true;
}

// The first such cut, behind the first mode or a block, or that with all modes.
KERNEL
static void cut_modes(const modal_system *p, const modal_motion *f, int i, double h, bool all,
                      cut *best) {
  const stop *s = &p->stop[i];
  const mode_bounds *bound = bounds_of(p, f, i);
  const bool undamped = all_undamped(p, h);
  const int blocks = blocks_of(p, i);
  const int in_order = blocks_in_order(p, f, i);
  const lanes_4 zero = {0};
  const lanes_4 one = {1, 1, 1, 1};
  block_sines sines = {.s = {zero, zero, zero, zero}, .c = {one, one, one, one}};
  block_sums sum = {
      .change = zero, .size = zero, .rate_size = zero, .d = {zero, zero, zero, zero, zero}};
  double max = 0; // bound on the overlap with the modes that are not in
  int in = 0;     // blocks that are
  for (; in < blocks; ++in) {
    const block_origin o = origin_of_block(f, &bound[in], in_order, f->stop[i].first_mode, in);
    const lanes_4 size = (lanes_4)((masks_4) * (const lanes_4 *)bound[in].weight & ~0ULL >> 1);
    const lanes_4 own = size * *(const lanes_4 *)o.max; // bound on each mode's part
    const lanes_4 parts = *(const lanes_4 *)bound[in].faster + own + sum.d[0];
    max = all ? 0 : sum_lanes(&parts);
    if (max < 0 &&
        cuts_before(max, bound[in].inverse[0], sum_lanes(&sum.d[1]), sum_lanes(&sum.d[2])))
      break;
    block b;
    const int place = in % SINES_BLOCKS;
    if (undamped && h > 0 && place == 0)
      find_sines(&bound[in], blocks - in, h, &sines);
    if (undamped)
      undamped_block(&bound[in], &o, &sines.s[place], &sines.c[place], &b);
    else
      any_block(p, f, s, in * BOUNDS_BLOCK, &b);
    if (in == 0 && !all && s->count > 1 && cut_behind_first(bound, &own, &b, best))
      return;
    add_block(&b, h, &sum);
  }
  const mode_bounds *last = &bound[in > 0 ? in - 1 : 0];
  best->slow = in * BOUNDS_BLOCK < s->count ? in * BOUNDS_BLOCK : s->count;
  for (int m = 1; m < POWERS - 1; ++m)
    best->c[m] = sum_lanes(&sum.d[m]) * over_factorial[m];
  best->c[0] = in < blocks ? max : f->stop[i].start + sum_lanes(&sum.change);
  best->c[POWERS - 1] =
      in > 0 ? sum_lanes((const lanes_4 *)last->remainder) * over_factorial[POWERS - 1] : 0;
  best->guess = best->slow > 0 ? valid_radians * last->inverse[(best->slow - 1) % BOUNDS_BLOCK] : 0;
  best->size = sum_lanes(&sum.size);
  best->rate_size = sum_lanes(&sum.rate_size);
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

enum { MAX_EVALUATIONS = 1000000 };

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

// What is known of a stop. Where each can be evaluated by itself a step that was safe for it is
// used to its end, unless a new forecast is asked for.
static forecast forecast_again(const modal_system *p, modal_motion *f, int i, bool anew) {
  stop_state *s = &f->stop[i];
  const double h = f->head->clear;
  if (!anew && s->clear > h && all_undamped(p, h))
    return (forecast){s->clear - h, INFINITY};
  const forecast one = forecast_stop(p, f, i);
  s->clear = h + one.step;
  return one;
}

/// The stop that is hit first, as far as that is known.
typedef struct {
  int stop;      // or -1
  double finish; // when
  double step;   // safe for all
  double others; // safe for all others
} prospect;

static prospect search_ahead(const modal_system *p, modal_motion *f, bool anew) {
  prospect next = {.stop = -1, .finish = INFINITY, .step = INFINITY, .others = INFINITY};
  for (int i = 0; i < p->stops; ++i) {
    const forecast one = forecast_again(p, f, i, anew);
    if (one.finish < next.finish) {
      next.others = next.step; // of all before
      next.finish = one.finish;
      next.stop = i;
    } else if (one.step < next.others) {
      next.others = one.step;
    }
    next.step = one.step < next.step ? one.step : next.step;
  }
  return next;
}

static bool is_first(const modal_motion *f, const prospect *next) {
  return next->stop >= 0 && (f->stop[next->stop].eta >= -f->stop[next->stop].noise ||
                             next->others > 1.5 * next->finish);
}

// The stop of the next impact, if no other can come before; else -1.
static prospect next_stop(const modal_system *p, modal_motion *f) {
  prospect next = search_ahead(p, f, false);
  if (next.stop >= 0 && !is_first(f, &next) && all_undamped(p, f->head->clear))
    next = search_ahead(p, f, true);
  if (!is_first(f, &next))
    next.stop = -1;
  return next;
}

bool motion_next_impact(const modal_system *p, modal_motion *f, double until) {
  motion_head *head = f->head;
  const long long evaluations_before = head->evaluations;
  while (head->clear < until) {
    evaluate_at(p, f, head->clear);
    const prospect next = next_stop(p, f);
    if (next.stop >= 0 && head->clear + next.step < until) {
      refine_root(p, f, next.stop, next.finish);
      if (head->now <= until) {
        stops_evaluate_near(p, f);
        return true;
      }
      head->clear = until;
      break;
    }
    const double min = 2 * DBL_EPSILON * head->clear;
    head->clear += next.step > min ? next.step : min > 0 ? min : DBL_MIN;
    if (head->evaluations - evaluations_before > MAX_EVALUATIONS || motion_quits(f)) {
      head->failed = true;
      return false;
    }
  }
  return false;
}
