// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One step of several collisions at once, each alone in its island, by the discrete gradient of
// their law (gradient.h).

#ifndef CAROM_GRADIENT_LANES_H
#define CAROM_GRADIENT_LANES_H

#include "base/real.h"
#include "laws/laws.h"

/// Their law, which has no bound, and its damping.
typedef struct {
  const power_law *law;
  double damping; // mu, s/m
  double k;       // time step, s
  bool shares;    // some of them may have numerical losses
} gradient_law;

/// So many contacts at most: one block waits for its roots and quotients while the next one is
/// computed.
enum { GRADIENT_LANES = 4 * BLOCK };

/// Contacts. Lanes that are not used, up to a multiple of BLOCK, have finite numbers of any other
/// contact.
typedef struct {
  double stiffness[GRADIENT_LANES]; // K times the link's scale
  double x[GRADIENT_LANES];         // half-way overlap at t_{n-1/2}, m
  double W[GRADIENT_LANES];         // own receptance, m/N
  double goal[GRADIENT_LANES];      // D without the force of the contact, m
  double share[GRADIENT_LANES];     // theta if it were rigid, see law_bound
  double psi[GRADIENT_LANES];       // psi^{n-1/2}; psi^{n+1/2} when solved
  // found
  double D[GRADIENT_LANES];         // change of overlap, m
  double force[GRADIENT_LANES];     // F, N
  double loss[GRADIENT_LANES];      // h, N/m
  double numerical[GRADIENT_LANES]; // the part of h that is numerical loss, N/m
} gradient_lanes;

/// Solves the first `count` of them, at least 1. Returns bits of those whose psi does not stand for
/// their overlap: they have to be solved by gradient_start() and gradient_solve().
unsigned gradient_solve_lanes(const gradient_law *law, int count, gradient_lanes *all);

#endif
