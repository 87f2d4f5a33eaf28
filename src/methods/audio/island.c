// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Islands: what links do to each other within a step. All forces are affine in the coming change of
// overlap, F = f + d D with d >= 0, and D = D^I - W F, where
//
//   W = L diag(b) L^T,   b = k^2 / (m (1 + sigma_0 k)) the mobility of a node,
//
// is how far a unit force on one link moves the overlap of another. Linear links (springs,
// two-sided laws, the published scheme) are eliminated first, then the collisions are solved
// together, or in turn where some of them are exact (in_turn.c). The energy balance is exact for
// any g that is computed from known data.

#include "methods/audio/island.h"

#include "methods/audio/skyline.h"

// W between two links: the nodes they share.
static double shared_mobility(const carom_model *m, const carom_state *s, int a, int b) {
  const link_nodes na = nodes_of_link(m, s, &m->link[a]);
  const link_nodes nb = nodes_of_link(m, s, &m->link[b]);
  double sum = 0;
  for (int i = 0; i < na.count; ++i)
    for (int j = 0; j < nb.count; ++j)
      if (na.term[i].node == nb.term[j].node)
        sum += na.term[i].weight * nb.term[j].weight * s->motion[na.term[i].body].receptance *
               m->inverse_mass[na.term[i].node];
  return sum;
}

// The values of W that belong to one link, or to all with link < 0.
static void weigh(const carom_model *m, carom_state *s, const model_island *island, int link) {
  const int linear = island->first + island->collisions;
  for (int a = island->first; a < linear + island->linears; ++a) {
    const model_row *row = &m->row[a];
    const int base = a < linear ? island->first : linear;
    for (int j = row->first; j <= a - base; ++j)
      if (link < 0 || a == link || base + j == link)
        s->weight[row->start + j - row->first] = shared_mobility(m, s, a, base + j);
    for (int j = row->low; j < row->high; ++j)
      if (link < 0 || a == link || linear + j == link)
        s->coupling[row->coupling + j - row->low] = shared_mobility(m, s, a, linear + j);
  }
}

void islands_weigh(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->island_count; ++i)
    weigh(m, s, &m->island[i], -1);
}

void islands_weigh_link(const carom_model *m, carom_state *s, int link) {
  for (int i = 0; i < m->island_count; ++i) {
    const model_island *island = &m->island[i];
    if (link >= island->first && link < island->first + island->collisions + island->linears)
      weigh(m, s, island, link);
  }
}

static link_set set_of(const carom_model *m, carom_state *s, int first, int count) {
  return (link_set){.count = count,
                    .link = m->link + first,
                    .row = m->row + first,
                    .past = s->link + first,
                    .work = s->work + first};
}

static void solve_collisions(const island_view *v, bool has_exact, bool economy, bool count) {
  if (has_exact)
    sequential_solve(v, count);
  else
    collisions_solve(v, economy, count);
}

static void solve_island(const carom_model *m, carom_state *s, const model_island *island) {
  island_view v = {.m = m,
                   .s = s,
                   .collisions = set_of(m, s, island->first, island->collisions),
                   .linears = set_of(m, s, island->first + island->collisions, island->linears),
                   .W = s->weight};
  if (island->linears == 0) {
    for (int i = 0; i < v.collisions.count; ++i)
      v.collisions.work[i].goal = v.collisions.work[i].free;
    solve_collisions(&v, island->has_exact, false, true);
    return;
  }
  v.W = s->reduced;
  linears_prepare(&v);
  if (island->has_laws) { // one round to foretell D for the secants of the two-sided laws
    linears_eliminate(&v);
    solve_collisions(&v, island->has_exact, true, false);
    linears_finish(&v);
    linears_correct(&v);
  }
  for (int round = 0; round == 0 || (island->has_bows && bows_unsettled(&v, round)); ++round) {
    linears_eliminate(&v);
    solve_collisions(&v, island->has_exact, false, round == 0);
    linears_finish(&v);
  }
}

// Contacts along a body are islands of one collision each, most of which are open most of the time.
void islands_solve(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->island_count; ++i) {
    const model_island *island = &m->island[i];
    const int first = island->first;
    if (island->collisions == 1 && island->linears == 0 && !island->has_exact &&
        collision_idle(&s->link[first], s->work[first].free))
      collision_rest(&s->work[first]);
    else
      solve_island(m, s, island);
  }
}
