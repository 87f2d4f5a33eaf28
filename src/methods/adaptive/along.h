// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts along a modal body, by links at evenly spaced points.

#ifndef CAROM_ALONG_H
#define CAROM_ALONG_H

#include "state/state.h"

/// Whether the scene's contacts are such ones.
static inline bool along_any(const carom_model *m) {
  return m->link_count > 0 && m->link[0].along;
}

/// Refuses scenes that have them beside others, or between moving bodies.
bool along_fits(compiler *c);

/// What a contact does, with displacements u and velocities v of all nodes.
typedef struct {
  double force;         // of all points, N
  double energy;        // J
  double loss;          // W
  double overlap, rate; // of the deepest point; m, m/s
  double length;        // over which it touches, m
  double patches;       // in so many stretches
} along_sums;

/// The sums of a contact; forces of its points are added to those of the nodes unless that is NULL.
along_sums along_evaluate(const carom_model *m, const carom_state *s, int contact, const double *u,
                          const double *v, double *forces);

/// The log of impacts at the start and after a step; `before` is the contact's force at its
/// beginning.
void along_start(const carom_model *m, carom_state *s);
void along_track(const carom_model *m, carom_state *s, int contact, double before);

#endif
