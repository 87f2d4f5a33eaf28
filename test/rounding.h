// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How much rounding an energy balance may have. A force F of a link moves its nodes by W F, of
// which a light mass between heavy ones keeps a small difference; rounded, F W F has an error of
// that many last digits, however little energy there is.

#ifndef CAROM_TEST_ROUNDING_H
#define CAROM_TEST_ROUNDING_H

#include "methods/audio/audio.h"
#include "methods/audio/links.h"
#include "support.h"
#include <float.h>

/// sum over the links of F W F in the last step, J.
static inline double link_turnover(const rig *r) {
  const audio_state *a = audio_of(r->state);
  double sum = 0;
  for (int i = 0; i < r->model->link_count; ++i) {
    const double F = a->step[i].force;
    const link_nodes nodes = nodes_of_link(r->model, a, &r->model->link[i]);
    for (int t = 0; t < nodes.count; ++t)
      sum += F * F * nodes.term[t].weight * nodes.term[t].weight *
             a->coefficients[nodes.term[t].body].receptance *
             r->model->inverse_mass[nodes.term[t].node];
  }
  return sum;
}

/// The error of the balance that rounding explains: 1e-12 of the energy, and a last digit of what
/// the links turned over in all steps.
static inline double rounding_of(const rig *r, double turnovers) {
  return 1e-12 * carom_state_ledger(r->state).largest_turnover + DBL_EPSILON * turnovers;
}

#endif
