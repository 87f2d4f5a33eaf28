// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A stiff, lossy string or bar on N intervals of length h (theory 1.2, 1.7, 1.8, 1.10, 1.15
// and 1.16):
//
//   u'' = c^2 u_xx - kappa^2 u_xxxx - 2 sigma_0 u' + 2 sigma_1 u'_xx
//
// c^2 = T / rho A (m2/s2), kappa^2 = EI / rho A (m4/s2), sigma_0 (1/s), sigma_1 (m2/s). With
// (Lap u)_l = u_{l-1} - 2 u_l + u_{l+1} and increments du = u^n - u^{n-1}:
//
//   (1 + sigma_0 k) du+ = (1 - sigma_0 k) du + Lap w
//
//   w = (c k / h)^2 u + (2 sigma_1 k / h^2) du - (kappa k / h^2)^2 Lap u
//
// computed as du+ = du - loss du + Lap w, loss = 2 sigma_0 k / (1 + sigma_0 k), with 1 / (1 +
// sigma_0 k) in the coefficients of w. The loops divide w by its coefficient of u, or of Lap u
// where there is no tension, and multiply Lap w by that.
//
// Ends: pinned u = Lap u = 0; clamped u = 0, Lap u = 2 u_1 (mirrored ghost); free Lap u = 0 with
// half a node's mass, so that (Lap w)_0 = 2 (w_1 - w_0).
//
//   H = rho A h / 2 [ |du|^2 / k^2 - sigma_1 / (k h^2) |grad du|^2
//                     + c^2/h^2 <grad u^n, grad u^{n-1}> + kappa^2/h^4 <Lap u^n, Lap u^{n-1}> ]
//
//   loss per step = rho A h / 2k [ sigma_0 |z|^2 + sigma_1/h^2 |grad z|^2 ],  z = du+ + du
//
// where (grad u)_l = u_{l+1} - u_l, and ends count half in |.|^2 if free, and in <Lap, Lap> if
// clamped. The term of H with sigma_1 belongs to the backward difference in time of that loss;
// without it the balance is not exact. (Bilbao 2009, sections 6.2, 7.2, 7.3; stability in
// stability.h.)

#include "base/kernel.h"
#include "bodies/grid.h"
#include "bodies/kinds.h"

// --- Ends ---------------------------------------------------------------------------------------

/// A free end and its neighbour: displacements before a step, and their increments.
typedef struct {
  double u, u_beside, step, step_beside;
} line_end;

typedef struct {
  line_end end[2];
} line_ends;

INLINE int place_of_end(const model_body *b, int side) {
  return side == 0 ? 0 : b->grid.last;
}

INLINE int place_beside(const model_body *b, int side) {
  return side == 0 ? b->grid.second : b->grid.last_but_one;
}

// w at an end.
INLINE double w_of_end(const model_body *b, const step_coefficients *a, int side, const double *u,
                       const double *du) {
  return b->ends[side] == END_CLAMPED ? -a->bending * (2 * u[place_beside(b, side)])
                                      : a->internal_loss * du[place_of_end(b, side)];
}

// w at a node.
static double w_at(const model_body *b, const step_coefficients *a, int node, const double *u,
                   const double *du) {
  if (node == 0 || node == b->nx)
    return w_of_end(b, a, node != 0, u, du);
  const int at = node_at(b, node, 0) - b->first;
  const double ahead = u[node_at(b, node + 1, 0) - b->first] - u[at];
  const double lap = ahead - (u[at] - u[node_at(b, node - 1, 0) - b->first]);
  return a->tension * u[at] + a->internal_loss * du[at] - a->bending * lap;
}

// Near a free end, of which the loops know nothing.
static line_end free_end(const model_body *b, const step_coefficients *a, int side, const double *u,
                         const double *du) {
  const double old = du[place_of_end(b, side)];
  const double old_beside = du[place_beside(b, side)];
  double w[3];
  for (int i = 0; i < 3; ++i)
    w[i] = w_at(b, a, side == 0 ? i : b->nx - i, u, du);
  return (line_end){.u = u[place_of_end(b, side)],
                    .u_beside = u[place_beside(b, side)],
                    .step = old + (2 * (w[1] - w[0]) - a->loss * old),
                    .step_beside =
                        old_beside + (((w[2] - w[1]) - (w[1] - w[0])) - a->loss * old_beside)};
}

INLINE bool has_free_end(const model_body *b) {
  return b->ends[0] == END_FREE || b->ends[1] == END_FREE;
}

// Of padding no more than two places can be reached in a step.
INLINE void clear_padding(const model_body *b, double *u, double *next) {
  int place = b->grid.last;
  for (int i = 0; i < 2 && place != b->grid.stride - 1; ++i) {
    place = place + BLOCK < b->grid.stride ? place + BLOCK : place % BLOCK + 1;
    u[place] = next[place] = 0;
  }
}

// The loops take an end for a node whose other neighbour is zero: fixed, it has w = -bending
// u_beside there, but should have 0 if it is pinned and twice that if it is clamped.
INLINE double push_of_fixed(const model_body *b, const step_coefficients *a, int side,
                            double u_beside) {
  return (b->ends[side] == END_CLAMPED ? -a->bending : a->bending) * u_beside;
}

// Between two ends there may be no more than one node.
INLINE void fixed_ends_after(const model_body *b, const step_coefficients *a, double u_second,
                             double u_last_but_one, double *u, double *next) {
  const grid_layout *g = &b->grid;
  next[g->second] += push_of_fixed(b, a, 0, u_second);
  next[g->last_but_one] += push_of_fixed(b, a, 1, u_last_but_one);
  u[g->second] = u_second + next[g->second];
  u[g->last_but_one] = u_last_but_one + next[g->last_but_one];
  u[0] = next[0] = 0;
  u[g->last] = next[g->last] = 0;
  clear_padding(b, u, next);
}

APART static line_ends ends_before(const model_body *b, const step_coefficients *a, const double *u,
                                   const double *du) {
  line_ends ends;
  for (int side = 0; side < 2; ++side)
    ends.end[side] = free_end(b, a, side, u, du);
  return ends;
}

// The increment of a free end's neighbour is known in all; beside another end it is too.
APART static void ends_after(const model_body *b, const step_coefficients *a, const line_ends *ends,
                             double *u, double *next) {
  fixed_ends_after(b, a, ends->end[0].u_beside, ends->end[1].u_beside, u, next);
  for (int side = 0; side < 2; ++side) {
    const line_end *e = &ends->end[side];
    if (b->ends[side] != END_FREE)
      continue;
    next[place_beside(b, side)] = e->step_beside;
    u[place_beside(b, side)] = e->u_beside + e->step_beside;
    next[place_of_end(b, side)] = e->step;
    u[place_of_end(b, side)] = e->u + e->step;
  }
}

// Ends count half in |du|^2 if they are free, and are zero otherwise. The left one also has a
// difference to its right.
INLINE body_sums sums_of_ends(const model_body *b, const double *u, const double *du,
                              const double *former) {
  const grid_layout at = b->grid;
  const int n = at.last;
  const double slope = u[at.second] - u[0];
  const double change = du[at.second] - du[0];
  body_sums sum = {.du_du = (du[0] * du[0] + du[n] * du[n]) / 2,
                   .grad_grad = slope * (slope - change),
                   .grad_du = change * change,
                   .du_former = (former[0] * du[0] + former[n] * du[n]) / 2,
                   .grad_former = (former[at.second] - former[0]) * change};
  if (b->ends[0] == END_CLAMPED)
    sum.lap_lap += 2 * u[at.second] * (u[at.second] - du[at.second]);
  if (b->ends[1] == END_CLAMPED)
    sum.lap_lap += 2 * u[at.last_but_one] * (u[at.last_but_one] - du[at.last_but_one]);
  return sum;
}

#define LOOPS "bodies/line_loops.h"
#include "base/variants.h"

static void line_step(const model_body *b, const step_coefficients *a, double *u, const double *du,
                      double *next) {
  BEST(step, b, a, u, du, next)
}

static body_sums line_sums(const model_body *b, const row_places *p, const double *u,
                           const double *du, const double *former) {
  RETURN_BEST(sums_of, b, p, u, du, former)
}

// --- The layout ---------------------------------------------------------------------------------

static body_sums sums(const body_step *s, double *former) {
  const row_places places = places_of(s->m, s->b);
  return line_sums(s->b, &places, s->u, s->du, former);
}

static void step(const body_step *s, body_sums *before) {
  if (before != NULL)
    *before = sums(s, s->next);
  line_step(s->b, &s->a, s->u, s->du, s->next);
}

static body_energies energy(const body_step *s, const material *a, double gravity) {
  (void)gravity;
  const body_sums sum = sums(s, s->du);
  return grid_energy(s->b, a, s->m->k, &sum);
}

const layout line_layout = {.place = grid_place,
                            .weights = grid_weights,
                            .shape = grid_shape,
                            .step = step,
                            .sums = sums,
                            .energy = energy};
