// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Islands: what links do to each other within a step (theory 1.11, 2.3, 2.9, 3.1 and 3.2). All
// forces are affine in the coming change of overlap, F = f + d D with d >= 0, and D = D^I - W F,
// where
//
//   W = L diag(b) L^T,   b = k^2 / (m (1 + sigma_0 k)) the receptance of a node,
//
// is the receptance matrix: the overlap of one link per unit force on another. Linear links
// (springs, two-sided laws, the published scheme) are eliminated first, then the collisions are
// solved simultaneously, or sequentially where some of them are exact (island_sequential.c). The
// energy balance is exact for any g that is computed from known data.

#include "methods/audio/islands/islands.h"
#include "methods/audio/islands/linears.h"
#include "methods/audio/links.h"
#include "methods/audio/runs/runs.h"
#include "methods/audio/stages.h"

#include "base/kernel.h"
#include "methods/audio/islands/skyline.h"
#include "methods/audio/modes/modes.h"
#include "scene/words.h"
#include <assert.h>
#include <math.h>
#include <string.h>

// W between two links: a sum over the nodes they share, and modes.
static double shared_receptance(const carom_model *m, const audio_state *audio, int a, int b,
                                bool sharp) {
  const link_nodes na = nodes_of_link(m, audio, &m->link[a]);
  const link_nodes nb = nodes_of_link(m, audio, &m->link[b]);
  double sum = 0;
  for (int i = 0; i < na.count; ++i) {
    const link_term term = na.term[i];
    const double receptance = audio->coefficients[term.body].receptance;
    for (int j = 0; j < nb.count; ++j)
      if (term.node == nb.term[j].node)
        sum += term.weight * nb.term[j].weight * receptance * m->inverse_mass[term.node];
  }
  return m->modes > 0 ? sum + modes_receptance(m, audio, a, b, sharp) : sum;
}

// The values of W that belong to one link, or to all with link < 0.
static void weigh(const carom_model *m, carom_state *s, const model_island *island, int link,
                  bool sharp) {
  const int linear = island->first + island->collisions;
  const audio_state *audio = audio_of(s);
  double *weight = (sharp ? audio->sharp : audio->weight) + island->first_weight;
  ++audio->weighed[0];
  double *coupling = audio->coupling + island->first_coupling;
  for (int a = island->first; a < linear + island->linears; ++a) {
    const model_row *row = &m->row[a];
    const int base = a < linear ? island->first : linear;
    if (!sharp && (link < 0 || a == link))
      link_bound(m, s, a);
    for (int j = row->first; j <= a - base; ++j)
      if (link < 0 || a == link || base + j == link)
        weight[row->start + j - row->first] = shared_receptance(m, audio, a, base + j, sharp);
    for (int j = row->low; !sharp && j < row->high; ++j)
      if (link < 0 || a == link || linear + j == link)
        coupling[row->coupling + j - row->low] = shared_receptance(m, audio, a, linear + j, false);
  }
}

void islands_weigh(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->island_count; ++i) {
    weigh(m, s, &m->island[i], -1, false);
    if (m->modes > 0 && m->island[i].has_exact)
      weigh(m, s, &m->island[i], -1, true);
  }
}

void islands_weigh_link(const carom_model *m, carom_state *s, int link) {
  weigh(m, s, &m->island[audio_of(s)->plan.island_of[link]], link, false);
}

// Those of the island that begins with this link, if there is one.
void islands_weigh_from(const carom_model *m, carom_state *s, int first) {
  if (first >= 0)
    weigh(m, s, &m->island[audio_of(s)->plan.island_of[first]], -1, false);
}

// From the `from`-th link of the island on.
static link_set set_of(const carom_model *m, const audio_state *a, const model_island *island,
                       const island_links *of, int from, int count) {
  return (link_set){.count = count,
                    .link = m->link + island->first + from,
                    .row = m->row + island->first + from,
                    .bound = from == 0 ? of->bound : NULL, // linear links ask for none
                    .past = of->past + from,
                    .work = a->work + from};
}

static void solve_collisions(const island_view *v, bool has_exact, bool economy, bool count) {
  if (has_exact)
    sequential_solve(v, count);
  else
    collisions_solve(v, economy, count);
}

static void solve_rounds(island_view *v, const model_island *island) {
  bool has_bows = island->has_bows;
  while (has_bows && !island->has_exact && bow_is_apart(v)) { // it may reach others elsewhere
    bow_solve_apart(v);
    --v->linears.count;
    has_bows = bows_are_left(v);
  }
  if (v->linears.count == 0) {
    for (int i = 0; i < v->collisions.count; ++i)
      v->collisions.work[i].goal = v->collisions.work[i].free;
    solve_collisions(v, island->has_exact, false, true);
    return;
  }
  v->W = v->reduced;
  linears_prepare(v);
  if (island->has_laws &&
      linears_have_laws(v)) { // one round to predict D for the secants of the two-sided laws
    linears_eliminate(v);
    solve_collisions(v, island->has_exact, true, false);
    linears_solve(v);
    linears_correct(v);
  }
  if (has_bows)
    bows_settle(v);
  for (int round = 0; round == 0 || (has_bows && bows_unsettled(v, round)); ++round) {
    linears_eliminate(v);
    solve_collisions(v, island->has_exact, false, round == 0);
    linears_solve(v);
  }
  linears_finish(v);
}

static_assert(offsetof(link_work, slope) == offsetof(link_step, slope), "results come first");

// What one set of links exchanges with the bodies, for the ledger; added to `sum`.
static double add_exchanged(double sum, const link_set *set, const double *weight) {
  for (int i = 0; i < set->count; ++i) {
    const double F = fabs(set->work[i].force);
    sum += F * (fabs(set->work[i].free) + sky_at(set->row, weight, i, i) * F) / 2;
  }
  return sum;
}

void island_solve(const carom_model *m, carom_state *s, const model_island *island,
                  const island_links *of) {
  audio_state *a = audio_of(s);
  link_step *step = of->step;
  const int count = island->collisions + island->linears;
  assert(count > 0 && count <= m->island_most && "the work of an island has room for it");
  small_system small;
  island_view v = {.m = m,
                   .s = s,
                   .collisions = set_of(m, a, island, of, 0, island->collisions),
                   .linears = set_of(m, a, island, of, island->collisions, island->linears),
                   .weight = a->weight + island->first_weight,
                   .sharp = a->sharp + island->first_weight,
                   .coupling = a->coupling + island->first_coupling,
                   .reduced = a->reduced + island->scratch_weight,
                   .factor = a->factor + island->scratch_weight,
                   .column = a->column + island->scratch_coupling,
                   .eliminated = a->eliminated + (island - m->island),
                   .small = &small};
  if (island->linears > SMALL_ISLAND)
    v.factored = a->factored + (v.linears.past - a->link);
  v.W = v.weight;
  for (int i = 0; i < count; ++i) {
    a->work[i].free = step[i].free;
    a->work[i].stretch = a->work[i].slide = a->work[i].slope = 0; // not set for every type
    a->work[i].numerical = a->work[i].dropped = 0;
  }
  solve_rounds(&v, island);
  v.linears.count = island->linears;
  if (s->head->keep_ledger)
    a->exchanged =
        add_exchanged(add_exchanged(a->exchanged, &v.collisions, v.weight), &v.linears, v.weight);
  for (int i = 0; i < count; ++i) {
    a->work[i].numerical *= a->work[i].loss;
    memcpy(&step[i], &a->work[i], sizeof *step);
  }
}

// A collision that is all of its island. False if it takes the general way.
static inline bool solve_lone_collision(const carom_model *m, carom_state *s,
                                        const model_island *island, const island_links *of) {
  const audio_state *a = audio_of(s);
  link_step *step = of->step;
  const collision_view view = {&m->link[island->first], of->past, of->bound,
                               a->weight[island->first_weight]};
  if (collision_idle(of->past, step->free)) {
    step->force = step->seen = step->psi = step->loss = step->numerical = step->dropped = 0;
    return true;
  }
  if (m->contact[view.link->contact].scheme == SCHEME_CLAMP ||
      !collision_alone(m, s, &view, step->free, step))
    return false;
  s->counts[view.link->contact].solves += step->force > 0;
  if (s->head->keep_ledger)
    audio_of(s)->exchanged += step->force * (fabs(step->free) + view.W * step->force) / 2;
  return true;
}

static inline void solve_range(const carom_model *m, carom_state *s, const model_island *first,
                               const model_island *end) {
  const audio_state *a = audio_of(s);
  for (const model_island *island = first; island < end; ++island) {
    const int home = a->plan.home[island->first];
    assert(home >= 0 && "islands of runs are solved there");
    const island_links of = {&a->link[home], bound_at(a, island->first), &a->step[home]};
    const bool one = island->collisions == 1 && island->linears == 0 && !island->has_exact;
    if (!one || !solve_lone_collision(m, s, island, &of))
      island_solve(m, s, island, &of);
  }
}

// All links of an island act, or none does.
APART static void solve_pieces(const carom_model *m, carom_state *s) {
  const audio_state *a = audio_of(s);
  for (int i = 0; i < a->piece_count; ++i) {
    const acting_piece piece = a->piece[i];
    if (piece.run != NULL)
      runs_solve(m, s, &a->piece[i]);
    else
      solve_range(m, s, &m->island[a->plan.island_of[piece.first]],
                  &m->island[a->plan.island_of[piece.end - 1] + 1]);
  }
}

void islands_solve(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  a->exchanged = 0;
  if (a->runs > 0)
    solve_pieces(m, s);
  else
    solve_range(m, s, m->island, m->island + m->island_count);
}
