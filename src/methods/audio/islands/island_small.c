// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Islands with one or two linear links, as most are. They are eliminated one after the other
// (theory 3.2, 3.4 and 3.5):
//
//   D2 = (goal2 - t goal1) / b,  D1 = (goal1 - W12 d2 D2) / a,  t = W12 d1 / a,
//   a = 1 + W11 d1,  b = 1 + (W22 - W12 t) d2,
//
// and W~ = W - C1 C1^T d1 / a - C2' C2'^T d2 / b with C2' = C2 - t C1. Written out as one inverse,
// two stiff links on the same nodes would leave W~ with the rounding of d1 d2.

#include "methods/audio/islands/linears.h"

#include "base/bounds.h"
#include "methods/audio/islands/skyline.h"
#include <assert.h>

static void set_coefficients(const island_view *v) {
  const link_set *set = &v->linears;
  const double *W = v->weight;
  const double d1 = set->work[0].d;
  small_system *q = v->small;
  q->w11 = W[set->row[0].start];
  q->a = 1 + q->w11 * d1;
  if (set->count == 1) {
    q->w12 = q->w22 = q->t = 0;
    q->b = 1;
    return;
  }
  const model_row *second = &set->row[1];
  q->w12 = second->first == 0 ? W[second->start] : 0;
  q->w22 = W[second->start + 1 - second->first];
  q->t = q->w12 * d1 / q->a;
  q->b = 1 + larger(q->w22 - q->w12 * q->t, 0) * set->work[1].d; // not negative by rounding
}

// d D as root (root D): the root of a spring is exactly half the slope sqrt(K1) of its stretch,
// while d is rounded, always the same way, and the ledger would drift by that.
static inline double slope_force(const link_work *w) {
  return w->root * (w->root * w->seen);
}

/// Beyond this a b rounding would show in the motion: one step of iterative refinement follows.
static const double stiff_limit = 1e4;

static void solve_one(link_work *w, const small_system *q) {
  w->seen = w->goal / q->a;
  if (q->a > stiff_limit)
    w->seen += (w->goal - w->seen - q->w11 * slope_force(w)) / q->a;
  w->force = w->f + slope_force(w);
}

// Adds the solution D for the residuals of the goals.
static inline void add_solution(link_work *w, const small_system *q, double residual1,
                                double residual2) {
  const double seen2 = (residual2 - q->t * residual1) / q->b;
  w[0].seen += (residual1 - q->w12 * w[1].d * seen2) / q->a;
  w[1].seen += seen2;
}

static void solve_two(link_work *w, const small_system *q) {
  w[0].seen = w[1].seen = 0;
  add_solution(w, q, w[0].goal, w[1].goal);
  if (q->a * q->b > stiff_limit) {
    const double push1 = slope_force(&w[0]);
    const double push2 = slope_force(&w[1]);
    add_solution(w, q, w[0].goal - w[0].seen - (q->w11 * push1 + q->w12 * push2),
                 w[1].goal - w[1].seen - (q->w12 * push1 + q->w22 * push2));
  }
  w[0].force = w[0].f + slope_force(&w[0]);
  w[1].force = w[1].f + slope_force(&w[1]);
}

void small_solve(const island_view *v) {
  if (v->linears.count == 1)
    solve_one(v->linears.work, v->small);
  else
    solve_two(v->linears.work, v->small);
}

/// W between a collision and each of two linear links, whose forces change its overlap by -(C1 F1 +
/// C2 F2).
typedef struct {
  double c1, c2;
} small_coupling;

static inline small_coupling coupling_of(const island_view *v, int c) {
  const model_row *row = &v->collisions.row[c];
  const double *C = v->coupling + row->coupling;
  return (small_coupling){.c1 = row->low == 0 && row->high > 0 ? C[0] : 0,
                          .c2 = row->low <= 1 && row->high > 1 ? C[1 - row->low] : 0};
}

// What the linear links leave of a collision: its goal, and its row of W~.
static void reduce(const island_view *v, int c) {
  const link_work *w = v->linears.work;
  const model_row *row = v->collisions.row;
  const small_system *q = v->small;
  const bool two = v->linears.count == 2;
  const small_coupling a = coupling_of(v, c);
  v->collisions.work[c].goal =
      v->collisions.work[c].free - (a.c1 * w[0].force + (two ? a.c2 * w[1].force : 0));
  if (v->collisions.count == 1 && !v->collisions.link->exact &&
      collision_idle(v->collisions.past, v->collisions.work->goal))
    return; // nobody will ask
  const double to1 = a.c1 * w[0].d / q->a;
  const double to2 = two ? (a.c2 - q->t * a.c1) * w[1].d / q->b : 0;
  for (int e = row[c].first; e <= c; ++e) {
    const int at = row[c].start + e - row[c].first;
    const small_coupling b = e == c ? a : coupling_of(v, e);
    const double left = v->weight[at] - (b.c1 * to1 + (b.c2 - q->t * b.c1) * to2);
    v->reduced[at] = e == c ? larger(left, 0) : left; // not negative by rounding
  }
}

void small_eliminate(const island_view *v) {
  link_work *w = v->linears.work;
  const small_system *q = v->small;
  assert(v->linears.count > 0 && v->linears.count <= SMALL_ISLAND);
  set_coefficients(v);
  if (v->linears.count == 1) {
    w[0].goal = w[0].free - q->w11 * w[0].f;
    solve_one(w, q);
  } else {
    w[0].goal = w[0].free - (q->w11 * w[0].f + q->w12 * w[1].f);
    w[1].goal = w[1].free - (q->w12 * w[0].f + q->w22 * w[1].f);
    solve_two(w, q);
  }
  for (int c = 0; c < v->collisions.count; ++c)
    reduce(v, c);
}

linear_alone small_by_itself(const island_view *v, int b) {
  const link_set *set = &v->linears;
  const double own = sky_at(set->row, v->weight, b, b);
  const double both = set->count == 2 ? sky_at(set->row, v->weight, 1, 0) : 0;
  if (both == 0)
    return (linear_alone){own, set->work[b].free};
  const link_work *other = &set->work[1 - b];
  const double of_other = sky_at(set->row, v->weight, 1 - b, 1 - b);
  const double per_other = other->d / (1 + of_other * other->d);
  const double push = other->f + per_other * (other->free - of_other * other->f);
  return (linear_alone){own - both * both * per_other, set->work[b].free - both * push};
}
