// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A stiff, lossy plate on cells of h by hy (theory 1.3, 1.7, 1.9, 1.10, 1.17 and 1.18):
//
//   u'' = -kappa^2 Lap Lap u - 2 sigma_0 u' + 2 sigma_1 Lap u'
//
// kappa^2 = B / rho H (m4/s2), sigma_0 (1/s), sigma_1 (m2/s). With q = (h / hy)^2, the weighted
// sum of the neighbours (Lap u) = u_left + u_right - 2 u + q (u_below + u_above - 2 u), which is
// h^2 times the Laplacian, and increments du = u^n - u^{n-1}:
//
//   (1 + sigma_0 k) du+ = (1 - sigma_0 k) du + Lap w
//
//   w = (2 sigma_1 k / h^2) du - (kappa k / h^2)^2 Lap u
//
// Edges: pinned u = Lap u = 0; clamped u = 0, Lap u = 2 u_inside (mirrored ghost; 2 q u_inside
// below and above); free edges in plate_free.c. One sweep over
// the rows computes w of the row above, then du+ of this row, then u+ = u + du+, when no other row
// needs u any more. Edges and padding of u and du are zero.
//
//   H = rho H h hy / 2 [ |du|^2 / k^2 - sigma_1 / (k h^2) |grad du|^2
//                       + kappa^2/h^4 <Lap u^n, Lap u^{n-1}> ]
//
//   loss per step = rho H h hy / 2k [ sigma_0 |z|^2 + sigma_1/h^2 |grad z|^2 ],  z = du+ + du
//
// with |grad|^2 the squares of differences along x and q times those along y, and clamped edges
// counting half in <Lap, Lap>.
// (Bilbao 2009, sections 12.2 and 12.4; stability in stability.h.)

#include "base/kernel.h"
#include "bodies/auto_model.h"
#include "bodies/body_keys.h"
#include "bodies/grid.h"
#include "bodies/kinds.h"
#include "bodies/modal.h"
#include "bodies/plate_free.h"
#include "bodies/plate_modes.h"
#include "bodies/stability.h"
#include <math.h>

/// Row j of the grid. Before it is done w_beside is w_{j-1}, afterwards w_{j+1}.
typedef struct {
  real *u;
  const real *du;
  real *next;
  real *w, *w_beside;
  real *bend;         // the coefficient at each place, with its rim
  const real *inside; // 1 at nodes that are not fixed
  bool wide;          // has columns without nodes on an edge or padding,
  long rim;           // from the second one on up to this one
  long s;
} plate_row;

// Where a row has room for no more than a few nodes behind its last one, these lie in the last
// lane.
INLINE long rim_column(const model_body *b) {
  const int lane = b->grid.last % BLOCK;
  return lane == BLOCK - 1 ? b->grid.last - lane : 0;
}

/// The edge below computes w_0 and w_1; inner rows compute w of the row above and their own
/// increments, in place of the former ones or elsewhere; above the last one w is an edge's. All but
/// that may sum the row above before it is overwritten; ROW_STILL does only that.
typedef enum { ROW_EDGE, ROW_INNER, ROW_ELSEWHERE, ROW_LAST, ROW_STILL } row_kind;

// Advances to the row above.
INLINE void next_row(plate_row *r) {
  real *w = r->w;
  r->u += r->s;
  r->du += r->s;
  r->next += r->s;
  r->w = r->w_beside;
  r->w_beside = w;
}

// On the edges left and right the loops sum u_inside^2; half a clamped edge is 2 u_inside^2, a
// pinned one 0. This is the sum of u_inside^2.
INLINE double beside_sides(const model_body *b, const real *u, const real *du) {
  const int left = node_at(b, 1, 0) - b->first;
  const int right = node_at(b, b->nx - 1, 0) - b->first;
  double sum = 0;
  for (long row = b->grid.stride; row < (long)b->ny * b->grid.stride; row += b->grid.stride) {
    const double at_left = (double)u[row + left];
    const double at_right = (double)u[row + right];
    sum += at_left * (at_left - (double)du[row + left]) +
           at_right * (at_right - (double)du[row + right]);
  }
  return sum;
}

#define LOOPS "bodies/plate_loops.h"
#include "base/variants.h"

static void plate_step(const model_body *b, const row_places *p, step_coefficients a, double *u,
                       const double *du, double *next, double *scratch, body_sums *before) {
  BEST(step, b, p, a, u, du, next, scratch, before)
}

// Since du is zero on all edges, <grad x, grad y> = -<x, Lap y> for increments x and y.
static body_sums plate_sums(const model_body *b, double *u, const double *du, double *former) {
  RETURN_BEST(sums_of, b, u, du, former)
}

// --- The layout ---------------------------------------------------------------------------------

static body_sums sums(const body_step *s, double *former) {
  if (is_free_plate(s->b))
    return plate_free_sums(s, former);
  return plate_sums(s->b, s->u, s->du, former);
}

void plate_inner_step(const body_step *s) {
  const row_places places = places_of(s->m, s->b);
  plate_step(s->b, &places, s->a, s->u, s->du, s->next, s->scratch, NULL);
}

static void step(const body_step *s, body_sums *before) {
  if (is_free_plate(s->b)) {
    plate_free_step(s, before);
    return;
  }
  const row_places places = places_of(s->m, s->b);
  plate_step(s->b, &places, s->a, s->u, s->du, s->next, s->scratch, before);
}

static body_energies energy(const body_step *s, const material *a, double gravity) {
  (void)gravity;
  const body_sums sum = sums(s, s->du);
  return grid_energy(s->b, a, s->m->k, &sum);
}

const layout plate_layout = {.place = grid_place,
                             .weights = grid_weights,
                             .shape = grid_shape,
                             .step = step,
                             .sums = sums,
                             .energy = energy};

// --- Keys ---------------------------------------------------------------------------------------

static bool plate_material(compiler *c, const item *it, model_body *b) {
  static const char *const needed[] = {"thickness", "density", "youngs"};
  for (int i = 0; i < 3; ++i)
    if (!keys_need(c, it, needed[i], "a plate"))
      return false;
  if (item_rows(it, "size") != 2)
    return MISTAKE(c, it, "size", CAROM_BAD_VALUE, "not two sides; allowed is [lx, ly] in m");
  const double thickness = item_number(it, "thickness");
  const double poisson = item_number(it, "poisson");
  const double D = item_number(it, "youngs") * pow(thickness, 3) / (12 * (1 - poisson * poisson));
  if (D <= 0)
    return MISTAKE(c, it, "youngs", CAROM_BAD_VALUE,
                   "a plate without stiffness does not move; allowed is a number above 0");
  b->lx = item_numbers(it, "size")[0];
  b->ly = item_numbers(it, "size")[1];
  b->density = item_number(it, "density") * thickness;
  if (!keys_measurable(c, it, "density", b->density) || !keys_measurable(c, it, "youngs", D))
    return false;
  b->bend = D / b->density;
  return true;
}

bool compile_plate(compiler *c, const item *it, int index, model_body *b) {
  b->ends[0] = b->ends[1] = (end_kind)item_choice(it, "edges");
  if (!plate_material(c, it, b))
    return false;
  b->mass = b->density * b->lx * b->ly;
  b->start.sigma0 = item_number(it, "sigma0");
  b->start.sigma1 = item_number(it, "sigma1");
  if (item_choice(it, "model") == MODEL_MODES)
    return plate_modes_compile(c, it, index, b);
  const double k = c->m.head.k;
  const model_body without = *b;
  b->layout = LAYOUT_PLATE;
  b->grid.poisson = item_number(it, "poisson");
  b->grid.h_least = stable_plate_spacing(k, b->bend, item_largest(it, "sigma1"));
  if (!plate_choose_points(c, it, b))
    return false;
  b->node_mass = b->density * b->h * b->hy;
  if (plate_by_modes(c, it, b)) {
    *b = without;
    return plate_modes_compile(c, it, index, b);
  }
  compile_live(c, it, "sigma0", index, 0, INFINITY);
  compile_live(c, it, "sigma1", index, 0,
               stable_plate_sigma1(k, (1 + b->grid.aspect) / (b->h * b->h), b->bend));
  return true;
}
