// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A plate with free edges on cells of h by hy (theory 1.29 to 1.33). Its potential energy is a sum
// of squares of second differences, and its step the gradient of that sum, so that moments, shear
// and corner forces vanish at the edges without further equations. With q = (h / hy)^2,
//
//   X = u_left - 2 u + u_right              (0 on the edges left and right)
//   Y = q (u_below - 2 u + u_above)         (0 on the edges below and above)
//   Z = u_{l+1,m+1} - u_{l,m+1} - u_{l+1,m} + u_{l,m}    in each cell
//
//   U = rho H h hy kappa^2 / 2 h^4 [ sum over inner nodes     X^2 + Y^2 + 2 nu X Y
//                                  + sum over edges           (1 - nu^2) / 2 (X^2 + Y^2)
//                                  + sum over cells           2 (1 - nu) q Z^2 ]
//
// On an edge the moment across it is zero, so the curvature across it is -nu times that along it,
// and half a cell there has (1 - nu^2) / 2. Nodes on edges have half a node's mass, corners a
// quarter. The loss of sigma_1 is that of differences between neighbours, half as much along edges.
//
// The sum over inner nodes is (X + Y)^2 - 2 (1 - nu) X Y, and the sum of X Y - q Z^2 is one over
// the edges alone: q (n s), s the second difference along an edge and n that across it, outwards,
// less q (n t) in corners, where t is the other edge's n. So inner nodes step as in plate.c, and
// what edges and their neighbours get besides is computed before, from the same u, and added
// afterwards.

#include "bodies/plate_free.h"

#include "base/kernel.h"
#include <string.h>

/// The constants of a plate, masks and factors of the places in a row, and scratch.
typedef struct {
  long s, last; // a row's length, and its last column
  int ny;
  double q, nu, half, twist, g; // half (1 - nu^2) / 2, twist 2 (1 - nu) q, g half of that
  const double *inside;         // 1 but on the edges left and right
  double *left, *right;         // 1 where there is a neighbour
  double *narrow;               // of Y: 1, on edges half
  double *share, *lighter;      // of a node's mass, 1 or 1/2, and 1 over that
  double *along[2], *push[2];   // of the edges below and above: s, and what is added to du
  double *across;               // n
  double *side_along[2];        // the same of the edges left and right, node by node
  double *side_push[2], *side_across;
  long place[2][3]; // in a row: the edge left or right, its neighbour, and the next
} free_rows;

enum { SCRATCH_ROWS = 10, SCRATCH_COLUMNS = 5 };

int plate_free_scratch(const model_body *b) {
  const int own = SCRATCH_ROWS * (b->grid.stride + BLOCK) + SCRATCH_COLUMNS * (b->ny + 1);
  return own + BLOCK + grid_scratch(b);
}

#define LOOPS "bodies/plate_free_loops.h"
#include "base/variants.h"

// A row of scratch; values before it are read, but not used.
static double *take_row(double **scratch, long s) {
  double *row = *scratch + BLOCK;
  *scratch += s + BLOCK;
  return row;
}

static void fill_places(const model_body *b, free_rows *f) {
  const int ends[2] = {0, node_at(b, b->nx, 0) - b->first};
  double *const rows[] = {f->left, f->right, f->narrow, f->share, f->lighter};
  const double at_ends[][2] = {{0, 1}, {1, 0}, {f->half, f->half}, {0.5, 0.5}, {2, 2}};
  for (int i = 0; i < 5; ++i) {
    memcpy(rows[i], f->inside, (size_t)f->s * sizeof(double));
    for (int end = 0; end < 2; ++end)
      rows[i][ends[end]] = at_ends[i][end];
  }
  for (int end = 0; end < 2; ++end)
    for (int i = 0; i < 3; ++i)
      f->place[end][i] = node_at(b, end == 0 ? i : b->nx - i, 0) - b->first;
}

static free_rows rows_of(const body_step *s) {
  const model_body *b = s->b;
  const double nu = b->grid.poisson;
  double *scratch = s->scratch + grid_scratch(b);
  free_rows f = {.s = b->grid.stride,
                 .last = b->grid.stride - BLOCK,
                 .ny = b->ny,
                 .q = b->grid.aspect,
                 .nu = nu,
                 .half = (1 - nu * nu) / 2,
                 .twist = 2 * (1 - nu) * b->grid.aspect,
                 .g = (1 - nu) * b->grid.aspect,
                 .inside = places_of(s->m, b).inside};
  double **const rows[SCRATCH_ROWS] = {&f.left,     &f.right,    &f.narrow,  &f.share,   &f.lighter,
                                       &f.along[0], &f.along[1], &f.push[0], &f.push[1], &f.across};
  for (int i = 0; i < SCRATCH_ROWS; ++i)
    *rows[i] = take_row(&scratch, f.s);
  double **const columns[SCRATCH_COLUMNS] = {&f.side_along[0], &f.side_along[1], &f.side_push[0],
                                             &f.side_push[1], &f.side_across};
  for (int i = 0; i < SCRATCH_COLUMNS; ++i, scratch += f.ny + 1)
    *columns[i] = scratch;
  fill_places(b, &f);
  return f;
}

body_sums plate_free_sums(const body_step *s, const double *former) {
  const free_rows f = rows_of(s);
  RETURN_BEST(free_sums_of, &f, s->u, s->du, former)
}

// --- Edges left and right -----------------------------------------------------------------------

static double second(const double *x, long step) {
  return x[-step] - 2 * x[0] + x[step];
}

// As free_edge() and free_edge_push() do for the edges below and above; 0 in corners.
static void push_side(const free_rows *f, step_coefficients a, const double *u, const double *du,
                      int side) {
  const long edge = f->place[side][0];
  const long beside = f->place[side][1];
  double *along = f->side_along[side];
  double *across = f->side_across;
  double *push = f->side_push[side];
  along[0] = along[f->ny] = across[0] = across[f->ny] = 0;
  for (long j = 1; j < f->ny; ++j) {
    along[j] = second(u + j * f->s + edge, f->s);
    across[j] = u[j * f->s + edge] - u[j * f->s + beside];
  }
  for (long j = 1; j < f->ny; ++j) {
    const double *row = u + j * f->s;
    const double *du_row = du + j * f->s;
    const double lap =
        row[edge] - 2 * row[beside] + row[f->place[side][2]] + f->q * second(row + beside, f->s);
    const double bend = lap + f->half * f->q * f->q * second(along + j, 1) -
                        f->g * (along[j] + second(across + j, 1));
    const double loss = du_row[beside] - du_row[edge] + f->q / 2 * second(du_row + edge, f->s);
    push[j] = 2 * (a.internal_loss * loss - a.bending * bend);
  }
  push[0] = -4 * a.bending * (f->half * f->q * f->q * along[1] - f->g * across[1]);
  push[f->ny] =
      -4 * a.bending * (f->half * f->q * f->q * along[f->ny - 1] - f->g * across[f->ny - 1]);
}

// The product of both differences in a corner: on it and its two neighbours.
static void push_corner(const free_rows *f, step_coefficients a, const double *u, int side,
                        int top) {
  const long row = (long)top * f->ny;
  const long in = top == 0 ? 1 : row - 1;
  const long edge = f->place[side][0];
  const long beside = f->place[side][1];
  const double here = u[row * f->s + edge];
  const double n = here - u[in * f->s + edge];
  const double t = here - u[row * f->s + beside];
  f->side_push[side][row] -= 4 * a.bending * f->g * (n + t);
  f->side_push[side][in] += 2 * a.bending * f->g * t;
  f->push[top][beside] += 2 * a.bending * f->g * n;
}

static void push_sides(const free_rows *f, step_coefficients a, const double *u, const double *du) {
  for (int side = 0; side < 2; ++side) {
    push_side(f, a, u, du, side);
    for (int top = 0; top < 2; ++top)
      push_corner(f, a, u, side, top);
  }
}

// Corners too have their own increments already.
static void advance_sides(const free_rows *f, step_coefficients a, double *u, double *next) {
  for (int side = 0; side < 2; ++side)
    for (long j = 0; j <= f->ny; ++j) {
      const long edge = j * f->s + f->place[side][0];
      const long beside = j * f->s + f->place[side][1];
      const double push = -a.bending * f->g * f->side_along[side][j];
      next[edge] += f->side_push[side][j];
      u[edge] += f->side_push[side][j];
      next[beside] += push;
      u[beside] += push;
    }
}

void plate_free_step(const body_step *s, body_sums *before) {
  if (before != NULL)
    *before = plate_free_sums(s, s->next);
  const free_rows f = rows_of(s);
  BEST(free_edges_push, &f, s->a, s->u, s->du)
  push_sides(&f, s->a, s->u, s->du);
  plate_inner_step(s);
  BEST(free_edges_advance, &f, s->a, s->u, s->du, s->next)
  advance_sides(&f, s->a, s->u, s->next);
}
