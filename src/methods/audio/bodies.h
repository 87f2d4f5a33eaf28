// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies of the audio method: what the start, the ledger and live changes need of them.

#ifndef CAROM_AUDIO_BODIES_H
#define CAROM_AUDIO_BODIES_H

#include "methods/audio/audio.h"

/// A force on a term's node adds b weight f to u^{n+1} and its increment. Masses, which are the
/// first nodes, get their u^{n+1} when all increments are known.
static inline void node_push(const carom_model *m, audio_state *a, link_term term, double force) {
  const double push =
      a->coefficients[term.body].receptance * m->inverse_mass[term.node] * term.weight * force;
  node_add(a->next, term.node, push);
  if (term.node >= m->mass_body_count)
    node_add(a->u, term.node, push);
}

void body_coefficients(const carom_model *m, carom_state *s, int body);
void bodies_accelerations(const carom_model *m, carom_state *s, node_field acceleration);
void audio_body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                       double *potential);
void bodies_open(const carom_model *m, carom_state *s);
void body_resum(const carom_model *m, const carom_state *s, int body);
void bodies_book(const carom_model *m, carom_state *s);

#endif
