// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links along a body, and which links act in a step (theory 2.1, 3.2).
//
// A collision along a grid is one link at every node, most of them apart. A link that is alone in
// its island, without overlap and without stored energy, has no force: all it needs is its overlap.
// Such links form the run of their contact. Their overlaps are computed in the order of the nodes,
// eight at a time (runs_loops.h); the stages of a step then go through the links that act only:
// those outside of runs, and those of runs that store energy or come to overlap. What a run keeps
// of its links lies in arrays of slots, 49 bytes each; only other links have a link_memory.
//
// - member: a link that is in a run
// - slot: the place of a member in the arrays of runs, one of its body's nodes or of its padding
// - home: of another link, its place among the link_memory; of a member ~slot
// - storing: a member that stores energy, as a bit; of a block of slots, how many of it do
// - awake: a link that acts in this step, as a bit; `acting` is the list of them, with their slots
// - hovering: a member without overlap that keeps energy, for so many steps

#ifndef CAROM_RUNS_STATE_H
#define CAROM_RUNS_STATE_H

#include "laws/laws.h"
#include "methods/audio/plan.h"

/// Pieces that links which act can be divided into, at most: those outside of runs, and between
/// them those of each run.
static inline int runs_pieces(const carom_model *m) {
  return plan_sizes(m)->members > 0 ? 2 * runs_others(m) + plan_sizes(m)->runs + 1 : 0;
}

/// Words of 64 bits, one bit for each link.
static inline int runs_words(const carom_model *m) {
  return plan_sizes(m)->members > 0 ? (m->link_count + 63) / 64 : 0;
}

/// One bit of such words.
static inline void set_bit(unsigned long long *words, int i) {
  words[(unsigned)i / 64] |= 1ULL << ((unsigned)i % 64);
}

static inline bool has_bit(const unsigned long long *words, int i) {
  return (words[(unsigned)i / 64] >> ((unsigned)i % 64) & 1) != 0;
}

/// Links that act: of a run, the places `first` up to `end` in the list of acting links; outside of
/// runs, the links `first` up to `end` themselves.
typedef struct {
  const link_run *run; // or NULL
  int first, end;
} acting_piece;

/// Sums over links that touch, see contact_summary.
typedef struct {
  double force, psi, depth, peak;
} touch_sums;

/// Adds a link that touches, or has just done so. Its law has no bound; the peak is law_force() in
/// summary.c.
static inline void touch_add(touch_sums *sum, const contact_law *law, double loss, double half,
                             double psi, double force) {
  if (half > 0)
    sum->peak += (loss > 0 ? loss : 0) * law_ratio(law, half) / 2 * psi * psi / half;
  sum->force += force;
  sum->depth = sum->depth > half ? sum->depth : half;
  sum->psi = psi > sum->psi ? psi : sum->psi;
}

/// The deepest links of a run, the largest overlap at t_n and at t_{n-1}, m, and those that touch.
typedef struct {
  double overlap, before;
  touch_sums touching;
  int link; // the first with that overlap
} run_summary;

/// Kept. Slots of runs.
#define RUNS_KEPT(X)                                                                               \
  X(double, slot_eta, plan_sizes(m)->slots)   /* of the slots of runs: eta^n, m */                 \
  X(double, slot_deta, plan_sizes(m)->slots)  /* eta^n - eta^{n-1} */                              \
  X(double, slot_psi, plan_sizes(m)->slots)   /* psi^{n-1/2} */                                    \
  X(double, slot_max, plan_sizes(m)->slots)   /* the largest so far */                             \
  X(double, slot_share, plan_sizes(m)->slots) /* of a law_bound, which is otherwise open */        \
  X(unsigned char, slot_hovering, plan_sizes(m)->slots) /* steps, see link_memory; up to 255 */    \
  X(unsigned char, block_storing, plan_sizes(m)->slots / BLOCK) /* links that store energy */      \
  X(unsigned long long, storing, runs_words(m))                 /* and bits of these */

/// Scratch of a step.
#define RUNS_SCRATCH(X)                                                                            \
  X(double, slot_free, plan_sizes(m)->slots)  /* of slots that act: D^I */                         \
  X(double, slot_force, plan_sizes(m)->slots) /* F, N */                                           \
  X(double, slot_next, plan_sizes(m)->slots)  /* psi^{n+1/2} */                                    \
  X(unsigned long long, awake, runs_words(m)) /* bits: links that act */                           \
  X(acting_piece, piece, runs_pieces(m))                                                           \
  X(int, acting, runs_words(m) * 64)                                                               \
  X(int, acting_slot, runs_words(m) * 64)      /* of those in runs */                              \
  X(run_summary, summary, plan_sizes(m)->runs) /* of each run */

#endif
