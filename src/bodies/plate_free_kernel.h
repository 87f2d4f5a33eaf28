// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The inner loops of plates with free edges (plate_free.c), in the precision of the source that
// includes them.

#ifndef CAROM_PLATE_FREE_KERNEL_H
#define CAROM_PLATE_FREE_KERNEL_H

#include "base/kernel.h"
#include "bodies/grid.h"
#include <string.h>

#if defined(SINGLE)
typedef single_step grid_step;
#else
typedef body_step grid_step;
#endif

/// The constants of a plate, masks and factors of the places in a row, and scratch.
typedef struct {
  long s, last; // a row's length, and its last column
  int ny;
  double q, nu, half, twist, g; // half (1 - nu^2) / 2, twist 2 (1 - nu) q, g half of that
  const real *inside;           // 1 but on the edges left and right
  real *left, *right;           // 1 where there is a neighbour
  real *narrow;                 // of Y: 1, on edges half
  real *share, *lighter;        // of a node's mass, 1 or 1/2, and 1 over that
  real *along[2], *push[2];     // of the edges below and above: s, and what is added to du
  real *across;                 // n
  real *side_along[2];          // the same of the edges left and right, node by node
  real *side_push[2], *side_across;
  long place[2][3]; // in a row: the edge left or right, its neighbour, and the next
} free_rows;

enum { SCRATCH_ROWS = 10, SCRATCH_COLUMNS = 5 };

#define LOOPS "bodies/plate_free_loops.h"
#include "base/variants.h"
#if defined(SINGLE)
#undef VARIANT
#define WIDEN
#include "base/variants.h"
#define FREE_SUMS free_sums_of_widened
#else
#define FREE_SUMS free_sums_of
#endif

// A row of scratch; values before it are read, but not used.
static real *take_row(real **scratch, long s) {
  real *row = *scratch + BLOCK;
  *scratch += s + BLOCK;
  return row;
}

static void fill_places(const model_body *b, free_rows *f) {
  const int ends[2] = {0, node_at(b, b->nx, 0) - b->first};
  real *const rows[] = {f->left, f->right, f->narrow, f->share, f->lighter};
  const double at_ends[][2] = {{0, 1}, {1, 0}, {f->half, f->half}, {0.5, 0.5}, {2, 2}};
  for (int i = 0; i < 5; ++i) {
    memcpy(rows[i], f->inside, (size_t)f->s * sizeof(real));
    for (int end = 0; end < 2; ++end)
      rows[i][ends[end]] = (real)at_ends[i][end];
  }
  for (int end = 0; end < 2; ++end)
    for (int i = 0; i < 3; ++i)
      f->place[end][i] = node_at(b, end == 0 ? i : b->nx - i, 0) - b->first;
}

static free_rows rows_of(const grid_step *s) {
  const model_body *b = s->b;
  const double nu = b->grid.poisson;
  real *scratch = s->scratch + grid_scratch(b);
  free_rows f = {.s = b->grid.stride,
                 .last = b->grid.stride - BLOCK,
                 .ny = b->ny,
                 .q = b->grid.aspect,
                 .nu = nu,
                 .half = (1 - nu * nu) / 2,
                 .twist = 2 * (1 - nu) * b->grid.aspect,
                 .g = (1 - nu) * b->grid.aspect,
                 .inside = places_of(s->m, b).inside};
  real **const rows[SCRATCH_ROWS] = {&f.left,     &f.right,    &f.narrow,  &f.share,   &f.lighter,
                                     &f.along[0], &f.along[1], &f.push[0], &f.push[1], &f.across};
  for (int i = 0; i < SCRATCH_ROWS; ++i)
    *rows[i] = take_row(&scratch, f.s);
  real **const columns[SCRATCH_COLUMNS] = {&f.side_along[0], &f.side_along[1], &f.side_push[0],
                                           &f.side_push[1], &f.side_across};
  for (int i = 0; i < SCRATCH_COLUMNS; ++i, scratch += f.ny + 1)
    *columns[i] = scratch;
  fill_places(b, &f);
  return f;
}

static body_sums free_sums(const grid_step *s, const real *former) {
  const free_rows f = rows_of(s);
  RETURN_BEST(FREE_SUMS, &f, s->u, s->du, former)
}

// --- Edges left and right -----------------------------------------------------------------------

static double second(const real *x, long step) {
  return (double)x[-step] - 2 * (double)x[0] + (double)x[step];
}

static double push_of_corner(const free_rows *f, step_coefficients a, real along, real across) {
  return -4 * a.bending * (f->half * f->q * f->q * (double)along - f->g * (double)across);
}

// As free_edge() and free_edge_push() do for the edges below and above; 0 in corners.
static void push_side(const free_rows *f, step_coefficients a, const real *u, const real *du,
                      int side) {
  const long edge = f->place[side][0];
  const long beside = f->place[side][1];
  real *along = f->side_along[side];
  real *across = f->side_across;
  real *push = f->side_push[side];
  along[0] = along[f->ny] = across[0] = across[f->ny] = 0;
  for (long j = 1; j < f->ny; ++j) {
    along[j] = (real)second(u + j * f->s + edge, f->s);
    across[j] = u[j * f->s + edge] - u[j * f->s + beside];
  }
  BEST(free_side_lap, f, u, f->place[side], push)
  for (long j = 1; j < f->ny; ++j) {
    const real *du_row = du + j * f->s;
    const double bend = (double)push[j] + f->half * f->q * f->q * second(along + j, 1) -
                        f->g * ((double)along[j] + second(across + j, 1));
    const double loss =
        (double)du_row[beside] - (double)du_row[edge] + f->q / 2 * second(du_row + edge, f->s);
    push[j] = (real)(2 * (a.internal_loss * loss - a.bending * bend));
  }
  push[0] = (real)push_of_corner(f, a, along[1], across[1]);
  push[f->ny] = (real)push_of_corner(f, a, along[f->ny - 1], across[f->ny - 1]);
}

static void add_to(real *x, double more) {
  *x = (real)((double)*x + more);
}

// The product of both differences in a corner: on it and its two neighbours.
static void push_corner(const free_rows *f, step_coefficients a, const real *u, int side, int top) {
  const long row = (long)top * f->ny;
  const long in = top == 0 ? 1 : row - 1;
  const long edge = f->place[side][0];
  const long beside = f->place[side][1];
  const double here = (double)u[row * f->s + edge];
  const double n = here - (double)u[in * f->s + edge];
  const double t = here - (double)u[row * f->s + beside];
  add_to(&f->side_push[side][row], -(4 * a.bending * f->g * (n + t)));
  add_to(&f->side_push[side][in], 2 * a.bending * f->g * t);
  add_to(&f->push[top][beside], 2 * a.bending * f->g * n);
}

static void push_sides(const free_rows *f, step_coefficients a, const real *u, const real *du) {
  for (int side = 0; side < 2; ++side) {
    push_side(f, a, u, du, side);
    for (int top = 0; top < 2; ++top)
      push_corner(f, a, u, side, top);
  }
}

// Corners too have their own increments already.
static void advance_sides(const free_rows *f, step_coefficients a, real *u, real *next) {
  for (int side = 0; side < 2; ++side)
    for (long j = 0; j <= f->ny; ++j) {
      const long edge = j * f->s + f->place[side][0];
      const long beside = j * f->s + f->place[side][1];
      const double push = -a.bending * f->g * (double)f->side_along[side][j];
      next[edge] += f->side_push[side][j];
      u[edge] += f->side_push[side][j];
      add_to(&next[beside], push);
      add_to(&u[beside], push);
    }
}

static void free_step(const grid_step *s, void (*inner_step)(const grid_step *s)) {
  const free_rows f = rows_of(s);
  BEST(free_edges_push, &f, s->a, s->u, s->du)
  push_sides(&f, s->a, s->u, s->du);
  inner_step(s);
  BEST(free_edges_advance, &f, s->a, s->u, s->du, s->next)
  advance_sides(&f, s->a, s->u, s->next);
}

#endif
