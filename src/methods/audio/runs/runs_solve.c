// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Forces of links along a body that touch, several at a time: each is alone in its island, and all
// of a contact follow the same law, or each its own. It is the way of solve_alone() in
// island_collisions.c; links that have separated and still store energy, and those that would pull
// by rounding, are solved there.

#include "laws/gradient_lanes.h"
#include "methods/audio/islands/island.h"
#include "methods/audio/links.h"
#include "methods/audio/runs/runs.h"
#include "scene/words.h"
#include <assert.h>
#include <math.h>

/// Links that are gathered, solved and booked together, and their run.
typedef struct {
  const link_run *run;
  gradient_law law;
  double stiffness; // K
  double moved;     // by the barrier in this step and the one before, m
  bool alone;       // all of them have to be solved one by one
  bool loses;       // some of them may lose energy
  bool ledger;      // is kept
  int count;
  int slot[GRADIENT_LANES];
  unsigned apart; // bits of those that have to be solved one by one
  gradient_lanes lanes;
} runs_group;

_Static_assert(GRADIENT_LANES <= 32, "bits of an unsigned");

static void begin_group(const carom_model *m, const carom_state *s, const link_run *run,
                        runs_group *g) {
  const audio_state *a = audio_of(s);
  const model_contact *c = &m->contact[run->contact];
  const contact_values *v = &s->values[run->contact];
  g->run = run;
  g->law = (gradient_law){law_lanes(&c->law), v->damping, m->k, c->numerical};
  g->stiffness = v->stiffness;
  g->moved = run->barrier >= 0 ? a->barrier_step[run->barrier] + a->barrier_next[run->barrier] : 0;
  g->alone = c->scheme == SCHEME_CLAMP || run->own_laws;
  g->loses = v->damping != 0 || c->numerical;
  g->ledger = s->head->keep_ledger;
  g->count = 0;
  g->apart = 0;
}

// Finite numbers in lanes that are not used.
static void fill_lanes(gradient_lanes *all, int count) {
  for (int l = count; l % BLOCK != 0; ++l) {
    all->stiffness[l] = all->stiffness[0];
    all->x[l] = all->x[0];
    all->W[l] = all->W[0];
    all->goal[l] = all->goal[0];
    all->psi[l] = all->psi[0];
    all->share[l] = all->share[0];
  }
}

// What a link loses, and what its barrier does on it.
static void book(carom_state *s, const runs_group *g, const link_step *w) {
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

// What is booked of a link that was solved with others.
static void book_lane(carom_state *s, const runs_group *g, int at) {
  const gradient_lanes *all = &g->lanes;
  const double F = all->force[at];
  if (g->ledger)
    audio_of(s)->exchanged += F * (fabs(all->goal[at]) + all->W[at] * F) / 2;
  if (g->loses || g->moved != 0)
    book(s, g,
         &(const link_step){.force = F,
                            .seen = all->D[at],
                            .loss = all->loss[at],
                            .numerical = all->numerical[at]});
}

// Solves one link by itself, as if it were in no run.
static void solve_apart(const carom_model *m, carom_state *s, const runs_group *g, int slot) {
  audio_state *a = audio_of(s);
  const bool clamp = m->contact[g->run->contact].scheme == SCHEME_CLAMP;
  link_memory past = {.psi = a->slot_psi[slot],
                      .psi_max = a->slot_max[slot],
                      .eta = a->slot_eta[slot],
                      .deta = a->slot_deta[slot],
                      .half = slot_half(a, slot),
                      .hovering = a->slot_hovering[slot]};
  const law_bound bound = {.knee = INFINITY,
                           .steepest = INFINITY,
                           .turning = clamp ? 0 : (double)INFINITY,
                           .share = a->slot_share[slot]};
  link_step step = {.free = a->slot_free[slot]};
  island_solve(m, s, &m->island[a->plan.island_of[a->plan.link_at[slot]]],
               &(const island_links){&past, &bound, &step});
  a->slot_force[slot] = step.force;
  a->slot_next[slot] = step.psi;
  book(s, g, &step);
}

// Links whose results pull are solved one by one.
static void solve_group(const carom_model *m, carom_state *s, runs_group *g) {
  const audio_state *a = audio_of(s);
  const bool books = g->ledger || g->loses || g->moved != 0;
  gradient_lanes *all = &g->lanes;
  const double *restrict max = a->slot_max;
  double *restrict force = a->slot_force;
  double *restrict next = a->slot_next;
  int solves = 0;
  assert(g->count > 0 && g->count <= GRADIENT_LANES);
  fill_lanes(all, g->count);
  g->apart |= g->alone ? ~0U : gradient_solve_lanes(&g->law, g->count, all);
  for (int i = 0; i < g->count; ++i) {
    const int slot = g->slot[i];
    const double noise = psi_noise * max[slot];
    const double psi = all->psi[i];
    const double F = all->force[i];
    if ((g->apart >> i & 1) != 0 || !(psi >= -noise && F >= 0 && F < (double)INFINITY)) {
      solve_apart(m, s, g, slot);
      continue;
    }
    force[slot] = F;
    next[slot] = fabs(psi) <= noise ? 0 : psi;
    solves += F > 0;
    if (books)
      book_lane(s, g, i);
  }
  s->counts[g->run->contact].solves += solves;
  g->count = 0;
  g->apart = 0;
}

void runs_solve(const carom_model *m, carom_state *s, const acting_piece *piece) {
  const audio_state *a = audio_of(s);
  const int end = piece->end;
  const int *slots = a->acting_slot;
  const double *restrict eta = a->slot_eta;
  const double *restrict deta = a->slot_deta;
  const double *restrict all_free = a->slot_free;
  const double *restrict all_psi = a->slot_psi;
  const double *restrict scale = a->plan.scale;
  const double *restrict share = a->slot_share;
  const double *restrict W = a->weight + a->plan.sizes->first_weight;
  runs_group group;
  gradient_lanes *restrict to = &group.lanes;
  begin_group(m, s, piece->run, &group);
  for (int n = piece->first; n < end; ++n) {
    const int slot = slots[n];
    const double x = eta[slot] - deta[slot] / 2;
    const double free = all_free[slot];
    const double psi = all_psi[slot];
    if (psi <= 0 && x <= 0 && x + free / 2 <= 0) { // collision_idle()
      a->slot_force[slot] = a->slot_next[slot] = 0;
      continue;
    }
    const int at = group.count;
    group.apart |= (unsigned)(psi > 0 && x <= 0) << at;
    group.slot[at] = slot;
    to->stiffness[at] = group.stiffness * scale[slot];
    to->x[at] = x;
    to->W[at] = W[slot];
    to->goal[at] = free;
    to->psi[at] = psi;
    to->share[at] = share[slot];
    if (++group.count == GRADIENT_LANES)
      solve_group(m, s, &group);
  }
  if (group.count > 0)
    solve_group(m, s, &group);
}
