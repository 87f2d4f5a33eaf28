// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What lines and plates on a grid share: its spacing and nodes, points between them, and the energy
// from sums over nodes (line.c and plate.c).

#include "bodies/grid.h"
#include "bodies/mass.h"
#include "bodies/plate_free.h"

#include "bodies/start.h"
#include "model/interpolate.h"
#include "scene/words.h"
#include <assert.h>
#include <math.h>

bool line_choose_points(compiler *c, const item *it, model_body *b) {
  const bool chosen = item_rows(it, "points") > 0; // or auto
  static const double none = 0;
  const double *asked = chosen ? item_numbers(it, "points") : &none;
  if (item_rows(it, "points") == 2)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE, "allowed here is auto or one whole number");
  if (chosen && asked[0] == 1)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                   "one interval has no inside; allowed is auto or at least 2");

  const double finest = floor(b->lx / b->grid.h_least);
  if (!chosen && finest < 2)
    return MISTAKE(
        c, it, NULL, CAROM_UNSTABLE,
        "too stiff for this rate: the smallest stable grid spacing is %g m, the body %g m "
        "long; allowed are at least two intervals (raise the rate, or lower tension, "
        "stiffness or sigma1)",
        b->grid.h_least, b->lx);
  if (!chosen && finest > GRID_MAX_NODES)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                   "the finest stable grid has %g intervals; give points to choose fewer", finest);
  b->nx = chosen ? (int)asked[0] : (int)finest;
  if (!chosen && b->lx / b->nx < b->grid.h_least)
    --b->nx;
  b->h = b->lx / b->nx;
  // A grid at the limit is stable; rounding of h must not refuse it.
  if (b->h < b->grid.h_least * (1 - 1e-12))
    return MISTAKE(
        c, it, item_has(it, "points") ? "points" : NULL, CAROM_UNSTABLE,
        "a spacing of %.6g m is unstable at this rate; allowed is at least %.6g m, that is "
        "at most %.0f intervals",
        b->h, b->grid.h_least, finest);
  return true;
}

// --- Nodes --------------------------------------------------------------------------------------

// Lines and rows of plates start on a cache line.
static int aligned(int nodes) {
  return (nodes + BLOCK - 1) / BLOCK * BLOCK;
}

bool grid_add_nodes(compiler *c, const item *it, model_body *b) {
  if ((double)b->nodes + c->m.inverse_mass_count > GRID_MAX_NODES)
    return MISTAKE(
        c, it, item_has(it, "points") ? "points" : NULL, CAROM_BAD_VALUE,
        "with this body there are more than %d grid points; allowed are at most that many",
        (int)GRID_MAX_NODES);
  const int more = b->first - c->m.inverse_mass_count + b->nodes;
  BUILDER_ADD(&c->m, inverse_mass, more);
  BUILDER_ADD(&c->m, start, more);
  BUILDER_ADD(&c->m, start_speed, more);
  return !c->m.out_of_memory;
}

static bool add_rows(compiler *c, const item *it, model_body *b) {
  b->grid.stride = aligned(b->nx + 1);
  b->first = aligned(c->m.inverse_mass_count);
  const double nodes = (double)b->grid.stride * (b->ny + 1);
  b->nodes = nodes < GRID_MAX_NODES ? (int)nodes : GRID_MAX_NODES;
  if (b->nx + 1 > c->m.head.widest)
    c->m.head.widest = b->nx + 1;
  const int scratch = is_free_plate(b) ? plate_free_scratch(b) : grid_scratch(b);
  if (scratch > c->m.head.row_scratch)
    c->m.head.row_scratch = scratch;
  return grid_add_nodes(c, it, b);
}

// The same in single precision, row by row.
static bool add_single_places(compiler *c, const model_body *b) {
  const double *inside = c->m.inside + b->grid.first_place;
  const double *rim = c->m.rim + b->grid.first_place;
  float *single = BUILDER_ADD(&c->m, single_places, 2 * b->grid.stride);
  for (int i = 0; single != NULL && i < b->grid.stride; ++i) {
    single[i] = (float)inside[i];
    single[b->grid.stride + i] = (float)rim[i];
  }
  return !c->m.out_of_memory;
}

// Masks and factors of the places of a row. On an edge of a plate the four neighbours less 4 u are
// u_inside along x; pinned it should be 0 and clamped twice that.
static bool add_row_places(compiler *c, model_body *b) {
  assert(b->nx >= 1 && b->nx < b->grid.stride && b->grid.stride % BLOCK == 0);
  double *inside = BUILDER_ADD(&c->m, inside, b->grid.stride);
  double *rim = BUILDER_ADD(&c->m, rim, b->grid.stride);
  b->grid.first_place = c->m.inside_count - b->grid.stride;
  b->grid.second = node_at(b, 1, 0) - b->first;
  b->grid.last_but_one = node_at(b, b->nx - 1, 0) - b->first;
  b->grid.last = node_at(b, b->nx, 0) - b->first;
  for (int i = 0; inside != NULL && rim != NULL && i < b->grid.stride; ++i) {
    const int place = node_at(b, i, 0) - b->first;
    const bool edge = i == 0 || i == b->nx;
    inside[place] = i > 0 && i < b->nx;
    rim[place] = !edge ? 1 : b->ends[0] == END_CLAMPED ? 2 : 0;
  }
  return !c->m.out_of_memory && (!c->m.head.single || add_single_places(c, b));
}

// Half a node's mass on edges, a quarter in corners.
static void free_plate_masses(compiler *c, const model_body *b) {
  for (int j = 0; j <= b->ny; ++j)
    for (int i = 0; i <= b->nx; ++i)
      c->m.inverse_mass[node_at(b, i, j)] =
          (i == 0 || i == b->nx ? 2 : 1) * (j == 0 || j == b->ny ? 2 : 1) / b->node_mass;
}

// 1/m at every node: 0 where an end or edge fixes it, doubled at a free end (half a node's mass).
static void node_masses(compiler *c, const model_body *b) {
  if (is_free_plate(b)) {
    free_plate_masses(c, b);
    return;
  }
  const double inner = 1 / b->node_mass;
  double *all = c->m.inverse_mass;
  const bool plate = b->layout == LAYOUT_PLATE;
  for (int j = plate; j <= b->ny - plate; ++j)
    for (int i = 1; i < b->nx; ++i)
      all[node_at(b, i, j)] = inner;
  if (plate)
    return;
  all[node_at(b, 0, 0)] = b->ends[0] == END_FREE ? 2 * inner : 0;
  all[node_at(b, b->nx, 0)] = b->ends[1] == END_FREE ? 2 * inner : 0;
}

bool grid_lay_out(compiler *c, const item *it, model_body *b) {
  if (!add_rows(c, it, b) || !add_row_places(c, b))
    return false;
  node_masses(c, b);
  return true;
}

bool grid_place(compiler *c, const item *it, int body) {
  model_body *b = &c->m.body[body];
  return grid_lay_out(c, it, b) && start_grid(c, it, b);
}

// --- Points of the body -------------------------------------------------------------------------

int grid_weights(compiler *c, body_point at, int order, bool slope, double sign) {
  const model_body *b = &c->m.body[at.body];
  const axis along_x = axis_weights(at.x, b->nx, b->ends, order, slope);
  axis along_y = {.count = 1, .node = {0}, .weight = {1}};
  if (b->layout == LAYOUT_PLATE)
    along_y = axis_weights(at.y, b->ny, b->ends, order, false);
  const double factor = slope ? sign / b->h : sign;
  int terms = 0;
  for (int j = 0; j < along_y.count; ++j)
    for (int i = 0; i < along_x.count; ++i)
      terms += compile_term(c, at.body, node_at(b, along_x.node[i], along_y.node[j]),
                            factor * along_x.weight[i] * along_y.weight[j]);
  return terms;
}

int grid_shape(const carom_model *m, const model_body *b, node_field field, double over,
               double *values, int room) {
  (void)m;
  const int columns = b->nx + 1;
  const int count = columns * (b->ny + 1);
  for (int i = 0; i < count && i < room; ++i)
    values[i] = node_value(field, node_at(b, i % columns, i / columns)) / over;
  return count;
}

// --- The step -----------------------------------------------------------------------------------

// Divided by 1 + sigma_0 k; see line.c and plate.c.
step_coefficients step_coefficients_of(const model_body *b, const material *a, double k) {
  if (body_is_mass(b))
    return mass_coefficients(a, k);
  const double h2 = b->h * b->h;
  const double over = body_is_modal(b) ? 1 : 1 / (1 + a->sigma0 * k);
  return (step_coefficients){.loss = 2 * a->sigma0 * k * over,
                             .tension = a->c2 * k * k / h2 * over,
                             .bending = body_bend(b) * k * k / (h2 * h2) * over,
                             .internal_loss = 2 * a->sigma1 * k / h2 * over,
                             .receptance = k * k * over,
                             .stride = k};
}

// --- Energy -------------------------------------------------------------------------------------

body_energies grid_energy(const model_body *b, const material *a, double k, const body_sums *sum) {
  const double h2 = b->h * b->h;
  const double half = b->node_mass / 2;
  return (body_energies){
      .kinetic = half * (sum->du_du / (k * k) - a->sigma1 / (k * h2) * sum->grad_du),
      .potential = half * (a->c2 / h2 * sum->grad_grad + body_bend(b) / (h2 * h2) * sum->lap_lap)};
}
