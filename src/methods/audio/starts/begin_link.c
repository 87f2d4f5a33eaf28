// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One link that begins: its law over the half step beside t_n, what its force does to the bodies,
// and how far they go in that half step (theory 8.17, 8.19 and 8.23).

#include "methods/audio/bodies.h"
#include "methods/audio/links.h"
#include "methods/audio/starts/begin.h"

#include "contacts/psi.h"
#include "methods/audio/modes/modes.h"
#include <math.h>

static const law_bound unbounded = {.knee = INFINITY, .steepest = INFINITY};

// --- Laws ---------------------------------------------------------------------------------------

static bool is_player(const carom_model *m, int link) {
  const model_contact *c = &m->contact[m->link[link].contact];
  return c->rubs || c->pressed;
}

bool link_has_law(const carom_model *m, const carom_state *s, int link) {
  return link_law(m, &m->link[link])->form != LAW_NONE &&
         s->values[m->link[link].contact].stiffness > 0;
}

bool link_pushes_only(const carom_model *m, int link) {
  return !link_law(m, &m->link[link])->two_sided;
}

bool link_begins(const carom_model *m, const carom_state *s, int link) {
  if (is_player(m, link) || (m->first_order_start && m->link[link].linear))
    return false; // as printed
  return link_has_law(m, s, link) || s->values[m->link[link].contact].linear > 0;
}

// The law of a link; of two sides, over the depth.
gradient_step begin_law(const carom_model *m, const carom_state *s, int link) {
  const audio_state *a = audio_of(s);
  const model_link *l = &m->link[link];
  const bool bounded = link_pushes_only(m, link) && slot_of_link(a, link) < 0;
  return (gradient_step){.law = link_law(m, l),
                         .bound = bounded ? bound_at(a, link) : &unbounded,
                         .stiffness = s->values[l->contact].stiffness * l->scale};
}

static double stiffness_of(const island_begins *v, const link_beginning *b) {
  const model_link *l = &v->m->link[b->link];
  return v->s->values[l->contact].linear * l->scale;
}

static double depth_of(const island_begins *v, const link_beginning *b, double eta) {
  return fmax(0, law_depth(link_law(v->m, &v->m->link[b->link]), eta));
}

double begin_energy(const island_begins *v, const link_beginning *b, double eta) {
  const gradient_step law = begin_law(v->m, v->s, b->link);
  return b->linear ? stiffness_of(v, b) / 2 * eta * eta
                   : gradient_at(&law, depth_of(v, b, eta)).energy;
}

double begin_steepest(const island_begins *v, const link_beginning *b) {
  const gradient_step law = begin_law(v->m, v->s, b->link);
  const double before = b->eta - b->ahead;
  return b->linear ? stiffness_of(v, b)
                   : gradient_at(&law, fmax(depth_of(v, b, b->eta), depth_of(v, b, before))).steep;
}

// (phi(to) - phi(from)) / (to - from).
double begin_mean_force(const island_begins *v, const link_beginning *b, double from, double to) {
  if (b->linear)
    return stiffness_of(v, b) * (from + to) / 2;
  const gradient_step law = begin_law(v->m, v->s, b->link);
  if (!b->two_sided)
    return gradient_between(&law, from, to);
  const double deep = depth_of(v, b, to);
  const double before = depth_of(v, b, from);
  if (from * to > 0 && deep > 0 && before > 0)
    return (to < 0 ? -1 : 1) * gradient_between(&law, before, deep);
  return to != from ? (begin_energy(v, b, to) - begin_energy(v, b, from)) / (to - from) : 0;
}

double link_pushes(const carom_model *m, const carom_state *s, int link) {
  const link_memory *p = link_at(audio_of(s), link);
  const contact_values *of = &s->values[m->link[link].contact];
  const gradient_step law = begin_law(m, s, link);
  double F = sqrt(of->linear * m->link[link].scale) * p->stretch;
  if (link_has_law(m, s, link) && link_pushes_only(m, link))
    F += p->psi > 0 ? gradient_at(&law, p->half).force : 0;
  else if (link_has_law(m, s, link))
    F += p->psi * law_g(law.law, of, m->link[link].scale, p->half);
  return F;
}

// --- Bodies -------------------------------------------------------------------------------------

void link_accelerates(const carom_model *m, const audio_state *a, int link, double F) {
  const link_nodes nodes = all_nodes_of_link(m, a, &m->link[link]);
  for (int t = 0; F != 0 && t < nodes.count; ++t)
    node_add(a->next, nodes.term[t].node,
             -(begin_inverse_mass(m, nodes.term[t]) * nodes.term[t].weight * F));
}

/// A mode of a link: how it rotates back by half a step, and its place among all modes.
typedef struct {
  mode_rotation rotation;
  int at;
} link_mode;

static link_mode mode_of(const carom_model *m, const audio_state *a, link_term term) {
  const model_body *b = &m->body[term.body];
  const int j = term.node - b->first;
  return (link_mode){
      modal_rotation_at(bank_of_body(m, a, term.body), b->modes.length, ROTATION_HALF, j),
      b->modes.first_mode + j};
}

// The terms of modes, which come last.
static link_nodes modes_of_link(const carom_model *m, const model_link *link) {
  const int plain = link->modals > 0 ? link->plain : link->terms;
  return (link_nodes){m->term + link->first_term + plain, link->terms - plain};
}

void link_rotates_back(const carom_model *m, const audio_state *a, int link, double F) {
  const link_nodes modes = modes_of_link(m, &m->link[link]);
  for (int t = 0; F != 0 && t < modes.count; ++t) {
    const link_mode mode = mode_of(m, a, modes.term[t]);
    double q = 0;
    double y = 0;
    modal_back_by(&mode.rotation, -(modes.term[t].weight * F), &q, &y);
    a->modal_q[mode.at] += q;
    a->modal_y[mode.at] += y;
  }
}

// The stride of a node's body: k, but for masses.
static double stride_of(const island_begins *v, link_term term) {
  return audio_of(v->s)->coefficients[term.body].stride;
}

static double speed_of(const island_begins *v, link_term term) {
  return node_value(v->speed, term.node) / (v->steps ? stride_of(v, term) : 1);
}

static double push_on(const island_begins *v, link_nodes nodes) {
  double sum = 0;
  for (int t = 0; t < nodes.count; ++t)
    sum += nodes.term[t].weight * stride_of(v, nodes.term[t]) * stride_of(v, nodes.term[t]) *
           node_value(audio_of(v->s)->next, nodes.term[t].node);
  return sum;
}

double begin_push(const island_begins *v, const link_beginning *b) {
  return push_on(v, all_nodes_of_link(v->m, audio_of(v->s), &v->m->link[b->link]));
}

double begin_plain_push(const island_begins *v, const link_beginning *b) {
  return push_on(v, nodes_of_link(v->m, audio_of(v->s), &v->m->link[b->link]));
}

void begin_speed(const island_begins *v, link_beginning *b) {
  const audio_state *a = audio_of(v->s);
  const model_link *link = &v->m->link[b->link];
  const link_nodes nodes = all_nodes_of_link(v->m, a, link);
  for (int t = 0; t < nodes.count; ++t) {
    const double speed = nodes.term[t].weight * speed_of(v, nodes.term[t]);
    b->speed += speed;
    b->ahead += stride_of(v, nodes.term[t]) / 2 * speed;
  }
  if (link->barrier >= 0) {
    b->speed += link->side * a->barrier_step[link->barrier] / v->m->k;
    b->ahead += link->side * a->barrier_step[link->barrier] / 2;
  }
}

// eta^n less the overlap half a step before.
double begin_travel(const island_begins *v, const link_beginning *b) {
  const carom_model *m = v->m;
  const audio_state *a = audio_of(v->s);
  const model_link *link = &m->link[b->link];
  const link_nodes modes = modes_of_link(m, link);
  const link_nodes plain = nodes_of_link(m, a, link);
  double travel = -begin_plain_push(v, b) / 4;
  for (int t = 0; t < plain.count; ++t)
    travel += plain.term[t].weight * stride_of(v, plain.term[t]) / 2 * speed_of(v, plain.term[t]);
  if (link->barrier >= 0)
    travel += link->side * a->barrier_step[link->barrier] / 2;
  for (int t = 0; t < modes.count; ++t) {
    const link_term term = modes.term[t];
    const model_body *body = &m->body[term.body];
    travel += term.weight * (node_value(v->u, term.node) -
                             a->modal_q[body->modes.first_mode + term.node - body->first]);
  }
  return travel;
}

// W of all nodes and of those that are no modes; how far a force of 1 takes modes back.
void begin_weigh(const island_begins *v, link_beginning *b) {
  const carom_model *m = v->m;
  const audio_state *a = audio_of(v->s);
  const link_nodes all = all_nodes_of_link(m, a, &m->link[b->link]);
  const link_nodes modes = modes_of_link(m, &m->link[b->link]);
  for (int t = 0; t < all.count; ++t)
    b->own += stride_of(v, all.term[t]) * stride_of(v, all.term[t]) *
              begin_inverse_mass(m, all.term[t]) * all.term[t].weight * all.term[t].weight;
  b->plain = b->own;
  for (int t = 0; t < modes.count; ++t) {
    const link_mode mode = mode_of(m, a, modes.term[t]);
    const double weight = modes.term[t].weight;
    double q = 0;
    double y = 0;
    modal_back_by(&mode.rotation, 1, &q, &y);
    b->modal += weight * weight * q;
    b->plain -= m->k * m->k * weight * weight; // modes have the mass 1
  }
  if (modes.count > 0 && nodes_of_link(m, a, &m->link[b->link]).count == 0)
    b->plain = 0; // not what rounding leaves
}
