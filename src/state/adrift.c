// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bars and plates that nothing keeps in place: free all around, or a bar that turns about one pin.
// A blow leaves them with a velocity for ever, and gravity does not bring them back: what strikes
// again misses. One blow by a free mass is not meant to be repeated; where forces, gestures,
// weights or springs act the next one is to come.

#include "state/adrift.h"
#include "scene/words.h"

#include <math.h>

static bool is_loose(const model_body *b) {
  const bool grips = b->ends[0] == END_CLAMPED || b->ends[1] == END_CLAMPED;
  const bool free = b->ends[0] == END_FREE || b->ends[1] == END_FREE;
  return !body_is_mass(b) && !body_stands(b) && !body_is_link(b) && free && !grips;
}

// Whether a spring, finger or bow is at the body.
static bool is_tied(const carom_model *m, int body) {
  for (int i = 0; i < m->link_count; ++i) {
    const model_link *link = &m->link[i];
    for (int t = 0; !m->contact[link->contact].impacts && t < link->terms; ++t)
      if (m->term[link->first_term + t].body == body)
        return true;
  }
  return false;
}

// Whether blows or pushes may come after the first one.
static bool goes_on(const carom_model *m) {
  bool on = m->force_count > 0 || m->ramp_count > 0 || m->cue_count > 0 || m->control_count > 0 ||
            m->gravity != 0;
  for (int i = 0; i < m->body_count; ++i)
    on = on || (body_is_mass(&m->body[i]) && m->body[i].start.omega2 > 0);
  return on;
}

// --- How far ------------------------------------------------------------------------------------

// A motion without bending at a node of a grid: 1, and the distances from the middle along x and y;
// or that from the pin. Those of one body are orthogonal.
static double rigid_value(const model_body *b, int motion, int i, int j) {
  if (b->ends[0] != b->ends[1])
    return b->ends[0] == END_FREE ? b->nx - i : i;
  return motion == 0 ? 1 : motion == 1 ? i - b->nx / 2.0 : j - b->ny / 2.0;
}

static int rigid_motions(const model_body *b) {
  return b->ends[0] != b->ends[1] ? 1 : body_is_plate(b) ? 3 : 2;
}

// int rho f u dx over int rho f^2 dx, for the square of what a grid has of a motion f: m2 kg.
static double grid_share(const carom_model *m, const model_body *b, node_field u, int motion) {
  double moment = 0;
  double square = 0;
  for (int j = 0; j <= (body_is_plate(b) ? b->ny : 0); ++j)
    for (int i = 0; i <= b->nx; ++i) {
      const int node = node_at(b, i, j);
      const double mass = m->inverse_mass[node] > 0 ? 1 / m->inverse_mass[node] : 0;
      const double f = rigid_value(b, motion, i, j);
      moment += mass * f * (node_value(u, node) - m->start[node]);
      square += mass * f * f;
    }
  return square > 0 ? moment * moment / square : 0;
}

// The same of modes, each of which has the modal mass 1: those without a wave number.
static double modal_share(const carom_model *m, const model_body *b, node_field u) {
  double sum = 0;
  for (int i = 0; i < b->nodes; ++i)
    if (m->shape[b->modes.first_shape + i].beta == 0) {
      const double moved = node_value(u, b->first + i) - m->start[b->first + i];
      sum += moved * moved;
    }
  return sum;
}

double body_adrift(const carom_model *m, const carom_state *s, int body) {
  const model_body *b = &m->body[body];
  if (!is_loose(b) || !goes_on(m) || is_tied(m, body))
    return 0;
  const node_field u = method_of(m)->fields(m, s).displacement;
  double sum = body_is_modal(b) ? modal_share(m, b, u) : 0;
  for (int motion = 0; !body_is_modal(b) && motion < rigid_motions(b); ++motion)
    sum += grid_share(m, b, u, motion);
  return sqrt(sum / b->mass);
}
