// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links outside the island they are solved in: their nodes, and what is kept of them.

#ifndef CAROM_AUDIO_LINKS_H
#define CAROM_AUDIO_LINKS_H

#include "methods/audio/audio.h"
#include <assert.h>

/// The nodes and weights of a link.
typedef struct {
  const link_term *term;
  int count;
} link_nodes;

/// All of them, and all but modes (modes.c), where those of a point that travels are at its start.
static inline link_nodes all_nodes_of_link(const carom_model *m, const audio_state *a,
                                           const model_link *link) {
  if (link->moving >= 0 && link->modals == 0)
    return (link_nodes){a->moving[link->moving].term, (int)a->moving[link->moving].count};
  return (link_nodes){m->term + link->first_term, link->terms};
}

static inline link_nodes nodes_of_link(const carom_model *m, const audio_state *a,
                                       const model_link *link) {
  link_nodes nodes = all_nodes_of_link(m, a, link);
  if (link->modals > 0)
    nodes.count = link->plain;
  return nodes;
}

/// sum of weight * field[node] of a link
static inline double gather_link(link_nodes nodes, node_field field) {
  const link_term *t = nodes.term;
  if (nodes.count == 1) // along a body
    return t[0].weight * node_value(field, t[0].node);
  if (nodes.count == 2)
    return t[0].weight * node_value(field, t[0].node) + t[1].weight * node_value(field, t[1].node);
  return gather_nodes(t, nodes.count, field);
}

/// The slot of a link, or -1 outside of runs.
static inline int slot_of_link(const audio_state *a, int link) {
  const int home = a->plan.home[link];
  return home < 0 ? ~home : -1;
}

/// What is kept of a link outside of runs, and what a step finds for it.
static inline link_memory *link_at(const audio_state *a, int link) {
  assert(a->plan.home[link] >= 0 && "a link outside of runs");
  return &a->link[a->plan.home[link]];
}

static inline link_step *step_at(const audio_state *a, int link) {
  assert(a->plan.home[link] >= 0 && "a link outside of runs");
  return &a->step[a->plan.home[link]];
}

static inline law_bound *bound_at(const audio_state *a, int link) {
  return &a->bound[a->plan.bound_of[link]];
}

/// eta^n, eta^n - eta^{n-1} and the force of a link, whether it acts or not.
static inline double link_eta(const audio_state *a, int link) {
  const int slot = slot_of_link(a, link);
  return slot >= 0 ? a->slot_eta[slot] : link_at(a, link)->eta;
}

static inline double link_deta(const audio_state *a, int link) {
  const int slot = slot_of_link(a, link);
  return slot >= 0 ? a->slot_deta[slot] : link_at(a, link)->deta;
}

static inline double link_force(const audio_state *a, int link) {
  const int slot = slot_of_link(a, link);
  if (slot < 0)
    return step_at(a, link)->force;
  return has_bit(a->awake, link) ? a->slot_force[slot] : 0;
}

/// psi^{n-1/2} of a link, and the largest so far.
static inline double *link_psi_at(const audio_state *a, int link) {
  const int slot = slot_of_link(a, link);
  return slot >= 0 ? &a->slot_psi[slot] : &link_at(a, link)->psi;
}

static inline double *link_max_at(const audio_state *a, int link) {
  const int slot = slot_of_link(a, link);
  return slot >= 0 ? &a->slot_max[slot] : &link_at(a, link)->psi_max;
}

/// The half-way overlap of a slot.
static inline double slot_half(const audio_state *a, int slot) {
  return a->slot_eta[slot] - a->slot_deta[slot] / 2;
}

/// The links of a contact, rising.
static inline const int *links_of(const carom_model *m, int contact) {
  return m->contact_link + m->contact[contact].first_link;
}

// links.c; starts/links_start.c
void links_first_forces(const carom_model *m, carom_state *s);
void links_begin(const carom_model *m, carom_state *s);
void links_start(const carom_model *m, carom_state *s);
void link_start(const carom_model *m, carom_state *s, int link);
void link_observe(const carom_model *m, carom_state *s, int link);
double link_psi(const carom_model *m, const carom_state *s, int link);
void links_energies(const carom_model *m, carom_state *s);
double audio_contact_energy(const carom_model *m, const carom_state *s, int contact);

// response.c: the bound of a link's law with the present bodies and stiffness, and whether it has
// none
void link_bound(const carom_model *m, carom_state *s, int link);
bool link_is_open(const audio_state *a, int link);
bool audio_bound(const carom_model *m, const carom_state *s, int contact, carom_bound *bound);
void audio_hardness(const carom_model *m, const carom_state *s, int contact, carom_resolution *r);

// moving.c
void moving_place(const carom_model *m, carom_state *s, int moving, double place);

#endif
