// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts along a modal body (theory 10.5): the obstacle is a continuum of springs, with the
// overlap eta and the force K [eta]^alpha (1 + mu eta') of every place. The integral over the body
// is a sum over evenly spaced points, ten for a mode, each with its part of the length. Points
// touch and part all the time: they are no events, and the steps' error control finds them.

#include "methods/adaptive/along.h"

#include "base/elementary.h"
#include "base/text.h"
#include "model/compile.h"
#include <math.h>

bool along_fits(compiler *c) {
  bool any = false;
  for (int i = 0; i < c->m.link_count; ++i)
    any = any || c->m.link[i].along;
  for (int i = 0; any && i < c->m.link_count; ++i) {
    const item *it = compile_contact_item(c, c->m.link[i].contact);
    if (!c->m.link[i].along)
      return MISTAKE(c, it, "along", CAROM_BAD_VALUE,
                     "solver.method adaptive takes contacts along bodies or at points; allowed is "
                     "along: true here as well");
    if (c->m.link[i].barrier < 0)
      return MISTAKE(c, it, "above", CAROM_BAD_REFERENCE,
                     "solver.method adaptive takes a string or bar along a barrier; allowed is a "
                     "barrier on one side");
  }
  return true;
}

// The force of a link, and what it adds to the sums.
static double push(const carom_model *m, const carom_state *s, const model_link *link, double eta,
                   double rate, along_sums *sums) {
  const contact_values *a = &s->values[link->contact];
  const double alpha = link_law(m, link)->power.exponent;
  const double elastic = link->scale * a->stiffness * real_power(eta, alpha);
  const double force = fmax(0, elastic * (1 + a->damping * rate));
  sums->force += force;
  sums->energy += elastic * eta / (alpha + 1);
  sums->loss += (force - elastic) * rate;
  sums->length += link->width;
  return force;
}

along_sums along_evaluate(const carom_model *m, const carom_state *s, int contact, const double *u,
                          const double *v, double *forces) {
  along_sums sums = {.overlap = -INFINITY};
  const model_contact *of = &m->contact[contact];
  bool touching = false;
  for (int i = of->first_link; i < of->first_link + of->links; ++i) {
    const model_link *link = &m->link[m->contact_link[i]];
    const link_term *term = m->term + link->first_term;
    const double eta =
        gather_terms(term, link->terms, u) + link->offset + link->side * s->barrier[link->barrier];
    const bool deepest = eta > sums.overlap;
    if (eta <= 0 && !deepest) {
      touching = false;
      continue;
    }
    const double rate = gather_terms(term, link->terms, v);
    if (deepest) {
      sums.overlap = eta;
      sums.rate = rate;
    }
    sums.patches += eta > 0 && !touching;
    touching = eta > 0;
    const double force = touching ? push(m, s, link, eta, rate, &sums) : 0;
    for (int t = 0; force > 0 && forces != NULL && t < link->terms; ++t)
      forces[term[t].node] -= term[t].weight * force;
  }
  return sums;
}

// --- The log of impacts -------------------------------------------------------------------------

static void summarise(const carom_model *m, carom_state *s, int contact, double before) {
  const node_fields f = method_of(m)->fields(m, s);
  const along_sums now = along_evaluate(m, s, contact, f.displacement.wide, f.velocity.wide, NULL);
  const double last = s->tracker[contact].summary.overlap;
  contact_summary *summary = impact_summary(s, contact);
  summary->overlap = summary->depth = now.overlap;
  summary->before = last;
  summary->speed = now.rate;
  summary->force = before;
}

void along_start(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->contact_count; ++i) {
    summarise(m, s, i, method_of(m)->force(m, s, i));
    impact_start(m, s, i, s->tracker[i].summary.speed);
  }
}

void along_track(const carom_model *m, carom_state *s, int contact, double before) {
  summarise(m, s, contact, before);
  impact_track(m, s, contact, NULL);
}
