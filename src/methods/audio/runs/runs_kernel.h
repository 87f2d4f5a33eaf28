// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops over the slots of a run (runs.c), on fields of the precision of the source that
// includes them; overlaps are doubles.

#ifndef CAROM_RUNS_KERNEL_H
#define CAROM_RUNS_KERNEL_H

#include "base/kernel.h"
#include "methods/audio/links.h"
#include "methods/audio/runs/runs_state.h"
#include <math.h>

/// A field at the nodes of a run's slots.
typedef struct {
  const double *wide[2];  // on both bodies; the second is not read with a barrier
  const float *narrow[2]; // in single precision
} runs_field;

/// A run in one step.
typedef struct {
  int slots;
  bool pair;   // of bodies
  bool single; // precision
  double weight[2];
  runs_field u, du, next;
  double shift; // of all overlaps: by the barrier and what the gap has closed, m
  double barrier_step, barrier_next; // times the side
  const double *offset;
  const int *link_at;
  const unsigned char *storing; // links of a block that store energy
  double *eta, *deta, *free;
} runs_view;

/// The deepest slots of each lane.
typedef struct {
  double overlap[BLOCK], before[BLOCK];
  double block[BLOCK]; // the first slot of the deepest one's block
} lane_deepest;

// A node that moves without end has no link to wake.
INLINE void wake_slots(const int *link_at, unsigned bits, unsigned long long *awake) {
  for (; bits != 0; bits &= bits - 1) {
    const int link = link_at[__builtin_ctz(bits)];
    if (link >= 0)
      set_bit(awake, link);
  }
}

#if defined(SINGLE)
#define WIDEN
#define FIELD(of)   (of).narrow
#define IN_WIDTH(x) x##_widened
#else
#define FIELD(of)   (of).wide
#define IN_WIDTH(x) x
#endif
#define LOOPS "methods/audio/runs/runs_loops.h"
#include "base/variants.h"

static void observe_slots(const runs_view *v, lane_deepest *deepest) {
  BEST(IN_WIDTH(observe), v, deepest)
}

static void find_touching_slots(const runs_view *v, unsigned long long *awake) {
  BEST(IN_WIDTH(find_touching), v, awake)
}

/// runs_single.c: of bodies in single precision
void runs_single_observe(const runs_view *v, lane_deepest *deepest);
void runs_single_touching(const runs_view *v, unsigned long long *awake);

#endif
