// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links: reading overlaps from the bodies and pushing back on them. The overlap is
//
//   eta = sum weight u + side (barrier position) + offset
//
// and a force F on a link pushes each of its nodes by -weight F: the same weights, so that the work
// done on the bodies is exactly F times the change of overlap.

#include "contacts/law.h"
#include "methods/audio/bow.h"
#include "state/state.h"

void contact_constants(const carom_model *m, carom_state *s, int contact) {
  const double alpha = m->contact[contact].exponent;
  law *a = &s->law[contact];
  a->psi_factor = sqrt(2 * a->stiffness / (alpha + 1));
  a->g_factor = sqrt(a->stiffness * (alpha + 1) / 2);
}

// eta^n and eta^n - eta^{n-1} from what the bodies are now.
static inline void observe(const carom_model *m, carom_state *s, int i) {
  const model_link *link = &m->link[i];
  const link_nodes nodes = nodes_of_link(m, s, link);
  link_memory *p = &s->link[i];
  gather_both(nodes.term, nodes.count, s->u, s->du, &p->eta, &p->deta);
  p->eta += link->offset;
  if (link->barrier >= 0) {
    p->eta += link->side * s->barrier[link->barrier];
    p->deta += link->side * s->barrier_step[link->barrier];
  }
  p->speed = p->deta / m->k;
}

void link_observe(const carom_model *m, carom_state *s, int i) {
  observe(m, s, i);
}

// An exact contact's xi and the half-way overlap differ by where inside the sample it pushed. While
// it touches xi goes its own way; once free, where it stores nothing, it follows the bodies again.
static void observe_inside(carom_state *s, int i) {
  const double F = s->work[i].force;
  link_memory *p = &s->link[i];
  sub_sample_work *in = &s->inside[i];
  const bool touched = in->next > 0 || F > 0;
  in->xi = touched ? in->next : fmin(p->eta - p->deta / 2, 0);
  in->push += (F - in->push) / 4;
  p->hovering = 0;
}

void links_observe(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->link_count; ++i) {
    link_memory *p = &s->link[i];
    p->psi = s->work[i].psi;
    p->stretch = s->work[i].stretch;
    p->slide = s->work[i].slide;
    if (fabs(p->psi) > p->psi_most)
      p->psi_most = fabs(p->psi);
    observe(m, s, i);
    p->hovering = p->psi > 0 && p->eta <= 0 ? p->hovering + 1 : 0;
  }
  for (int i = 0; m->exact && i < m->link_count; ++i)
    if (m->link[i].exact)
      observe_inside(s, i);
}

// D^I = eta^I - eta^{n-1}: the change of overlap if no link pushed.
void links_predict(const carom_model *m, carom_state *s) {
  const double next = (double)(s->head->n + 1) * m->k;
  for (int i = 0; i < m->body_count; ++i)
    if (m->body[i].grid == LAYOUT_NONE)
      s->barrier_next[i] = barrier_at(m, s, i, next) - s->barrier[i];
  for (int i = 0; i < m->link_count; ++i) {
    const model_link *link = &m->link[i];
    double free = s->link[i].deta + gather_link(nodes_of_link(m, s, link), s->next);
    if (link->barrier >= 0)
      free += link->side * s->barrier_next[link->barrier];
    s->work[i].free = free;
  }
}

// u^{n+1} = u^I - b L^T F.
void links_push(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->link_count; ++i) {
    const double F = s->work[i].force;
    const model_link *link = &m->link[i];
    if (F == 0)
      continue;
    const link_nodes nodes = nodes_of_link(m, s, link);
    for (int t = 0; t < nodes.count; ++t)
      node_push(m, s, nodes.term[t], -F);
  }
}

// --- The start ----------------------------------------------------------------------------------

// What the continuous law of a link pushes with at t = 0.
static double first_force(const carom_model *m, const carom_state *s, int i, double *eta) {
  const model_link *link = &m->link[i];
  const model_contact *c = &m->contact[link->contact];
  const law *a = &s->law[link->contact];
  const link_nodes nodes = nodes_of_link(m, s, link);
  double speed = gather_link(nodes, m->start_speed);
  *eta = gather_link(nodes, m->start) + link->offset;
  if (c->type == CONTACT_BOW) { // a tenth of how far the point slides past it in a step
    *eta = (speed - a->bow_speed) * m->k / 10;
    return bow_first_force(c, a, speed);
  }
  if (link->barrier >= 0) {
    *eta += link->side * s->barrier[link->barrier];
    speed += link->side * s->barrier_step[link->barrier] / m->k;
  }
  double F =
      link->scale * (a->linear * *eta + a->cubic * *eta * *eta * *eta + 2 * a->sigma_x * speed);
  if (c->power_law)
    F += law_psi(c, a, link->scale, *eta) * law_g(c, a, link->scale, *eta);
  if (!c->two_sided) // a loss that would pull does not count, as in a step
    F = fmax(0, F + law_loss(c, a, link->scale, *eta, m->k) * 2 * m->k * speed);
  return F;
}

// Adds these forces to the accelerations of the nodes. Where one would by itself carry its overlap
// beyond zero within a step, the contact is too stiff to be resolved and a second-order start means
// nothing: its nodes start in first order. So do those that a bow would drag along at once.
void links_first_forces(const carom_model *m, carom_state *s, double *acceleration) {
  for (int i = 0; i < m->link_count; ++i) {
    const model_link *link = &m->link[i];
    double eta = 0;
    double mobility = 0;
    const double F = first_force(m, s, i, &eta);
    const link_nodes nodes = nodes_of_link(m, s, link);
    for (int t = 0; t < nodes.count; ++t) {
      const link_term term = nodes.term[t];
      acceleration[term.node] -= m->inverse_mass[term.node] * term.weight * F;
      mobility += m->inverse_mass[term.node] * term.weight * term.weight;
    }
    s->work[i].role = fabs(F) * mobility * m->k * m->k / 2 > fabs(eta);
  }
  for (int i = 0; i < m->link_count; ++i) {
    const link_nodes nodes = nodes_of_link(m, s, &m->link[i]);
    for (int t = 0; s->work[i].role != 0 && t < nodes.count; ++t)
      acceleration[nodes.term[t].node] = 0;
  }
}

// psi^{-1/2} = psi((eta^0 + eta^{-1}) / 2).
void links_start(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->link_count; ++i) {
    const model_contact *c = &m->contact[m->link[i].contact];
    link_memory *p = &s->link[i];
    link_observe(m, s, i);
    const law *a = &s->law[m->link[i].contact];
    if (c->power_law)
      p->psi = law_psi(c, a, m->link[i].scale, p->eta - p->deta / 2);
    p->psi_most = fabs(p->psi);
    if (m->link[i].exact)
      s->inside[i].xi = p->eta - p->deta / 2;
    p->stretch = sqrt(a->linear * m->link[i].scale) * (p->eta - p->deta / 2);
    p->slide = p->deta / m->k - a->bow_speed; // of bows
    s->work[i].psi = p->psi;
    s->work[i].stretch = p->stretch;
    s->work[i].slide = p->slide;
  }
}

// --- Energy -------------------------------------------------------------------------------------

// psi^2/2 + stretch^2/2 + K3/4 (eta^n)^2 (eta^{n-1})^2
static double link_energy(const carom_model *m, const carom_state *s, int i) {
  const double cubic = s->law[m->link[i].contact].cubic * m->link[i].scale;
  const link_memory *p = &s->link[i];
  const double product = p->eta * (p->eta - p->deta);
  return (p->psi * p->psi + p->stretch * p->stretch) / 2 + cubic / 4 * product * product;
}

double contact_energy(const carom_model *m, const carom_state *s, int contact) {
  double energy = 0;
  for (int i = 0; i < m->link_count; ++i)
    if (m->link[i].contact == contact)
      energy += link_energy(m, s, i);
  return energy;
}

void links_energies(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->contact_count; ++i) {
    account *a = &s->contact_account[i];
    a->before = a->potential;
    a->potential = 0;
  }
  for (int i = 0; i < m->link_count; ++i)
    s->contact_account[m->link[i].contact].potential += link_energy(m, s, i);
}
