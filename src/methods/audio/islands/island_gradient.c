// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The discrete gradient for the collisions of an island (theory 4.6): what each overlap will do in
// the coming step, and the slopes g and h that stand for it.

#include "contacts/psi.h"
#include "laws/gradient.h"
#include "methods/audio/islands/island.h"
#include "scene/words.h"
#include <math.h>

/// Rounds of Newton's iteration for all contacts of an island, and when it has converged.
static const int max_rounds = 10;
static const double round_tolerance = 1e-7;

/// A step of that iteration that changes overlaps by less than this part is the last: the next
/// would change them by the square of it.
static const double last_step = 3e-4;

/// Below this fraction of what it is about to store, the psi of a separated contact is dropped.
static const double little = 1e-6;

static const model_contact *contact_of(const island_view *v, int i) {
  return &v->m->contact[v->collisions.link[i].contact];
}

static const contact_values *law_of(const island_view *v, int i) {
  return &v->s->values[v->collisions.link[i].contact];
}

// The law of a contact in this step, from where released contacts have moved it.
static gradient_step step_of(const island_view *v, int c) {
  const link_set *set = &v->collisions;
  const contact_values *a = law_of(v, c);
  return (gradient_step){.law = link_law(v->m, &set->link[c]),
                         .bound = &set->bound[c],
                         .stiffness = a->stiffness * set->link[c].scale,
                         .loss = a->damping / (2 * v->m->k) * set->work[c].damping,
                         .theta = set->work[c].theta,
                         .x = set->work[c].from,
                         .W = collision_weight(v, c, c)};
}

bool collision_follows_gradient(const island_view *v, int c, bool economy) {
  return !economy && contact_of(v, c)->scheme != SCHEME_CLAMP;
}

// Whether the energy of a separated contact is nothing beside what it is about to store.
bool collision_stores_little(const island_view *v, int c) {
  const link_work *w = &v->collisions.work[c];
  const gradient_step p = step_of(v, c);
  return w->before <=
         little * gradient_psi(&p, v->collisions.past[c].half + (w->shift + w->goal) / 2);
}

// g and loss at eta^n, for contacts that follow no gradient.
static inline void set_present(const island_view *v, int c) {
  link_work *w = &v->collisions.work[c];
  const contact_law *law = link_law(v->m, &v->collisions.link[c]);
  const double scale = v->collisions.link[c].scale;
  const double eta = v->collisions.past[c].eta;
  w->target = law_g(law, law_of(v, c), scale, eta);
  w->h = law_loss(law, law_of(v, c), scale, eta, v->m->k);
  w->D = 0; // not known yet, and not that of another step
}

// D as if there were no other contact, and the step it was found for.
static gradient_step solve_gradient(const island_view *v, int c) {
  link_work *w = &v->collisions.work[c];
  w->from = v->collisions.past[c].half + w->shift / 2;
  w->damping = 1;
  gradient_step p = step_of(v, c);
  w->D = gradient_settle(&p, w->before, w->goal, &w->damping);
  w->from = p.x;
  w->theta = p.theta;
  return p;
}

// g and h for that D.
static void set_slopes(link_work *w, gradient_slopes s) {
  w->target = s.g;
  w->h = s.h;
  w->numerical = s.h > 0 ? s.numerical / s.h : 0;
}

void collision_set_slopes(const island_view *v, int c) {
  link_work *w = &v->collisions.work[c];
  const gradient_step p = step_of(v, c);
  set_slopes(w, gradient_slopes_at(&p, w->before, w->D));
}

// Both, for a contact by itself.
void collision_choose_slopes(const island_view *v, int c, bool economy) {
  if (collision_follows_gradient(v, c, economy)) {
    link_work *w = &v->collisions.work[c];
    const gradient_step p = solve_gradient(v, c);
    set_slopes(w, gradient_slopes_settled(&p, w->before, w->D));
  } else {
    set_present(v, c);
  }
}

// The force of a contact as a tangent at its D.
static void set_tangent(const island_view *v, int c, bool economy) {
  link_work *w = &v->collisions.work[c];
  w->f = w->d = 0;
  if (w->role == ACTIVE && collision_follows_gradient(v, c, economy)) {
    const gradient_step p = step_of(v, c);
    const gradient_push t = gradient_push_at(&p, w->D);
    w->f = t.F - t.slope * w->D;
    w->d = t.slope;
  } else if (w->role == ACTIVE) {
    w->f = w->target * w->before;
    w->d = w->target * w->target / 4 + w->h;
  }
  w->root = sqrt(w->d);
}

// Whether the overlap after the step is known: the tangent is the law itself where a contact does
// not touch.
static bool is_known(const link_work *w) {
  const double from = w->from + w->seen / 2;
  const double to = w->from + w->D / 2;
  return fmax(from, to) <= 0 || fabs(to - from) <= last_step * fmin(from, to);
}

static bool all_known(const island_view *v, bool economy) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i)
    if (set->work[i].role == ACTIVE && collision_follows_gradient(v, i, economy) &&
        !is_known(&set->work[i]))
      return false;
  return true;
}

// One round of Newton's iteration; returns the largest relative change of a D. A contact that does
// not touch has no slope and could be pushed far into another one: each one is therefore solved
// once more by itself, with the forces that the others have.
static double improve(const island_view *v, bool economy) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i) {
    set_tangent(v, i, economy);
    if (set->work[i].role == ACTIVE) // others have what they saw
      set->work[i].seen = set->work[i].D;
  }
  collisions_solve_affine(v);
  if (all_known(v, economy))
    return 0;
  double max = 0;
  for (int i = 0; i < set->count; ++i) {
    link_work *w = &set->work[i];
    if (w->role != ACTIVE)
      continue;
    if (collision_follows_gradient(v, i, economy)) {
      const gradient_step p = step_of(v, i);
      w->D = gradient_solve(&p, w->D + p.W * (w->f + w->d * w->D), w->D);
    }
    const double size = fabs(w->D) + fabs(set->past[i].half);
    if (size > 0)
      max = fmax(max, fabs(w->D - w->seen) / size);
  }
  return max;
}

// Step 2.
void collisions_predict(const island_view *v, bool economy) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i) {
    if (set->work[i].role != ACTIVE)
      continue;
    if (collision_follows_gradient(v, i, economy))
      (void)solve_gradient(v, i);
    else
      set_present(v, i);
  }
  for (int round = 0; set->count > 1 && round < max_rounds; ++round)
    if (improve(v, economy) < round_tolerance)
      break;
}
