// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links at t = 0 (theory 8.5 and 8.6): the forces of bows, fingers and dampers, then contacts, then
// what all of them keep (begin_island.c).

#include "methods/audio/links.h"
#include "methods/audio/runs/runs.h"
#include "methods/audio/starts/begin.h"
#include "methods/audio/summary.h"

#include "contacts/psi.h"
#include "methods/audio/bow.h"
#include "methods/audio/springs.h"
#include <math.h>
#include <string.h>

/// W K / 4 up to which a linear spring is resolved well.
static const double resolved_spring = 0.5;

static double inverse_mass_of(const carom_model *m, link_nodes nodes) {
  double sum = 0;
  for (int t = 0; t < nodes.count; ++t)
    sum += begin_inverse_mass(m, nodes.term[t]) * nodes.term[t].weight * nodes.term[t].weight;
  return sum;
}

// What of a link's force is not in its law or linear part, at t = 0. A cubic spring or a damper
// that the step does not resolve pushes as far as it does.
static double first_force(const carom_model *m, const carom_state *s, int i, double *eta) {
  const audio_state *a = audio_of(s);
  const model_link *link = &m->link[i];
  const model_contact *c = &m->contact[link->contact];
  const contact_values *v = &s->values[link->contact];
  const link_nodes nodes = all_nodes_of_link(m, a, link);
  double speed = gather_link(nodes, wide_field(m->start_speed));
  *eta =
      gather_link(nodes, wide_field(m->start)) + link->offset + contact_closed(m, s, link->contact);
  if (c->rubs) { // a tenth of how far the point slides past it in a step
    *eta = (speed - v->bow_speed) * m->k / 10;
    return bow_first_force(c, v, speed);
  }
  if (link->barrier >= 0) {
    *eta += link->side * s->barrier[link->barrier];
    speed += link->side * a->barrier_step[link->barrier] / m->k;
  }
  if (c->pressed)
    return v->bow_force + v->linear * *eta + 2 * v->sigma_x * speed;
  const double W = m->k * m->k * inverse_mass_of(m, nodes);
  const double steep = 3 * link->scale * v->cubic * *eta * *eta * W / 4;
  const double damped = link->scale * v->sigma_x * W / m->k;
  return link->scale * (v->cubic * *eta * *eta * *eta / (1 + steep * steep) +
                        2 * v->sigma_x * speed / (1 + damped * damped));
}

// Whether the force of a bow or finger would by itself carry its overlap beyond zero within a step.
static bool is_unresolved(const carom_model *m, const carom_state *s, int i) {
  const model_contact *c = &m->contact[m->link[i].contact];
  if (!c->rubs && !c->pressed)
    return false;
  const double pressed = c->pressed ? s->values[m->link[i].contact].bow_force : 0;
  double eta = 0;
  const double F = first_force(m, s, i, &eta);
  const double inverse_mass = inverse_mass_of(m, all_nodes_of_link(m, audio_of(s), &m->link[i]));
  return fabs(F - pressed) * inverse_mass * m->k * m->k / 2 > fabs(eta);
}

// Adds these forces to the accelerations of the nodes. Where a bow would stop its point at once, or
// a finger is not resolved, a second-order start is meaningless: its nodes start in first order.
void links_first_forces(const carom_model *m, carom_state *s) {
  const audio_state *a = audio_of(s);
  for (int i = 0; i < m->link_count; ++i) {
    double eta = 0;
    link_accelerates(m, a, i, m->link[i].linear ? first_force(m, s, i, &eta) : 0);
  }
  for (int i = 0; i < m->link_count; ++i) {
    const link_nodes nodes = all_nodes_of_link(m, a, &m->link[i]);
    const bool unresolved = is_unresolved(m, s, i);
    for (int t = 0; unresolved && t < nodes.count; ++t)
      node_set(a->next, nodes.term[t].node, 0);
  }
  memset(a->step, 0, (size_t)runs_others(m) * sizeof *a->step);
}

// The contacts of all islands (begin_island.c).
void links_begin(const carom_model *m, carom_state *s) {
  enum { SWEEPS = 40 };
  for (int i = 0; i < m->contact_count; ++i)
    s->press[i] = (carom_initial_overlap){0};
  for (int i = 0; i < m->link_count; ++i)
    if (slot_of_link(audio_of(s), i) >= 0)
      audio_of(s)->slot_force[slot_of_link(audio_of(s), i)] = 0;
  for (int i = 0; i < m->island_count; ++i) {
    const int links = m->island[i].collisions + m->island[i].linears;
    for (int n = 0; n < links; ++n)
      audio_of(s)->begins[n] = m->island[i].first + n;
    links_begin_together(&(island_begins){.m = m,
                                          .s = s,
                                          .link = audio_of(s)->begins,
                                          .links = links,
                                          .node = -1,
                                          .u = wide_field(m->start),
                                          .speed = wide_field(m->start_speed),
                                          .sweeps = SWEEPS});
  }
  for (int i = 0; i < m->contact_count; ++i)
    s->press[i].held = s->press[i].rest > 0 ? 1 + s->press[i].held / s->press[i].rest : 0;
}

// psi of a link at its half-way overlap, by the bounded law where it has one; of a bow, that of
// bristles straight at t_n.
double link_psi(const carom_model *m, const carom_state *s, int i) {
  const audio_state *a = audio_of(s);
  const model_link *link = &m->link[i];
  const model_contact *c = &m->contact[link->contact];
  const contact_values *v = &s->values[link->contact];
  const int slot = slot_of_link(a, i);
  const double half = slot >= 0 ? slot_half(a, slot) : link_at(a, i)->half;
  if (c->rubs)
    return bow_first_psi(m, s, i);
  const contact_law *law = link_law(m, link);
  if (law->form == LAW_NONE)
    return 0;
  const law_bound *bound = slot >= 0 ? NULL : bound_at(a, i);
  if (bound == NULL || !(half > bound->knee))
    return law_psi(law, v, link->scale, half);
  const gradient_step p = {.law = law, .bound = bound, .stiffness = v->stiffness * link->scale};
  return gradient_psi(&p, half);
}

// Observes a link that has begun, once the bodies are half a step back: its overlap stays.
static void link_begun(const carom_model *m, carom_state *s, int link) {
  link_memory *p = link_at(audio_of(s), link);
  const double kept = p->half;
  link_observe(m, s, link);
  p->shift = 0;
  if (!link_has_law(m, s, link) || !link_pushes_only(m, link))
    return;
  const double bodies = p->half;
  p->half = p->psi > 0 ? kept : fmin(bodies, 0);
  p->shift = p->psi > 0 ? p->half - bodies : 0;
}

// A link that overlaps at the start may be pressed; the first step tells.
static void start_inside(const carom_model *m, carom_state *s, int i) {
  const audio_state *a = audio_of(s);
  const link_memory *p = link_at(a, i);
  const contact_law *law = link_law(m, &m->link[i]);
  sub_sample_memory *in = &a->sub_sample[i];
  in->xi = p->half;
  in->bodies = p->eta - p->deta / 2;
  in->moved = m->link[i].modals > 0 ? 0 : p->deta;
  if (p->half > 0) {
    in->push = law_ratio(law, p->half) / 2 * p->psi * p->psi / p->half;
    in->steady = INFINITY;
  }
}

// Links that have begun have their psi, all others that of the half-way overlap.
static void start_psi(const carom_model *m, carom_state *s, int i) {
  if (link_begins(m, s, i) && link_has_law(m, s, i))
    return;
  *link_psi_at(audio_of(s), i) = link_psi(m, s, i);
  *link_max_at(audio_of(s), i) = fabs(*link_psi_at(audio_of(s), i));
}

// A stretch that is not that of the bodies stays so for ever. A spring that the step resolves
// starts with theirs, as their own stiffness does; where it does not, the energy counts, which the
// root in `stretch` stands for.
static void begin_stretch(const carom_model *m, carom_state *s, int i, bool begun) {
  link_memory *p = link_at(audio_of(s), i);
  const double kept = p->stretch;
  spring_stretch(m, s, i);
  if (!begun)
    return;
  const double K = s->values[m->link[i].contact].linear * m->link[i].scale;
  const link_nodes nodes = all_nodes_of_link(m, audio_of(s), &m->link[i]);
  if (K * m->k * m->k * inverse_mass_of(m, nodes) / 4 > resolved_spring)
    p->stretch = copysign(sqrt(kept * kept + p->inertia * p->deta * p->deta), kept);
}

void link_start(const carom_model *m, carom_state *s, int i) {
  audio_state *a = audio_of(s);
  link_memory *p = link_at(a, i);
  const bool begun = link_begins(m, s, i);
  if (begun)
    link_begun(m, s, i);
  else
    link_observe(m, s, i);
  start_psi(m, s, i);
  if (m->link[i].exact)
    start_inside(m, s, i);
  begin_stretch(m, s, i, begun);
  p->slide = p->deta / m->k - s->values[m->link[i].contact].bow_speed; // of bows
}

void links_start(const carom_model *m, carom_state *s) {
  const audio_state *a = audio_of(s);
  runs_start(m, s);
  for (int i = 0; i < m->link_count; ++i)
    if (slot_of_link(a, i) >= 0)
      start_psi(m, s, i);
    else
      link_start(m, s, i);
  if (a->runs > 0)
    runs_start_sums(m, s);
}
