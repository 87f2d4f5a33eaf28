// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All active collisions of an island simultaneously: D = goal - W F, F = f + d D with d >= 0, in
// closed form for one or two. Beyond that, with S = diag(sqrt(d)) and x = S D, (I + S W S) x is
// known: by factors L diag L^T of the few links that have a d, and by Cholesky factors in the
// skyline if they are many.

#include "methods/audio/islands/island.h"

#include "methods/audio/islands/skyline.h"
#include <math.h>

static void set_coefficients(link_work *w) {
  const bool active = w->role == ACTIVE;
  w->f = active ? w->g * w->before : 0;
  w->d = active ? w->g * w->g / 4 + w->loss : 0;
  w->root = sqrt(w->d);
}

static void solve_two(const island_view *v) {
  link_work *a = &v->collisions.work[0];
  link_work *b = &v->collisions.work[1];
  const double w11 = collision_weight(v, 0, 0);
  const double w12 = collision_weight(v, 1, 0);
  const double w22 = collision_weight(v, 1, 1);
  const double ra = a->goal - w11 * a->f - w12 * b->f;
  const double rb = b->goal - w12 * a->f - w22 * b->f;
  const double determinant = (1 + a->d * w11) * (1 + b->d * w22) - a->d * b->d * w12 * w12;
  a->D = ((1 + b->d * w22) * ra - w12 * b->d * rb) / determinant;
  b->D = ((1 + a->d * w11) * rb - w12 * a->d * ra) / determinant;
}

/// Links that push, by f or d, and are solved as a small system.
enum { FEW = 8 };

typedef struct {
  int count; // FEW + 1: too many
  int link[FEW];
} few_links;

static few_links links_that_push(const link_set *set) {
  few_links few = {0};
  for (int i = 0; i < set->count && few.count <= FEW; ++i)
    if (set->work[i].root > 0 || set->work[i].f != 0) {
      if (few.count < FEW)
        few.link[few.count] = i;
      ++few.count;
    }
  return few;
}

// D with the forces f alone.
static void move_by_few(const island_view *v, const few_links *few) {
  link_work *work = v->collisions.work;
  for (int i = 0; i < v->collisions.count; ++i) {
    double known = 0;
    for (int b = 0; b < few->count; ++b)
      known += collision_weight(v, i, few->link[b]) * work[few->link[b]].f;
    work[i].D = work[i].goal - known;
  }
}

// x of the few: factors and forward substitution in one sweep, then backward.
static void find_few(const island_view *v, const few_links *few, double *x) {
  const link_work *work = v->collisions.work;
  double L[FEW][FEW];
  double inverse[FEW]; // 1 / diag
  double row[FEW];     // of L diag
  for (int a = 0; a < few->count; ++a) {
    const link_work *w = &work[few->link[a]];
    double pivot = 1 + w->d * collision_weight(v, few->link[a], few->link[a]);
    double left = w->root * w->D;
    for (int b = 0; b < a; ++b) {
      row[b] = w->root * collision_weight(v, few->link[a], few->link[b]) * work[few->link[b]].root;
      for (int c = 0; c < b; ++c)
        row[b] -= row[c] * L[b][c];
      L[a][b] = row[b] * inverse[b];
      pivot -= row[b] * L[a][b];
      left -= L[a][b] * x[b];
    }
    inverse[a] = 1 / pivot;
    x[a] = left;
  }
  for (int a = few->count - 1; a >= 0; --a) {
    x[a] *= inverse[a];
    for (int b = a + 1; b < few->count; ++b)
      x[a] -= L[b][a] * x[b];
  }
}

static void solve_few(const island_view *v, const few_links *few) {
  link_work *work = v->collisions.work;
  double x[FEW];
  move_by_few(v, few);
  find_few(v, few, x);
  for (int i = 0; i < v->collisions.count; ++i)
    if (!(work[i].root > 0))
      for (int b = 0; b < few->count; ++b)
        work[i].D -= collision_weight(v, i, few->link[b]) * work[few->link[b]].root * x[b];
  for (int b = 0; b < few->count; ++b)
    if (work[few->link[b]].root > 0)
      work[few->link[b]].D = x[b] / work[few->link[b]].root;
}

static void solve_many(const island_view *v) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i) {
    double known = 0;
    for (int j = set->row[i].first; j <= set->row[i].last; ++j)
      known += collision_weight(v, i, j) * set->work[j].f;
    set->work[i].D = set->work[i].goal - known;
    set->work[i].x = set->work[i].root * set->work[i].D;
  }
  sky_shift(set->count, set->row, v->W, set->work, v->factor);
  sky_factor(set->count, set->row, v->factor);
  sky_forward(set->count, set->row, v->factor, set->work);
  sky_backward(set->count, set->row, v->factor, set->work);
  for (int i = 0; i < set->count; ++i) {
    link_work *w = &set->work[i];
    if (w->root > 0) {
      w->D = w->x / w->root;
      continue;
    }
    for (int j = set->row[i].first; j <= set->row[i].last; ++j)
      w->D -= collision_weight(v, i, j) * set->work[j].root * set->work[j].x;
  }
}

void collisions_solve_affine(const island_view *v) {
  const link_set *set = &v->collisions;
  link_work *w = set->work;
  if (set->count == 1)
    w->D = (w->goal - collision_weight(v, 0, 0) * w->f) / (1 + w->d * collision_weight(v, 0, 0));
  else if (set->count == 2)
    solve_two(v);
  else {
    const few_links few = links_that_push(set);
    if (few.count <= FEW)
      solve_few(v, &few);
    else
      solve_many(v);
  }
}

/// Beyond this stiffness d W in a step rounding would show in the balance: one step of iterative
/// refinement follows.
static const double stiff_limit = 100;

static bool is_stiff(const island_view *v) {
  for (int i = 0; i < v->collisions.count; ++i)
    if (v->collisions.work[i].d * collision_weight(v, i, i) > stiff_limit)
      return true;
  return false;
}

// Solves for what is left of D = goal - W F, and adds it.
static void refine(const island_view *v) {
  const link_set *set = &v->collisions;
  link_work *w = set->work;
  for (int i = 0; i < set->count; ++i) {
    double moved = 0;
    for (int j = set->row[i].first; j <= set->row[i].last; ++j)
      moved += collision_weight(v, i, j) * (w[j].f + w[j].d * w[j].D);
    w[i].residual = w[i].goal - w[i].D - moved;
    w[i].first_D = w[i].D;
  }
  for (int i = 0; i < set->count; ++i) {
    const double goal = w[i].goal;
    w[i].goal = w[i].residual;
    w[i].residual = goal;
    w[i].f = 0;
  }
  collisions_solve_affine(v);
  bool small = true; // a large correction says that the factors are none
  for (int i = 0; i < set->count; ++i)
    small = small && (w[i].d == 0 || fabs(w[i].D) <= 1e-3 * fabs(w[i].first_D));
  for (int i = 0; i < set->count; ++i) {
    w[i].goal = w[i].residual;
    w[i].D = w[i].first_D + (small ? w[i].D : 0);
    set_coefficients(&w[i]);
  }
}

void collisions_solve_together(const island_view *v) {
  const link_set *set = &v->collisions;
  link_work *w = set->work;
  for (int i = 0; i < set->count; ++i)
    set_coefficients(&w[i]);
  collisions_solve_affine(v);
  if (set->count > 1 && is_stiff(v))
    refine(v);
  for (int i = 0; i < set->count; ++i)
    if (w[i].role == ACTIVE) {
      w[i].seen = w[i].D;
      w[i].force = w[i].f + w[i].d * w[i].D;
      w[i].psi = w[i].before + w[i].g * w[i].D / 2;
    }
}
