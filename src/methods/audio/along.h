// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links along a body, and which links act in a step (theory 2.1, 3.2).
//
// A collision along a grid is one link at every node, most of them apart. A link that is alone in
// its island, without overlap and without stored energy, has no force: all it needs is its overlap.
// Such links form the run of their contact. Their overlaps are computed in the order of the nodes,
// eight at a time (along_loops.h); the stages of a step then go through the links that act only:
// those outside of runs, and those of runs that store energy or come to overlap.

#ifndef CAROM_ALONG_H
#define CAROM_ALONG_H

#include "base/block.h"
#include "model/compile.h"

/// The links of a contact along a body, each at one node. A slot is one of the body's nodes, or of
/// its padding; runs have whole blocks of slots, whose nodes follow one another.
typedef struct {
  int contact;
  int body[2]; // the second is -1 with a barrier
  int first_slot, slots;
  int node[2];      // of the first slot, on both bodies
  int barrier;      // index of a body, or -1
  double weight[2]; // of the nodes: 1 or -1
  double side;      // of the barrier, see model_link
} along_run;

typedef struct {
  int links;   // of the model
  int members; // links in runs
  int runs;
  int slots;
} along_sizes;

/// Arrays of the model's own part, behind an along_sizes: type, name, count.
#define ALONG_ARRAYS(X)                                                                            \
  X(along_run, run, sizes->runs)                                                                   \
  X(int, run_of, contacts)        /* per contact; -1 without one */                                \
  X(double, offset, sizes->slots) /* of the slot's link, see model_link; -INFINITY without */      \
  X(double, scale, sizes->slots)  /* see model_link */                                             \
  X(int, weight_at, sizes->slots) /* where its W is */                                             \
  X(int, link_at, sizes->slots)   /* the link of a slot, or -1 */                                  \
  X(int, slot_of, sizes->links)   /* the slot of a link, or -1 */                                  \
  X(int, island_of, sizes->links) /* of a link */

/// Pointers into the model's own part.
typedef struct {
  ALONG_ARRAYS(ARRAY_FIELD)
  const along_sizes *sizes;
} along_plan;

static inline const along_sizes *along_sizes_of(const carom_model *m) {
  return (const along_sizes *)(const void *)m->own;
}

/// Words of 64 bits, one bit for each link.
static inline int along_words(const carom_model *m) {
  return along_sizes_of(m)->members > 0 ? (m->link_count + 63) / 64 : 0;
}

along_plan along_plan_in(const along_sizes *sizes, int contacts, unsigned char *own);

/// compile_along.c: after the islands.
bool compile_along(compiler *c);

/// One bit of such words.
static inline void set_bit(unsigned long long *words, int i) {
  words[i / 64] |= 1ULL << (i % 64);
}

static inline void clear_bit(unsigned long long *words, int i) {
  words[i / 64] &= ~(1ULL << (i % 64));
}

/// Links that act: of a run, the places `first` up to `end` in the list of acting links; outside of
/// runs, the links `first` up to `end` themselves.
typedef struct {
  const along_run *run; // or NULL
  int first, end;
} acting_part;

/// The node of a slot, on the first or second body.
static inline int along_node(const along_run *run, int side, int slot) {
  return run->node[side] + slot - run->first_slot;
}

/// The deepest links of a run: the largest overlap at t_n and at t_{n-1}, m.
typedef struct {
  double overlap, before;
  int link; // the first with that overlap
} along_deepest;

#endif
