// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Floats round u by eps |u| in every step, however little the body bends (theory 8.15). Of a body
// that nothing holds u is the way it has gone, and its bending stiffness feels that rounding: it
// never falls silent. Measured, its energy stays some hundred times that of a speed of eps |u| / k.

#include "state/travel.h"

#include "model/layout.h"
#include "scene/words.h"
#include "state/state.h"
#include <math.h>

static const double eps = 0x1p-24;

/// Where it has this many times the energy of eps |u| / k or less it may be rounding, if that is
/// above this part of the largest turnover; so many times more where it moves at half the rate.
static const double still_rounding = 2e4;
static const double notable = 1e-6;
static const double at_half_rate = 30;

double body_rings_by_rounding(const carom_model *m, const carom_state *s, int body,
                              bool half_rate) {
  const model_body *b = &m->body[body];
  if (!m->single || !body_is_grid(b) || b->ends[0] != END_FREE || b->ends[1] != END_FREE)
    return 0;
  const node_fields f = method_of(m)->fields(m, s);
  double mass = 0;
  double square = 0;
  double momentum = 0;
  for (int i = b->first; i < b->first + b->nodes; ++i)
    if (m->inverse_mass[i] > 0) {
      const double u = node_value(f.displacement, i);
      mass += 1 / m->inverse_mass[i];
      square += u * u / m->inverse_mass[i];
      momentum += node_value(f.velocity, i) / f.over / m->inverse_mass[i];
    }
  if (!(mass > 0))
    return 0;
  const double gone = sqrt(square / mass);
  const double rounded = eps * gone / m->k;
  const double max = still_rounding * (half_rate ? at_half_rate : 1) * mass / 2 * rounded * rounded;
  const double moves = s->body_account[body].kinetic - momentum * momentum / (2 * mass);
  return moves < max && max > notable * s->head->largest_turnover ? gone : 0;
}
