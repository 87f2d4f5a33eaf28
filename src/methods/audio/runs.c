// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links along bodies, and which links act in a step. A link of a run is left out of a step if
//
//   psi <= 0,   x = (eta^n + eta^{n-1}) / 2 <= 0   and   x + D^I/2 <= 0
//
// (theory 2.16; collision_idle() in island.h): it has no force and stores nothing. Its overlap and
// the change of that, eta^n and eta^n - eta^{n-1}, are computed for all slots with the operations
// and in the order of links.c; links that act take them from there.

#include "methods/audio/runs.h"

#include "methods/audio/audio.h"
#include "methods/audio/runs_kernel.h"
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

static runs_view view_of(const carom_state *s, const link_run *run) {
  const audio_state *a = audio_of(s);
  runs_view v = {.slots = run->slots,
                 .pair = run->barrier < 0,
                 .single = !field_is_wide(a->u),
                 .weight = {run->weight[0], run->weight[1]},
                 .u = field_of(run, a->u),
                 .du = field_of(run, a->du),
                 .next = field_of(run, a->next),
                 .offset = a->plan.offset + run->first_slot,
                 .link_at = a->plan.link_at + run->first_slot,
                 .eta = a->slot_eta + run->first_slot,
                 .deta = a->slot_deta + run->first_slot,
                 .free = a->slot_free + run->first_slot};
  if (run->barrier >= 0) {
    v.barrier = run->side * s->barrier[run->barrier];
    v.barrier_step = run->side * a->barrier_step[run->barrier];
    v.barrier_next = run->side * a->barrier_next[run->barrier];
  }
  return v;
}

// Of equally deep links the first one counts, as in the order of links.
static run_deepest deepest_of(const runs_view *v, const lane_deepest *lane) {
  run_deepest r = {.overlap = -INFINITY, .before = -INFINITY, .link = -1};
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

void runs_observe(carom_state *s) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < a->runs; ++i) {
    const runs_view v = view_of(s, &a->plan.run[i]);
    lane_deepest deepest;
    observe(&v, &deepest);
    a->deepest[i] = deepest_of(&v, &deepest);
  }
}

// --- Links that act -----------------------------------------------------------------------------

static int list_bits(const unsigned long long *words, int count, int *list) {
  int listed = 0;
  for (int w = 0; w < count; ++w)
    for (unsigned long long bits = words[w]; bits != 0; bits &= bits - 1)
      list[listed++] = 64 * w + __builtin_ctzll(bits);
  return listed;
}

// Whether the link at place n continues a part that begins before it.
static bool continues(const audio_state *a, const acting_part *part, int n) {
  const int slot = a->plan.slot_of[a->acting[n]];
  if (part->run == NULL)
    return slot < 0 && a->acting[n] == part->end;
  return slot >= part->run->first_slot && slot < part->run->first_slot + part->run->slots;
}

static acting_part part_from(const carom_model *m, const audio_state *a, int n) {
  const int link = a->acting[n];
  if (a->plan.slot_of[link] < 0)
    return (acting_part){NULL, link, link};
  return (acting_part){&a->plan.run[a->plan.run_of[m->link[link].contact]], n, n};
}

// Divides the links that act into those of each run and others.
static void divide(const carom_model *m, audio_state *a) {
  const runs_sizes *sizes = a->plan.sizes;
  acting_part *part = a->part;
  a->part_count = a->acting_count > 0;
  *part = (acting_part){a->plan.run, 0, a->acting_count};
  if (sizes->runs == 1 && sizes->members == sizes->links)
    return;
  a->part_count = 0;
  for (int n = 0; n < a->acting_count; ++n) {
    if (a->part_count == 0 || !continues(a, part, n)) {
      part = &a->part[a->part_count++];
      *part = part_from(m, a, n);
    }
    ++part->end;
  }
}

void runs_bind(const carom_model *m, audio_state *a) {
  a->plan = runs_plan_in(runs_sizes_of(m), m->contact_count, m->own);
  a->runs = a->plan.sizes->runs;
  a->acting_count = 0;
  a->part_count = 0;
}

// All links act until a step tells which do.
void runs_start(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  if (a->runs == 0)
    return;
  for (int i = 0; i < m->link_count; ++i) {
    set_bit(a->storing, i);
    set_bit(a->awake, i);
    a->acting[i] = i;
  }
  a->acting_count = m->link_count;
  divide(m, a);
  runs_observe(s);
}

// D^I of links in runs, and which links act.
void runs_predict(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  const int words = runs_words(m);
  memcpy(a->awake, a->storing, (size_t)words * sizeof *a->awake);
  for (int i = 0; i < a->runs; ++i) {
    const runs_view v = view_of(s, &a->plan.run[i]);
    find_touching(&v, a->awake);
  }
  a->acting_count = list_bits(a->awake, words, a->acting);
  divide(m, a);
}

// --- The stages of a step for links of a run that act ------------------------------------------

static void push_side(const carom_model *m, audio_state *a, const acting_part *part, int side) {
  const link_run *run = part->run;
  const double receptance = a->coefficients[run->body[side]].receptance;
  for (int n = part->first; n < part->end; ++n) {
    const int i = a->acting[n];
    if (a->step[i].force == 0)
      continue;
    const int node = slot_node(run, side, a->plan.slot_of[i]);
    const double push = receptance * m->inverse_mass[node] * run->weight[side] * -a->step[i].force;
    node_add(a->next, node, push);
    node_add(a->u, node, push);
  }
}

void runs_push(const carom_model *m, carom_state *s, const acting_part *part) {
  push_side(m, audio_of(s), part, 0);
  if (part->run->body[1] >= 0)
    push_side(m, audio_of(s), part, 1);
}

void runs_book(carom_state *s, const acting_part *part) {
  const audio_state *a = audio_of(s);
  const link_run *run = part->run;
  account *of = &s->contact_account[run->contact];
  const double moved =
      run->barrier >= 0 ? a->barrier_step[run->barrier] + a->barrier_next[run->barrier] : 0;
  for (int n = part->first; n < part->end; ++n) {
    const link_step *w = &a->step[a->acting[n]];
    const double lost = w->loss / 2 * w->seen * w->seen + w->dropped;
    const double numerical = w->numerical / 2 * w->seen * w->seen + w->dropped;
    if (lost != 0)
      sum_add(&of->dissipated, lost);
    if (numerical != 0)
      sum_add(&of->numerical, numerical);
    if (moved != 0)
      ledger_supply(s, run->contact, run->side * w->force * moved / 2);
  }
}

// psi^{n+1/2}, and which links have to act in the next step.
void runs_keep(carom_state *s, const acting_part *part) {
  audio_state *a = audio_of(s);
  for (int n = part->first; n < part->end; ++n) {
    const int i = a->acting[n];
    link_memory *p = &a->link[i];
    p->psi = a->step[i].psi;
    p->hovering = p->psi > 0 && slot_half(a, a->plan.slot_of[i]) <= 0 ? p->hovering + 1 : 0;
    if (p->psi == 0) {
      clear_bit(a->storing, i);
      continue;
    }
    set_bit(a->storing, i);
    if (fabs(p->psi) > p->psi_most)
      p->psi_most = fabs(p->psi);
  }
}
