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

#include "bodies/plate_free_kernel.h"

int plate_free_scratch(const model_body *b) {
  const int own = SCRATCH_ROWS * (b->grid.stride + BLOCK) + SCRATCH_COLUMNS * (b->ny + 1);
  return own + BLOCK + grid_scratch(b);
}

body_sums plate_free_sums(const body_step *s, const double *former) {
  return free_sums(s, former);
}

void plate_free_step(const body_step *s, body_sums *before) {
  if (before != NULL)
    *before = free_sums(s, s->next);
  free_step(s, plate_inner_step);
}
