// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Islands -> runs of links along bodies: the collisions that are alone in their islands and sit on
// single nodes of grids. Those of one contact are numbered as the nodes of the body are, row by
// row.

#include "methods/audio/links.h"
#include "methods/audio/runs/runs.h"
#include "methods/audio/stages.h"
#include "scene/words.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

audio_plan audio_plan_in(const audio_sizes *sizes, int contacts, unsigned char *own) {
  audio_plan plan = {.sizes = sizes};
  audio_plan *to = &plan;
  unsigned char *block = own;
  size_t place = block_padded(sizeof *sizes);
  PLAN_ARRAYS(ARRAY_BIND)
  return plan;
}

// --- Which links --------------------------------------------------------------------------------

static const link_term *term_of(const compiler *c, const model_link *link, int t) {
  return &c->m.term[link->first_term + t];
}

static bool is_on_node(const compiler *c, const link_term *term) {
  const model_body *b = &c->m.body[term->body];
  return (body_is_line(b) || body_is_plate(b)) && fabs(term->weight) == 1;
}

// Two grids whose nodes lie in the same order, and the same node of both.
static bool are_beside(const compiler *c, const link_term *a, const link_term *b) {
  const model_body *of_a = &c->m.body[a->body];
  const model_body *of_b = &c->m.body[b->body];
  return a->body != b->body && of_a->nodes == of_b->nodes &&
         of_a->grid.stride == of_b->grid.stride && a->node - of_a->first == b->node - of_b->first;
}

// A collision along a body that follows the contact rule.
static bool is_collision_along(const compiler *c, const model_link *link) {
  const model_contact *contact = &c->m.contact[link->contact];
  return link->along && !link->linear && contact->impacts && law_lanes(&contact->law) != NULL &&
         (contact->scheme == SCHEME_POSITIVE || contact->scheme == SCHEME_CLAMP);
}

// The link of an island that can be in a run, or NULL.
static const model_link *member_of(const compiler *c, const model_island *island) {
  const model_link *link = &c->m.link[island->first];
  if (island->collisions != 1 || island->linears != 0 || !is_collision_along(c, link) ||
      link->modals > 0 || link->terms == 0 || !is_on_node(c, term_of(c, link, 0)))
    return NULL;
  if (link->terms == 1)
    return link->barrier >= 0 ? link : NULL;
  const bool pair = link->terms == 2 && link->barrier < 0 && is_on_node(c, term_of(c, link, 1)) &&
                    are_beside(c, term_of(c, link, 0), term_of(c, link, 1));
  return pair ? link : NULL;
}

// --- Runs ---------------------------------------------------------------------------------------

// The node of a link's block on the body of its first term.
static int block_of(const compiler *c, const link_term *term) {
  const int first = c->m.body[term->body].first;
  return first + (term->node - first) / BLOCK * BLOCK;
}

// Adds a link to the run of its contact, which counts its nodes in `slots` until all are known.
static void widen(const compiler *c, link_run *run, const model_link *link) {
  const link_term *term = term_of(c, link, 0);
  const int block = block_of(c, term);
  if (run->slots == 0) {
    *run = (link_run){.contact = link->contact,
                      .body = {term->body, -1},
                      .slots = BLOCK,
                      .node = {block, 0},
                      .barrier = link->barrier,
                      .weight = {term->weight, 0},
                      .side = link->side,
                      .own_laws = link->law >= 0};
    if (link->terms == 2) {
      run->body[1] = term_of(c, link, 1)->body;
      run->node[1] = block_of(c, term_of(c, link, 1));
      run->weight[1] = term_of(c, link, 1)->weight;
    }
    return;
  }
  run->own_laws = run->own_laws || link->law >= 0;
  const int end = run->node[0] + run->slots;
  const int before = run->node[0] > block ? run->node[0] - block : 0;
  run->node[0] -= before;
  run->node[1] -= before;
  run->slots = (block + BLOCK > end ? block + BLOCK : end) - run->node[0];
}

// The runs of all contacts; those without one have no slots.
static audio_sizes find_runs(const compiler *c, link_run *of) {
  audio_sizes sizes = {.links = c->m.link_count};
  for (int i = 0; i < c->m.island_count; ++i) {
    const model_link *link = member_of(c, &c->m.island[i]);
    if (link == NULL)
      continue;
    widen(c, &of[link->contact], link);
    ++of[link->contact].members;
    ++sizes.members;
  }
  sizes.bounds = 1 - sizes.members;
  for (int i = 0; i < c->m.link_count; ++i)
    sizes.bounds += !c->m.link[i].linear;
  sizes.first_weight = c->m.head.weights - sizes.members;
  for (int i = 0; i < c->m.contact_count; ++i) {
    assert(of[i].slots % BLOCK == 0 && of[i].members <= of[i].slots);
    of[i].first_slot = sizes.slots;
    sizes.slots += of[i].slots;
    sizes.runs += of[i].slots > 0;
  }
  return sizes;
}

// --- The model's own part -----------------------------------------------------------------------

static void fill_members(const compiler *c, const audio_plan *plan) {
  for (int i = 0; i < c->m.island_count; ++i) {
    const model_island *island = &c->m.island[i];
    const model_link *link = member_of(c, island);
    for (int l = 0; l < island->collisions + island->linears; ++l)
      plan->island_of[island->first + l] = i;
    if (link == NULL)
      continue;
    const link_run *run = &plan->run[plan->run_of[link->contact]];
    const int slot = run->first_slot + term_of(c, link, 0)->node - run->node[0];
    assert(slot >= run->first_slot && slot < run->first_slot + run->slots);
    assert(plan->link_at[slot] < 0 && "one link at a node");
    plan->home[island->first] = ~slot;
    plan->link_at[slot] = island->first;
    plan->offset[slot] = link->offset;
    plan->scale[slot] = link->scale;
  }
}

static void fill(const compiler *c, const audio_plan *plan, const link_run *of) {
  int runs = 0;
  for (int i = 0; i < c->m.contact_count; ++i) {
    plan->run_of[i] = of[i].slots > 0 ? runs : -1;
    if (of[i].slots == 0)
      continue;
    plan->run[runs] = of[i];
    plan->run[runs++].whole = of[i].members == c->m.contact[i].links;
  }
  for (int i = 0; i < plan->sizes->slots; ++i) {
    plan->offset[i] = -INFINITY;
    plan->link_at[i] = -1;
  }
  fill_members(c, plan);
  int others = 0;
  int bounds = 0;
  for (int i = 0; i < plan->sizes->links; ++i) {
    const bool outside = plan->home[i] >= 0;
    if (outside)
      plan->home[i] = others++;
    plan->bound_of[i] = outside && !c->m.link[i].linear ? bounds++ : plan->sizes->bounds - 1;
  }
  assert(others == plan->sizes->links - plan->sizes->members);
  assert(bounds == plan->sizes->bounds - 1 && "the last is shared");
}

// The W of slots lie behind those of other links, in the order of slots.
static void place_weights(compiler *c, const audio_plan *plan) {
  int weights = 0;
  for (int i = 0; i < c->m.island_count; ++i) {
    model_island *island = &c->m.island[i];
    const int home = plan->home[island->first];
    const int size =
        (i + 1 < c->m.island_count ? c->m.island[i + 1].first_weight : c->m.head.weights) -
        island->first_weight;
    island->first_weight = home < 0 ? plan->sizes->first_weight + ~home : weights;
    weights += home < 0 ? 0 : size;
  }
  assert(weights == plan->sizes->first_weight && "slots are placed behind all others");
  c->m.head.weights = plan->sizes->first_weight + plan->sizes->slots;
}

// --- Bodies and outputs, by what a step does with them -------------------------------------------

static bool steps_itself(const compiler *c, int body) {
  return layout_table[c->m.body[body].layout]->step != NULL;
}

static bool is_early(const compiler *c, int output) {
  const model_output *o = &c->m.output[output];
  return o->body >= 0 && readout_is_early(o, &c->m.body[o->body]);
}

static void count_lists(const compiler *c, audio_sizes *sizes) {
  for (int i = 0; i < c->m.body_count; ++i) {
    sizes->stepping += steps_itself(c, i);
    sizes->standing += body_stands(&c->m.body[i]);
  }
  for (int i = 0; i < c->m.output_count; ++i)
    sizes->early += is_early(c, i);
}

static void fill_lists(const compiler *c, const audio_plan *plan) {
  int stepping = 0;
  int standing = 0;
  for (int i = 0; i < c->m.body_count; ++i) {
    if (steps_itself(c, i))
      plan->stepping[stepping++] = i;
    if (body_stands(&c->m.body[i]))
      plan->standing[standing++] = i;
  }
  for (int i = 0, early = 0; i < c->m.output_count; ++i)
    if (is_early(c, i))
      plan->early[early++] = i;
}

bool compile_runs(compiler *c) {
  const int contacts = c->m.contact_count;
  const size_t bytes = (size_t)contacts * sizeof(link_run);
  link_run *of = compile_take(c, bytes);
  if (of == NULL)
    return false;
  audio_sizes given = find_runs(c, of);
  count_lists(c, &given);
  const audio_sizes *sizes = &given;
  size_t size = block_padded(sizeof given);
#define MEASURE(type, name, count) size += block_padded((size_t)(count) * sizeof(type));
  PLAN_ARRAYS(MEASURE)
#undef MEASURE
  unsigned char *own = BUILDER_ADD(&c->m, own, size < INT_MAX ? (int)size : INT_MAX);
  if (own != NULL) {
    memcpy(own, &given, sizeof given);
    const audio_plan plan = audio_plan_in(&given, contacts, own);
    fill(c, &plan, of);
    place_weights(c, &plan);
    fill_lists(c, &plan);
  }
  compile_drop(c, of, bytes);
  return own != NULL;
}
