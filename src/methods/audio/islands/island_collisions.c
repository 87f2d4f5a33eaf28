// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The contact rule (theory 2.7 and 4.1 to 4.4): collisions of one island, solved so that no contact
// ever pulls.
//
// A contact stores energy as psi^2/2 and steps it with any slope g: psi+ = psi + g D/2, F = g (psi
// + psi+)/2. That is exact in energy for every g; the rule chooses it so that psi follows the
// discrete gradient of the law (laws/gradient.c). For one contact with receptance w, free
// change D and loss h, psi+ >= 0 if and only if g <= g_limit, the positive root of
//
//   psi (1 - g^2 w/4) + g D/2 = 0  (h = 0),
//
// and then F >= 0. In an island the same holds for contacts solved sequentially, if each later one
// sees D less *twice* what the earlier ones moved it: the antisymmetric part of that order does no
// work, so the balance stays exact. The rule therefore
//
//   1 releases contacts that have separated and still store energy (psi+ = 0 in one step),
//   2 solves the discrete gradient for D: each contact by itself, then all of them,
//   3 takes g and h from it, solves once more, and bounds g by g_limit where a contact would pull,
//   4 falls back to a sequential solve where that would still pull, or switch a compressed contact
//     off,
//   5 releases contacts that it had to hold in 1.
//
// A contact alone in its island passes through 2 and 3 only. Every path ends with psi >= 0 and F >=
// 0. Proofs are in docs/theory/collisions.md.

#include "methods/audio/islands/island.h"

#include "methods/audio/islands/skyline.h"
#include "scene/words.h"

/// Steps for which a contact may keep energy without overlap.
static const int hovering_longest = 3;

static const model_contact *contact_of(const island_view *v, int i) {
  return &v->m->contact[v->collisions.link[i].contact];
}

// The i-th contact in this step's order, which alternates from step to step.
static int in_order(const island_view *v, int i) {
  return v->s->head->n % 2 == 0 ? i : v->collisions.count - 1 - i;
}

// The largest g that keeps psi+ >= 0 for one contact.
static double g_limit(double psi, double D, double w, double h) {
  const double q = 1 + h * w;
  const double r = sqrt(D * D + 4 * w * q * psi * psi);
  if (D < 0)
    return 4 * psi * q / (r - D);
  return w * psi > 0 ? (D + r) / (w * psi) : (double)INFINITY;
}

// --- Separated contacts -------------------------------------------------------------------------

// Announces the force of contact c to all others: they see twice its effect.
static void announce(const island_view *v, int c) {
  const link_set *set = &v->collisions;
  const double F = set->work[c].force;
  for (int e = set->row[c].first; e <= set->row[c].last; ++e)
    if (e != c) {
      const double moved = collision_weight(v, e, c) * F;
      set->work[e].goal -= 2 * moved;
      set->work[e].shift += moved;
    }
}

// Releases one contact: g = g_limit gives psi+ = 0, F = g psi / 2.
static void release(const island_view *v, int c) {
  link_work *w = &v->collisions.work[c];
  w->role = RELEASED;
  w->g = g_limit(w->before, w->goal, collision_weight(v, c, c), 0);
  w->force = w->g * w->before / 2;
  w->seen = w->goal - collision_weight(v, c, c) * w->force;
  w->psi = 0;
  w->loss = 0;
  announce(v, c);
}

// What a contact keeps without overlap is lost: rounding, or what other contacts left there.
static void drop_energy(link_work *w) {
  w->dropped = w->before * w->before / 2;
  w->before = w->psi = 0;
}

static inline void begin(const island_view *v, int c) {
  link_work *w = &v->collisions.work[c];
  w->role = ACTIVE;
  w->force = w->seen = w->loss = w->shift = w->g = w->theta = w->numerical = w->dropped = 0;
  w->before = w->psi = v->collisions.past[c].psi;
}

static bool has_separated(const island_view *v, int c) {
  const link_memory *p = &v->collisions.past[c];
  return (contact_of(v, c)->scheme == SCHEME_CLAMP ? p->eta : p->half) <= 0;
}

// A separated contact that stores energy is released if it parts, else held until the others are
// solved.
static inline void release_or_hold(const island_view *v, int c) {
  link_work *w = &v->collisions.work[c];
  if (w->before <= 0 || !has_separated(v, c))
    return;
  if (w->goal < 0)
    release(v, c);
  else if (collision_stores_little(v, c))
    drop_energy(w);
  else
    w->role = HELD;
}

// Step 1. Returns whether contacts are left to solve.
static bool release_separated(const island_view *v) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i)
    begin(v, i);
  for (int i = 0; i < set->count; ++i)
    release_or_hold(v, in_order(v, i));
  for (int i = 0; i < set->count; ++i) {
    const link_memory *p = &set->past[i];
    const link_work *w = &set->work[i];
    if (w->role == ACTIVE && (p->half > 0 || p->half + (w->goal + w->shift) / 2 > 0))
      return true;
  }
  return false;
}

// --- Slopes that do not pull --------------------------------------------------------------------

// D^eff of a contact with the others' forces as they are.
static double goal_with_others(const island_view *v, int c) {
  const link_set *set = &v->collisions;
  double goal = set->work[c].goal;
  for (int j = set->row[c].first; j <= set->row[c].last; ++j)
    if (j != c && set->work[j].role == ACTIVE && set->work[j].force > 0)
      goal -= collision_weight(v, c, j) * set->work[j].force;
  return goal;
}

// Bounds g with the others' forces of the last solve.
static void bound_slopes(const island_view *v) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i) {
    link_work *w = &set->work[i];
    if (w->role != ACTIVE)
      continue;
    const double goal = fmin(w->goal, goal_with_others(v, i));
    w->g = fmin(w->g, g_limit(w->before, goal, collision_weight(v, i, i), w->loss));
  }
}

static bool pulls(const link_work *w, const link_memory *p) {
  return w->role == ACTIVE && !(w->psi >= -psi_noise * p->psi_max && w->force >= 0);
}

static bool any_pulls(const island_view *v) {
  for (int i = 0; i < v->collisions.count; ++i)
    if (pulls(&v->collisions.work[i], &v->collisions.past[i]))
      return true;
  return false;
}

// Where the loss alone makes a contact pull, it is reduced to the force of the spring part.
static void bound_losses(const island_view *v) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i) {
    link_work *w = &set->work[i];
    if (w->role == ACTIVE && w->force < 0 && w->loss > 0 && w->D < 0)
      w->loss = fmax(0, w->g * (w->before + w->psi) / (-2 * w->D));
  }
}

// Step 3.
static void correct(const island_view *v, bool economy, bool count) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i) {
    link_work *w = &set->work[i];
    if (w->role != ACTIVE)
      continue;
    if (collision_follows_gradient(v, i, economy))
      collision_set_slopes(v, i);
    w->g = w->target;
    w->loss = w->h;
  }
  collisions_solve_together(v);
  for (int round = 0; round < 2 && any_pulls(v); ++round) {
    for (int i = 0; count && i < set->count; ++i)
      v->s->counts[set->link[i].contact].retries += pulls(&set->work[i], &set->past[i]);
    bound_losses(v);
    bound_slopes(v);
    collisions_solve_together(v);
  }
}

// Step 4. Not acceptable are a pull, and a contact switched off although it is being compressed.
static bool is_unacceptable(const island_view *v, int i) {
  const link_work *w = &v->collisions.work[i];
  const link_memory *p = &v->collisions.past[i];
  if (w->role != ACTIVE)
    return false;
  if (pulls(w, p) || !isfinite(w->force))
    return true;
  const double own = collision_weight(v, i, i);
  return p->half > 0 && w->D > 0 &&
         w->g < 0.1 * fmin(w->target, g_limit(w->before, w->D + own * w->force, own, w->loss));
}

static void solve_single(const island_view *v, int c) {
  link_work *w = &v->collisions.work[c];
  const double psi = w->before;
  const double own = collision_weight(v, c, c);
  const double limit = g_limit(psi, w->goal, own, 0);
  const bool clamped = w->target >= limit;
  const double g = fmin(w->target, limit);
  double h = w->h;
  if (w->goal < 0)
    h = fmin(h, 0.999 * fmax(0, g * psi / -w->goal - g * g / 4));
  if (h > 0) {
    const double d = g * g / 4 + h;
    w->force = (g * psi + d * w->goal) / (1 + d * own);
    w->psi = fmax(0, psi + g * (w->goal - own * w->force) / 2);
  } else {
    const double a = g * g * own / 4;
    w->psi = clamped ? 0 : fmax(0, (psi * (1 - a) + g * w->goal / 2) / (1 + a));
    w->force = g * (psi + w->psi) / 2;
  }
  w->g = g;
  w->loss = h;
  w->seen = w->goal - own * w->force;
}

static void solve_sequentially(const island_view *v, bool economy) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i) {
    const int c = in_order(v, i);
    if (set->work[c].role != ACTIVE)
      continue;
    collision_choose_slopes(v, c, economy);
    solve_single(v, c);
    set->work[c].role = RELEASED; // done: it is not solved again
    announce(v, c);
  }
}

// Steps 3 and 4 after the prediction.
static void correct_or_fall_back(const island_view *v, bool economy, bool count) {
  const link_set *set = &v->collisions;
  correct(v, economy, count);
  bool fall_back = false;
  for (int i = 0; i < set->count; ++i)
    fall_back = fall_back || is_unacceptable(v, i);
  for (int i = 0; count && i < set->count; ++i) {
    carom_counts *counts = &v->s->counts[set->link[i].contact];
    counts->solves += set->work[i].role == ACTIVE && set->work[i].force > 0;
    counts->fallbacks += set->work[i].role == ACTIVE && fall_back;
  }
  if (fall_back) {
    solve_sequentially(v, economy);
    return;
  }
  for (int i = 0; i < set->count; ++i)
    if (set->work[i].role == ACTIVE)
      announce(v, i); // to the held ones
}

// Step 5. Held contacts that part now are released; those that have kept energy without overlap for
// long drop it.
static void release_held(const island_view *v) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i) {
    const int c = in_order(v, i);
    if (set->work[c].role != HELD)
      continue;
    if (set->work[c].goal < 0)
      release(v, c);
    else if (set->past[c].hovering >= hovering_longest)
      drop_energy(&set->work[c]);
  }
}

// A contact alone in its island. False if it has separated and needs step 1, or would pull.
static bool solve_alone(const island_view *v, bool economy, bool count) {
  link_work *w = v->collisions.work;
  link_step step;
  const collision_view view = {v->collisions.link, v->collisions.past, v->collisions.bound,
                               collision_weight(v, 0, 0)};
  if (!collision_follows_gradient(v, 0, economy) ||
      !collision_alone(v->m, v->s, &view, w->goal, &step))
    return false;
  begin(v, 0);
  w->force = step.force;
  w->seen = step.seen;
  w->psi = step.psi;
  w->loss = step.loss;
  w->numerical = step.loss > 0 ? step.numerical / step.loss : 0;
  v->s->counts[v->collisions.link->contact].solves += count && w->force > 0;
  return true;
}

void collisions_solve(const island_view *v, bool economy, bool count) {
  const link_set *set = &v->collisions;
  bool quiet = true;
  for (int i = 0; i < set->count; ++i)
    quiet = quiet && collision_idle(&set->past[i], set->work[i].goal);
  if (quiet) {
    for (int i = 0; i < set->count; ++i)
      collision_rest(&set->work[i]);
    return;
  }
  if (set->count > 1 || !solve_alone(v, economy, count)) {
    if (release_separated(v)) {
      collisions_predict(v, economy);
      correct_or_fall_back(v, economy, count);
    }
    release_held(v);
  }
  for (int i = 0; i < set->count; ++i)
    if (fabs(set->work[i].psi) <= psi_noise * set->past[i].psi_max)
      set->work[i].psi = 0; // rounding
}

// --- Beside exact contacts ----------------------------------------------------------------------

void collision_begin(const island_view *v, int c) {
  begin(v, c);
}

void collision_release(const island_view *v, int c) {
  if (!v->collisions.link[c].exact)
    release_or_hold(v, c);
}

// How far exact contacts in substeps will still move this one, if they push as they did of late.
static double yet_to_come(const island_view *v, int c) {
  const link_set *set = &v->collisions;
  const int first = (int)(set->link - v->m->link);
  double moved = 0;
  for (int e = set->row[c].first; e <= set->row[c].last; ++e)
    if (e != c && set->link[e].exact && set->work[e].role == TURNS)
      moved += collision_weight(v, c, e) *
               fmax(0, audio_of(v->s)->sub_sample[first + e].push - set->work[e].force);
  return moved;
}

// One substep of all of them. Slopes are chosen for where they will be; pressed exact contacts have
// an overlap of their own.
void collisions_solve_beside(const island_view *v) {
  const link_set *set = &v->collisions;
  bool any = false;
  for (int c = 0; c < set->count; ++c) {
    link_work *w = &set->work[c];
    if (w->role != ACTIVE)
      continue;
    any = true;
    w->shift = set->link[c].exact ? 0 : w->shift - yet_to_come(v, c);
  }
  if (!any)
    return;
  collisions_predict(v, false);
  correct_or_fall_back(v, false, false);
  for (int c = 0; c < set->count; ++c)
    if (set->work[c].role != TURNS && set->work[c].psi <= psi_noise * set->past[c].psi_max)
      set->work[c].psi = 0; // rounding
}

void collisions_release_held(const island_view *v) {
  release_held(v);
}
