// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How bodies respond to a collision, and where its law is bounded for that (theory 2.20 to 2.22). A
// push at t_n moves u^{n+1} - u^{n-1} of a node, and then its successors, by W times 1, y, ...: y =
// 2 for a mass, 0 for a wave resistance, 2 - S for a node whose own stiffness is S m/k^2, 2
// cos(omega k) for a mode. The part 1 - y/2 of W is a resistance. Nodes of a contact along a body
// are pushed with their neighbours and respond like masses.

#include "methods/audio/links.h"

#include "base/elementary.h"
#include "contacts/psi.h"
#include "methods/audio/modes/modes.h"
#include <math.h>

/// What a body loses of its motion at half the rate within this time does not come back, s.
static const double soon = 2e-2;

/// The response of one node: the part of it that is a resistance, the decay of the energy at half
/// the rate, 1/s, and the part of the stiffness there that is bending.
typedef struct {
  double part, decay, bending;
} node_response;

// Of an inner node: half the diagonal of Lap Lap, (2 + 2 q)^2 + 2 + 2 q^2 with q = (h / hy)^2, and
// the largest eigenvalue of -Lap, 4 + 4 q.
static node_response plate_response(const model_body *b, step_coefficients c, double k) {
  const double q = b->grid.aspect;
  return (node_response){(3 + q * (4 + 3 * q)) * c.bending,
                         (c.loss + 4 * (1 + q) * c.internal_loss) / k, 1};
}

static node_response response_of(const carom_model *m, const audio_state *a, link_term term) {
  const model_body *b = &m->body[term.body];
  const step_coefficients c = a->coefficients[term.body];
  if (body_is_line(b))
    return (node_response){c.tension + 3 * c.bending, (c.loss + 4 * c.internal_loss) / m->k,
                           4 * c.bending / (c.tension + 4 * c.bending)};
  if (body_is_plate(b))
    return plate_response(b, c, m->k);
  return (node_response){0, 0, 0};
}

// All modes of a point: their resistance, and what of it is soon lost. 1 - cos(omega k) is
// omega^2 g_1.
static double response_of_modes(const carom_model *m, const audio_state *a, int modal,
                                double *lost) {
  const modal_point *p = &m->modal[modal];
  const double *bank = bank_of_body(m, a, p->body);
  const double *weight = rows_of_point(m, a, modal);
  const double *to_q = modal_row(modal_rotation(bank, p->length, ROTATION_STEP), 3, p->length);
  const double *omega2 = modal_row(bank, BANK_OMEGA2, p->length);
  const double *sigma = modal_row(bank, BANK_SIGMA, p->length);
  double sum = 0;
  for (int j = 0; j < p->length; ++j) {
    const double share = omega2[j] * to_q[j] * (weight[j] * weight[j] * 2 * to_q[j]);
    sum += share;
    *lost += share * -real_expm1(-2 * sigma[j] * soon);
  }
  return sum;
}

static link_response response(const carom_model *m, const audio_state *a, int i) {
  const model_link *link = &m->link[i];
  const link_nodes nodes = nodes_of_link(m, a, link);
  link_response r = {0};
  double lost = 0;
  for (int t = 0; t < nodes.count; ++t) {
    const link_term term = nodes.term[t];
    const node_response n = response_of(m, a, term);
    const double share = n.part * term.weight * term.weight *
                         a->coefficients[term.body].receptance * m->inverse_mass[term.node];
    if (body_is_mass(&m->body[term.body])) {
      r.struck = true;
      r.turning += term.weight * term.weight * a->coefficients[term.body].receptance *
                   m->inverse_mass[term.node];
    }
    r.resisting += share;
    lost += share * -real_expm1(-n.decay * soon);
    r.bending = fmax(r.bending, n.bending);
  }
  for (int n = 0; !link->along && n < link->modals; ++n)
    r.resisting += response_of_modes(m, a, link->modal[n], &lost);
  r.fading = r.resisting > 0 ? lost / r.resisting : 0;
  r.along = link->along;
  if (r.along)
    r.resisting = 0;
  r.lossless = !m->contact[link->contact].numerical;
  r.given = !m->bounds;
  return r;
}

/// Whether its law has no bound.
bool link_is_open(const audio_state *a, int link) {
  return slot_of_link(a, link) >= 0 || isinf(bound_at(a, link)->knee);
}

/// The bound of a link's law with the present bodies and stiffness.
void link_bound(const carom_model *m, carom_state *s, int i) {
  audio_state *a = audio_of(s);
  const model_contact *c = &m->contact[m->link[i].contact];
  const link_response r = c->bounded ? response(m, a, i) : (link_response){0};
  law_bound b = law_bound_of(link_law(m, &m->link[i]),
                             s->values[m->link[i].contact].stiffness * m->link[i].scale, &r);
  if (slot_of_link(a, i) >= 0)
    a->slot_share[slot_of_link(a, i)] = b.share;
  else
    *bound_at(a, i) = b;
}

void audio_hardness(const carom_model *m, const carom_state *s, int contact, carom_resolution *r) {
  const model_contact *c = &m->contact[contact];
  r->hardness = 0;
  r->bound = INFINITY;
  for (int i = 0; i < c->links; ++i) {
    const int link = links_of(m, contact)[i];
    const double R = response(m, audio_of(s), link).resisting;
    const double K = s->values[contact].stiffness * m->link[link].scale;
    const double steep = law_steep(&c->law, K, r->overlap);
    r->hardness = fmax(r->hardness, steep * R / 4);
    const audio_state *a = audio_of(s);
    if (slot_of_link(a, link) < 0 && isfinite(bound_at(a, link)->steepest))
      r->bound = fmin(r->bound, bound_at(a, link)->steepest * R / 4);
  }
}

bool audio_bound(const carom_model *m, const carom_state *s, int contact, carom_bound *bound) {
  for (int i = 0; i < m->contact[contact].links; ++i) {
    const int link = links_of(m, contact)[i];
    if (!link_is_open(audio_of(s), link)) {
      const law_bound *b = bound_at(audio_of(s), link);
      *bound = (carom_bound){.overlap = b->knee, .force = b->force, .compliance = 1 / b->steepest};
      return true;
    }
  }
  return false;
}
