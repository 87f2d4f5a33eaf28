// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A link while its island is solved.

#ifndef CAROM_LINK_WORK_H
#define CAROM_LINK_WORK_H

/// Linear links of an island that are eliminated by formulas (island_small.c); of more, a matrix is
/// factored.
enum { SMALL_ISLAND = 2 };

/// A link while its island is solved: F = f + d D; for collisions f = g psi, d = g^2/4 + h.
typedef struct {
  // As in link_step and in its order; `numerical` is the part of h until the island is solved
  double free, force, seen, psi, stretch, loss, numerical, dropped, slide, slope;
  double before;  // psi at the start of the step, unless it was dropped
  double from;    // overlap then, or where the law stores as much
  double theta;   // share of numerical loss in the discrete gradient
  double damping; // factor of mu
  double g, f, d;
  double root;              // sqrt(d)
  double D;                 // the change of overlap as solved for all contacts together
  double x;                 // right-hand side and solution
  double residual, first_D; // of iterative refinement
  double goal;              // D^eff: D^I less twice the effect of contacts solved before
  double shift;             // that effect once, for positions
  double target;            // the g before bounds
  double h;                 // coefficient of the losses before any bound
  int role;                 // see island_collisions.c
  // Of bows, see island_bows.c; their `slide` is the velocity their coefficients were made for
  double share;                  // lambda: the part of it that bends the bristles
  double last_slide, last_force; // of the round before
  double press;                  // N, the bow's force with its noise
} link_work;

#endif
