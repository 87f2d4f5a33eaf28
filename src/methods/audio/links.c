// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links: overlaps from the bodies, and forces on them (theory 2.1, 2.2 and 2.4). The overlap is
//
//   eta = sum weight u + side (barrier position) + offset + what the gap has closed since the start
//
// and a force F of a link puts -weight F on each of its nodes: the same weights, so that the work
// done on the bodies is exactly F times the change of overlap.

#include "methods/audio/links.h"
#include "methods/audio/bodies.h"
#include "methods/audio/runs/runs.h"
#include "methods/audio/stages.h"

#include "base/kernel.h"
#include "methods/audio/modes/modes.h"
#include <math.h>

/// Sums of two fields.
typedef struct {
  double a, b;
} two_sums;

// In pairs for instruction-level parallelism.
APART static two_sums gather_many(const link_term *term, int count, const double *a,
                                  const double *b) {
  double of_a[2] = {0, 0};
  double of_b[2] = {0, 0};
  int t = 0;
  for (; t + 2 <= count; t += 2)
    for (int i = 0; i < 2; ++i) {
      of_a[i] += term[t + i].weight * a[term[t + i].node];
      of_b[i] += term[t + i].weight * b[term[t + i].node];
    }
  if (t < count) {
    of_a[0] += term[t].weight * a[term[t].node];
    of_b[0] += term[t].weight * b[term[t].node];
  }
  return (two_sums){of_a[0] + of_a[1], of_b[0] + of_b[1]};
}

// The same in single precision.
APART static two_sums gather_mixed_both(const link_term *term, int count, node_field a,
                                        node_field b) {
  two_sums sum = {0, 0};
  for (int t = 0; t < count; ++t) {
    const int node = term[t].node;
    const bool wide = node < a.wide_end;
    sum.a += term[t].weight * (wide ? a.wide[node] : (double)a.narrow[node]);
    sum.b += term[t].weight * (wide ? b.wide[node] : (double)b.narrow[node]);
  }
  return sum;
}

/// gather_link() of two fields at once.
static inline two_sums gather_both(link_nodes nodes, node_field a, node_field b) {
  if (nodes.count <= 2) // at one or two nodes
    return (two_sums){gather_link(nodes, a), gather_link(nodes, b)};
  return field_is_wide(a) ? gather_many(nodes.term, nodes.count, a.wide, b.wide)
                          : gather_mixed_both(nodes.term, nodes.count, a, b);
}

// eta^n and eta^n - eta^{n-1} of a link outside of runs, from the present bodies.
static inline void observe(const carom_model *m, const carom_state *s, audio_state *a, int i,
                           link_memory *p) {
  const model_link *link = &m->link[i];
  const link_nodes nodes = nodes_of_link(m, a, link);
  const two_sums sum = gather_both(nodes, a->u, a->du);
  double eta = sum.a + link->offset + contact_closed(m, s, link->contact);
  double deta = sum.b;
  if (link->barrier >= 0) {
    eta += link->side * s->barrier[link->barrier];
    deta += link->side * a->barrier_step[link->barrier];
  }
  p->eta = eta;
  p->deta = deta;
  p->half = eta - deta / 2;
  if (link->modals > 0) {
    modes_observe(m, a, i);
    p->half = p->eta - p->deta / 2;
  }
}

void link_observe(const carom_model *m, carom_state *s, int i) {
  observe(m, s, audio_of(s), i, link_at(audio_of(s), i));
}

// For how long the load of a link resolved inside the sample has been steady (theory 6.15). What it
// moved is that of half steps on modes, whose deta holds more than their motion.
static void observe_load(const carom_model *m, audio_state *a, int i) {
  const double F = step_at(a, i)->force;
  const link_memory *p = link_at(a, i);
  sub_sample_memory *in = &a->sub_sample[i];
  const double moved = m->link[i].modals > 0 ? p->half - in->bodies : p->deta;
  in->push += (F - in->push) / 4;
  in->bend += (moved - in->moved - in->bend) / 4;
  in->moved = moved;
  in->bodies = p->half;
  const bool pushed = a->inside[i].loaded || (in->xi > 0 && F > 0);
  const bool steady = pushed && fabs(in->bend) <= a->inside[i].weight * in->push / 2;
  in->steady = steady ? in->steady + 1 : 0;
}

// The xi of a link resolved inside the sample and the half-way overlap differ by the first moment
// of its force. While it touches, xi is a state of its own; once free, where it stores nothing, it
// follows the bodies again.
static void observe_inside(const carom_model *m, audio_state *a, int i) {
  link_memory *p = link_at(a, i);
  sub_sample_memory *in = &a->sub_sample[i];
  const bool touched = a->inside[i].next > 0 || step_at(a, i)->force > 0;
  in->xi = touched ? a->inside[i].next : fmin(p->half, 0);
  observe_load(m, a, i);
  p->half = in->xi;
  p->hovering = 0;
}

static inline void observe_range(const carom_model *m, const carom_state *s, int first, int end) {
  audio_state *a = audio_of(s);
  for (int i = first; i < end; ++i) {
    link_memory *p = link_at(a, i);
    const link_step *step = step_at(a, i);
    const double psi = step->psi;
    observe(m, s, a, i, p);
    if (m->link[i].linear) {
      p->stretch = step->stretch;
      p->slide = step->slide;
      p->slope = step->slope;
    } else if (psi == 0 && p->psi == 0) { // an open contact
      p->hovering = 0;
      continue;
    }
    p->psi = psi;
    p->shift = psi > 0 ? p->shift : 0;
    p->half += p->shift;
    if (fabs(psi) > p->psi_max)
      p->psi_max = fabs(psi);
    p->hovering = psi > 0 && p->half <= 0 ? p->hovering + 1 : 0;
  }
}

APART static void observe_pieces(const carom_model *m, carom_state *s) {
  const audio_state *a = audio_of(s);
  runs_observe(m, s);
  for (int i = 0; i < a->piece_count; ++i) {
    if (a->piece[i].run != NULL)
      runs_keep(m, s, &a->piece[i]);
    else
      observe_range(m, s, a->piece[i].first, a->piece[i].end);
  }
}

void links_observe(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  if (a->runs > 0)
    observe_pieces(m, s);
  else
    observe_range(m, s, 0, m->link_count);
  for (int i = 0; m->exact && i < m->link_count; ++i)
    if (m->link[i].exact)
      observe_inside(m, a, i);
}

static inline void predict_range(const carom_model *m, audio_state *a, int first, int end) {
  for (int i = first; i < end; ++i) {
    const model_link *link = &m->link[i];
    const link_nodes nodes = nodes_of_link(m, a, link);
    double free = link_at(a, i)->deta + gather_link(nodes, a->next);
    if (link->barrier >= 0)
      free += link->side * a->barrier_next[link->barrier];
    if (link->modals > 0)
      free += modes_next(m, a, i);
    step_at(a, i)->free = free;
  }
}

APART static void predict_pieces(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  runs_predict(m, s);
  for (int i = 0; i < a->piece_count; ++i)
    if (a->piece[i].run == NULL)
      predict_range(m, a, a->piece[i].first, a->piece[i].end);
}

void barriers_predict(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  const int count = a->plan.sizes->standing;
  for (int n = 0; n < count; ++n) {
    const int i = a->plan.standing[n];
    a->barrier_next[i] = barrier_at(m, s, i, (double)(s->head->n + 1) * m->k) - s->barrier[i];
  }
}

// D^I = eta^I - eta^{n-1}: the change of overlap without link forces.
void links_predict(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  if (a->runs > 0)
    predict_pieces(m, s);
  else
    predict_range(m, a, 0, m->link_count);
}

static inline void push_range(const carom_model *m, audio_state *a, int first, int end) {
  for (int i = first; i < end; ++i) {
    const double F = step_at(a, i)->force;
    if (F == 0)
      continue;
    const link_nodes nodes = nodes_of_link(m, a, &m->link[i]);
    for (int t = 0; t < nodes.count; ++t)
      node_push(m, a, nodes.term[t], -F);
    if (m->link[i].modals > 0)
      modes_push_link(m, a, i, -F);
  }
}

APART static void push_pieces(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < a->piece_count; ++i) {
    if (a->piece[i].run != NULL)
      runs_push(m, s, &a->piece[i]);
    else
      push_range(m, a, a->piece[i].first, a->piece[i].end);
  }
}

// u^{n+1} = u^I - b L^T F.
void links_push(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  if (a->runs > 0)
    push_pieces(m, s);
  else
    push_range(m, a, 0, m->link_count);
}

// --- Energy -------------------------------------------------------------------------------------

// Theory 2.13 and psi^2/2; links of runs have a psi alone.
static double link_energy(const carom_model *m, const carom_state *s, int i) {
  const int slot = slot_of_link(audio_of(s), i);
  if (slot >= 0)
    return audio_of(s)->slot_psi[slot] * audio_of(s)->slot_psi[slot] / 2;
  const double cubic = s->values[m->link[i].contact].cubic * m->link[i].scale;
  const link_memory *p = link_at(audio_of(s), i);
  const double product = p->eta * (p->eta - p->deta);
  return (p->psi * p->psi + p->stretch * p->stretch - p->inertia * p->deta * p->deta) / 2 +
         cubic / 4 * product * product;
}

double audio_contact_energy(const carom_model *m, const carom_state *s, int contact) {
  double energy = 0;
  for (int i = 0; i < m->contact[contact].links; ++i)
    energy += link_energy(m, s, links_of(m, contact)[i]);
  return energy;
}

// Links of runs that do not act store nothing.
APART static void add_stored(const carom_model *m, carom_state *s) {
  for (int w = 0; w < runs_words(m); ++w)
    for (unsigned long long bits = audio_of(s)->storing[w]; bits != 0; bits &= bits - 1) {
      const int i = 64 * w + __builtin_ctzll(bits);
      s->contact_account[m->link[i].contact].potential += link_energy(m, s, i);
    }
}

void links_energies(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->contact_count; ++i) {
    account *a = &s->contact_account[i];
    a->before = a->potential;
    a->potential = 0;
  }
  if (audio_of(s)->runs > 0) {
    add_stored(m, s);
    return;
  }
  for (int i = 0; i < m->link_count; ++i)
    s->contact_account[m->link[i].contact].potential += link_energy(m, s, i);
}
