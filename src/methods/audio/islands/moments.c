// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Where in the sample exact contacts pushed (theory 6.16 to 6.18). The bodies take an impulse at
// t_n; where its force had the first moment m = int F (t - t_n) dt, a mass M is m / M from where it
// would be. At the end of the sample it goes there.
//
// That costs or gives energy where forces act on it: gravity, and those of the scene. Contacts have
// that energy already, as they see the speed change by these forces within the sample
// (island_substeps.c). A mass on a spring of its own keeps its energy by its speed.
//
// Masses that store energy in other links stay where they are.

#include "methods/audio/bodies.h"
#include "methods/audio/islands/inside.h"
#include "methods/audio/links.h"
#include "methods/audio/modes/modes.h"
#include "methods/audio/stages.h"

#include <math.h>

/// The largest part of its speed that a mass on a spring may lose or gain.
static const double max_change = 0.01;

static bool is_mass_node(const carom_model *m, int node) {
  return node < m->mass_body_count;
}

static void hold_nodes(const island_view *v, const model_link *link, bool held) {
  const link_nodes nodes = nodes_of_link(v->m, audio_of(v->s), link);
  for (int t = 0; t < nodes.count; ++t)
    if (is_mass_node(v->m, nodes.term[t].node))
      audio_of(v->s)->mass_held[nodes.term[t].node] = held;
}

static bool takes_many_substeps(const island_view *v, int c) {
  return takes_substeps(v, c) && inside_of(v, c)->often;
}

static bool touches_held(const island_view *v, const model_link *link) {
  const link_nodes nodes = nodes_of_link(v->m, audio_of(v->s), link);
  bool held = false;
  for (int t = 0; t < nodes.count; ++t)
    held = held || (is_mass_node(v->m, nodes.term[t].node) &&
                    audio_of(v->s)->mass_held[nodes.term[t].node]);
  return held;
}

// Masses that lean on such as are held stay with them.
static void hold_neighbours(const island_view *v) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int c = 0; c < v->collisions.count; ++c) {
      const model_link *link = &v->collisions.link[c];
      if (!takes_many_substeps(v, c) || !(memory_of(v, c)->xi > 0) || !touches_held(v, link))
        continue;
      const link_nodes nodes = nodes_of_link(v->m, audio_of(v->s), link);
      for (int t = 0; t < nodes.count; ++t)
        changed = changed || (is_mass_node(v->m, nodes.term[t].node) &&
                              !audio_of(v->s)->mass_held[nodes.term[t].node]);
      hold_nodes(v, link, true);
    }
  }
}

// What steady forces add to the increment of a mass without a spring of its own, m.
static double mass_pull(const carom_model *m, const carom_state *s, int node) {
  const audio_state *a = audio_of(s);
  const int body = m->mass_body[node];
  const double receptance = a->coefficients[body].receptance;
  if (s->material[body].omega2 > 0)
    return 0;
  double pull = -receptance * s->head->gravity;
  for (int f = 0; f < m->force_count; ++f)
    for (int t = 0; t < m->force[f].terms; ++t) {
      const link_term term = m->term[m->force[f].first_term + t];
      if (term.node == node)
        pull += receptance * m->inverse_mass[node] * term.weight * a->push[f];
    }
  return pull;
}

static double pull_of(const island_view *v, int c) {
  const audio_state *a = audio_of(v->s);
  const model_link *link = &v->collisions.link[c];
  const link_nodes nodes = nodes_of_link(v->m, a, link);
  double pull = 0;
  for (int t = 0; t < nodes.count; ++t) {
    const int node = nodes.term[t].node;
    if (is_mass_node(v->m, node) && !a->mass_held[node])
      pull += nodes.term[t].weight * mass_pull(v->m, v->s, node);
  }
  if (link->barrier >= 0)
    pull += link->side * (a->barrier_next[link->barrier] - a->barrier_step[link->barrier]);
  return pull;
}

void moments_prepare(const island_view *v) {
  const link_set *set = &v->collisions;
  for (int c = 0; c < set->count; ++c)
    hold_nodes(v, &set->link[c], false);
  for (int c = 0; c < set->count; ++c)
    if (!takes_many_substeps(v, c) && !contact_idle(v, c))
      hold_nodes(v, &set->link[c], true);
  for (int i = 0; i < v->linears.count; ++i)
    hold_nodes(v, &v->linears.link[i], true);
  hold_neighbours(v);
  for (int c = 0; c < set->count; ++c)
    if (takes_many_substeps(v, c))
      inside_of(v, c)->pull = pull_of(v, c);
}

// --- At the end of the sample -------------------------------------------------------------------

// The increment with which a mass on a spring keeps its energy where it goes (theory 6.18); that of
// now if there is none near.
static double same_energy(const material *of, double gravity, double stride, double u, double du,
                          double shift, bool *possible) {
  const double square = stride * stride * of->omega2;
  const double now = du * du - (square * u + stride * stride * gravity) * du + square * u * u +
                     2 * stride * stride * gravity * u;
  const double to = u + shift;
  const double b = (square * to + stride * stride * gravity) / 2;
  const double c = square * to * to + 2 * stride * stride * gravity * to - now;
  const double root = sqrt(b * b - c);
  const double next = du > b ? b + root : b - root;
  *possible = fabs(next - du) <= max_change * fabs(du); // not if the root is not real
  return next;
}

static void move_mass(const carom_model *m, carom_state *s, int node, double shift) {
  audio_state *a = audio_of(s);
  const int body = m->mass_body[node];
  const material *of = &s->material[body];
  if (of->omega2 > 0) {
    bool possible = false;
    const double du = same_energy(of, s->head->gravity, a->coefficients[body].stride,
                                  a->u.wide[node], a->du.wide[node], shift, &possible);
    if (!possible)
      return;
    a->du.wide[node] = du;
    readout_start(m, s);
  } else {
    for (int f = 0; f < m->force_count; ++f)
      for (int t = 0; t < m->force[f].terms; ++t) {
        const link_term term = m->term[m->force[f].first_term + t];
        if (term.node == node && a->push[f] != 0)
          sum_add(&s->head->supplied, a->push[f] * term.weight * shift);
      }
  }
  a->u.wide[node] += shift;
  if (s->head->keep_ledger) {
    account *e = &s->body_account[body];
    audio_body_energy(m, s, body, &e->kinetic, &e->potential);
  }
}

// The travels of masses by the contacts of this sample, and which of them touch at its end.
static void add_travels(const carom_model *m, const carom_state *s, int link) {
  audio_state *a = audio_of(s);
  const sub_sample_work *in = &a->inside[link];
  const link_nodes nodes = nodes_of_link(m, a, &m->link[link]);
  for (int t = 0; t < nodes.count; ++t) {
    const link_term term = nodes.term[t];
    if (!is_mass_node(m, term.node))
      continue;
    a->mass_shift[term.node] += term.weight * a->coefficients[term.body].receptance *
                                m->inverse_mass[term.node] * in->moment / (m->k * m->k);
    a->mass_touches[term.node] = a->mass_touches[term.node] || in->next > 0;
  }
}

// A mass on a spring waits until it is free: at its deepest it has no speed to change.
void moments_move(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < m->link_count; ++i)
    if (m->link[i].exact && a->inside[i].often &&
        (a->inside[i].moment != 0 || a->inside[i].next > 0))
      add_travels(m, s, i);
  for (int i = 0; i < m->mass_body_count; ++i) {
    const bool waits = a->mass_touches[i] && s->material[m->mass_body[i]].omega2 > 0;
    if (a->mass_shift[i] != 0 && !a->mass_held[i] && !waits)
      move_mass(m, s, i, a->mass_shift[i]);
    if (!waits || a->mass_held[i])
      a->mass_shift[i] = 0;
    a->mass_touches[i] = false;
  }
}
