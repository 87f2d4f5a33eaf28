// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a state has of islands and of contacts resolved inside the sample: arrays, with type, name
// and count. Islands share their scratch, but for those that keep what they have eliminated.

#ifndef CAROM_ISLAND_STATE_H
#define CAROM_ISLAND_STATE_H

#include "methods/audio/islands/link_work.h"
#include "methods/audio/islands/sub_sample.h"
#include "methods/audio/plan.h"

/// Kept.
#define ISLANDS_KEPT(X)                                                                            \
  X(sub_sample_memory, sub_sample, m->exact ? m->link_count : 0)                                   \
  X(double, mass_shift, m->exact ? m->mass_body_count : 0) /* to go when free, m */                \
  X(double, weight, m->weights)                            /* W of all islands, of slots last */   \
  X(double, coupling, m->couplings) /* columns of W between collisions and linear links */         \
  X(double, sharp, m->exact && m->modes > 0 ? m->weights : 0) /* W with modes as masses of 1 */

/// Scratch of a step.
#define ISLANDS_SCRATCH(X)                                                                         \
  X(sub_sample_work, inside, m->exact ? m->link_count : 0)                                         \
  X(sub_sample_event, inside_event, m->exact ? SAMPLE_EVENTS * m->link_count : 0)                  \
  X(bool, mass_held, m->exact ? m->mass_body_count : 0)    /* by what stores energy, moments.c */  \
  X(bool, mass_touches, m->exact ? m->mass_body_count : 0) /* exactly, at t_{n+1/2} */             \
  X(link_work, work, m->island_most)                                                               \
  X(double, reduced, m->scratch_weights)    /* W of an island after elimination */                 \
  X(double, factor, m->scratch_weights)     /* Cholesky factors */                                 \
  X(double, column, m->scratch_couplings)   /* couplings divided by the linear links' factor */    \
  X(double, factored, runs_others(m))       /* roots of the linear links that this was made for */ \
  X(long long, eliminated, m->island_count) /* and `weighed` then; 0 if it is not there */         \
  X(long long, weighed, 1)                  /* changes of any W so far, and bindings */

#endif
