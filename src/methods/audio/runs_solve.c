// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Forces of links along a body that touch, several at a time: each is alone in its island, and all
// of a contact follow the same law, or each its own. It is the way of solve_alone() in
// island_collisions.c; links that have separated and still store energy, and those that would pull
// by rounding, are solved there.

#include "contacts/gradient_lanes.h"
#include "methods/audio/island.h"
#include <assert.h>
#include <math.h>

/// Links that are solved together.
typedef struct {
  int count;
  int link[BLOCK];
  int slot[BLOCK];
  unsigned apart; // bits of those that have to be solved one by one
  gradient_lanes lanes;
} runs_group;

static inline void add_link(const audio_state *a, int i, int slot, double x, bool shares,
                            runs_group *g) {
  const double psi = a->link[i].psi;
  const int at = g->count++;
  assert(isinf(a->bound[i].knee)); // of links along a body, see response.c
  g->apart |= (unsigned)(psi > 0 && x <= 0) << at;
  g->link[at] = i;
  g->slot[at] = slot;
  g->lanes.stiffness[at] = a->plan.scale[slot];
  g->lanes.x[at] = x;
  g->lanes.W[at] = a->weight[a->plan.weight_at[slot]];
  g->lanes.goal[at] = a->slot_free[slot];
  g->lanes.psi[at] = psi;
  g->lanes.share[at] = shares ? a->bound[i].share : 0;
}

// K times their scales, and finite numbers in lanes that are not used.
static void fill_lanes(runs_group *g, double stiffness) {
  gradient_lanes *all = &g->lanes;
  for (int l = g->count; l < BLOCK; ++l) {
    all->stiffness[l] = all->stiffness[0];
    all->x[l] = all->x[0];
    all->W[l] = all->W[0];
    all->goal[l] = all->goal[0];
    all->psi[l] = all->psi[0];
    all->share[l] = all->share[0];
  }
  for (int l = 0; l < BLOCK; ++l)
    all->stiffness[l] = stiffness * all->stiffness[l];
}

// False if it would pull.
static inline bool take_result(audio_state *a, const runs_group *g, int at) {
  const int i = g->link[at];
  const double noise = psi_noise * a->link[i].psi_most;
  const double psi = g->lanes.psi[at];
  const double F = g->lanes.force[at];
  if (!(psi >= -noise && F >= 0) || !isfinite(F))
    return false;
  a->exchanged += F * (fabs(g->lanes.goal[at]) + g->lanes.W[at] * F) / 2;
  a->step[i] = (link_step){.free = g->lanes.goal[at],
                           .force = F,
                           .seen = g->lanes.D[at],
                           .psi = fabs(psi) <= noise ? 0 : psi,
                           .loss = g->lanes.loss[at],
                           .numerical = g->lanes.numerical[at]};
  return true;
}

// Solves one link by itself, for which its memory has to hold its overlap.
static void solve_apart(const carom_model *m, carom_state *s, int i, int slot) {
  audio_state *a = audio_of(s);
  link_memory *p = &a->link[i];
  p->eta = a->slot_eta[slot];
  p->deta = a->slot_deta[slot];
  p->half = slot_half(a, slot);
  a->step[i].free = a->slot_free[slot];
  island_solve(m, s, &m->island[a->plan.island_of[i]]);
}

static void solve_group(const carom_model *m, carom_state *s, const link_run *run, runs_group *g) {
  const int contact = run->contact;
  const contact_values *v = &s->values[contact];
  const gradient_law law = {&m->contact[contact].law, v->damping, m->k,
                            m->contact[contact].numerical};
  fill_lanes(g, v->stiffness);
  if (m->contact[contact].scheme == SCHEME_CLAMP || run->own_laws)
    g->apart = ~0U;
  else
    g->apart |= gradient_solve_lanes(&law, g->count, &g->lanes);
  for (int l = 0; l < g->count; ++l) {
    if ((g->apart >> l & 1) == 0 && take_result(audio_of(s), g, l))
      s->counts[contact].solves += g->lanes.force[l] > 0;
    else
      solve_apart(m, s, g->link[l], g->slot[l]);
  }
}

void runs_solve(const carom_model *m, carom_state *s, const acting_part *part) {
  audio_state *a = audio_of(s);
  const bool shares = m->contact[part->run->contact].numerical;
  runs_group group;
  group.count = 0;
  group.apart = 0;
  for (int n = part->first; n < part->end; ++n) {
    const int i = a->acting[n];
    const int slot = a->plan.slot_of[i];
    const double x = slot_half(a, slot);
    if (a->link[i].psi <= 0 && x <= 0 && x + a->slot_free[slot] / 2 <= 0) { // collision_idle()
      a->step[i] = (link_step){.free = a->slot_free[slot]};
      continue;
    }
    add_link(a, i, slot, x, shares, &group);
    if (group.count < BLOCK)
      continue;
    solve_group(m, s, part->run, &group);
    group.count = 0;
    group.apart = 0;
  }
  if (group.count > 0)
    solve_group(m, s, part->run, &group);
}
