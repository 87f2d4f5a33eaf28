// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Grids about their rest (theory 17.3). The step of a line or plate is, with v = sqrt(m) u,
//
//   k^2 T(s) = (z - 2 + 1/z) + sigma_0 k (z - 1/z) + tension A_1 + bending A_2
//              + internal_loss (1 - 1/z) A_3
//
// with the coefficients of the layout's own step. The A are what that step does: unit displacements
// or increments of every fifth node, whose responses do not overlap, give their elements.

#include "bodies/linear_bodies.h"

#include "bodies/grid.h"
#include <string.h>

enum {
  RADIUS = 2,             // how far a step reaches, in nodes
  PERIOD = 2 * RADIUS + 1 // of nodes whose responses do not overlap
};

static bool is_across(const model_body *b) {
  return b->nx < b->ny;
}

static void measure(linear_body *l) {
  const model_body *b = l->b;
  for (int i = 0; i < b->nodes; ++i)
    l->n += l->m->inverse_mass[b->first + i] > 0;
  const int shorter = is_across(b) ? b->nx : b->ny;
  l->width = body_is_plate(b) ? RADIUS * (shorter + 1) + RADIUS : RADIUS;
  l->width = l->width < l->n ? l->width : l->n - 1;
}

// Along the shorter side first, which makes the band narrow.
static void number_nodes(linear_body *l) {
  const model_body *b = l->b;
  const int outer = is_across(b) ? b->ny : b->nx;
  const int inner = is_across(b) ? b->nx : b->ny;
  int count = 0;
  for (int i = 0; i < b->nodes; ++i)
    l->at[i] = -1;
  for (int o = 0; o <= outer; ++o)
    for (int i = 0; i <= inner; ++i) {
      const int node = is_across(b) ? node_at(b, i, o) : node_at(b, o, i);
      const double inverse = l->m->inverse_mass[node];
      if (inverse <= 0)
        continue;
      l->at[node - b->first] = count;
      l->node[count] = node - b->first;
      l->mass[count] = 1;
      l->root[count++] = sqrt(inverse);
    }
}

/// A step of a body by itself, to be probed.
typedef struct {
  linear_body *l;
  int part;
  double *u, *du, *next, *scratch;
} probe;

// Element (row, column) of the part, lower triangle.
static void put(const probe *p, int row, int column, double response) {
  linear_body *l = p->l;
  if (row >= column && row - column <= l->width)
    l->part[(size_t)p->part * linear_band(l) + (size_t)column * ((size_t)l->width + 1) +
            (size_t)(row - column)] = -response * l->root[column] / l->root[row];
}

// One step, from displacements or from increments, which it keeps besides.
static void apply(const probe *p) {
  const model_body *b = p->l->b;
  const bool internal = p->part == 2;
  step_coefficients a = {.tension = p->part == 0, .bending = p->part == 1, .receptance = 1};
  if (internal)
    a = (step_coefficients){.tension = body_is_line(b),
                            .bending = body_is_plate(b),
                            .internal_loss = 1,
                            .receptance = 1};
  const size_t size = (size_t)b->nodes * sizeof *p->u;
  memset(p->next, 0, size);
  if (internal) {
    memcpy(p->du, p->u, size);
    memset(p->u, 0, size);
  } else {
    memset(p->du, 0, size);
  }
  const body_step s = {
      .m = p->l->m, .b = b, .a = a, .u = p->u, .du = p->du, .next = p->next, .scratch = p->scratch};
  layout_table[b->layout]->step(&s, NULL);
  for (int i = 0; i < b->nodes; ++i)
    p->next[i] -= p->du[i];
}

// The responses of the nodes (x, y) modulo PERIOD.
static void probe_nodes(const probe *p, int x, int y) {
  const model_body *b = p->l->b;
  const int *at = p->l->at;
  memset(p->u, 0, (size_t)b->nodes * sizeof *p->u);
  for (int j = y; j <= b->ny; j += PERIOD)
    for (int i = x; i <= b->nx; i += PERIOD)
      p->u[node_at(b, i, j) - b->first] = at[node_at(b, i, j) - b->first] >= 0;
  apply(p);
  for (int j = y; j <= b->ny; j += PERIOD)
    for (int i = x; i <= b->nx; i += PERIOD) {
      const int column = at[node_at(b, i, j) - b->first];
      for (int q = j - RADIUS; column >= 0 && q <= j + RADIUS; ++q)
        for (int r = i - RADIUS; r <= i + RADIUS; ++r) {
          if (r < 0 || r > b->nx || q < 0 || q > b->ny)
            continue;
          const int node = node_at(b, r, q) - b->first;
          if (at[node] >= 0)
            put(p, at[node], column, p->next[node]);
        }
    }
}

static void prepare(linear_body *l, double *scratch) { // NOLINT(readability-non-const-parameter)
  const size_t nodes = (size_t)l->b->nodes;
  probe p = {.l = l,
             .u = scratch,
             .du = scratch + nodes,
             .next = scratch + 2 * nodes,
             .scratch = scratch + 3 * nodes};
  number_nodes(l);
  memset(l->part, 0, LINEAR_PARTS * linear_band(l) * sizeof *l->part);
  for (p.part = 0; p.part < LINEAR_PARTS; ++p.part)
    for (int y = 0; (p.part > 0 || body_is_line(l->b)) && y < PERIOD && y <= l->b->ny; ++y)
      for (int x = 0; x < PERIOD && x <= l->b->nx; ++x)
        probe_nodes(&p, x, y);
}

static void set(linear_body *l) {
  (void)l;
}

static void fill(const linear_body *l, const linear_motion *at, phasor *column) {
  const double k = l->m->k;
  const double over = 1 / (k * k);
  material still = l->now;
  still.sigma0 = 0;
  const step_coefficients a = step_coefficients_of(l->b, &still, k);
  const phasor own =
      phasor_add(phasor_scaled(at->second, over), phasor_scaled(at->centred, l->now.sigma0 / k));
  const phasor internal = phasor_scaled(at->back, a.internal_loss * over);
  const size_t band = linear_band(l);
  const double *part = l->part;
  for (size_t i = 0; i < band; ++i) {
    const double stiff = a.tension * part[i] + a.bending * part[band + i];
    column[i] = phasor_add((phasor){stiff * over, 0}, phasor_scaled(internal, part[2 * band + i]));
  }
  for (int j = 0; j < l->n; ++j) {
    phasor *diagonal = &column[(size_t)j * ((size_t)l->width + 1)];
    *diagonal = phasor_add(*diagonal, own);
  }
}

const linear_layout linear_grid = {measure, prepare, set, fill};
