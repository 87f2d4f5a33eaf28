// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the compiler leaves the audio method in the model's own part: which links form runs along a
// body, where the others are kept, and which bodies and outputs a step goes through.

#ifndef CAROM_AUDIO_PLAN_H
#define CAROM_AUDIO_PLAN_H

#include "base/block.h"
#include "model/model.h"

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
} audio_sizes;

/// Arrays of the model's own part, behind the sizes: type, name, count.
#define PLAN_ARRAYS(X)                                                                             \
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
  PLAN_ARRAYS(ARRAY_FIELD)
  const audio_sizes *sizes;
} audio_plan;

static inline const audio_sizes *plan_sizes(const carom_model *m) {
  return (const audio_sizes *)(const void *)m->own;
}

/// Links outside of runs.
static inline int runs_others(const carom_model *m) {
  return plan_sizes(m)->links - plan_sizes(m)->members;
}

audio_plan audio_plan_in(const audio_sizes *sizes, int contacts, unsigned char *own);

#endif
