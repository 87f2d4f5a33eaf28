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

#ifndef CAROM_RUNS_H
#define CAROM_RUNS_H

#include "base/block.h"
#include "model/compile.h"

/// The links of a contact along a body, each at one node. A slot is one of the body's nodes, or of
/// its padding; runs have whole blocks of slots, whose nodes follow one another.
typedef struct {
  int contact;
  int body[2]; // the second is -1 with a barrier
  int first_slot, slots;
  int members;      // links in it
  int node[2];      // of the first slot, on both bodies
  int barrier;      // index of a body, or -1
  double weight[2]; // of the nodes: 1 or -1
  double side;      // of the barrier, see model_link
  bool own_laws;    // some links have laws of their own
  bool whole;       // all links of the contact are in it
} link_run;

typedef struct {
  int links;   // of the model
  int members; // links in runs
  int runs;
  int slots;
  int first_weight; // where the W of the slots begin among those of all islands
  int bounds;       // collisions outside of runs, and one for all other links
  int stepping;     // bodies with a step of their own
  int standing;     // barriers
  int early;        // outputs of what lies at t_n
} runs_sizes;

/// Arrays of the model's own part, behind an runs_sizes: type, name, count.
#define RUNS_ARRAYS(X)                                                                             \
  X(link_run, run, sizes->runs)                                                                    \
  X(int, run_of, contacts)          /* per contact; -1 without one */                              \
  X(double, offset, sizes->slots)   /* of the slot's link, see model_link; -INFINITY without */    \
  X(double, scale, sizes->slots)    /* see model_link */                                           \
  X(int, link_at, sizes->slots)     /* the link of a slot, or -1 */                                \
  X(int, home, sizes->links)        /* of a link outside of runs, its place; of others ~slot */    \
  X(int, bound_of, sizes->links)    /* where the bound of a link outside of runs is */             \
  X(int, island_of, sizes->links)   /* of a link */                                                \
  X(int, stepping, sizes->stepping) /* bodies with a step of their own: not masses and barriers */ \
  X(int, standing, sizes->standing) /* barriers */                                                 \
  X(int, early, sizes->early)       /* outputs that are read before the step */

/// Pointers into the model's own part.
typedef struct {
  RUNS_ARRAYS(ARRAY_FIELD)
  const runs_sizes *sizes;
} runs_plan;

static inline const runs_sizes *runs_sizes_of(const carom_model *m) {
  return (const runs_sizes *)(const void *)m->own;
}

/// Links outside of runs.
static inline int runs_others(const carom_model *m) {
  return runs_sizes_of(m)->links - runs_sizes_of(m)->members;
}

/// Parts that links which act can be divided into, at most: those outside of runs, and between them
/// those of each run.
static inline int runs_parts(const carom_model *m) {
  return runs_sizes_of(m)->members > 0 ? 2 * runs_others(m) + runs_sizes_of(m)->runs + 1 : 0;
}

/// Words of 64 bits, one bit for each link.
static inline int runs_words(const carom_model *m) {
  return runs_sizes_of(m)->members > 0 ? (m->link_count + 63) / 64 : 0;
}

runs_plan runs_plan_in(const runs_sizes *sizes, int contacts, unsigned char *own);

/// compile_runs.c: after the islands.
bool compile_runs(compiler *c);

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
} acting_part;

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

#endif
