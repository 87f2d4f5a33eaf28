// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Free motion in closed form (theory 9.3 to 9.7 and 9.10). From the origin, the time of the last
// event, a mode moves as
//
//   q - r = x C + (y + s x) S,    C = e^-sh cos d h,  S = e^-sh sin d h / d,  d^2 = w^2 - s^2
//
// (r its position at rest, x and y its displacement from there and its velocity at the origin; C
// and S have cosh and sinh beyond critical damping, and are 1 and h without spring and loss) plus
// its response to harmonic forces: the steady one, or near resonance the response from rest
//
//   -(F / 2d) Re(I - J),  I = e^{i theta} (e^{(l - iW) h} - 1) / (l - iW),  l = -s + i d,
//                         J = e^{-i theta} (e^{(l + iW) h} - 1) / (l + iW),  theta = W h + phase,
//
// which is well behaved at resonance itself. What is computed is the change since the origin, with
// cos - 1 = -2 sin^2(half): so an overlap keeps its digits however small it is and however long the
// scene has run.

#include "base/constants.h"
#include "base/elementary.h"
#include "base/quadrature.h"
#include "methods/event/modal_motion.h"

#include "base/kernel.h"
#include "base/sines.h"

#include <math.h>
#include <stddef.h>

// --- Motion -------------------------------------------------------------------------------------

// 2 (x - 1 + e^-x) / x^2
static double drag_factor(double x) {
  if (x > 0.5)
    return 2 * (x + real_expm1(-x)) / (x * x);
  double term = 1;
  double sum = 1;
  for (int k = 3; k < 18; ++k) {
    term *= -x / k;
    sum += term;
  }
  return sum;
}

// A mode without spring.
static void springless_mode(const oscillator *o, double y, double h, double *dq, double *v) {
  const double c = o->constant;
  if (o->decay == 0) {
    *dq = h * (y + c * h / 2);
    *v = y + c * h;
    return;
  }
  const double S = -real_expm1(-2 * o->decay * h) / (2 * o->decay);
  *dq = y * S + c * h * h / 2 * drag_factor(2 * o->decay * h);
  *v = y - (2 * o->decay * y - c) * S;
}

// A damped mode: C - 1 and S, then the general form.
static void damped_mode(const oscillator *o, double x, double y, double h, double *dq, double *v) {
  const double s = o->decay;
  double less = 0;
  double S = 0;
  if (o->kind == MODE_UNDERDAMPED) {
    const double half = sin(o->omega_d * h / 2);
    const double faded = real_expm1(-s * h);
    less = faded - 2 * (1 + faded) * half * half;
    S = (1 + faded) * sin(o->omega_d * h) / o->omega_d;
  } else {
    const double kappa = o->omega_d;
    const double slow = real_expm1(-o->omega * o->omega / (s + kappa) * h);
    const double both = real_expm1(-2 * kappa * h);
    less = slow + (1 + slow) * both / 2;
    S = (1 + slow) * (kappa * h > 1e-150 ? -both / (2 * kappa) : h);
  }
  *dq = x * (less + s * S) + y * S;
  *v = y + (y * (less - s * S) - o->omega * o->omega * x * S);
}

// s and c are sine and cosine of w h / 2.
static void mode_at(const modal_system *p, modal_motion *f, int j, double h, double s, double c) {
  const oscillator *o = &p->mode[j];
  const double x = f->rest_q[j];
  const double y = f->free_v[j];
  if (o->kind == MODE_UNDAMPED) {
    f->dq[j] = 2 * s * (y * o->inverse * c - x * s);
    f->v[j] = y - 2 * s * (y * s + o->omega * x * c);
  } else if (o->kind == MODE_FREE) {
    springless_mode(o, y, h, &f->dq[j], &f->v[j]);
  } else {
    damped_mode(o, x, y, h, &f->dq[j], &f->v[j]);
  }
}

enum { BATCH = 32 };

// All modes, or those listed.
static void modes_at(const modal_system *p, modal_motion *f, const int *list, int count, double h) {
  double angle[BATCH];
  double s[BATCH];
  double c[BATCH];
  for (int first = 0; first < count; first += BATCH) {
    const int some = count - first < BATCH ? count - first : BATCH;
    for (int n = 0; n < some; ++n)
      angle[n] = p->mode[list != NULL ? list[first + n] : first + n].omega * h / 2;
    sines(some, p->fastest * h / 2, angle, s, c);
    for (int n = 0; n < some; ++n)
      mode_at(p, f, list != NULL ? list[first + n] : first + n, h, s[n], c[n]);
  }
}

// All modes undamped, four at a time; w h / 2 < sines_max.
KERNEL
static void undamped_modes_at(const modal_system *p, modal_motion *f, double h) {
  int j = 0;
  for (; j + 4 <= p->modes; j += 4) {
    const oscillator *o = p->mode + j;
    const lanes_4 w = {o[0].omega, o[1].omega, o[2].omega, o[3].omega};
    const lanes_4 inverse = {o[0].inverse, o[1].inverse, o[2].inverse, o[3].inverse};
    const lanes_4 x = *(const lanes_4 *)(f->rest_q + j);
    const lanes_4 y = *(const lanes_4 *)(f->free_v + j);
    const lanes_4 angle = w * (h / 2);
    lanes_4 s;
    lanes_4 c;
    sines_4(&angle, &s, &c);
    *(lanes_4 *)(f->dq + j) = 2 * s * (y * inverse * c - x * s);
    *(lanes_4 *)(f->v + j) = y - 2 * s * (y * s + w * x * c);
  }
  for (; j < p->modes; ++j) {
    const lanes_4 angle = {p->mode[j].omega * (h / 2)};
    lanes_4 s;
    lanes_4 c;
    sines_4(&angle, &s, &c);
    mode_at(p, f, j, h, s[0], c[0]);
  }
}

void motion_evaluate(const modal_system *p, modal_motion *f, double h) {
  if (p->undamped && p->fastest * h / 2 < sines_max)
    undamped_modes_at(p, f, h);
  else
    modes_at(p, f, NULL, p->modes, h);
  if (p->drives > 0)
    drives_respond(p, f, h);
  ++f->head->evaluations;
}

void motion_evaluate_reached(const modal_system *p, modal_motion *f, double h) {
  if (p->reached == NULL || p->drives > 0) {
    motion_evaluate(p, f, h);
    return;
  }
  modes_at(p, f, p->reached, p->reached_count, h);
  ++f->head->evaluations;
}

void motion_accelerate(const modal_system *p, modal_motion *f, double h) {
  for (int j = 0; j < p->modes; ++j) {
    const oscillator *o = &p->mode[j];
    const double q = f->q0[j] + f->dq[j];
    f->a[j] = motion_drive(p, f, j, h) - 2 * o->decay * f->v[j] - o->omega * o->omega * q;
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

// --- The free part at the origin -----------------------------------------------------------------

void motion_restart(const modal_system *p, modal_motion *f) {
  motion_head *head = f->head;
  head->now = head->clear = head->counted = 0;
  head->horizon = INFINITY;
  if (p->drives > 0)
    drives_begin(p, f);
  for (int j = 0; j < p->modes; ++j) {
    f->rest_q[j] = f->q0[j] - p->mode[j].rest;
    f->free_v[j] = f->v0[j];
    f->dq[j] = 0;
    f->v[j] = f->v0[j];
  }
  for (int t = 0; t < p->drives; ++t) {
    const double *drive = f->phase + (long)t * DRIVE_VALUES;
    const response *of = p->response + (long)t * p->modes;
    for (int j = 0; j < p->modes; ++j) {
      f->rest_q[j] -= of[j].sine * drive[DRIVE_SINE] + of[j].cosine * drive[DRIVE_COSINE];
      f->free_v[j] -=
          drive[DRIVE_RATE] * (of[j].sine * drive[DRIVE_COSINE] - of[j].cosine * drive[DRIVE_SINE]);
      if (of[j].near_resonance && of[j].force != 0)
        head->horizon = fmin(head->horizon, two_pi / drive[DRIVE_RATE]);
    }
  }
  bounds_set(p, f);
}

void motion_rebase(const modal_system *p, modal_motion *f) {
  motion_head *head = f->head;
  head->origin = instant_later(head->origin, head->now);
  for (int j = 0; j < p->modes; ++j) {
    f->q0[j] += f->dq[j];
    f->v0[j] = f->v[j];
    f->dq[j] = 0;
  }
  for (int i = 0; i < p->stops; ++i)
    f->stop[i].start = f->stop[i].eta;
  head->clear = head->horizon = 0;
  head->now = head->counted = 0;
  if (p->drives > 0)
    drives_begin(p, f);
}

// --- Losses and work ----------------------------------------------------------------------------

// One point of a Gauss-Legendre rule of ten, exact to rounding over two radians of the fastest
// rate.
static void integrate_at(const modal_system *p, modal_motion *f, double h, double weight) {
  motion_evaluate(p, f, h);
  for (int j = 0; j < p->modes; ++j) {
    const double v = f->v[j];
    f->loss[j] += weight * 2 * p->mode[j].decay * v * v;
    for (int t = 0; t < p->drives; ++t)
      f->head->supplied += weight * v * p->response[t * p->modes + j].force *
                           f->phase[t * DRIVE_VALUES + DRIVE_SINE_NOW];
  }
}

bool motion_book(const modal_system *p, modal_motion *f, double h) {
  const double from = f->head->counted;
  f->head->counted = h;
  if (!f->counts || (!p->lossy && p->drives == 0) || h <= from)
    return false;
  const double panels_needed = p->fastest * (h - from) / 2;
  const int panels = panels_needed < 1e6 ? (int)panels_needed + 1 : 1000000;
  const double half = (h - from) / (2 * panels);
  for (int n = 0; n < panels && !motion_quits(f); ++n)
    for (int k = 0; k < GAUSS_POINTS; ++k) {
      const double z = k < 5 ? -gauss_at[4 - k] : gauss_at[k - 5];
      const double w = k < 5 ? gauss_weight[4 - k] : gauss_weight[k - 5];
      integrate_at(p, f, from + half * (2 * n + 1 + z), half * w);
    }
  return true;
}
