// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is kept of a link from step to step, and what a step finds for it.

#ifndef CAROM_LINK_MEMORY_H
#define CAROM_LINK_MEMORY_H

#include "model/model.h"

/// State of a link outside of runs from step to step.
typedef struct {
  double psi;         // psi^{n-1/2}
  double psi_max;     // the largest so far
  double stretch;     // the psi of a spring's linear part, sqrt(K1) mu eta
  double eta;         // eta^n, m
  double deta;        // eta^n - eta^{n-1}
  double half;        // (eta^n + eta^{n-1}) / 2: the overlap at t_{n-1/2}, which collisions read
  double shift;       // added to that while a contact lasts in which the link began, m
  double slide;       // velocity v past a bow at t_{n-1}, m/s
  double slope;       // Phi(v) / v of its friction curve there
  long long hovering; // steps it has kept energy without overlap
  double inertia;     // of a spring: what of K1/4 its average leaves out (springs.c), N/m
} link_memory;

/// Results of a step for a link.
typedef struct {
  double free;      // D^I: D = eta^{n+1} - eta^{n-1} without link forces
  double force;     // F, N
  double seen;      // D^: the change of overlap this link's psi and loss account for
  double psi;       // psi^{n+1/2}
  double stretch;   // the same of a spring's linear part
  double loss;      // h: coefficient of the losses, N/m
  double numerical; // the part of h that is numerical loss, N/m
  double dropped;   // energy given up without overlap, J
  double slide;     // velocity past a bow, m/s
  double slope;     // of its friction curve there
} link_step;

/// Where a moving point is, and its weights there.
typedef struct {
  double place; // fraction of the length
  long long count;
  link_term term[4];
} moving_point;

#endif
