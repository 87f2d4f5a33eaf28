// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Forces of links along a body that touch, several at a time: each is alone in its island, and all
// of a contact follow the same law, or each its own. It is the way of solve_alone() in
// island_collisions.c; links that have separated and still store energy, and those that would pull
// by rounding, are solved there.

#include "contacts/gradient_lanes.h"
#include "methods/audio/island.h"
#include <math.h>

/// Links that are solved together, and their run.
typedef struct {
  const link_run *run;
  gradient_law law;
  double stiffness; // K
  double moved;     // by the barrier in this step and the one before, m
  bool alone;       // all of them have to be solved one by one
  int count;
  int slot[BLOCK];
  unsigned apart; // bits of those that have to be solved one by one
  gradient_lanes lanes;
} runs_group;

static runs_group group_of(const carom_model *m, const carom_state *s, const link_run *run) {
  const audio_state *a = audio_of(s);
  const model_contact *c = &m->contact[run->contact];
  const contact_values *v = &s->values[run->contact];
  return (runs_group){
      .run = run,
      .law = {&c->law, v->damping, m->k, c->numerical},
      .stiffness = v->stiffness,
      .moved =
          run->barrier >= 0 ? a->barrier_step[run->barrier] + a->barrier_next[run->barrier] : 0,
      .alone = c->scheme == SCHEME_CLAMP || run->own_laws};
}

static inline void add_link(const audio_state *a, int slot, double x, double free, runs_group *g) {
  const double psi = a->slot_psi[slot];
  const int at = g->count++;
  g->apart |= (unsigned)(psi > 0 && x <= 0) << at;
  g->slot[at] = slot;
  g->lanes.stiffness[at] = g->stiffness * a->plan.scale[slot];
  g->lanes.x[at] = x;
  g->lanes.W[at] = a->weight[a->plan.sizes->first_weight + slot];
  g->lanes.goal[at] = free;
  g->lanes.psi[at] = psi;
  g->lanes.share[at] = a->slot_share[slot];
}

// Finite numbers in lanes that are not used.
static void fill_lanes(gradient_lanes *all, int count) {
  for (int l = count; l < BLOCK; ++l) {
    all->stiffness[l] = all->stiffness[0];
    all->x[l] = all->x[0];
    all->W[l] = all->W[0];
    all->goal[l] = all->goal[0];
    all->psi[l] = all->psi[0];
    all->share[l] = all->share[0];
  }
}

// What a link loses, and what its barrier does on it.
static inline void book(carom_state *s, const runs_group *g, const link_step *w) {
  account *of = &s->contact_account[g->run->contact];
  const double lost = w->loss / 2 * w->seen * w->seen + w->dropped;
  const double numerical = w->numerical / 2 * w->seen * w->seen + w->dropped;
  if (lost != 0)
    sum_add(&of->dissipated, lost);
  if (numerical != 0)
    sum_add(&of->numerical, numerical);
  if (g->moved != 0)
    ledger_supply(s, g->run->contact, g->run->side * w->force * g->moved / 2);
}

// False if it would pull.
static inline bool take_result(carom_state *s, const runs_group *g, int at) {
  audio_state *a = audio_of(s);
  const gradient_lanes *all = &g->lanes;
  const int slot = g->slot[at];
  const double noise = psi_noise * a->slot_most[slot];
  const double psi = all->psi[at];
  const double F = all->force[at];
  if (!(psi >= -noise && F >= 0) || !isfinite(F))
    return false;
  if (s->head->keep_ledger)
    a->exchanged += F * (fabs(all->goal[at]) + all->W[at] * F) / 2;
  a->slot_force[slot] = F;
  a->slot_next[slot] = fabs(psi) <= noise ? 0 : psi;
  book(s, g,
       &(const link_step){.force = F,
                          .seen = all->D[at],
                          .loss = all->loss[at],
                          .numerical = all->numerical[at]});
  return true;
}

// Solves one link by itself, as if it were in no run.
static void solve_apart(const carom_model *m, carom_state *s, const runs_group *g, int slot) {
  audio_state *a = audio_of(s);
  const bool clamp = m->contact[g->run->contact].scheme == SCHEME_CLAMP;
  link_memory past = {.psi = a->slot_psi[slot],
                      .psi_most = a->slot_most[slot],
                      .eta = a->slot_eta[slot],
                      .deta = a->slot_deta[slot],
                      .half = slot_half(a, slot),
                      .hovering = a->slot_hovering[slot]};
  const law_bound bound = {.knee = INFINITY,
                           .steepest = INFINITY,
                           .resisting = clamp ? (double)INFINITY : 0,
                           .share = a->slot_share[slot]};
  link_step step = {.free = a->slot_free[slot]};
  island_solve(m, s, &m->island[a->plan.island_of[a->plan.link_at[slot]]],
               &(const island_links){&past, &bound, &step});
  a->slot_force[slot] = step.force;
  a->slot_next[slot] = step.psi;
  book(s, g, &step);
}

static void solve_group(const carom_model *m, carom_state *s, runs_group *g) {
  long long *solves = &s->counts[g->run->contact].solves;
  fill_lanes(&g->lanes, g->count);
  if (g->alone)
    g->apart = ~0U;
  else
    g->apart |= gradient_solve_lanes(&g->law, g->count, &g->lanes);
  for (int l = 0; l < g->count; ++l) {
    if ((g->apart >> l & 1) == 0 && take_result(s, g, l))
      *solves += g->lanes.force[l] > 0;
    else
      solve_apart(m, s, g, g->slot[l]);
  }
  g->count = 0;
  g->apart = 0;
}

void runs_solve(const carom_model *m, carom_state *s, const acting_part *part) {
  const audio_state *a = audio_of(s);
  runs_group group = group_of(m, s, part->run);
  for (int n = part->first; n < part->end; ++n) {
    const int slot = ~a->plan.home[a->acting[n]];
    const double x = slot_half(a, slot);
    const double free = a->slot_free[slot];
    if (a->slot_psi[slot] <= 0 && x <= 0 && x + free / 2 <= 0) { // collision_idle()
      a->slot_force[slot] = a->slot_next[slot] = 0;
      continue;
    }
    add_link(a, slot, x, free, &group);
    if (group.count == BLOCK)
      solve_group(m, s, &group);
  }
  if (group.count > 0)
    solve_group(m, s, &group);
}
