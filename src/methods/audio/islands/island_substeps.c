// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The substeps of exact contacts within a sample (theory 6.10 to 6.13).
//
// Contacts between masses have many substeps of a fraction of the sample each, which makes chains
// of short contacts converge. A substep is a part of the shortest of the contacts that touch in it,
// so that an impact has as many substeps however hard it is; where nothing touches it reaches to
// the next landing. In a substep every contact sees the mean of what the others do in it,
//
//   w_c - sum_{e != c} W_ce p_e / 2k^2,
//
// which takes from the bodies what they give, and which does not depend on the order of the
// contacts. The impulses are found by iteration; it contracts, as a short substep changes little.
// Where it does not converge, contacts act one after the other, each seeing the speed by then.
//
// A grid responds once a sample: over shorter parts it would act like a node, a mass that only the
// grid has. Exact contacts that touch a grid have one substep, in the middle of the sample,
// together like the others, and so has the block of all contacts that follow the contact rule.

#include "methods/audio/islands/inside.h"

#include <math.h>

/// Turns for the shortest contact between masses, and in a sample; from some on, at least an even
/// share of what is left of it.
enum { SUBSTEPS_OF_IMPACT = 32, FREE_SUBSTEPS = 384, MAX_SUBSTEPS = 512 };

/// Rounds in which the impulses of one substep are found, and when they have converged.
enum { PULL_ROUNDS = 3 };
static const int max_rounds = 12;
static const double round_tolerance = 3e-13;

// Announces an impulse to all contacts of the island, this one included.
static void announce_impulse(const island_view *v, int c, double force) {
  const link_set *set = &v->collisions;
  for (int e = set->row[c].first; e <= set->row[c].last; ++e) {
    const double moved = collision_weight(v, e, c) * force;
    set->work[e].goal -= 2 * moved;
    set->work[e].shift += moved;
  }
}

/// A part of a sample, from t_{n-1/2} + `from` on.
typedef struct {
  double from, T; // s
} span;

// With the closing speed there is at `at` after t_n, and its true path until it touches.
static passage pass_with(const island_view *v, int c, double masses, double goal, span of,
                         double at) {
  const link_work *w = &v->collisions.work[c];
  const sub_sample_work *in = inside_of(v, c);
  const double k = v->m->k;
  const double all = collision_weight(v, c, c) / (k * k);
  const double pull = in->pull / (k * k);
  const double begin = of.from - k / 2; // after t_n
  const push_law push = law_of(v, c);
  const inverse_masses moves = {.mass = fmin(masses, all), .grid = fmax(all - masses, 0)};
  const double speed = goal / (2 * k) + pull * at;
  double xi = in->next;
  if (xi <= 0 && pull != 0)
    xi = fmin(xi - pull * (at - begin) * (at - begin) / 2, 0);
  passage p = exact_pass(&push, moves, xi, w->psi * w->psi / 2, speed, of.T);
  p.in = speed + pull * (begin + p.begin - at); // NAN as these
  p.out = speed - all * p.impulse + pull * (begin + p.end - at);
  p.moment = p.impulse > 0 ? p.impulse * (begin + of.T) - (xi + speed * of.T - p.xi) / all : 0;
  return p;
}

// What a contact would do in a part of a sample, given twice the travel it would have in a whole
// one. Steady forces change its speed meanwhile: it passes with the speed of the middle of its
// push, or of the middle of the part (theory 6.17).
static passage pass(const island_view *v, int c, double masses, double goal, span of) {
  const sub_sample_work *in = inside_of(v, c);
  const double k = v->m->k;
  const double middle = of.from + of.T / 2 - k / 2;
  passage p = pass_with(v, c, masses, goal, of, middle);
  if (in->pull == 0 || !(p.impulse > 0))
    return p;
  double at = middle;
  for (int round = 0; round < PULL_ROUNDS && p.impulse > 0; ++round) {
    at = p.moment / p.impulse;
    p = pass_with(v, c, masses, goal, of, at);
  }
  p.moment = p.impulse * at; // what its energy was found with
  if (p.V <= 0) {
    const double end = of.from + of.T - k / 2;
    const double all = collision_weight(v, c, c) / (k * k);
    const double speed = goal / (2 * k) + in->pull / (k * k) * middle;
    p.xi = fmin(in->next + speed * of.T - all * (p.impulse * end - p.moment), 0);
  }
  return p;
}

// An impact of this sample has ended and another begins.
static void begin_another(const island_view *v, int c) {
  sub_sample_work *in = inside_of(v, c);
  if (in->events == SAMPLE_EVENTS - 1) // the rest are one
    return;
  audio_of(v->s)->inside_event[SAMPLE_EVENTS * link_of(v, c) + in->events++] = in->now;
  in->now = no_event;
}

// Takes what it did into its state, and to the others.
static void take(const island_view *v, int c, const passage *p, double from) {
  link_work *w = &v->collisions.work[c];
  sub_sample_work *in = inside_of(v, c);
  in->next = p->xi;
  in->spent += p->loss;
  in->moment += p->moment;
  if (!isnan(p->begin) && p->impulse > 0) {
    if (!isnan(in->now.end))
      begin_another(v, c);
    ++in->impacts;
    if (isnan(in->now.begin)) {
      in->now.begin = from + p->begin;
      in->now.speed_in = in->often ? p->in : (double)NAN;
    }
    in->now.end = NAN;
  }
  in->now.impulse += p->impulse;
  in->now.spent += p->loss;
  in->now.peak = fmax(in->now.peak, p->peak);
  if (!isnan(p->end)) {
    in->now.end = from + p->end;
    in->now.speed_out = in->often ? p->out : (double)NAN;
  }
  w->psi = sqrt(2 * fmax(p->V, 0)); // below zero by rounding
  w->force += p->impulse / v->m->k;
  if (p->impulse > 0)
    announce_impulse(v, c, p->impulse / v->m->k);
  if (p->impulse > 0 && in->modal)
    apply_to_modes(v, c, p->impulse);
}

void substep_alone(const island_view *v, int c, double from, double T) {
  const passage p =
      pass(v, c, inside_of(v, c)->masses, v->collisions.work[c].goal, (span){from, T});
  take(v, c, &p, from);
}

// --- Together -----------------------------------------------------------------------------------

// Contacts that have many substeps, and those that have one.
static bool in_group(const island_view *v, int c, bool often) {
  return takes_substeps(v, c) && inside_of(v, c)->often == often;
}

static bool is_often(const island_view *v, int c) {
  return in_group(v, c, true);
}

// Whether no contact beside it touches in this substep. Then its masses move as the law says;
// pressed from both sides a light one would oscillate within the substep, and lose energy by that.
static bool touches_alone(const island_view *v, int c, double T) {
  const link_set *set = &v->collisions;
  for (int e = set->row[c].first; e <= set->row[c].last; ++e)
    if (e != c && is_often(v, e) && collision_weight(v, c, e) != 0) {
      const double x = inside_of(v, e)->next;
      if (x > 0 || x + T * set->work[e].goal / (2 * v->m->k) > 0)
        return false;
    }
  return true;
}

// One round of the iteration for all impulses of a group; true if they have converged, to numbers.
// The impulses are measured by the square root of the energy they bring.
static bool improve(const island_view *v, bool often, span of, bool first) {
  const link_set *set = &v->collisions;
  double change = 0;
  double max = 0;
  bool finite = true;
  for (int c = 0; c < set->count; ++c) {
    if (!in_group(v, c, often))
      continue;
    sub_sample_work *in = inside_of(v, c);
    double goal = set->work[c].goal;
    for (int e = set->row[c].first; e <= set->row[c].last; ++e)
      if (e != c && in_group(v, e, often))
        goal -= collision_weight(v, c, e) * inside_of(v, e)->substep.impulse / v->m->k;
    const double before = in->substep.impulse;
    if (first || goal != in->substep_goal)
      in->substep = pass(v, c, !often || touches_alone(v, c, of.T) ? in->masses : 0, goal, of);
    in->substep_goal = goal;
    const double root = sqrt(collision_weight(v, c, c));
    change = fmax(change, root * fabs(in->substep.impulse - before));
    max = fmax(max, root * in->substep.impulse);
    finite = finite && isfinite(in->substep.impulse); // fmax() passes over what is not a number
  }
  return finite && change <= round_tolerance * max;
}

static bool find_impulses(const island_view *v, bool often, span of) {
  for (int round = 0; round < max_rounds; ++round)
    if (improve(v, often, of, round == 0))
      return true;
  return false;
}

// The others had their travels by impulses in the middle of the substep. Where they are free those
// go from where the impulses were.
static void correct_travels(const island_view *v, span of) {
  const link_set *set = &v->collisions;
  const double k = v->m->k;
  const double middle = of.from + of.T / 2 - k / 2;
  for (int c = 0; c < set->count; ++c) {
    const passage *p = &inside_of(v, c)->substep;
    if (!is_often(v, c) || !(p->impulse > 0))
      continue;
    const double aside = (p->moment - p->impulse * middle) / (k * k);
    for (int e = set->row[c].first; e <= set->row[c].last; ++e)
      if (e != c && is_often(v, e) && inside_of(v, e)->next <= 0)
        inside_of(v, e)->next = fmin(inside_of(v, e)->next + collision_weight(v, c, e) * aside, 0);
  }
}

// One substep of all contacts between masses, from where the impulses of the last one would lead;
// from none where that was much shorter.
static void substep_together(const island_view *v, span of, double last_T, int substep) {
  const link_set *set = &v->collisions;
  for (int c = 0; c < set->count; ++c)
    if (is_often(v, c))
      inside_of(v, c)->substep.impulse *= of.T < 2 * last_T ? of.T / last_T : 0;
  const bool converged = find_impulses(v, true, of);
  for (int i = 0; i < set->count; ++i) {
    const int c = (v->s->head->n + substep) % 2 == 0 ? i : set->count - 1 - i;
    if (!is_often(v, c))
      continue;
    if (converged)
      take(v, c, &inside_of(v, c)->substep, of.from);
    else
      substep_alone(v, c, of.from, of.T);
  }
  if (converged)
    correct_travels(v, of);
}

// The closing speed at t after t_n.
static double speed_at(const island_view *v, int c, double t) {
  const double k = v->m->k;
  return v->collisions.work[c].goal / (2 * k) + inside_of(v, c)->pull / (k * k) * t;
}

// Whether no other contact can touch within T, whatever c does until then.
static bool others_stay_free(const island_view *v, int c, double t, double T) {
  const link_set *set = &v->collisions;
  const double w = speed_at(v, c, t);
  const double stored = set->work[c].psi * set->work[c].psi / 2;
  const double k2 = v->m->k * v->m->k;
  const double W = collision_weight(v, c, c);
  const double max = w + sqrt(w * w + 2 * W / k2 * stored); // impulse times W / k^2
  for (int e = set->row[c].first; e <= set->row[c].last; ++e) {
    if (e == c || !is_often(v, e))
      continue;
    const double before = speed_at(v, e, t);
    const double after = before - collision_weight(v, c, e) / W * max;
    if (inside_of(v, e)->next + 1.1 * T * fmax(fmax(before, after), 0) > 0)
      return false;
  }
  return true;
}

// How long the next substep should be: a part of the shortest contact that touches, all of it if no
// other can touch meanwhile, or until the next one touches. It begins at t after t_n.
static double substep_wanted(const island_view *v, double t) {
  const link_set *set = &v->collisions;
  double wanted = INFINITY;
  for (int c = 0; c < set->count; ++c) {
    if (!is_often(v, c))
      continue;
    const double x = inside_of(v, c)->next;
    const double w = speed_at(v, c, t);
    if (x <= 0 && w <= 0)
      continue;
    const push_law push = law_of(v, c);
    const double whole = exact_duration(&push, inside_of(v, c)->masses, x, w);
    const double part = whole / SUBSTEPS_OF_IMPACT;
    const double until = fmax(-x, 0) / w;
    if (x <= 0 && until > part / 16)
      wanted = fmin(wanted, until);
    else
      wanted = fmin(wanted, others_stay_free(v, c, t, 1.5 * whole) ? 1.5 * whole : part);
  }
  return wanted;
}

// --- All ----------------------------------------------------------------------------------------

static bool may_touch(const island_view *v, int c) {
  const double x = inside_of(v, c)->next;
  return x > 0 || x + v->collisions.work[c].goal / 2 > 0;
}

// Whether contacts on grids share a mass so light that one of them alone could turn it round: their
// impulses would not be unique.
static bool strongly_coupled(const island_view *v) {
  const link_set *set = &v->collisions;
  for (int c = 0; c < set->count; ++c)
    for (int e = set->row[c].first; e < c; ++e) {
      const double W = collision_weight(v, c, e);
      if (4 * W * W > collision_weight(v, c, c) * collision_weight(v, e, e) &&
          in_group(v, c, false) && in_group(v, e, false) && may_touch(v, c) && may_touch(v, e))
        return true;
    }
  return false;
}

// Contacts on grids follow the contact rule in this sample.
static void join_rule(const island_view *v) {
  for (int c = 0; c < v->collisions.count; ++c)
    if (in_group(v, c, false)) {
      inside_of(v, c)->pressed = true;
      v->collisions.work[c].role = ACTIVE;
    }
}

static void take_once(const island_view *v, bool together) {
  const link_set *set = &v->collisions;
  for (int i = 0; i < set->count; ++i) {
    const int c = v->s->head->n % 2 == 0 ? i : set->count - 1 - i;
    if (in_group(v, c, false) && together)
      take(v, c, &inside_of(v, c)->substep, 0);
    else if (in_group(v, c, false))
      substep_alone(v, c, 0, v->m->k);
  }
}

// Contacts on grids, and those of the contact rule. Where the impulses of the former are not found
// they join the latter, or act one after the other if those had their substep.
static void take_middle(const island_view *v) {
  bool rule = false;
  for (int c = 0; c < v->collisions.count; ++c)
    rule = rule || v->collisions.work[c].role == ACTIVE;
  const bool rule_first = rule && v->s->head->n % 2 == 0;
  const bool strong = strongly_coupled(v);
  if (strong)
    join_rule(v);
  if (strong || rule_first)
    collisions_solve_beside(v);
  const bool together = find_impulses(v, false, (span){0, v->m->k});
  if (!together && !rule_first)
    join_rule(v);
  take_once(v, together);
  if (!strong && !rule_first)
    collisions_solve_beside(v);
}

void substeps_take(const island_view *v) {
  const link_set *set = &v->collisions;
  const double k = v->m->k;
  int often = 0;
  for (int c = 0; c < set->count; ++c)
    often += is_often(v, c);
  double t = 0;
  double last = 0;
  bool before = true; // the middle
  bool few = false;   // substeps are too few for this sample
  for (int substep = 0; often > 0 && t < k; ++substep) {
    if (before && t >= k / 2) {
      take_middle(v);
      before = false;
    }
    const double left = k - t;
    double T = set->count > 1 ? substep_wanted(v, t - k / 2) : left;
    if (substep == FREE_SUBSTEPS)
      few = true;
    if (substep >= FREE_SUBSTEPS)
      T = fmax(T, left / fmax(MAX_SUBSTEPS - substep, 1));
    if (before && set->count > often)
      T = fmin(T, k / 2 - t);
    if (T >= left * (1 - 1e-9))
      T = left;
    substep_together(v, (span){t, T}, last, substep);
    t = T == left ? k : t + T;
    last = T;
  }
  if (before)
    take_middle(v);
  for (int c = 0; c < set->count; ++c)
    if (is_often(v, c) && (few || inside_of(v, c)->impacts > SAMPLE_EVENTS))
      inside_of(v, c)->crowd = inside_of(v, c)->impacts;
}
