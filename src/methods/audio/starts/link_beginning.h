// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is found for a link that begins (begin_island.c).

#ifndef CAROM_LINK_BEGINNING_H
#define CAROM_LINK_BEGINNING_H

#include <stdbool.h>

/// Of its law, or of its linear part.
typedef struct {
  int link;
  bool linear, two_sided;
  double eta, speed; // overlap at t_n and its rate, m and m/s
  double ahead;      // half a step of that, with the strides of its bodies, m
  double own, plain; // W, all of it and without modes, m/N
  double modal;      // how far a force of 1 takes the modes back in half a step, m/N
  double mean;       // force of the law over the half step beside t_n, N
  double load, rest; // what loads hold of it, and what of the rest is resolved, N
  double resolved;   // the part of the rest of a law of two sides
  double pressed;    // k^2 times the acceleration of the overlap under the means, m
  double held;       // the same under the loads, without modes, m
  double energy;     // stored at t_{n-1/2}, J
} link_beginning;

/// Scratch of starts.
#define STARTS_SCRATCH(X)                                                                          \
  X(link_beginning, beginning, 2 * m->island_most) /* of an island, and which of its links */      \
  X(int, begins, m->island_most)                                                                   \
  X(bool, beside, m->body_count) /* touch a mass that is put elsewhere */

#endif
