// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// An island during one step, for its solvers.

#ifndef CAROM_ISLAND_H
#define CAROM_ISLAND_H

#include "contacts/psi.h"
#include "methods/audio/islands/skyline.h"

/// One set of an island's links: its collisions or its linear links.
typedef struct {
  int count;
  const model_link *link;
  const model_row *row;
  const law_bound *bound;
  link_memory *past;
  link_work *work;
} link_set;

/// Coefficients of up to SMALL_ISLAND linear links (island_small.c).
typedef struct {
  double w11, w12, w22;
  double a, b, t;
} small_system;

typedef struct {
  const carom_model *m;
  carom_state *s;
  link_set collisions;
  link_set linears;
  const double *W;                   // of the collisions, the linear links eliminated
  const double *weight;              // W of all links, before that
  const double *sharp;               // the same for impulses on modes, in exact islands with them
  const double *coupling;            // columns of W between collisions and linear links
  double *reduced, *factor, *column; // scratch, see audio.h
  double *factored;                  // what they were made for, of more than two linear links
  long long *eliminated;             // and the number of changes of W then
  small_system *small;               // of one or two linear links
} island_view;

/// What is kept of the links of an island, and what is found for them.
typedef struct {
  link_memory *past;
  const law_bound *bound;
  link_step *step;
} island_links;

/// island.c: solves one island.
void island_solve(const carom_model *m, carom_state *s, const model_island *island,
                  const island_links *of);

/// island_alone.c: a collision with no other beside it and the linear links of its island, if it
/// has any, eliminated: the step for the change `goal`, but for step->free. False if it takes the
/// general way.
typedef struct {
  const model_link *link;
  const link_memory *past;
  const law_bound *bound;
  double W;
} collision_view;

bool collision_alone(const carom_model *m, const carom_state *s, const collision_view *c,
                     double goal, link_step *step);

// island_collisions.c: the contacts that only push. `economy` takes g at eta^n, `count` keeps the
// statistics of this solve.
void collisions_solve(const island_view *v, bool economy, bool count);

static inline link_past past_of(const link_memory *p) {
  return (link_past){.eta = p->eta, .deta = p->deta, .psi = p->psi};
}

/// psi below this fraction of its largest value counts as zero.
static const double psi_noise = 1e-10;

/// Whether a collision neither touches nor will, given the coming change of overlap.
static inline bool collision_idle(const link_memory *past, double goal) {
  return past->psi <= 0 && past->half <= 0 && past->half + goal / 2 <= 0;
}

static inline void collision_rest(link_work *w) {
  w->force = w->seen = w->psi = w->loss = w->numerical = w->dropped = 0;
}

/// The role of a collision within a step (link_work.role).
enum { ACTIVE, RELEASED, HELD, TURNS };

/// W between two collisions, the linear links eliminated.
static inline double collision_weight(const island_view *v, int i, int j) {
  return sky_at(v->collisions.row, v->W, i, j);
}

/// island_gradient.c: whether a collision follows the discrete gradient of its law; D of all active
/// collisions by it; g and h for the D of one of them, and for one by itself; and whether the
/// energy of a separated collision is nothing beside what it is about to store.
bool collision_follows_gradient(const island_view *v, int c, bool economy);
void collisions_predict(const island_view *v, bool economy);
void collision_set_slopes(const island_view *v, int c);
void collision_choose_slopes(const island_view *v, int c, bool economy);
bool collision_stores_little(const island_view *v, int c);

/// island_together.c: D of all collisions with F = f + d D, and the same with f and d of their psi
/// and g; collisions that are not active keep their forces.
void collisions_solve_affine(const island_view *v);
void collisions_solve_together(const island_view *v);

// island_sequential.c: solves them sequentially, where some of them are exact.
void sequential_solve(const island_view *v, bool count);

// What the contact rule does there: begin a step, release or hold separated contacts, solve the
// others, release held contacts.
void collision_begin(const island_view *v, int c);
void collision_release(const island_view *v, int c);
void collisions_solve_beside(const island_view *v);
void collisions_release_held(const island_view *v);

#endif
