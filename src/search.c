// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The search for the next impact, which cannot miss one. With overlap eta < 0, rate v and
// M >= |eta''| the step
//
//   h = (-v + sqrt(v^2 - 2 M eta)) / M
//
// cannot jump over a root. Energy bounds each free mode for good,
//
//   |q - r| <= e / w,  |q''| <= (w + 2 s) e,  e^2 = y^2 + w^2 x^2    (symbols in flight.c)
//
// For fast modes of small amplitude the first bound is the better one: every way of cutting the
// modes into slow ones, with M, and fast ones, with their whole amplitude, gives a safe step, and
// the longest is taken. It is made longer still with the acceleration itself and a bound on the
// third derivative. Where the rate must stay positive until v / M, the root before is the first one
// and the only one, and an iteration may close in on it.

#include "flight.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

// --- Safe steps ---------------------------------------------------------------------------------

// The first zero of e + v h + M h^2 / 2, e < 0: nothing before it can be one of the overlap.
static double safe_root(double e, double v, double M) {
  const double root = sqrt(v * v - 2 * M * e);
  if (v > 0)
    return -2 * e / (v + root);
  return M > 0 ? (root - v) / M : (double)INFINITY;
}

// A bound on the fourth derivative of a mode.
static double bound_fourth(const flight_plan *p, const flight *f, int j) {
  const oscillator *o = &p->mode[j];
  double push = 0;
  for (int t = 0; t < p->tones; ++t) {
    const double W = f->phase[t * TONE_VALUES + TONE_RATE];
    push += fabs(p->answer[t * p->modes + j].force) * W * W;
  }
  return push + 2 * o->decay * flight_bound_third(p, f, j) + o->omega * o->omega * f->bend[j];
}

onset stop_onset(const flight_plan *p, const flight *f, int i) {
  const stop *s = &p->stop[i];
  onset at = {0};
  for (int k = s->first; k < s->first + s->count; ++k) {
    const int j = p->reach[k].mode;
    const oscillator *o = &p->mode[j];
    const double L = p->reach[k].weight;
    const double w2 = o->omega * o->omega;
    double push = 0;
    for (int t = 0; t < p->tones; ++t)
      push += p->answer[t * p->modes + j].force * f->phase[t * TONE_VALUES + TONE_RATE] *
              f->phase[t * TONE_VALUES + TONE_COSINE];
    at.rate += L * f->v[j];
    at.bend += L * f->a[j];
    at.size += fabs(L) * (fabs(f->a[j]) + w2 * fabs(f->q0[j]));
    at.jerk += L * (push - 2 * o->decay * f->a[j] - w2 * f->v[j]);
  }
  return at;
}

// A stop that is touched is left behind for as long as v + a h / 2 + J h^2 / 6 < 0, J >= |eta'''|.
static double parting_step(double v, double a, double J) {
  const double root = sqrt(a * a / 4 - 2.0 / 3 * J * v);
  if (a > 0)
    return -2 * v / (a / 2 + root);
  return J > 0 ? (root - a / 2) / (J / 3) : (double)INFINITY;
}

// So is one that was touched at the origin, and one that was let go (v = a = 0, eta''' < 0) for 4
// |eta'''| / |eta''''|.
static double leaving_step(const flight_plan *p, flight *f, int i) {
  const stop *s = &p->stop[i];
  flight_accelerate(p, f, 0);
  const onset at = stop_onset(p, f, i);
  const double v = fmin(at.rate, 0);
  double bound = 0;
  if (f->stop[i].free_start || (v == 0 && fabs(at.bend) <= 1e-13 * at.size)) {
    for (int k = s->first; k < s->first + s->count; ++k)
      bound += fabs(p->reach[k].weight) * bound_fourth(p, f, p->reach[k].mode);
    return at.jerk < 0 && bound > 0 ? -4 * at.jerk / bound : (double)INFINITY;
  }
  bound = f->jolt[s->first + i + s->count];
  return parting_step(v, at.bend, bound);
}

/// A stop as the search sees it.
typedef struct {
  double step;   // nothing before this
  double finish; // where it is met, if that is told apart from all other roots; else infinite
} outlook;

// q'' of a mode at the time last looked at.
static double bend_now(const flight_plan *p, const flight *f, int j) {
  const oscillator *o = &p->mode[j];
  double push = o->constant;
  for (int t = 0; t < p->tones; ++t)
    push += p->answer[t * p->modes + j].force * f->phase[t * TONE_VALUES + TONE_SINE_NOW];
  return push - 2 * o->decay * f->v[j] - o->omega * o->omega * (f->q0[j] + f->dq[j]);
}

/// One way of cutting the modes: overlap with the whole amplitude of fast ones, and of slow ones
/// rate, acceleration and bounds on the second and third derivative.
typedef struct {
  double e, v, a, M, J;
} cut;

// A longer safe step where the acceleration itself is known: within x the second derivative is at
// most a + J x, so that the smaller of x and the root with that is safe.
static double longer_step(const cut *c, double step) {
  for (int n = 0; n < 60; ++n) {
    const double x = 3 * step;
    const double bend = c->a + c->J * x;
    const double root = safe_root(c->e, c->v, bend > 0 ? bend : 0);
    const double next = root < x ? root : x;
    if (!(next > step))
      break;
    step = next;
    if (root < x)
      break;
  }
  return step;
}

static outlook look_ahead(const flight_plan *p, flight *f, int i) {
  const stop *s = &p->stop[i];
  const reach *r = p->reach + s->first;
  const double *ahead = f->ahead + s->first + i;
  const double *near = f->near + s->first + i;
  const double *jolt = f->jolt + s->first + i;
  stop_state *now = &f->stop[i];
  cut all = {.M = near[s->count], .J = jolt[s->count]};
  cut best = {0};
  double change = 0;
  double size = 0;
  double pace = 0;
  double slow = s->offset;
  double step = 0;
  for (int k = 0; k < s->count; ++k) {
    const double e = slow + ahead[k];
    if (e < 0 &&
        e + step * (all.v + near[k] / 2 * step) < 0) { // its root is beyond the best so far
      step = safe_root(e, all.v, near[k]);
      best = (cut){e, all.v, all.a, near[k], jolt[k]};
    }
    const int j = r[k].mode;
    const double part = r[k].weight * f->dq[j];
    const double speed = r[k].weight * f->v[j];
    change += part;
    size += fabs(part) + f->head->clear * fabs(speed);
    pace += fabs(speed);
    slow += r[k].weight * f->q0[j] + part;
    all.v += speed;
    all.a += r[k].weight * bend_now(p, f, j);
  }
  now->eta = all.e = now->start + change;
  if (fabs(all.v) <= 4 * DBL_EPSILON * (pace + now->swiftest)) // what rounding left is none
    all.v = 0;
  now->rate = all.v;
  now->noise = 4 * DBL_EPSILON * (size + fabs(now->start));
  outlook out = {.step = step < 1e300 && step > 0 ? longer_step(&best, step) : step,
                 .finish = INFINITY};
  if (all.e < 0) {
    const double one = longer_step(&all, safe_root(all.e, all.v, all.M));
    out.step = one > out.step ? one : out.step;
  }
  if (all.e >= 0 && all.v <= 0) {
    out.step = parting_step(all.v, all.a, all.J);
    if (out.step == 0) // at rest, and pushed
      out.finish = 0;
  }
  // Before v / M the rate stays above zero: a root there is the first and only one.
  if (all.v > 0 && (all.e >= -now->noise || -all.e * all.M < 0.4 * all.v * all.v)) {
    const double square = all.v * all.v - 2 * all.a * all.e;
    out.finish = all.e >= 0 ? 0 : -2 * all.e / (all.v + sqrt(square > 0 ? square : 0));
  }
  return out;
}

// --- The search ---------------------------------------------------------------------------------

enum { MOST_LOOKS = 1000000 };

// All modes a little later; third derivatives do not count any more.
static void nudge(const flight_plan *p, flight *f, double x) {
  for (int j = 0; j < p->modes; ++j) {
    const double a = bend_now(p, f, j);
    f->dq[j] += x * (f->v[j] + x / 2 * a);
    f->v[j] += x * a;
  }
}

// Closes in on a root that stands alone, by the parabola through it.
static void close_in(const flight_plan *p, flight *f, int i, double h) {
  const stop *s = &p->stop[i];
  for (int n = 0; n < 10; ++n) {
    if (n == 0)
      flight_look(p, f, h);
    else
      flight_at(p, f, h);
    double eta = f->stop[i].start;
    double v = 0;
    double a = 0;
    for (int k = s->first; k < s->first + s->count; ++k) {
      const int j = p->reach[k].mode;
      eta += p->reach[k].weight * f->dq[j];
      v += p->reach[k].weight * f->v[j];
      a += p->reach[k].weight * bend_now(p, f, j);
    }
    const double square = v * v - 2 * a * eta;
    if (!(v > 0) || square < 0)
      break;
    const double x = -2 * eta / (v + sqrt(square));
    h += x;
    if (n > 0 && fabs(x) * p->fastest < 1e-8) {
      nudge(p, f, x);
      f->head->now = h;
      return;
    }
  }
  flight_at(p, f, h);
  f->head->now = h;
}

// The stop that is met next, and when, if no other one can come before; else -1. `step` is safe for
// all.
static int foresee(const flight_plan *p, flight *f, double *step, double *finish) {
  int first = -1;
  double second = INFINITY; // the shortest step of all others
  *step = *finish = INFINITY;
  for (int i = 0; i < p->stops; ++i) {
    outlook one = look_ahead(p, f, i);
    if (f->head->clear == 0 && f->stop[i].start >= 0) {
      one = f->stop[i].rate > 0 ? (outlook){0, 0} : (outlook){leaving_step(p, f, i), INFINITY};
      f->stop[i].free_start = false;
    }
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

bool flight_search(const flight_plan *p, flight *f, double until) {
  flight_head *head = f->head;
  const long long first_look = head->looks;
  while (head->clear < until) {
    double step = 0;
    double finish = 0;
    flight_look(p, f, head->clear);
    const int first = foresee(p, f, &step, &finish);
    if (first >= 0) {
      close_in(p, f, first, head->clear + finish);
      if (head->now <= until) {
        stops_look(p, f);
        return true;
      }
      head->clear = until;
      break;
    }
    const double least = 2 * DBL_EPSILON * head->clear;
    head->clear += step > least ? step : least > 0 ? least : DBL_MIN;
    if (head->looks - first_look > MOST_LOOKS) {
      head->failed = true;
      return false;
    }
  }
  return false;
}
