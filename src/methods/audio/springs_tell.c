// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Masses that swing on linear springs out of tune: on strings, bars and plates, where springs have
// no inertia to give back, or between several springs, which know nothing of each other. What a
// mass does while all else keeps its place, or moves against it, tells by how much (theory 2.29).

#include "base/constants.h"
#include "base/text.h"
#include "bodies/mass.h"
#include "methods/audio/springs.h"
#include <math.h>

/// From here on it is told, cents, of what is heard, Hz.
static const double told_from = 3;
static const double heard_most = 20000;

/// The remedies.
enum { MOST_OVERSAMPLE = 8 };

/// What the springs of a mass add up to, in a step of some length.
typedef struct {
  double turn;    // of the true motion: sum K W, with its own spring, s2/s2
  double inertia; // sum (K/4 - J) W
  double loss;    // what its speed loses in a step, to losses and as waves
  double hardest; // the largest K W
  int contact;    // which has it
} swing;

/// A link in a step of k.
typedef struct {
  double K;      // N/m
  double masses; // W of its masses, s2/kg
  double yields; // with what springs of their own leave of them
  double waves;  // W of all else that moves
} spring_view;

static double squared(double x) {
  return x * x;
}

static spring_view view_of(const compiler *c, const model_link *link, double k) {
  spring_view v = {.K = c->m.contact[link->contact].start.linear * link->scale};
  for (int t = link->first_term; t < link->first_term + link->terms; ++t) {
    const link_term term = c->m.term[t];
    const model_body *b = &c->m.body[term.body];
    const double part = k * k * squared(term.weight) * c->m.inverse_mass[term.node];
    if (!body_is_mass(b)) {
      v.waves += part;
      continue;
    }
    const double stride = mass_coefficients(&b->start, k).stride;
    v.masses += part;
    v.yields += part / fmax(squared(k / stride) - squared(k) * b->start.omega2 / 4, 0);
  }
  return v;
}

// A spring and what it adds to the swing of one of its masses.
static void add_spring(const compiler *c, const model_link *link, double k, swing *of) {
  const spring_view v = view_of(c, link, k);
  if (!(v.K > 0 && v.masses > 0))
    return;
  const double J = link->springs > 0 ? spring_inertia(v.K, v.masses, v.yields, link->springs) : 0;
  const double sigma_x = c->m.contact[link->contact].start.sigma_x;
  for (int t = link->first_term; t < link->first_term + link->terms; ++t) {
    const link_term term = c->m.term[t];
    if (!body_is_mass(&c->m.body[term.body]))
      continue;
    swing *w = &of[term.node];
    w->turn += v.K * v.masses;
    w->inertia += (v.K / 4 - J) * v.masses;
    w->loss += 2 * sigma_x * v.masses / k + v.K * v.waves / 2;
    if (v.K * v.masses > w->hardest) {
      w->hardest = v.K * v.masses;
      w->contact = link->contact;
    }
  }
}

// By how much a mass that swings sounds too high, cents; 0 where that is not heard, beyond 20 kHz
// or where it does not come to swing (Q < 1).
static double cents_of(const swing *w, const model_body *b, double k) {
  const double own = squared(k) * b->start.omega2;
  const double turn = w->turn + own;
  const double ratio = squared(mass_coefficients(&b->start, k).stride / k);
  const double loss = w->loss + 2 * b->start.sigma0 * k;
  if (!(w->turn > 0) || sqrt(turn) > two_pi * heard_most * k || squared(loss) > turn)
    return 0;
  const double found = 2 * asin(fmin(sqrt(ratio * turn / (1 + ratio * w->inertia)) / 2, 1));
  return 1200 * log2(found / sqrt(turn));
}

// The mass that is off by the most in steps of k; its node.
static int worst_of(const compiler *c, double k, swing *of, double *cents) {
  int worst = -1;
  *cents = 0;
  for (int i = 0; i < c->m.mass_body_count; ++i)
    of[i] = (swing){.contact = -1};
  for (int i = 0; i < c->m.link_count; ++i)
    add_spring(c, &c->m.link[i], k, of);
  for (int i = 0; i < c->m.mass_body_count; ++i) {
    const double off = cents_of(&of[i], &c->m.body[c->m.mass_body[i]], k);
    if (fabs(off) > fabs(*cents)) {
      *cents = off;
      worst = i;
    }
  }
  return worst;
}

static void tell(compiler *c, int node, const swing *w, double cents, swing *scratch) {
  char remedy[80];
  sentence to = sentence_in(remedy, sizeof remedy);
  const carom_model *head = &c->m.head;
  const double frequency =
      sqrt(w->turn / squared(head->k) + c->m.body[c->m.mass_body[node]].start.omega2) / two_pi;
  const char *name = c->m.text + c->m.contact[w->contact].name;
  int times = head->oversample;
  double left = cents;
  while (times < MOST_OVERSAMPLE && fabs(left) >= told_from) {
    times *= 2;
    (void)worst_of(c, 1 / (head->rate * times), scratch, &left);
  }
  if (fabs(left) < told_from)
    sentence_add(&to, "solver.oversample: %d", times);
  else
    sentence_add(&to, "rate: %.3g with solver.oversample: %d",
                 head->rate * sqrt(fabs(left) / told_from), times);
  compile_warning(c, WARNING_SPRING_TUNING,
                  &(warning_words){.name = name, .more = remedy, .number = {frequency, cents}});
}

bool springs_tell(compiler *c) {
  const size_t size = 2 * (size_t)c->m.mass_body_count * sizeof(swing);
  swing *of = compile_take(c, size);
  double cents = 0;
  const int node = of != NULL ? worst_of(c, c->m.head.k, of, &cents) : -1;
  if (node >= 0 && fabs(cents) >= told_from) {
    const swing worst = of[node];
    tell(c, node, &worst, cents, of + c->m.mass_body_count);
  }
  compile_drop(c, of, size);
  return !c->m.out_of_memory;
}
