// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The contact rule (theory 2.7 and 4.1 to 4.4): collisions of one island, solved so that no contact
// ever pulls.
//
// A contact stores energy as psi^2/2 and steps it with any slope g: psi+ = psi + g D/2, F = g (psi
// + psi+)/2. That is exact in energy for every g; the rule chooses it. For one contact with
// receptance w, free change D and loss h, psi+ >= 0 if and only if g <= g_limit, the positive root
// of
//
//   psi (1 - g^2 w/4) + g D/2 = 0  (h = 0),
//
// and then F >= 0. In an island the same holds for contacts solved sequentially, if each later one
// sees D less *twice* what the earlier ones moved it: the antisymmetric part of that order does no
// work, so the balance stays exact. The rule therefore
//
//   1 releases contacts that have separated (psi+ = 0 in one step),
//   2 predicts D with g(eta^n), all contacts simultaneously,
//   3 corrects g to second order (law.c), bounded by g_limit, and solves again,
//   4 falls back to a sequential solve where that would pull, or switch a compressed contact off,
//   5 releases contacts that it had to hold in 1.
//
// Every path ends with psi >= 0 and F >= 0. Proofs are in docs/theory/collisions.md.

#include "methods/audio/island.h"

#include "contacts/law.h"
#include "methods/audio/skyline.h"

/// psi below this fraction of its largest value counts as zero.
static const double psi_noise = 1e-10;

/// Steps for which a contact may keep energy without overlap.
static const int hovering_longest = 3;

/// The corrector is trusted while g^2 W/4, the contact's stiffness in a step, is at most this.
static const double resolved_limit = 0.25;

static const model_contact *contact_of(const island_view *v, int i) {
  return &v->m->contact[v->collisions.link[i].contact];
}

static const contact_values *law_of(const island_view *v, int i) {
  return &v->s->values[v->collisions.link[i].contact];
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

// --- Steps of the rule --------------------------------------------------------------------------

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
  const double psi = v->collisions.past[c].psi;
  w->role = RELEASED;
  w->g = g_limit(psi, w->goal, collision_weight(v, c, c), 0);
  w->force = w->g * psi / 2;
  w->seen = w->goal - collision_weight(v, c, c) * w->force;
  w->psi = 0;
  w->loss = 0;
  announce(v, c);
}

static inline void begin(const island_view *v, int c) {
  link_work *w = &v->collisions.work[c];
  w->role = ACTIVE;
  w->force = w->seen = w->loss = w->shift = w->g = 0;
  w->psi = v->collisions.past[c].psi;
}

// A contact that has separated: released if it parts, else held until the others are solved.
static inline void release_or_hold(const island_view *v, int c) {
  const link_memory *p = &v->collisions.past[c];
  if (p->eta > 0 || p->psi <= 0)
    return;
  if (v->collisions.work[c].goal < 0)
    release(v, c);
  else
    v->collisions.work[c].role = HELD;
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
    if (w->role == ACTIVE && (p->eta > 0 || p->eta - p->deta + w->goal + w->shift > 0))
      return true;
  }
  return false;
}

// g and loss at eta^n.
static inline void set_predictor(const island_view *v, int c) {
  link_work *w = &v->collisions.work[c];
  const double scale = v->collisions.link[c].scale;
  const double eta = v->collisions.past[c].eta;
  w->g = w->target = law_g(&contact_of(v, c)->law, law_of(v, c), scale, eta);
  w->h = w->loss = law_loss(&contact_of(v, c)->law, law_of(v, c), scale, eta, v->m->k);
}

// Step 2. The predictor: g(eta^n), not bounded.
static void predict(const island_view *v) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i)
    if (set->work[i].role == ACTIVE)
      set_predictor(v, i);
  collisions_solve_together(v);
}

// Step 3. The slope after the prediction, before bounds; see law.c. A contact too stiff to be
// resolved keeps g(eta^n), except where it hardly moves: there g(eta^n) alone would make a stiff
// contact at rest unstable from g^2 W/4 = (alpha + 1) / (alpha - 1) on, and the derivative half-way
// does not.
static double corrected_slope(const island_view *v, int i) {
  const link_set *set = &v->collisions;
  const link_memory *p = &set->past[i];
  const link_work *w = &set->work[i];
  const double own = collision_weight(v, i, i);
  const correction r = law_correct(&contact_of(v, i)->law, law_of(v, i), set->link[i].scale,
                                   past_of(p), w->D, w->shift, own);
  const bool trusted = r.good && (r.g * r.g * own / 4 <= resolved_limit || r.still);
  if (p->eta <= 0) {
    const double after = p->eta - p->deta + w->D + w->shift;
    return after > 0 && trusted ? r.g : 0;
  }
  if (trusted)
    return r.g;
  const double with_drift = w->target + r.drift;
  return with_drift >= 0 && with_drift <= 2 * r.steepest ? with_drift : w->target;
}

// D^eff of a contact with the others' forces as they are.
static double goal_with_others(const island_view *v, int c) {
  const link_set *set = &v->collisions;
  double goal = set->work[c].goal;
  for (int j = set->row[c].first; j <= set->row[c].last; ++j)
    if (j != c && set->work[j].role == ACTIVE && set->work[j].force > 0)
      goal -= collision_weight(v, c, j) * set->work[j].force;
  return goal;
}

// Bounds g with the others' forces of the last solve; true if any g changed, so that a new solve is
// needed.
static bool bound_slopes(const island_view *v, bool again) {
  const link_set *set = &v->collisions;
  bool changed = false;
  for (int i = 0; i < set->count; ++i) {
    link_work *w = &set->work[i];
    if (w->role != ACTIVE)
      continue;
    double goal = goal_with_others(v, i);
    if (again && w->goal < goal)
      goal = w->goal;
    const double limit = g_limit(set->past[i].psi, goal, collision_weight(v, i, i), w->loss);
    const double g = fmin(again ? w->g : w->target, limit);
    changed = changed || g != w->g;
    w->g = g;
  }
  return changed;
}

static bool pulls(const link_work *w, const link_memory *p) {
  return w->role == ACTIVE && !(w->psi >= -psi_noise * p->psi_most && w->force >= 0);
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
      w->loss = fmax(0, w->g * (set->past[i].psi + w->psi) / (-2 * w->D));
  }
}

static void correct(const island_view *v, bool economy, bool count) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i)
    if (set->work[i].role == ACTIVE && !economy && contact_of(v, i)->scheme == SCHEME_POSITIVE)
      set->work[i].target = corrected_slope(v, i);
  if (bound_slopes(v, false))
    collisions_solve_together(v);
  for (int round = 0; round < 2 && any_pulls(v); ++round) {
    for (int i = 0; count && i < set->count; ++i)
      v->s->counts[set->link[i].contact].retries += pulls(&set->work[i], &set->past[i]);
    bound_losses(v);
    bound_slopes(v, true);
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
  return p->eta > 0 && w->D > 0 &&
         w->g < 0.1 * fmin(w->target, g_limit(p->psi, w->D + own * w->force, own, w->loss));
}

static void solve_single(const island_view *v, int c) {
  link_work *w = &v->collisions.work[c];
  const double psi = v->collisions.past[c].psi;
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
    w->psi = psi + g * (w->goal - own * w->force) / 2;
  } else {
    const double a = g * g * own / 4;
    w->psi = clamped ? 0 : fmax(0, (psi * (1 - a) + g * w->goal / 2) / (1 + a));
    w->force = g * (psi + w->psi) / 2;
  }
  w->g = g;
  w->loss = h;
  w->seen = w->goal - own * w->force;
}

static void solve_sequentially(const island_view *v) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i) {
    const int c = in_order(v, i);
    if (set->work[c].role != ACTIVE)
      continue;
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
    solve_sequentially(v);
    return;
  }
  for (int i = 0; i < set->count; ++i)
    if (set->work[i].role == ACTIVE)
      announce(v, i); // to the held ones
}

// Step 5. Held contacts that part now are released, and so are those that have kept energy without
// overlap for long: g_limit releases a contact whichever way it moves.
static void release_held(const island_view *v) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i) {
    const int c = in_order(v, i);
    if (set->work[c].role == HELD &&
        (set->work[c].goal < 0 ||
         (set->past[c].hovering >= hovering_longest && collision_weight(v, c, c) > 0)))
      release(v, c);
  }
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
  if (release_separated(v)) {
    predict(v);
    correct_or_fall_back(v, economy, count);
  }
  release_held(v);
  for (int i = 0; i < set->count; ++i)
    if (set->work[i].psi < 0 && set->work[i].psi >= -psi_noise * set->past[i].psi_most)
      set->work[i].psi = 0; // rounding
}

// --- Beside exact contacts ----------------------------------------------------------------------

void collision_begin(const island_view *v, int c) {
  begin(v, c);
}

void collision_part(const island_view *v, int c) {
  if (!v->collisions.link[c].exact)
    release_or_hold(v, c);
}

// One turn: a prediction and a correction of its own.
void collision_take_turn(const island_view *v, int c) {
  link_work *w = &v->collisions.work[c];
  if (w->role != ACTIVE)
    return;
  set_predictor(v, c);
  solve_single(v, c);
  if (contact_of(v, c)->scheme == SCHEME_POSITIVE) {
    w->D = w->seen;
    w->target = corrected_slope(v, c);
    solve_single(v, c);
  }
  w->psi = fmax(w->psi, 0); // rounding
  w->role = RELEASED;
  announce(v, c);
}

void collisions_release_held(const island_view *v) {
  release_held(v);
}
