// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the audio method alone keeps of a state.

#ifndef CAROM_AUDIO_H
#define CAROM_AUDIO_H

#include "laws/gradient.h"
#include "methods/audio/islands/island_state.h"
#include "methods/audio/link_memory.h"
#include "methods/audio/modes/modes_state.h"
#include "methods/audio/runs/runs_state.h"
#include "methods/audio/starts/link_beginning.h"
#include "state/state.h"

/// Nodes whose values are doubles: all, or in single precision masses; and floats: all others, and
/// room for masses, so that nodes have one number.
static inline int wide_nodes(const carom_model *m) {
  return m->single ? m->mass_body_count : model_nodes(m);
}

static inline int narrow_nodes(const carom_model *m) {
  return m->single ? model_nodes(m) : 0;
}

/// Kept: type, name, count.
#define AUDIO_KEPT(X)                                                                              \
  RUNS_KEPT(X)                                                                                     \
  MODES_KEPT(X)                                                                                    \
  ISLANDS_KEPT(X)                                                                                  \
  X(double, wide_u, wide_nodes(m)) /* of the fields u, du and next below */                        \
  X(double, wide_du, wide_nodes(m))                                                                \
  X(double, wide_next, wide_nodes(m))                                                              \
  X(float, narrow_u, narrow_nodes(m)) /* and of grids in single precision */                       \
  X(float, narrow_du, narrow_nodes(m))                                                             \
  X(float, narrow_next, narrow_nodes(m))                                                           \
  X(step_coefficients, coefficients, m->body_count)                                                \
  X(body_sums, sums, m->body_count)                                                                \
  X(double, barrier_step, m->body_count) /* barrier's position at t_n less that at t_{n-1} */      \
  X(link_memory, link, runs_others(m))                                                             \
  X(double, output_du, m->output_count) /* du^n at the points of velocities and accelerations */   \
  X(moving_point, moving, m->moving_count)                                                         \
  X(law_bound, bound, plan_sizes(m)->bounds) /* of collisions, last of all other links */

/// Scratch of a step.
#define AUDIO_SCRATCH(X)                                                                           \
  RUNS_SCRATCH(X)                                                                                  \
  MODES_SCRATCH(X)                                                                                 \
  ISLANDS_SCRATCH(X)                                                                               \
  STARTS_SCRATCH(X)                                                                                \
  X(double, row_scratch, m->row_scratch)                                                           \
  X(double, barrier_next, m->body_count) /* position at t_{n+1} less that at t_n */                \
  X(double, push, m->force_count)        /* forces at t_n, N */                                    \
  X(link_step, step, runs_others(m))

typedef struct {
  AUDIO_KEPT(ARRAY_FIELD)
  AUDIO_SCRATCH(ARRAY_FIELD)
  node_field u;    // u^n, m; u^{n+1} from the free step on
  node_field du;   // u^n - u^{n-1}; from the free step on only with the ledger
  node_field next; // u^{n+1} - u^n, within a step; with the ledger du before
  audio_plan plan;
  int runs; // without any, all links act
  int acting_count, piece_count;
  double exchanged; // in this step, by links and bodies, kept or not (theory 8.11), J
  node_field spare; // the field that is neither `du` nor `next` while those are the same
} audio_state;

static inline audio_state *audio_of(const carom_state *s) {
  return s->own;
}

#endif
