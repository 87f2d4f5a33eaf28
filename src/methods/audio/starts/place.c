// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A mass that is put elsewhere, with a velocity (theory 8.24 and 8.25). Its contacts end there and
// begin anew, as at the start: what they do to the mass and to the others in the half step before
// is known in closed form, but for some sweeps over the links of the mass. What it takes is
// supplied.

#include "bodies/mass.h"
#include "methods/audio/bodies.h"
#include "methods/audio/links.h"
#include "methods/audio/modes/modes.h"
#include "methods/audio/stages.h"
#include "methods/audio/starts/begin.h"
#include "methods/audio/summary.h"

/// Over the loads, at most.
enum { SWEEPS = 8 };

static bool touches(const carom_model *m, const model_link *link, int node) {
  for (int t = link->first_term; t < link->first_term + link->terms; ++t)
    if (m->term[t].node == node)
      return true;
  return false;
}

// The only island that has links of the mass, or NULL.
static const model_island *island_of(const carom_model *m, const audio_state *a, int node) {
  for (int i = 0; i < m->link_count; ++i)
    if (touches(m, &m->link[i], node))
      return &m->island[a->plan.island_of[i]];
  return NULL;
}

// The links of the mass, rising.
static int list_links(const carom_model *m, const audio_state *a, const model_island *island,
                      int node) {
  int count = 0;
  const int links = island != NULL ? island->collisions + island->linears : 0;
  for (int i = 0; i < links; ++i)
    if (touches(m, &m->link[island->first + i], node))
      a->begins[count++] = island->first + i;
  return count;
}

static link_nodes nodes_at(const island_begins *v, int n) {
  const model_link *link = &v->m->link[v->link[n]];
  return (link_nodes){v->m->term + link->first_term, link->terms};
}

// Marks the bodies that its links touch.
static void mark_bodies(const island_begins *v, int body) {
  bool *beside = audio_of(v->s)->beside;
  for (int i = 0; i < v->m->body_count; ++i)
    beside[i] = i == body;
  for (int n = 0; n < v->links; ++n)
    for (int t = 0; t < nodes_at(v, n).count; ++t)
      beside[nodes_at(v, n).term[t].body] = true;
}

static double energy_of(const carom_model *m, const carom_state *s) {
  double sum = 0;
  for (int i = 0; i < m->body_count; ++i) {
    double kinetic = 0;
    double potential = 0;
    if (audio_of(s)->beside[i])
      audio_body_energy(m, s, i, &kinetic, &potential);
    sum += kinetic + potential;
  }
  for (int i = 0; i < m->contact_count; ++i)
    sum += audio_contact_energy(m, s, i);
  return sum;
}

static void clear_accelerations(const island_begins *v) {
  for (int n = 0; n < v->links; ++n)
    for (int t = 0; t < nodes_at(v, n).count; ++t)
      node_set(audio_of(v->s)->next, nodes_at(v, n).term[t].node, 0);
}

// du -= k^2 a / 2, once for each node.
static void take_back(const island_begins *v) {
  const audio_state *a = audio_of(v->s);
  for (int n = 0; n < v->links; ++n)
    for (int t = 0; t < nodes_at(v, n).count; ++t) {
      const link_term term = nodes_at(v, n).term[t];
      if (body_is_modal(&v->m->body[term.body]))
        continue;
      const double stride = a->coefficients[term.body].stride;
      node_add(a->du, term.node, -stride * stride / 2 * node_value(a->next, term.node));
      node_set(a->next, term.node, 0);
    }
}

// The others have been pushed until t_n.
static void end_contacts(const island_begins *v) {
  const audio_state *a = audio_of(v->s);
  clear_accelerations(v);
  for (int n = 0; n < v->links; ++n) {
    const double F = link_pushes(v->m, v->s, v->link[n]);
    link_accelerates(v->m, a, v->link[n], -F);
    link_rotates_back(v->m, a, v->link[n], -F);
  }
  take_back(v);
  clear_accelerations(v); // of modes
}

static void begin_contacts(const island_begins *v) {
  const audio_state *a = audio_of(v->s);
  for (int n = 0; n < v->links; ++n) { // links of masses are outside of runs
    link_memory *p = link_at(a, v->link[n]);
    p->psi = p->stretch = step_at(a, v->link[n])->force = 0;
    p->hovering = 0;
  }
  links_begin_together(v);
  take_back(v);
}

// What links keep of the bodies at t_{n-1/2}: those of the mass, and others of its island.
static void observe_links(const island_begins *v, const model_island *island) {
  audio_state *a = audio_of(v->s);
  const int links = island != NULL ? island->collisions + island->linears : 0;
  for (int i = 0; i < links; ++i) {
    const int link = island->first + i;
    link_memory *p = link_at(a, link);
    if (touches(v->m, &v->m->link[link], v->node))
      continue;
    link_observe(v->m, v->s, link);
    p->half = v->m->link[link].exact ? a->sub_sample[link].xi : p->half + p->shift;
  }
  for (int n = 0; n < v->links; ++n)
    link_start(v->m, v->s, v->link[n]);
}

static void rotate_modes(const carom_model *m, carom_state *s, bool there) {
  for (int i = 0; i < m->body_count; ++i)
    if (audio_of(s)->beside[i] && body_is_modal(&m->body[i])) {
      if (there)
        modes_put(m, audio_of(s), i);
      else
        modes_see(m, audio_of(s), i);
    }
}

double audio_place(const carom_model *m, carom_state *s, int body, double position,
                   double velocity) {
  const audio_state *a = audio_of(s);
  const int node = m->body[body].first;
  const step_coefficients *own = &a->coefficients[body];
  const model_island *island = island_of(m, a, node);
  const island_begins v = {.m = m,
                           .s = s,
                           .link = a->begins,
                           .links = list_links(m, a, island, node),
                           .node = node,
                           .u = a->u,
                           .speed = a->du,
                           .steps = true,
                           .sweeps = SWEEPS};
  mark_bodies(&v, body);
  const double before = energy_of(m, s);
  impacts_break(m, s, v.link, v.links);
  end_contacts(&v);
  rotate_modes(m, s, true);
  node_set(a->u, node, position);
  node_set(a->du, node, own->stride * velocity);
  if (m->exact)
    a->mass_shift[node] = 0;
  node_set(a->next, node,
           -s->material[body].omega2 * position - mass_start_loss(own) * velocity -
               s->head->gravity);
  begin_contacts(&v);
  node_add(a->du, node, -own->stride * own->stride / 2 * node_value(a->next, node));
  node_set(a->next, node, 0);
  rotate_modes(m, s, false);
  observe_links(&v, island);
  for (int i = 0; s->head->keep_ledger && i < m->body_count; ++i)
    if (a->beside[i])
      body_resum(m, s, i);
  readout_start(m, s);
  impacts_restart(m, s, v.link, v.links);
  return energy_of(m, s) - before;
}
