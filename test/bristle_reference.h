// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A bow on a body of a few modes, integrated by an adaptive Runge-Kutta method: the law of friction
// written anew. It shares nothing with the engine but the equations (theory 5.6 to 5.8).

#ifndef CAROM_BRISTLE_REFERENCE_H
#define CAROM_BRISTLE_REFERENCE_H

#include "support.h"

static const double pi = 3.14159265358979323846;

// --- The reference ------------------------------------------------------------------------------

enum { MODES = 24, SIZE = 2 * MODES + 3, POINTS = 6 };

/// Piecewise linear in time: {time, value}, rising in time.
typedef struct {
  int count;
  double at[POINTS][2];
} curve;

/// Uncoupled modes, q'' = -omega2 q - loss q' - phi F, bowed at a point whose displacement is
/// sum phi q.
typedef struct {
  const char *name;
  const char *body;          // as the scene tells it
  curve force, speed, place; // place: with grid only
  double seconds;
  double mu_S, mu_C, v_S, s_0, s_1, s_2;
  const char *solve; // of the exponential law with the sharpness 100; NULL: bristles
  int modes, grid;   // grid: intervals, 0 if there is none
  double omega2[MODES], loss[MODES], phi[MODES];
  double p[MODES]; // q' at t = 0
} problem;

static const double string_mass = 0.6 * 5e-3; // kg

static double curve_at(const curve *c, double t) {
  if (t <= c->at[0][0])
    return c->at[0][1];
  for (int i = 1; i < c->count; ++i)
    if (t <= c->at[i][0])
      return c->at[i - 1][1] + (c->at[i][1] - c->at[i - 1][1]) * (t - c->at[i - 1][0]) /
                                   (c->at[i][0] - c->at[i - 1][0]);
  return c->at[c->count - 1][1];
}

/// What is compared at a time: displacement of the point where the bow began, then of the bow;
/// heat and work since t = 0.
enum { DISPLACEMENT, SLIDE, BEND, FORCE, HEAT, WORK, READINGS };

typedef struct {
  double of[READINGS];
} reading;

/// Force, and rates of the bend and of the heat.
typedef struct {
  double F, dz, heat;
} rubbing;

static rubbing rub_bristles(const problem *p, double press, double slide, double z) {
  const double over = slide / p->v_S;
  const double steady = press * (p->mu_C + (p->mu_S - p->mu_C) * exp(-over * over)) / p->s_0;
  const double breakaway = 0.7 * p->mu_C * press / p->s_0;
  double alpha = 0;
  if (slide * z > 0 && fabs(z) > breakaway)
    alpha = fabs(z) >= steady
                ? 1
                : (1 + sin(pi * (fabs(z) - (steady + breakaway) / 2) / (steady - breakaway))) / 2;
  const double dz = slide * (1 - alpha * fabs(z) / steady);
  const double damped = slide * dz > 0 ? dz : 0;
  // Heat: yielding under the bent bristles, their damping, the viscous film.
  return (rubbing){.F = p->s_0 * z + p->s_1 * damped + p->s_2 * slide,
                   .dz = dz,
                   .heat = p->s_0 * z * (slide - dz) + p->s_1 * damped * slide +
                           p->s_2 * slide * slide};
}

static rubbing rub(const problem *p, double press, double slide, double z) {
  if (!(press > 0))
    return (rubbing){0};
  if (p->solve == NULL)
    return rub_bristles(p, press, slide, z);
  const double F = press * sqrt(2 * 100.0) * slide * exp(0.5 - 100 * slide * slide);
  return (rubbing){.F = F, .heat = F * slide};
}

// Amplitudes of the modes at a point between the nodes of a grid, by cubic interpolation.
static void place_at(const problem *p, double x, double *phi) {
  const int l = (int)floor(x * p->grid);
  const double a = x * p->grid - l;
  const double w[4] = {-a * (a - 1) * (a - 2) / 6, (a - 1) * (a + 1) * (a - 2) / 2,
                       -a * (a + 1) * (a - 2) / 2, a * (a + 1) * (a - 1) / 6};
  for (int i = 0; i < p->modes; ++i) {
    phi[i] = 0;
    for (int t = 0; t < 4; ++t)
      phi[i] += w[t] * sqrt(2 / string_mass) * sin(pi * (i + 1) * (l - 1 + t) / p->grid);
  }
}

static const double *phi_at(const problem *p, double t, double *own) {
  if (p->place.count == 0)
    return p->phi;
  place_at(p, curve_at(&p->place, t), own);
  return own;
}

// y = (q, q', z, heat, work).
static void rates(const problem *p, double t, const double *y, double *dy) {
  const size_t M = (size_t)p->modes;
  const double bow = curve_at(&p->speed, t);
  double own[MODES];
  const double *phi = phi_at(p, t, own);
  double speed = 0;
  for (size_t i = 0; i < M; ++i)
    speed += phi[i] * y[M + i];
  const rubbing r = rub(p, curve_at(&p->force, t), speed - bow, y[2 * M]);
  for (size_t i = 0; i < M; ++i) {
    dy[i] = y[M + i];
    dy[M + i] = -p->omega2[i] * y[i] - p->loss[i] * y[M + i] - phi[i] * r.F;
  }
  dy[2 * M] = r.dz;
  dy[2 * M + 1] = r.heat;
  dy[2 * M + 2] = -r.F * bow;
}

// J. R. Dormand and P. J. Prince, J. Comput. Appl. Math. 6, 1980: one step of order 5; returns the
// difference from order 4 relative to the tolerance.
static double dormand_prince(const problem *p, double t, double h, const double *y, double *next,
                             double tolerance) {
  static const double c[7] = {0, 1 / 5.0, 3 / 10.0, 4 / 5.0, 8 / 9.0, 1, 1};
  static const double a[7][6] = {
      {0},
      {1 / 5.0},
      {3 / 40.0, 9 / 40.0},
      {44 / 45.0, -56 / 15.0, 32 / 9.0},
      {19372 / 6561.0, -25360 / 2187.0, 64448 / 6561.0, -212 / 729.0},
      {9017 / 3168.0, -355 / 33.0, 46732 / 5247.0, 49 / 176.0, -5103 / 18656.0},
      {35 / 384.0, 0, 500 / 1113.0, 125 / 192.0, -2187 / 6784.0, 11 / 84.0}};
  static const double e[7] = {71 / 57600.0,      0,          -71 / 16695.0, 71 / 1920.0,
                              -17253 / 339200.0, 22 / 525.0, -1 / 40.0};
  const int size = 2 * p->modes + 3;
  double k[7][SIZE];
  for (int s = 0; s < 7; ++s) {
    for (int i = 0; i < size; ++i) {
      next[i] = y[i];
      for (int j = 0; j < s; ++j)
        next[i] += h * a[s][j] * k[j][i];
    }
    rates(p, t + c[s] * h, next, k[s]);
  }
  double worst = 0;
  for (int i = 0; i < size; ++i) {
    double error = 0;
    for (int s = 0; s < 7; ++s)
      error += h * e[s] * k[s][i];
    const double scale = i < p->modes || i == 2 * p->modes ? 1e-6 : i < 2 * p->modes ? 1e-3 : 1e-6;
    worst = fmax(worst, fabs(error) / (tolerance * (scale + fabs(y[i]))));
  }
  return worst;
}

static void integrate(const problem *p, double from, double to, double *y, double tolerance) {
  double t = from;
  double h = (to - from) / 4;
  double next[SIZE];
  while (t < to) {
    h = fmin(h, to - t);
    const double error = dormand_prince(p, t, h, y, next, tolerance);
    if (error <= 1) {
      t = h == to - t ? to : t + h;
      memcpy(y, next, sizeof next);
    }
    h *= fmin(4, fmax(0.2, 0.9 * pow(error + 1e-30, -0.2)));
  }
}

static double next_break(const curve *c, double from, double to) {
  for (int i = c->count - 1; i >= 0; --i)
    to = c->at[i][0] > from ? fmin(to, c->at[i][0]) : to;
  return to;
}

// Never steps across a breakpoint.
static void integrate_pieces(const problem *p, double from, double to, double *y,
                             double tolerance) {
  while (from < to) {
    const double end =
        next_break(&p->force, from, next_break(&p->speed, from, next_break(&p->place, from, to)));
    integrate(p, from, end, y, tolerance);
    from = end;
  }
}

static reading read_reference(const problem *p, double t, const double *y) {
  const size_t M = (size_t)p->modes;
  double own[MODES];
  const double *phi = phi_at(p, t, own);
  reading r = {.of = {[BEND] = y[2 * M], [HEAT] = y[2 * M + 1], [WORK] = y[2 * M + 2]}};
  double speed = 0;
  for (size_t i = 0; i < M; ++i) {
    r.of[DISPLACEMENT] += p->phi[i] * y[i];
    speed += phi[i] * y[M + i];
  }
  r.of[SLIDE] = speed - curve_at(&p->speed, t);
  r.of[FORCE] = rub(p, curve_at(&p->force, t), r.of[SLIDE], y[2 * M]).F;
  return r;
}

enum { RATE = 44100 };

// At every sample of 44,100 Hz.
static reading *solve_reference(const problem *p, double tolerance) {
  const int samples = (int)lround(p->seconds * RATE);
  reading *all = calloc((size_t)samples + 1, sizeof *all);
  double y[SIZE] = {0};
  memcpy(y + p->modes, p->p, (size_t)p->modes * sizeof *y);
  for (int n = 0; n <= samples; ++n) {
    if (n > 0)
      integrate_pieces(p, (n - 1.0) / RATE, (double)n / RATE, y, tolerance);
    all[n] = read_reference(p, (double)n / RATE, y);
  }
  return all;
}

#endif
