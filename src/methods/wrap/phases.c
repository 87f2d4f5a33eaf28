// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// From time to time through the phases (theory 14.26 to 14.31). In phases I and III the modes swing
// in closed form until the string is tangent to the bridge. With f the distance from that, f' its
// rate and M a bound of |f''|, no root lies within (f' + sqrt(f'^2 + 2 M f)) / M: steps of that
// length cannot pass over one, and converge to it. Phase II is integrated until the boundary
// reaches an end of the bridge; the last step is shortened until it ends there.

#include "methods/wrap/moving_boundary.h"

#include "base/bracket.h"
#include "base/constants.h"
#include <math.h>
#include <stddef.h>

// Switches in one advance; more mean that time does not advance.
enum { MAX_SWITCHES = 1000 };

// Waves run up behind a boundary that moves as fast as they do: from here on nothing is resolved.
static const double fastest_boundary = 0.9;

// The same part of the wave comes to a boundary of this speed when that is next as fast as waves.
static const double prediction_threshold = 1.0 / 3;

// --- Switches -----------------------------------------------------------------------------------

static double energy(const wrap_system *p, const wrap_motion *f) {
  return wrap_kinetic(p, f) + wrap_potential(p, f);
}

static void press(const wrap_system *p, wrap_motion *f) {
  f->peak = fmax(f->peak, wrap_force(p, f));
}

static void change_phase(const wrap_system *p, wrap_motion *f, wrap_phase to, wrap_watch *w) {
  const double before = energy(p, f);
  const wrap_stay stay = {.begin = f->begin,
                          .end = f->time,
                          .peak = f->peak,
                          .impulse = f->at.pressed,
                          .speed_in = f->speed_in,
                          .speed_out = fabs(f->at.gamma_speed)};
  const wrap_phase from = (wrap_phase)f->phase;
  if (to == PHASE_WRAPPING)
    wrap_enter(p, &f->at, from);
  else
    wrap_leave(p, &f->at);
  f->phase = to;
  const double gained = energy(p, f) - before;
  f->gained += gained;
  f->begin = f->time;
  f->speed_in = fabs(f->at.gamma_speed);
  f->at.pressed = f->peak = 0;
  f->step = 1e-3;
  ++w->switches;
  wrap_stay told = stay;
  told.lost = -gained;
  if (w->ended != NULL)
    w->ended(w->user, &told);
}

// --- Phases I and III ---------------------------------------------------------------------------

/// Modes that swing with a boundary at rest: f is how far the string is from tangent, towards the
/// phase's own side.
typedef struct {
  double side, H, l, max; // most is the bound of |f''|
} swing;

static swing swing_of(const wrap_system *p, const wrap_motion *f) {
  const wrap_geometry g = wrap_geometry_at(p, f->at.gamma);
  swing s = {.side = f->phase == PHASE_FREE ? 1 : -1, .H = g.H, .l = g.l};
  for (int k = 0; k < p->modes; ++k) {
    const double omega = (k + 1) * pi / s.l;
    s.max += p->c[k] * omega * hypot(omega * f->at.beta[k], f->at.beta_speed[k]);
  }
  return s;
}

// The configuration after a time.
static void swing_by(const wrap_system *p, const swing *s, wrap_point *at, double time) {
  for (int k = 0; k < p->modes; ++k) {
    const double omega = (k + 1) * pi / s->l;
    const double beta = at->beta[k];
    const double speed = at->beta_speed[k];
    const double C = cos(omega * time);
    const double D = sin(omega * time);
    at->beta[k] = C * beta + D * speed / omega;
    at->beta_speed[k] = C * speed - D * omega * beta;
  }
}

// The time of the first root of f before `end`, or that.
static double next_tangent(const wrap_system *p, const swing *s, const wrap_point *from,
                           double end) {
  const double noise = 1e-15 * (fabs(s->H) + p->size * p->c[p->modes - 1]);
  double t = 0;
  while (s->max > 0 && t < end) {
    wrap_point at = *from;
    swing_by(p, s, &at, t);
    const double f = fmax(0, s->side * (wrap_tangent(p, at.beta) - s->H));
    const double rate = s->side * wrap_tangent(p, at.beta_speed);
    if (f <= noise && rate <= 0)
      return t;
    const double h = (rate + sqrt(rate * rate + 2 * s->max * f)) / s->max;
    t += fmax(h, 1e-15);
  }
  return end;
}

// Integral of the force: that of beta_k is (beta_k'(0) - beta_k'(t)) / omega_k^2.
static void add_pressed(const wrap_system *p, const swing *s, wrap_motion *f,
                        const wrap_point *before, double time) {
  if (p->gamma1 == 0 && f->phase == PHASE_FREE)
    return;
  const wrap_geometry g = wrap_geometry_at(p, f->at.gamma);
  const double arrives = p->alpha * (p->b - p->gamma1);
  double sum = 0;
  for (int k = 0; k < p->modes; ++k) {
    const double omega = (k + 1) * pi / s->l;
    sum += p->c[k] * (before->beta_speed[k] - f->at.beta_speed[k]) / (omega * omega);
  }
  f->at.pressed += (arrives + g.S) * time - sum / (g.l * sqrt(g.l));
}

static void advance_free(const wrap_system *p, wrap_motion *f, double until, wrap_watch *w) {
  const swing s = swing_of(p, f);
  const double window = until - f->time;
  const double time = next_tangent(p, &s, &f->at, window);
  const wrap_point before = f->at;
  swing_by(p, &s, &f->at, time);
  add_pressed(p, &s, f, &before, time);
  press(p, f);
  f->time = time < window ? f->time + time : until;
  if (time < window)
    change_phase(p, f, PHASE_WRAPPING, w);
}

// --- Phase II -----------------------------------------------------------------------------------

// How far the boundary is beyond an end of the bridge: the near one for side -1, the far one for 1.
static double beyond(const wrap_system *p, const wrap_point *at, double side) {
  return side * (at->gamma - (side < 0 ? p->gamma1 : p->gamma2));
}

static double try_step(const wrap_system *p, const wrap_motion *f, double step, wrap_point *to,
                       wrap_watch *w) {
  w->right_sides += 7;
  return wrap_try(p, &f->at, step, to);
}

// The step that ends where the boundary reaches the end of the bridge, less than one that passes
// it. The present point may lie on that end, and move away first.
static double step_to_end(const wrap_system *p, const wrap_motion *f, double step, double side,
                          wrap_point *to, wrap_watch *w) {
  bracket b = {.high = step, .size = 1, .enough = 1e-17, .f = beyond(p, &f->at, side)};
  while (bracket_secant(&b, &step, beyond(p, to, side)))
    try_step(p, f, step, to, w);
  return step;
}

// Takes a step over; the boundary follows from the constraint.
static void accept(const wrap_system *p, wrap_motion *f, const wrap_point *to, double gamma) {
  f->at = *to;
  f->at.gamma = gamma;
  f->at.gamma_speed = wrap_tangent(p, f->at.beta_speed) / wrap_geometry_at(p, f->at.gamma).H1;
  press(p, f);
  if (!(fabs(f->at.gamma_speed) < fastest_boundary))
    f->failure = CAROM_WAVE_SPEED;
}

// Where the boundary passes a third of the speed of waves, it has theirs when the same level comes
// again, after 2 - 2 gamma (theory 14.31). One mode is no wave that steepens.
static void predict_end(const wrap_system *p, wrap_motion *f, double time, double gamma,
                        double speed) {
  const double now = f->at.gamma_speed;
  if (p->modes == 1 || !(speed < prediction_threshold && now >= prediction_threshold))
    return;
  const double part = (prediction_threshold - speed) / (now - speed);
  const double passed = time + part * (f->time - time);
  f->ends = fmin(f->ends, passed + 2 - 2 * (gamma + part * (f->at.gamma - gamma)));
}

static void advance_wrapping(const wrap_system *p, wrap_motion *f, double until, wrap_watch *w) {
  const double rest = until - f->time;
  const bool last = f->step >= rest;
  const double step = last ? rest : f->step;
  wrap_point to;
  const double excess = try_step(p, f, step, &to, w);
  const double factor = fmin(5, fmax(0.2, 0.9 * pow(excess, -0.2)));
  if (!(excess <= 1)) {
    ++w->failures;
    f->step = step * (excess > 1 ? factor : 0.2);
    if (f->step < 1e-14)
      f->failure = CAROM_TOLERANCE;
    return;
  }
  ++w->steps;
  const double side = to.gamma < p->gamma1 ? -1 : to.gamma > p->gamma2 ? 1 : 0;
  if (side == 0) {
    const double time = f->time;
    const double gamma = f->at.gamma;
    const double speed = f->at.gamma_speed;
    accept(p, f, &to, wrap_contact(p, to.beta, to.gamma));
    f->time = last ? until : f->time + step;
    predict_end(p, f, time, gamma, speed);
    f->step = last ? fmax(f->step, step * factor) : step * factor;
    return;
  }
  f->time += step_to_end(p, f, step, side, &to, w);
  accept(p, f, &to, side < 0 ? p->gamma1 : p->gamma2);
  if (side > 0 && p->endless)
    f->failure = CAROM_NOT_WRAPPED;
  if (f->failure == CAROM_OK)
    change_phase(p, f, side < 0 ? PHASE_FREE : PHASE_WRAPPED, w);
}

// --- All phases ---------------------------------------------------------------------------------

void wrap_begin(const wrap_system *p, wrap_motion *f) {
  const double now = wrap_tangent(p, f->at.beta);
  const bool free = now >= wrap_geometry_at(p, p->gamma1).H;
  const bool wrapped = now <= wrap_geometry_at(p, p->gamma2).H;
  f->phase = free ? PHASE_FREE : wrapped ? PHASE_WRAPPED : PHASE_WRAPPING;
  f->at.gamma = free      ? p->gamma1
                : wrapped ? p->gamma2
                          : wrap_contact(p, f->at.beta, (p->gamma1 + p->gamma2) / 2);
  f->step = 1e-3;
  f->ends = INFINITY;
  if (f->phase == PHASE_WRAPPING)
    wrap_enter(p, &f->at, PHASE_FREE);
  f->speed_in = fabs(f->at.gamma_speed);
  press(p, f);
}

void wrap_advance(const wrap_system *p, wrap_motion *f, double until, wrap_watch *w) {
  const long long max = w->switches + MAX_SWITCHES;
  while (f->time < until && f->failure == CAROM_OK) {
    const double end = fmin(until, f->ends);
    if (f->phase == PHASE_WRAPPING)
      advance_wrapping(p, f, end, w);
    else
      advance_free(p, f, end, w);
    if (f->time >= f->ends)
      f->failure = CAROM_WAVE_SPEED;
    if (w->switches > max)
      f->failure = CAROM_TOLERANCE;
  }
  if (f->failure == CAROM_OK && !wrap_lies_above(p, f))
    f->failure = CAROM_NOT_WRAPPED;
}
