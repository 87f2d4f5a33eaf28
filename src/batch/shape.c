// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The shape of a model: what decides which loops its step takes and what lies where in a state. Two
// models of one shape differ in numbers alone.

#include "base/hash.h"
#include "scene/words.h"
#include "state/state.h"
#include <carom/batch.h>

// Numbers of any width as one, so that padding has no part in it.
#define ADD(value) (hash = hash_number(hash, (long long)(value)))

static hash64 hash_number(hash64 hash, long long value) {
  return hash_words(hash, &value, sizeof value);
}

static hash64 hash_bodies(hash64 hash, const carom_model *m) {
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    ADD(b->type), ADD(b->layout), ADD(b->first), ADD(b->nodes), ADD(b->nx), ADD(b->ny);
    ADD(b->ends[0]), ADD(b->ends[1]), ADD(b->bend > 0);
  }
  for (int i = 0; i < m->moving_count; ++i)
    ADD(m->moving[i].link), ADD(m->moving[i].body), ADD(m->moving[i].order);
  return hash;
}

static hash64 hash_law(hash64 hash, const contact_law *law) {
  ADD(law->form), ADD(law->two_sided);
  if (law->form ==
      LAW_POWER) // roots and powers that have loops of their own are powers all the same
    ADD(law->power.printed_branch), ADD(law->power.kind == POWER_ONE);
  return hash;
}

static hash64 hash_contacts(hash64 hash, const carom_model *m) {
  for (int i = 0; i < m->contact_count; ++i) {
    const model_contact *c = &m->contact[i];
    ADD(c->type), ADD(c->first_link), ADD(c->links), ADD(c->impacts), ADD(c->numerical);
    ADD(c->moving), ADD(c->on_line), ADD(c->rule), ADD(c->modes);
    ADD(c->bounded), ADD(c->rubs), ADD(c->pressed);
    if (c->rubs)
      ADD(c->friction.law), ADD(c->friction.solve);
    else
      ADD(c->scheme);
    hash = hash_law(hash, &c->law);
  }
  for (int i = 0; i < m->link_law_count; ++i)
    hash = hash_law(hash, &m->link_law[i]);
  for (int i = 0; i < m->link_count; ++i) {
    const model_link *l = &m->link[i];
    ADD(l->contact), ADD(l->first_term), ADD(l->terms), ADD(l->plain), ADD(l->modals);
    ADD(l->barrier), ADD(l->side), ADD(l->linear), ADD(l->exact), ADD(l->along);
    ADD(l->place), ADD(l->next), ADD(l->law), ADD(l->moving), ADD(l->springs);
  }
  for (int i = 0; i < m->term_count; ++i)
    ADD(m->term[i].node), ADD(m->term[i].body);
  return hash;
}

static hash64 hash_islands(hash64 hash, const carom_model *m) {
  for (int i = 0; i < m->island_count; ++i) {
    const model_island *a = &m->island[i];
    ADD(a->first), ADD(a->collisions), ADD(a->linears), ADD(a->has_laws), ADD(a->has_bows);
    ADD(a->has_exact);
  }
  for (int i = 0; i < m->row_count; ++i) {
    const model_row *r = &m->row[i];
    ADD(r->first), ADD(r->last), ADD(r->start), ADD(r->low), ADD(r->high), ADD(r->coupling);
  }
  for (int i = 0; i < m->modal_count; ++i) {
    const modal_point *p = &m->modal[i];
    ADD(p->body), ADD(p->first), ADD(p->length), ADD(p->rows), ADD(p->responses), ADD(p->reads);
  }
  return hash;
}

static hash64 hash_force(hash64 hash, const model_force *f) {
  ADD(f->first_term), ADD(f->terms), ADD(f->modal), ADD(f->plane.link), ADD(f->plane.axis);
  ADD(f->swings > 0), ADD(f->points > 0);
  return hash;
}

static hash64 hash_ports(hash64 hash, const carom_model *m) {
  for (int i = 0; i < m->output_count; ++i) {
    const model_output *o = &m->output[i];
    ADD(o->quantity), ADD(o->reads), ADD(o->body), ADD(o->contact), ADD(o->first_term);
    ADD(o->terms), ADD(o->mode), ADD(o->modal), ADD(o->plane.link), ADD(o->plane.axis);
  }
  for (int i = 0; i < m->column_count; ++i)
    ADD(m->column[i].first), ADD(m->column[i].count), ADD(m->column[i].side);
  for (int i = 0; i < m->force_count; ++i)
    hash = hash_force(hash, &m->force[i]);
  for (int i = 0; i < m->live_count; ++i)
    ADD(m->live[i].row), ADD(m->live[i].index), ADD(m->live[i].twin);
  return hash;
}

unsigned long long carom_model_shape(const carom_model *m) {
  if (m == NULL)
    return 0;
  hash64 hash = hash_begin;
  ADD(m->method), ADD(m->oversample), ADD(m->single), ADD(m->bounds), ADD(m->exact);
  ADD(m->modes), ADD(m->island_most), ADD(m->widest), ADD(m->row_scratch);
  ADD(m->weights), ADD(m->scratch_weights), ADD(m->couplings), ADD(m->scratch_couplings);
  ADD(m->outputs_energy), ADD(m->first_order_start);
  // Sizes of all that states and steps use; texts, scores and presets are data.
  const state_sizes sizes = state_measure(m);
  ADD(sizes.handle), ADD(sizes.kept), ADD(sizes.scratch);
  ADD(m->inverse_mass_count), ADD(m->shape_count), ADD(m->bank_count), ADD(m->own_count);
  ADD(m->ramp_count), ADD(m->control_count), ADD(m->link_law_count), ADD(m->moving_count);
  if (m->method != METHOD_AUDIO) // which has numbers there, and joints and obstacles
    hash = hash_bytes(hash, m->own, (size_t)m->own_count);
  hash = hash_bodies(hash, m);
  hash = hash_contacts(hash, m);
  hash = hash_islands(hash, m);
  return hash_ports(hash, m);
}
