// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A string above a rigid obstacle of height K (M. Schatzman, M. Bercovier, Numerical approximation
// of a wave equation with unilateral constraints, Math. Comp. 53, 1989; theory 14.4 to 14.6). With
// k = h / c, so that waves move one interval a step,
//
//   y_i^{j+1} = -y_i^{j-1} + max(y_{i-1}^j + y_{i+1}^j, 2 K_i)
//
// Without contact that is the exact solution at the nodes. Where the obstacle acts it adds
// r = [2 K - y_{i-1} - y_{i+1}], a force T r / h. An obstacle above has min instead of max. The
// energy, T / h = rho A h / k^2,
//
//   H^{j+1/2} = T / 2h [ sum (y^{j+1} - y^j)^2 + sum grad y^{j+1} grad y^j ]
//
// changes by the work of these forces alone, T r / h (y^{j+1} - y^{j-1}) / 2.

#include "methods/rigid/rigid.h"

#include <math.h>
#include <string.h>

/// One node that an obstacle holds.
typedef struct {
  int node;
  double reaction; // r, m; positive away from the obstacle
  double side;     // +1: the obstacle is below
} holding;

static void add_touch(const rigid_system *p, const rigid_levels *y, holding at, bool follows,
                      rigid_touch *t) {
  const rigid_sizes *s = p->sizes;
  const double stiffness = s->tension / s->spacing;
  const int i = at.node;
  t->force += stiffness * at.reaction;
  t->work += stiffness * at.side * at.reaction * (y->after[i] - y->before[i]) / 2;
  t->length += s->spacing;
  t->patches += !follows;
  t->speed_in = fmax(t->speed_in, at.side * (y->before[i] - y->now[i]) / s->step);
  t->speed_out = fmax(t->speed_out, at.side * (y->after[i] - y->now[i]) / s->step);
}

void rigid_advance(const rigid_system *p, const rigid_levels *y, rigid_touch *touch, int contacts) {
  const int last = p->sizes->nodes - 1;
  int below = -1; // the contact that touched at the node before
  int above = -1;
  memset(touch, 0, (size_t)contacts * sizeof *touch);
  y->after[0] = y->after[last] = 0;
  for (int i = 1; i < last; ++i) {
    const double sum = y->now[i - 1] + y->now[i + 1];
    const double lift = 2 * p->low[i] - sum;
    const double push = sum - 2 * p->high[i];
    y->after[i] = (lift > 0 ? 2 * p->low[i] : push > 0 ? 2 * p->high[i] : sum) - y->before[i];
    const int low = lift > 0 ? p->low_contact[i] : -1;
    const int high = lift <= 0 && push > 0 ? p->high_contact[i] : -1;
    if (low >= 0)
      add_touch(p, y, (holding){i, lift, 1}, low == below, &touch[low]);
    if (high >= 0)
      add_touch(p, y, (holding){i, push, -1}, high == above, &touch[high]);
    below = low;
    above = high;
  }
}

// In contact at rest the string stays there: y^{-1} = y^1 but for the velocity.
void rigid_begin(const rigid_system *p, const double *speed, const rigid_levels *y) {
  const int last = p->sizes->nodes - 1;
  y->before[0] = y->before[last] = 0;
  for (int i = 1; i < last; ++i) {
    const double mean = (y->now[i - 1] + y->now[i + 1]) / 2;
    y->before[i] = fmin(fmax(mean, p->low[i]), p->high[i]) - p->sizes->step * speed[i];
  }
}

void rigid_energy(const rigid_system *p, const rigid_levels *y, double *kinetic,
                  double *potential) {
  const double half = p->sizes->tension / (2 * p->sizes->spacing);
  double moves = 0;
  double bends = 0;
  for (int i = 0; i + 1 < p->sizes->nodes; ++i) {
    const double step = y->after[i] - y->now[i];
    moves += step * step;
    bends += (y->after[i + 1] - y->after[i]) * (y->now[i + 1] - y->now[i]);
  }
  *kinetic = half * moves;
  *potential = half * bends;
}
