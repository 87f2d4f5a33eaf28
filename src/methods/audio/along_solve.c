// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Forces of links along a body that touch, several at a time: each is alone in its island, and all
// of a contact follow the same law. It is the way of solve_alone() in island_collisions.c; links
// that have separated and still store energy, and those that would pull by rounding, are solved
// there.

#include "contacts/gradient_lanes.h"
#include "methods/audio/island.h"
#include <math.h>

/// Links that are solved together.
typedef struct {
  int count;
  int link[BLOCK];
  unsigned apart; // bits of those that have to be solved by themselves
  gradient_lanes lanes;
} along_group;

static double weight_of(const carom_model *m, const audio_state *a, int link) {
  return a->weight[m->island[a->plan.island_of[link]].first_weight];
}

static void add_link(const carom_model *m, const carom_state *s, int i, along_group *g) {
  const audio_state *a = audio_of(s);
  const link_memory *p = &a->link[i];
  const model_contact *c = &m->contact[m->link[i].contact];
  const int at = g->count++;
  if ((p->psi > 0 && p->half <= 0) || c->scheme == SCHEME_CLAMP)
    g->apart |= 1U << at;
  g->link[at] = i;
  g->lanes.stiffness[at] = s->values[m->link[i].contact].stiffness * m->link[i].scale;
  g->lanes.x[at] = p->half;
  g->lanes.W[at] = weight_of(m, a, i);
  g->lanes.goal[at] = a->step[i].free;
  g->lanes.psi[at] = p->psi;
}

static void fill_lanes(along_group *g) {
  for (int l = g->count; l < BLOCK; ++l) {
    g->lanes.stiffness[l] = g->lanes.stiffness[0];
    g->lanes.x[l] = g->lanes.x[0];
    g->lanes.W[l] = g->lanes.W[0];
    g->lanes.goal[l] = g->lanes.goal[0];
    g->lanes.psi[l] = g->lanes.psi[0];
  }
}

// False if it would pull.
static bool take_result(carom_state *s, int i, const gradient_lanes *lanes, int at) {
  audio_state *a = audio_of(s);
  const double noise = psi_noise * a->link[i].psi_most;
  const double psi = lanes->psi[at];
  const double F = lanes->force[at];
  if (!(psi >= -noise && F >= 0) || !isfinite(F))
    return false;
  link_step *step = &a->step[i];
  step->force = F;
  step->seen = lanes->D[at];
  step->psi = fabs(psi) <= noise ? 0 : psi;
  step->loss = lanes->loss[at];
  a->exchanged += F * (fabs(step->free) + lanes->W[at] * F) / 2;
  return true;
}

static void solve_group(const carom_model *m, carom_state *s, int contact, along_group *g) {
  const audio_state *a = audio_of(s);
  const gradient_law law = {&m->contact[contact].law, s->values[contact].damping, m->k};
  fill_lanes(g);
  g->apart |= gradient_solve_lanes(&law, g->count, &g->lanes);
  for (int l = 0; l < g->count; ++l) {
    const int i = g->link[l];
    if ((g->apart >> l & 1) == 0 && take_result(s, i, &g->lanes, l))
      s->counts[contact].solves += g->lanes.force[l] > 0;
    else
      island_solve(m, s, &m->island[a->plan.island_of[i]]);
  }
}

int along_solve(const carom_model *m, carom_state *s, int n) {
  const audio_state *a = audio_of(s);
  const int contact = m->link[a->acting[n]].contact;
  along_group group;
  group.count = 0;
  group.apart = 0;
  int end = n;
  for (; end < a->acting_count && group.count < BLOCK; ++end) {
    const int i = a->acting[end];
    if (a->plan.slot_of[i] < 0 || m->link[i].contact != contact)
      break;
    if (!collision_idle(&a->link[i], a->step[i].free))
      add_link(m, s, i, &group);
  }
  if (group.count > 0)
    solve_group(m, s, contact, &group);
  return end - n;
}
