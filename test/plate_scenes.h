// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// An aluminium plate of 2 mm on a grid, and what one step of a plate does as a matrix.

#ifndef CAROM_PLATE_SCENES_H
#define CAROM_PLATE_SCENES_H

#include "methods/audio/audio.h"
#include "support.h"

static inline carom_scene *plate_at(double rate, double side_x, double side_y, const char *more) {
  char text[600];
  snprintf(text, sizeof text,
           "{carom: 1, rate: %.17g, bodies: {p: {type: plate, model: grid, size: [%.17g, %.17g], "
           "thickness: 2e-3, "
           "density: 2700, youngs: 7e10, poisson: 0.3%s}}, outputs: {o: {of: p@0.41:0.37}}}",
           rate, side_x, side_y, more);
  return scene_of(text);
}

/// A symmetric matrix over the nodes of a plate, and its nodes' masses over that of an inner one.
typedef struct {
  int n;
  double *a; // n by n
  double *mass;
  int *first; // of the factor's rows
} operator;

static inline operator operator_new(int n) {
  operator o = {.n = n,
                .a = calloc((size_t)n * (size_t)n, sizeof(double)),
                .mass = calloc((size_t)n, sizeof(double)),
                .first = calloc((size_t)n, sizeof(int))};
  assert_non_null(o.a);
  assert_non_null(o.mass);
  assert_non_null(o.first);
  return o;
}

static inline void operator_free(operator* o) {
  free(o->a);
  free(o->mass);
  free(o->first);
}

// Column by column, from what one step does to a node moved by 1: u+ - u = -k^2 M^-1 K u. In units
// of kappa^2 / h^4.
static inline operator operator_of(const rig *r) {
  const model_body *b = &r->model->body[0];
  const int columns = b->nx + 1;
  operator o = operator_new(columns *(b->ny + 1));
  audio_state *a = audio_of(r->state);
  carom_state_keep_ledger(r->model, r->state, false);
  for (int i = 0; i < o.n; ++i) {
    const size_t size = (size_t)model_nodes(r->model) * sizeof *a->u.wide;
    memset(a->u.wide, 0, size);
    memset(a->du.wide, 0, size);
    const int node = node_at(b, i % columns, i / columns);
    const double inverse = r->model->inverse_mass[node];
    o.mass[i] = inverse > 0 ? 1 / (inverse * b->node_mass) : 0;
    if (inverse == 0)
      continue;
    a->u.wide[node] = 1;
    carom_step(r->model, r->state);
    for (int j = 0; j < o.n; ++j) {
      const int to = node_at(b, j % columns, j / columns);
      const double inverse_to = r->model->inverse_mass[to];
      if (inverse_to > 0)
        o.a[i * o.n + j] =
            -a->du.wide[to] / (a->coefficients[0].bending * inverse_to * b->node_mass);
    }
  }
  return o;
}

#endif
