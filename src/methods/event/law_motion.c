// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts that follow a law, F = K eta^alpha (1 + mu eta') where eta > 0 and never a pull, inside
// the motion of all modes (theory 9.23): the embedded pair of Dormand and Prince, 5(4), with steps
// of a relative error below 1e-14. Positions are counted from the start of the step, and the last
// step is shortened until the overlap is zero.

#include "methods/event/modal_motion.h"

#include "base/bracket.h"
#include "base/elementary.h"
#include <math.h>
#include <string.h>

static const double tolerance = 1e-14;

// Accelerations at dq and v, h after the origin.
static void accelerate(const modal_system *p, modal_motion *f, const double *dq, const double *v,
                       double h, double *a) {
  for (int j = 0; j < p->modes; ++j) {
    const oscillator *o = &p->mode[j];
    a[j] =
        motion_drive(p, f, j, h) - 2 * o->decay * v[j] - o->omega * o->omega * (f->q0[j] + dq[j]);
  }
  for (int i = 0; i < p->stops; ++i) {
    const stop *s = &p->stop[i];
    if (f->stop[i].touch != TOUCH_PRESSED)
      continue;
    const double force = stop_force(s, f->stop[i].start + stop_sum(p, i, dq), stop_sum(p, i, v));
    for (int k = s->first; force > 0 && k < s->first + s->count; ++k)
      a[p->participation[k].mode] -= p->participation[k].weight * force;
  }
  stops_constrain(p, f, a, f->push);
}

static double *stage_velocity(const modal_system *p, const modal_motion *f, int stage) {
  return f->stage + (long)stage * p->modes;
}

static double *stage_acceleration(const modal_system *p, const modal_motion *f, int stage) {
  return f->stage + (long)(STAGES + stage) * p->modes;
}

// A trial step of `h`: fills dq and v, keeps the stages; returns its error over the tolerance.
static double trial_step(const modal_system *p, modal_motion *f, double h) {
  double *dq = f->dq;
  double *v = f->v;
  for (int stage = 0; stage < STAGES; ++stage) {
    for (int j = 0; j < p->modes; ++j) {
      dq[j] = 0;
      v[j] = f->v0[j];
      for (int k = 0; k < stage; ++k) {
        dq[j] += h * dormand_prince.stage[stage][k] * stage_velocity(p, f, k)[j];
        v[j] += h * dormand_prince.stage[stage][k] * stage_acceleration(p, f, k)[j];
      }
    }
    memcpy(stage_velocity(p, f, stage), v, (size_t)p->modes * sizeof *v);
    accelerate(p, f, dq, v, dormand_prince.time[stage] * h, stage_acceleration(p, f, stage));
  }
  double error = 0;
  for (int j = 0; j < p->modes; ++j) {
    double error_q = 0;
    double error_v = 0;
    for (int k = 0; k < STAGES; ++k) {
      error_q += dormand_prince.error[k] * stage_velocity(p, f, k)[j];
      error_v += h * dormand_prince.error[k] * stage_acceleration(p, f, k)[j];
    }
    const double size =
        hypot(f->v0[j], p->mode[j].omega * f->q0[j]) + fabs(h * stage_acceleration(p, f, 0)[j]);
    if (size > 0)
      error = fmax(error, fmax(fabs(error_q), fabs(error_v)) / (tolerance * size));
  }
  return error;
}

// The overlap or gap that a stop has crossed zero by at the end of a trial step; negative if not.
static double beyond(const modal_system *p, const modal_motion *f, int i, double *rate) {
  const double sign = f->stop[i].touch == TOUCH_PRESSED ? -1 : 1;
  if (f->stop[i].touch == TOUCH_STUCK)
    return -1;
  *rate = sign * stop_sum(p, i, f->v);
  const double eta = f->stop[i].start + stop_sum(p, i, f->dq);
  const bool leaves = f->stop[i].start == 0 && eta * sign > 0 && *rate < 0;
  return leaves ? -1 : sign * eta;
}

// Shortens the step until it ends at the zero crossing.
static double shorten_step(const modal_system *p, modal_motion *f, int i, double h) {
  bracket b = {.high = h};
  double rate = 0;
  double over = beyond(p, f, i, &rate);
  while (bracket_newton(&b, &h, over, rate)) {
    trial_step(p, f, h);
    over = beyond(p, f, i, &rate);
  }
  return h;
}

// Losses of contacts and modes and work of forces over the step, by the weights of the motion.
static void book_losses(const modal_system *p, modal_motion *f, double h) {
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    const double w = h * dormand_prince.stage[STAGES - 1][stage];
    if (w == 0)
      continue;
    double *dq = f->stage + (long)(2 * STAGES) * p->modes;
    const double *v = stage_velocity(p, f, stage);
    for (int j = 0; j < p->modes; ++j) {
      dq[j] = 0;
      for (int k = 0; k < stage; ++k)
        dq[j] += h * dormand_prince.stage[stage][k] * stage_velocity(p, f, k)[j];
      f->loss[j] += w * 2 * p->mode[j].decay * v[j] * v[j];
      if (p->drives > 0)
        f->head->supplied +=
            w * v[j] *
            (motion_drive(p, f, j, dormand_prince.time[stage] * h) - p->mode[j].constant);
    }
    for (int i = 0; i < p->stops; ++i) {
      stop_state *now = &f->stop[i];
      if (now->touch != TOUCH_PRESSED)
        continue;
      const double eta = now->start + stop_sum(p, i, dq);
      const double rate = stop_sum(p, i, v);
      const double force = stop_force(&p->stop[i], eta, rate);
      const double spring = stop_force(&(stop){.rule = p->stop[i].rule,
                                               .stiffness = p->stop[i].stiffness,
                                               .exponent = p->stop[i].exponent},
                                       eta, 0);
      now->impulse += w * force;
      now->deepest = fmax(now->deepest, eta);
      now->lost += w * (force - spring) * rate;
      now->dissipated += w * (force - spring) * rate;
      now->peak = fmax(now->peak, force);
    }
  }
}

// A first step that is small beside the time of compression.
static double first_step(const modal_system *p, const modal_motion *f) {
  double min = INFINITY;
  for (int i = 0; i < p->stops; ++i) {
    const stop *s = &p->stop[i];
    const double v = fabs(f->stop[i].rate);
    if (f->stop[i].touch != TOUCH_PRESSED || v == 0)
      continue;
    const double alpha = s->rule == STOP_PENALTY ? 1 : s->exponent;
    const double deep =
        real_power((alpha + 1) * v * v / (2 * s->stiffness * s->mobility), 1 / (alpha + 1));
    min = fmin(min, 1e-3 * deep / v);
  }
  return min;
}

bool law_advance(const modal_system *p, modal_motion *f, double until) {
  double h = f->head->clear > 0 ? f->head->clear : first_step(p, f);
  h = fmin(fmin(h, until), p->fastest > 0 ? 1 / p->fastest : until);
  double error = trial_step(p, f, h);
  for (int n = 0; error > 1 && n < 100; ++n) {
    h *= fmax(0.2, 0.9 * real_power(error, -0.2));
    error = trial_step(p, f, h);
  }
  const double next_step = h * fmin(3, 0.9 * real_power(fmax(error, 1e-4), -0.2));
  int which = -1;
  for (int i = 0; i < p->stops; ++i) {
    double rate = 0;
    if (beyond(p, f, i, &rate) > 0) {
      h = shorten_step(p, f, i, h);
      which = i;
    }
  }
  book_losses(p, f, h);
  stops_evaluate(p, f);
  f->head->now = h;
  motion_rebase(p, f);
  f->head->clear = next_step;
  if (which < 0)
    return false;
  if (f->stop[which].touch == TOUCH_PRESSED)
    stop_end(p, f, which);
  else
    f->stop[which].eta = f->stop[which].start = 0;
  f->head->clear = 0;
  return true;
}
