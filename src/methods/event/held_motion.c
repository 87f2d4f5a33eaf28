// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Linear motion while some stops touch (theory 9.20 to 9.22): held on L q = -o, or pressed as
// springs of stiffness K. All modes are then coupled,
//
//   q'' = P (f - 2 s q' - w^2 q - sum K L^T (L q + o)),    P = 1 - L^T G^-1 L over the stops held,
//
// and a Taylor series is as good as constrained modes: with r the largest rate in the system its
// terms fall as (r t)^k / k!, so that over t = 1/r it is exact to rounding, at the cost of a few
// products per mode and term, for any damping and any force. Overlaps and the forces of held stops
// are polynomials too, whose first zero is found with a safe step (theory 9.22).

#include "methods/event/modal_motion.h"

#include "base/bracket.h"
#include "base/quadrature.h"

#include <math.h>
#include <string.h>

enum { TERMS = SERIES_TERMS + 1 };

static double *term(const modal_system *p, const modal_motion *f, int k) {
  return f->series + (long)k * p->modes;
}

static double *force_term(const modal_system *p, const modal_motion *f, int k) {
  return f->force_series + (long)k * p->stops;
}

// The largest rate: that of modes and drives, with springs that are compressed.
static double largest_rate(const modal_system *p, const modal_motion *f) {
  double square = p->fastest * p->fastest;
  for (int i = 0; i < p->stops; ++i)
    if (f->stop[i].touch == TOUCH_PRESSED)
      square += p->stop[i].stiffness * p->stop[i].mobility;
  return sqrt(square);
}

// The k-th Taylor coefficient of the forces on a mode over dt.
static double drive_term(const modal_system *p, const modal_motion *f, int j, int k,
                         const double *powers) {
  double sum = k == 0 ? p->mode[j].constant : 0;
  for (int t = 0; t < p->drives; ++t) {
    const double force = p->response[t * p->modes + j].force;
    const double *drive = f->phase + (long)t * DRIVE_VALUES;
    const double wave =
        k % 2 == 0 ? drive[DRIVE_SINE] : drive[DRIVE_COSINE]; // sine, cosine, -sine, -cosine
    if (force != 0)
      sum += force * (k % 4 < 2 ? wave : -wave) * powers[k] * pow(drive[DRIVE_RATE], k);
  }
  return sum;
}

// c_{k+2} from c_k and c_{k+1}.
static void next_term(const modal_system *p, modal_motion *f, int k, double dt,
                      const double *powers) {
  const double *now = term(p, f, k);
  const double *later = term(p, f, k + 1);
  double *next = term(p, f, k + 2);
  double *force = force_term(p, f, k);
  for (int j = 0; j < p->modes; ++j) {
    const oscillator *o = &p->mode[j];
    next[j] = drive_term(p, f, j, k, powers) - 2 * o->decay * (k + 1) / dt * later[j] -
              o->omega * o->omega * now[j];
  }
  for (int i = 0; i < p->stops; ++i) {
    const stop *s = &p->stop[i];
    force[i] = 0;
    if (f->stop[i].touch != TOUCH_PRESSED)
      continue;
    // the overlap itself, not L q + o, which cancels
    force[i] = s->stiffness * (k == 0 ? f->stop[i].start : stop_sum(p, i, now));
    for (int r = s->first; r < s->first + s->count; ++r)
      next[p->participation[r].mode] -= p->participation[r].weight * force[i];
  }
  stops_constrain(p, f, next, f->push);
  for (int i = 0, n = 0; i < p->stops; ++i)
    if (f->stop[i].touch == TOUCH_STUCK)
      force[i] = f->push[n++];
  for (int j = 0; j < p->modes; ++j)
    next[j] *= dt * dt / ((k + 1) * (k + 2));
}

static void expand(const modal_system *p, modal_motion *f, double dt) {
  double powers[TERMS]; // dt^k / k!
  powers[0] = 1;
  for (int k = 1; k < TERMS; ++k)
    powers[k] = powers[k - 1] * dt / k;
  for (int j = 0; j < p->modes; ++j) {
    term(p, f, 0)[j] = f->q0[j];
    term(p, f, 1)[j] = f->v0[j] * dt;
  }
  for (int k = 0; k + 2 < TERMS; ++k)
    next_term(p, f, k, dt, powers);
}

// --- Polynomials in z = t / dt, 0 <= z <= 1 -----------------------------------------------------

static double value(const double *c, double z) {
  double sum = 0;
  for (int k = TERMS - 1; k >= 0; --k)
    sum = sum * z + c[k];
  return sum;
}

static double slope(const double *c, double z) {
  double sum = 0;
  for (int k = TERMS - 1; k >= 1; --k)
    sum = sum * z + k * c[k];
  return sum;
}

// How long c_k z^k outweighs all that comes after it: c_n z^n <= c_n z^{k+1} for z <= 1.
static double dominated_until(const double *c, int k) {
  double rest = 0;
  for (int n = k + 1; n < TERMS; ++n)
    rest += fabs(c[n]);
  return rest > 0 ? fmin(c[k] / rest, 1) : 1;
}

// The first zero of a polynomial that starts above zero, or at zero and rising; 2 if there is none.
// The gap of a stop that was released starts with its third power.
static double first_zero(const double *c, bool released) {
  double M = 0;
  double size = 0;
  for (int k = 1; k < TERMS; ++k) {
    M += k * (k - 1) * fabs(c[k]);
    size += fabs(c[k]);
  }
  double z = 0;
  if (released || c[0] <= 0x1p-50 * size) { // at zero: its first term that is not zero decides
    int k = released ? 3 : 1;
    while (k < 4 && c[k] == 0)
      ++k;
    if (k == 4)
      return 2;
    if (c[k] < 0)
      return released ? 2 : 0;
    z = dominated_until(c, k);
  }
  for (int n = 0; n < 200 && z <= 1; ++n) {
    const double g = value(c, z);
    const double v = -slope(c, z);
    if (v > 0 && g <= 0x1p-52 * (size + fabs(c[0])))
      return z + g / v;
    if (g <= 0)
      return z;
    const double root = sqrt(v * v + 2 * M * g);
    const double step = v > 0 ? 2 * g / (v + root) : M > 0 ? (root - v) / M : 2;
    z += fmax(step, 0x1p-52);
  }
  return z <= 1 ? z : 2;
}

// What must stay positive at a stop: its gap, its overlap while compressed, its force while it
// sticks.
static void guard(const modal_system *p, const modal_motion *f, int i, double dt, double *c) {
  const stop_touch how = f->stop[i].touch;
  for (int k = 0; k < TERMS; ++k) {
    const double eta = k == 0   ? f->stop[i].start
                       : k == 1 ? f->stop[i].rate * dt
                                : stop_sum(p, i, term(p, f, k));
    c[k] = how == TOUCH_APART     ? -eta
           : how == TOUCH_PRESSED ? eta
           : k + 2 < TERMS        ? force_term(p, f, k)[i]
                                  : 0;
  }
}

// The integral and the largest value of a contact's force up to z.
static void integrate_force(modal_motion *f, int i, const double *c, double z, double dt) {
  double sum = 0;
  for (int k = TERMS - 1; k >= 0; --k)
    sum = sum * z + c[k] / (k + 1);
  f->stop[i].impulse += sum * z * dt;
  double top = z;
  const double rise = slope(c, 0);
  bracket b = {.high = z, .f = -rise};
  while (rise > 0 && bracket_secant(&b, &top, -slope(c, top)))
    ;
  f->stop[i].peak = fmax(f->stop[i].peak, fmax(value(c, 0), value(c, top)));
}

// --- Losses and work, by quadrature in z --------------------------------------------------------

static void book_losses(const modal_system *p, modal_motion *f, double z, double dt) {
  if (!f->counts || (!p->lossy && p->drives == 0))
    return;
  for (int n = 0; n < GAUSS_POINTS; ++n) {
    const double x = z / 2 * (1 + gauss_point(n));
    const double w = z / 2 * gauss_weight[n / 2] * dt;
    for (int j = 0; j < p->modes; ++j) {
      double v = 0;
      for (int k = TERMS - 1; k >= 1; --k)
        v = v * x + k * term(p, f, k)[j];
      v /= dt;
      f->loss[j] += w * 2 * p->mode[j].decay * v * v;
      if (p->drives > 0)
        f->head->supplied += w * v * (motion_drive(p, f, j, x * dt) - p->mode[j].constant);
    }
  }
}

static void end_step(const modal_system *p, modal_motion *f, double z, double dt) {
  for (int j = 0; j < p->modes; ++j) {
    double q = 0;
    double v = 0;
    for (int k = TERMS - 1; k >= 1; --k) {
      q = q * z + term(p, f, k)[j];
      v = v * z + k * term(p, f, k)[j];
    }
    f->dq[j] = q * z;
    f->v[j] = v / dt;
  }
  stops_evaluate(p, f);
  f->head->now = z * dt;
  motion_rebase(p, f);
}

bool held_advance(const modal_system *p, modal_motion *f, double until) {
  const double rate = largest_rate(p, f);
  const double dt = rate > 0 ? fmin(until, 1 / rate) : until;
  expand(p, f, dt);
  double c[TERMS];
  double z = 1;
  int which = -1;
  for (int i = 0; i < p->stops; ++i) {
    guard(p, f, i, dt, c);
    const double zero = first_zero(c, f->stop[i].free_start);
    if (zero < z || (zero <= 1 && which < 0)) {
      z = zero;
      which = i;
    }
  }
  for (int i = 0; i < p->stops; ++i)
    if (f->stop[i].touch != TOUCH_APART) {
      for (int k = 0; k < TERMS; ++k)
        c[k] = k + 2 < TERMS ? force_term(p, f, k)[i] : 0;
      integrate_force(f, i, c, z, dt);
    }
  book_losses(p, f, z, dt);
  end_step(p, f, z, dt);
  for (int i = 0; i < p->stops; ++i) {
    f->stop[i].free_start = false;
    if (f->stop[i].touch == TOUCH_STUCK)
      f->stop[i].start = f->stop[i].eta = 0;
  }
  if (which < 0)
    return false;
  const stop_touch how = f->stop[which].touch;
  if (how == TOUCH_APART) {
    f->stop[which].eta = f->stop[which].start = 0;
  } else {
    stop_end(p, f, which);
    f->stop[which].free_start = how == TOUCH_STUCK;
  }
  return true;
}
