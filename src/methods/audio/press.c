// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts that overlap at t = 0: how far other forces hold them. With F the force of a link by its
// law, its own part of the acceleration of the overlap is -F sum(weight^2 / mass); all forces
// together give eta''. The part of F that the others hold,
//
//   1 + eta'' / (F sum(weight^2 / mass)),                                          (theory 8.13)
//
// is 1 in equilibrium: a mass at rest on a floor, a string pressed on a bridge. Of several links
// the mean counts, weighted by their forces.

#include "methods/audio/audio.h"

#include <math.h>

// The acceleration of a node; modes bring back their own part later than grids.
static double acceleration_of(const carom_model *m, link_term term, node_field acceleration) {
  const model_body *b = &m->body[term.body];
  if (!body_is_modal(b))
    return node_value(acceleration, term.node);
  const double *omega2 = modal_row(m->bank + b->modes.first_bank, BANK_OMEGA2, b->modes.length);
  return node_value(acceleration, term.node) - omega2[term.node - b->first] * m->start[term.node];
}

static void measure(const carom_model *m, carom_state *s, int contact, node_field acceleration) {
  const audio_state *a = audio_of(s);
  double own = 0;
  double all = 0;
  for (int i = 0; i < m->contact[contact].links; ++i) {
    const int link = links_of(m, contact)[i];
    double eta = 0;
    const double F = link_first_force(m, s, link, &eta);
    const link_nodes nodes = all_nodes_of_link(m, a, &m->link[link]);
    s->press[contact].overlap = fmax(s->press[contact].overlap, eta);
    for (int t = 0; eta > 0 && t < nodes.count; ++t) {
      const link_term term = nodes.term[t];
      own += F * F * m->inverse_mass[term.node] * term.weight * term.weight;
      all += F * term.weight * acceleration_of(m, term, acceleration);
    }
  }
  s->press[contact].held = own > 0 ? 1 + all / own : 0;
}

void press_measure(const carom_model *m, carom_state *s, node_field acceleration) {
  for (int i = 0; i < m->contact_count; ++i)
    if (m->contact[i].impacts)
      measure(m, s, i, acceleration);
}
