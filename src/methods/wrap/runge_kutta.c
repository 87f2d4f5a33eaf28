// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One step of phase II by the pair of Dormand and Prince: the result is that of order 5, its
// difference from that of order 4 the error. The integral of the contact force is carried along.

#include "methods/wrap/moving_boundary.h"

#include "base/dormand_prince.h"
#include <math.h>

// to += by * slope
static void add(const wrap_system *p, wrap_point *to, const wrap_point *slope, double by) {
  for (int k = 0; k < p->modes; ++k) {
    to->beta[k] += by * slope->beta[k];
    to->beta_speed[k] += by * slope->beta_speed[k];
  }
  to->gamma += by * slope->gamma;
  to->gamma_speed += by * slope->gamma_speed;
  to->pressed += by * slope->pressed;
}

static void slope_at(const wrap_system *p, const wrap_point *at, wrap_point *slope) {
  for (int k = 0; k < p->modes; ++k)
    slope->beta[k] = at->beta_speed[k];
  slope->gamma = at->gamma_speed;
  slope->pressed = wrap_force(p, &(wrap_motion){.at = *at, .phase = PHASE_WRAPPING});
  wrap_accelerate(p, at, slope->beta_speed, &slope->gamma_speed);
}

// The largest error over what is allowed. A mode's speed may be wrong by its frequency more.
static double excess(const wrap_system *p, const wrap_point *error) {
  double max = fmax(fabs(error->gamma), fabs(error->gamma_speed));
  for (int k = 0; k < p->modes; ++k)
    max = fmax(max, fmax(fabs(error->beta[k]), fabs(error->beta_speed[k]) / p->c[k]) / p->size);
  return max / p->tolerance;
}

double wrap_try(const wrap_system *p, const wrap_point *from, double step, wrap_point *to) {
  wrap_point slope[STAGES];
  for (int i = 0; i < STAGES; ++i) {
    *to = *from;
    for (int j = 0; j < i; ++j)
      add(p, to, &slope[j], step * dormand_prince.stage[i][j]);
    slope_at(p, to, &slope[i]);
  }
  wrap_point error = {.gamma = 0};
  for (int i = 0; i < STAGES; ++i)
    add(p, &error, &slope[i], step * dormand_prince.error[i]);
  return excess(p, &error);
}
