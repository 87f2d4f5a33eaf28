// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links along bodies, and which links act in a step. A link of a run is left out of a step if
//
//   psi <= 0,   x = (eta^n + eta^{n-1}) / 2 <= 0   and   x + D^I/2 <= 0
//
// (theory 2.16; collision_idle() in island.h): it has no force and stores nothing. Its overlap and
// the change of that, eta^n and eta^n - eta^{n-1}, are computed for all slots with the operations
// and in the order of links.c; links that act take them from there.

#include "methods/audio/runs/runs.h"
#include "methods/audio/bodies.h"
#include "methods/audio/links.h"

#include "methods/audio/runs/runs_kernel.h"
#include <assert.h>
#include <math.h>
#include <string.h>

static void observe(const runs_view *v, lane_deepest *deepest) {
  if (v->single)
    runs_single_observe(v, deepest);
  else
    observe_slots(v, deepest);
}

static void find_touching(const runs_view *v, unsigned long long *awake) {
  if (v->single)
    runs_single_touching(v, awake);
  else
    find_touching_slots(v, awake);
}

// --- Overlaps -----------------------------------------------------------------------------------

static runs_field field_of(const link_run *run, node_field field) {
  if (field_is_wide(field))
    return (runs_field){.wide = {field.wide + run->node[0], field.wide + run->node[1]}};
  return (runs_field){.narrow = {field.narrow + run->node[0], field.narrow + run->node[1]}};
}

static runs_view view_of(const carom_model *m, const carom_state *s, const link_run *run) {
  const audio_state *a = audio_of(s);
  runs_view v = {.slots = run->slots,
                 .pair = run->barrier < 0,
                 .single = !field_is_wide(a->u),
                 .weight = {run->weight[0], run->weight[1]},
                 .u = field_of(run, a->u),
                 .du = field_of(run, a->du),
                 .next = field_of(run, a->next),
                 .offset = a->plan.offset + run->first_slot,
                 .shift = contact_closed(m, s, run->contact),
                 .link_at = a->plan.link_at + run->first_slot,
                 .storing = a->block_storing + run->first_slot / BLOCK,
                 .eta = a->slot_eta + run->first_slot,
                 .deta = a->slot_deta + run->first_slot,
                 .free = a->slot_free + run->first_slot};
  if (run->barrier >= 0) {
    v.shift += run->side * s->barrier[run->barrier];
    v.barrier_step = run->side * a->barrier_step[run->barrier];
    v.barrier_next = run->side * a->barrier_next[run->barrier];
  }
  return v;
}

// Of equally deep links the first one counts, as in the order of links.
static run_summary deepest_of(const runs_view *v, const lane_deepest *lane) {
  run_summary r = {
      .overlap = -INFINITY, .before = -INFINITY, .touching = {.depth = -INFINITY}, .link = -1};
  for (int l = 0; l < BLOCK; ++l) {
    const int link = v->link_at[(int)lane->block[l] + l];
    if (lane->before[l] > r.before)
      r.before = lane->before[l];
    if (lane->overlap[l] > r.overlap || (lane->overlap[l] == r.overlap && link < r.link)) {
      r.overlap = lane->overlap[l];
      r.link = link;
    }
  }
  return r;
}

void runs_observe(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < a->runs; ++i) {
    const runs_view v = view_of(m, s, &a->plan.run[i]);
    lane_deepest deepest;
    observe(&v, &deepest);
    a->summary[i] = deepest_of(&v, &deepest);
  }
}

// --- Links that act -----------------------------------------------------------------------------

static void list_acting(audio_state *a, int words) {
  const int *home = a->plan.home;
  int *restrict acting = a->acting;
  int *restrict slot = a->acting_slot;
  int listed = 0;
  for (int w = 0; w < words; ++w)
    for (unsigned long long bits = a->awake[w]; bits != 0; bits &= bits - 1, ++listed) {
      acting[listed] = 64 * w + __builtin_ctzll(bits);
      slot[listed] = ~home[acting[listed]];
    }
  assert(listed <= a->plan.sizes->links);
  a->acting_count = listed;
}

// Whether the link at place n continues a part that begins before it.
static bool continues(const audio_state *a, const acting_piece *piece, int n) {
  const int slot = slot_of_link(a, a->acting[n]);
  if (piece->run == NULL)
    return slot < 0 && a->acting[n] == piece->end;
  return slot >= piece->run->first_slot && slot < piece->run->first_slot + piece->run->slots;
}

static acting_piece piece_from(const carom_model *m, const audio_state *a, int n) {
  const int link = a->acting[n];
  if (slot_of_link(a, link) < 0)
    return (acting_piece){NULL, link, link};
  return (acting_piece){&a->plan.run[a->plan.run_of[m->link[link].contact]], n, n};
}

// Divides the links that act into those of each run and others.
static void divide(const carom_model *m, audio_state *a) {
  const audio_sizes *sizes = a->plan.sizes;
  acting_piece *piece = a->piece;
  a->piece_count = a->acting_count > 0;
  *piece = (acting_piece){a->plan.run, 0, a->acting_count};
  if (sizes->runs == 1 && sizes->members == sizes->links)
    return;
  a->piece_count = 0;
  for (int n = 0; n < a->acting_count; ++n) {
    if (a->piece_count == 0 || !continues(a, piece, n)) {
      piece = &a->piece[a->piece_count++];
      *piece = piece_from(m, a, n);
    }
    ++piece->end;
  }
  assert(a->piece_count <= runs_pieces(m));
}

void runs_bind(const carom_model *m, audio_state *a) {
  a->plan = audio_plan_in(plan_sizes(m), m->contact_count, m->own);
  a->runs = a->plan.sizes->runs;
  a->acting_count = 0;
  a->piece_count = 0;
}

void runs_store(audio_state *a, int link) {
  if (has_bit(a->storing, link))
    return;
  set_bit(a->storing, link);
  if (slot_of_link(a, link) >= 0)
    ++a->block_storing[slot_of_link(a, link) / BLOCK];
}

// All links act until a step tells which do.
void runs_start(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  if (a->runs == 0)
    return;
  for (int i = 0; i < m->link_count; ++i) {
    runs_store(a, i);
    set_bit(a->awake, i);
  }
  list_acting(a, runs_words(m));
  divide(m, a);
  runs_observe(m, s);
}

// D^I of links in runs, and which links act.
void runs_predict(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  const int words = runs_words(m);
  memcpy(a->awake, a->storing, (size_t)words * sizeof *a->awake);
  for (int i = 0; i < a->runs; ++i) {
    const runs_view v = view_of(m, s, &a->plan.run[i]);
    find_touching(&v, a->awake);
  }
  list_acting(a, words);
  divide(m, a);
}

// --- The stages of a step for links of a run that act ------------------------------------------

static void push_side(const carom_model *m, audio_state *a, const acting_piece *piece, int side) {
  const link_run *run = piece->run;
  const double receptance = a->coefficients[run->body[side]].receptance;
  const double weight = run->weight[side];
  const int shift = run->node[side] - run->first_slot;
  const int *slots = a->acting_slot;
  const double *restrict force = a->slot_force;
  const double *restrict inverse_mass = m->inverse_mass;
  for (int n = piece->first; n < piece->end; ++n) {
    const double F = force[slots[n]];
    if (F == 0)
      continue;
    const int node = slots[n] + shift;
    const double push = receptance * inverse_mass[node] * weight * -F;
    node_add(a->next, node, push);
    node_add(a->u, node, push);
  }
}

void runs_push(const carom_model *m, carom_state *s, const acting_piece *piece) {
  push_side(m, audio_of(s), piece, 0);
  if (piece->run->body[1] >= 0)
    push_side(m, audio_of(s), piece, 1);
}

// For how many steps a link has stored energy without overlap.
static void count_hovering(audio_state *a, int slot, double psi) {
  unsigned char *steps = &a->slot_hovering[slot];
  if (!(psi > 0 && slot_half(a, slot) <= 0))
    *steps = 0;
  else if (*steps < 255)
    ++*steps;
}

// Which links store energy, and have to act in the next step.
static inline void mark_storing(audio_state *a, int link, int slot, bool stores) {
  if (has_bit(a->storing, link) == stores)
    return;
  a->block_storing[slot / BLOCK] =
      (unsigned char)(a->block_storing[slot / BLOCK] + (stores ? 1 : -1));
  a->storing[(unsigned)link / 64] ^= 1ULL << ((unsigned)link % 64);
}

// psi^{n+1/2}, and the sums over links that touch.
void runs_keep(const carom_model *m, carom_state *s, const acting_piece *piece) {
  audio_state *a = audio_of(s);
  const model_contact *c = &m->contact[piece->run->contact];
  const double damping = s->values[piece->run->contact].damping;
  const double k = m->k;
  const bool own_laws = piece->run->own_laws;
  const int end = piece->end;
  const int *acting = a->acting;
  const int *slots = a->acting_slot;
  const double *restrict eta = a->slot_eta;
  const double *restrict deta = a->slot_deta;
  const double *restrict next = a->slot_next;
  const double *restrict force = a->slot_force;
  double *restrict psi = a->slot_psi;
  double *restrict max = a->slot_max;
  touch_sums sum = a->summary[piece->run - a->plan.run].touching;
  for (int n = piece->first; n < end; ++n) {
    const int slot = slots[n];
    const double now = psi[slot] = next[slot];
    const double half = eta[slot] - deta[slot] / 2;
    if (half <= 0 || a->slot_hovering[slot] != 0)
      count_hovering(a, slot, now);
    mark_storing(a, acting[n], slot, now != 0);
    max[slot] = fabs(now) > max[slot] ? fabs(now) : max[slot];
    if (force[slot] == 0 && now == 0)
      continue;
    const contact_law *law = own_laws ? link_law(m, &m->link[acting[n]]) : &c->law;
    const double loss = damping == 0 ? 1 : 1 + damping * deta[slot] / k;
    touch_add(&sum, law, loss, half, now, force[slot]);
  }
  a->summary[piece->run - a->plan.run].touching = sum;
}
