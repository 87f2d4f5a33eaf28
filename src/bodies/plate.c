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
//   (1 + sigma_0 k) du+ = (1 - sigma_0 k) du + (kappa k / h^2)^2 Lap w
//
//   w = (2 sigma_1 h^2 / kappa^2 k) du - Lap u,
//
// w being that of (theory 1.9) over the coefficient of Lap w, which saves an operation at each
// node.
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

#include "bodies/auto_model.h"
#include "bodies/body_keys.h"
#include "bodies/body_sizes.h"
#include "bodies/kinds.h"
#include "bodies/linear_bodies.h"
#include "bodies/modal.h"
#include "bodies/plate_free.h"
#include "bodies/plate_kernel.h"
#include "bodies/plate_modes.h"
#include "bodies/single.h"
#include "bodies/stability.h"
#include <math.h>

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
                             .energy = energy,
                             .linear = &linear_grid,
                             .single_step = plate_single_step,
                             .single_sums = plate_single_sums};

// --- Keys ---------------------------------------------------------------------------------------

static bool plate_sizes(compiler *c, const item *it, model_body *b) {
  const bool pitched = item_has(it, "pitch");
  const bool made = item_has(it, "material");
  carom_material m;
  if ((!pitched && !keys_need(c, it, "thickness", "a plate")) ||
      (!made && !keys_need(c, it, "density", "a plate")) ||
      (!made && !pitched && !keys_need(c, it, "youngs", "a plate")) || !compile_material(c, it, &m))
    return false;
  if (item_rows(it, "size") != 2)
    return MISTAKE(c, it, "size", CAROM_BAD_VALUE, "not two sides; allowed is [lx, ly] in m");
  b->lx = item_numbers(it, "size")[0];
  b->ly = item_numbers(it, "size")[1];
  body_sizes of;
  if (!body_sizes_read(c, it, &m, &of) || !body_loss_read(c, it, &m, b))
    return false;
  if (of.youngs <= 0)
    return MISTAKE(c, it, "youngs", CAROM_BAD_VALUE,
                   "a plate without stiffness does not move; allowed is a number above 0");
  if (pitched && !pitched_plate(c, it, b, &of))
    return false;
  body_sizes_plate(&of, b);
  b->grid.poisson = of.poisson;
  return keys_measurable(c, it, "density", b->density) &&
         keys_measurable(c, it, "youngs", b->bend * b->density);
}

bool compile_plate(compiler *c, const item *it, int index, model_body *b) {
  b->ends[0] = b->ends[1] = (end_kind)item_choice(it, "edges");
  if (!keys_tuned(c, it) || !plate_sizes(c, it, b))
    return false;
  b->mass = b->density * b->lx * b->ly;
  b->start.sigma0 = item_number(it, "sigma0");
  b->start.sigma1 = item_number(it, "sigma1");
  if (plate_without_grid(c, it, b))
    return plate_modes_compile(c, it, index, b);
  const double k = c->m.head.k;
  const model_body without = *b;
  b->layout = LAYOUT_PLATE;
  const grid_loss fit = body_loss_fit(c, b);
  b->grid.h_least = stable_plate_spacing(k, b->bend, item_largest(it, "sigma1") + fit.sigma1);
  if (!plate_choose_points(c, it, b))
    return false;
  b->node_mass = b->density * b->h * b->hy;
  if (plate_by_modes(c, it, b)) {
    *b = without;
    return plate_modes_compile(c, it, index, b);
  }
  if (!body_loss_on_grid(c, it, &fit, b))
    return false;
  model_tell_tuning(c, it, b, plate_modes_fit(c, it, b));
  body_loss_live(c, it, index, b,
                 stable_plate_sigma1(k, (1 + b->grid.aspect) / (b->h * b->h), b->bend));
  return true;
}
