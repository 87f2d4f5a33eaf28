// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Points of the string (theory 14.15): straight up to the bridge, on it up to gamma, and from there
//
//   y = S (1 - x) + sum beta_k psi_k,  psi_k = sqrt(2/l) sin theta,  theta = k pi xi,
//
// with xi = (x - gamma) / l, so that dxi/dgamma = -(1 - xi) / l. Time derivatives at a fixed x
// follow from beta, gamma and their derivatives.

#include "methods/wrap/moving_boundary.h"

#include "base/constants.h"
#include <math.h>

/// psi_k, its derivatives by gamma, and its slope.
typedef struct {
  double value, g, gg, x;
} shape_values;

static shape_values shape_of(int k, double xi, double l) {
  const double size = sqrt(2 / l);
  const double wave = (k + 1) * pi;
  const double S = size * sin(wave * xi);
  const double C = size * cos(wave * xi);
  const double left = wave * (1 - xi); // -l dtheta/dgamma
  return (shape_values){.value = S,
                        .g = (S / 2 - left * C) / l,
                        .gg = (0.75 * S - 3 * left * C - left * left * S) / (l * l),
                        .x = wave * C / l};
}

static double read_free(const wrap_system *p, const wrap_motion *f, wrap_reading what, double x) {
  const wrap_point *at = &f->at;
  const wrap_geometry g = wrap_geometry_at(p, at->gamma);
  const double speed = at->gamma_speed;
  double bend[WRAP_MODES]; // beta''
  double rate = 0;         // gamma''
  if (what == WRAP_Y_TT && f->phase == PHASE_WRAPPING)
    wrap_accelerate(p, at, bend, &rate);
  else
    for (int k = 0; k < p->modes; ++k)
      bend[k] = -p->c[k] * p->c[k] / (2 * g.l * g.l) * at->beta[k];
  double sum = what == WRAP_Y     ? g.S * (1 - x)
               : what == WRAP_Y_T ? g.S1 * (1 - x) * speed
               : what == WRAP_Y_X ? -g.S
                                  : (g.S1 * rate + g.S2 * speed * speed) * (1 - x);
  for (int k = 0; k < p->modes; ++k) {
    const shape_values s = shape_of(k, (x - at->gamma) / g.l, g.l);
    if (what == WRAP_Y)
      sum += at->beta[k] * s.value;
    else if (what == WRAP_Y_T)
      sum += at->beta_speed[k] * s.value + at->beta[k] * s.g * speed;
    else if (what == WRAP_Y_X)
      sum += at->beta[k] * s.x;
    else
      sum += bend[k] * s.value + 2 * at->beta_speed[k] * s.g * speed +
             at->beta[k] * (s.g * rate + s.gg * speed * speed);
  }
  return sum;
}

double wrap_read(const wrap_system *p, const wrap_motion *f, wrap_reading what, double x) {
  if (x > f->at.gamma)
    return read_free(p, f, what, x);
  if (what == WRAP_Y_T || what == WRAP_Y_TT)
    return 0;
  if (x < p->gamma1)
    return p->alpha * (p->b - p->gamma1) * (what == WRAP_Y ? x : 1);
  return what == WRAP_Y ? p->alpha * x * (p->b - x) : p->alpha * (p->b - 2 * x);
}

bool wrap_lies_above(const wrap_system *p, const wrap_motion *f) {
  enum { PLACES = 32 };
  const double gamma = f->at.gamma;
  const double slack = 1e-6 * p->alpha * p->b * p->b / 4; // of the bridge's height
  for (int i = 1; p->modes > 1 && gamma < p->gamma2 && i <= PLACES; ++i) {
    const double x = gamma + (p->gamma2 - gamma) * i / PLACES;
    if (wrap_read(p, f, WRAP_Y, x) < p->alpha * x * (p->b - x) - slack)
      return false;
  }
  return f->phase != PHASE_FREE || p->gamma1 == 0 || wrap_force(p, f) >= -slack;
}
