// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Linear springs between masses, or masses and barriers, in tune (theory 2.25 to 2.28). A force
// that is averaged in time,
//
//   F = K (eta^{n+1} + 2 eta^n + eta^{n-1}) / 4 = K eta^n + K/4 (second difference of eta),
//
// acts like a spring and an inertia of K k^2/4, which makes the spring flat. A part of that,
// `inertia` times the second difference, is given back: as much as puts the spring and its masses
// in tune, and not more than leaves the masses, with all springs at them, a positive energy.

#include "methods/audio/springs.h"
#include "methods/audio/links.h"

#include "base/constants.h"
#include "bodies/mass.h"
#include <math.h>

/// The part of a mass that springs may take in all.
static const double max_inertia = 0.8;

// Whether it is a spring that touches masses and barriers alone.
static bool is_between_masses(const compiler *c, const model_link *link) {
  const model_contact *contact = &c->m.contact[link->contact];
  if (!contact->law.two_sided || contact->rubs)
    return false;
  for (int t = link->first_term; t < link->first_term + link->terms; ++t)
    if (!body_is_mass(&c->m.body[c->m.term[t].body]))
      return false;
  return true;
}

bool compile_springs(compiler *c) {
  const size_t size = (size_t)c->m.inverse_mass_count * sizeof(int);
  int *springs = compile_take(c, size); // of each node
  if (springs == NULL)
    return c->m.inverse_mass_count == 0;
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < c->m.link_count; ++i) {
      model_link *link = &c->m.link[i];
      for (int t = 0; is_between_masses(c, link) && t < link->terms; ++t) {
        const int node = c->m.term[link->first_term + t].node;
        springs[node] += pass == 0;
        if (pass == 1 && springs[node] > link->springs)
          link->springs = springs[node];
      }
    }
  compile_drop(c, springs, size);
  return true;
}

// 1 - (x cot x)^2, x half of the angle by which the spring turns in a step: what of the inertia of
// its masses puts it in tune.
static double share_in_tune(double angle) {
  const double x = fmin(angle / 2, pi / 2);
  const double square = x * x;
  if (square < 1e-4)
    return square * (2.0 / 3 - square * (1.0 / 15 + square * 2 / 189));
  return 1 - square / (tan(x) * tan(x));
}

double spring_inertia(double K, double give, double yields, int springs) {
  return fmin(share_in_tune(sqrt(K * give)) / give, max_inertia / springs / yields);
}

double spring_inertia_of(const carom_model *m, const model_link *link, double K,
                         const material *now) {
  double give = 0;   // sum of weight^2 k^2 / mass
  double yields = 0; // and with what springs of its own leave of each mass
  for (int t = link->first_term; t < link->first_term + link->terms; ++t) {
    const link_term term = m->term[t];
    const material *of = now != NULL ? &now[term.body] : &m->body[term.body].start;
    const double stride = mass_coefficients(of, m->k).stride;
    const double own = m->k * m->k * (1 / (stride * stride) - of->omega2 / 4);
    const double part = m->k * m->k * term.weight * term.weight * m->inverse_mass[term.node];
    give += part;
    yields += part / fmax(own, 0);
  }
  return spring_inertia(K, give, yields, link->springs);
}

void spring_tune(const carom_model *m, const carom_state *s, int i) {
  const model_link *link = &m->link[i];
  const double K = s->values[link->contact].linear * link->scale;
  link_memory *p = link_at(audio_of(s), i);
  p->inertia = link->springs > 0 && K > 0 ? spring_inertia_of(m, link, K, s->material) : 0;
}

void spring_stretch(const carom_model *m, const carom_state *s, int i) {
  link_memory *p = link_at(audio_of(s), i);
  p->stretch = sqrt(s->values[m->link[i].contact].linear * m->link[i].scale) * p->half;
  spring_tune(m, s, i);
}
