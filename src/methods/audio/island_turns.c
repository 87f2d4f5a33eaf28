// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The turns of exact contacts within a sample (theory 6.10 to 6.13).
//
// Contacts between masses have many turns of a fraction of the sample each, which makes chains of
// short contacts converge. A turn is a part of the shortest of the contacts that touch in it, so
// that an impact has as many turns however hard it is; where nothing touches it reaches to the next
// landing. In a turn every contact sees the mean of what the others do in it,
//
//   w_c - sum_{e != c} W_ce p_e / 2k^2,
//
// which takes from the bodies what they give, and which does not depend on the order of the
// contacts. The impulses are found by iteration; it contracts, as a short turn changes little.
// Where it does not converge, contacts act one after the other, each seeing the speed by then.
//
// A grid responds once a sample: over shorter parts it would act like a node, a mass that only the
// grid has. Exact contacts that touch a grid have one turn, in the middle of the sample, together
// like the others, and so has the block of all contacts that follow the contact rule.

#include "methods/audio/inside.h"

#include <math.h>

/// Turns for the shortest contact between masses, and in a sample; from some on, at least an even
/// share of what is left of it.
enum { TURNS_OF_IMPACT = 32, FREE_TURNS = 384, MOST_TURNS = 512 };

/// Rounds in which the impulses of one turn are found, and when they have converged.
static const int most_rounds = 12;
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

// What a contact would do in an interval, given twice the way it would go in a sample.
static passage pass(const island_view *v, int c, double masses, double goal, double T) {
  const link_work *w = &v->collisions.work[c];
  const sub_sample_work *in = inside_of(v, c);
  const double k = v->m->k;
  const double all = collision_weight(v, c, c) / (k * k);
  const push_law push = law_of(v, c);
  const inverse_masses moves = {.mass = fmin(masses, all), .grid = fmax(all - masses, 0)};
  return exact_pass(&push, moves, in->next, w->psi * w->psi / 2, goal / (2 * k), T);
}

// Takes what it did into its state, and to the others.
static void take(const island_view *v, int c, const passage *p, double from) {
  link_work *w = &v->collisions.work[c];
  sub_sample_work *in = inside_of(v, c);
  in->next = p->xi;
  in->spent += p->loss;
  in->peak = fmax(in->peak, p->peak);
  if (!isnan(p->begin) && isnan(in->begin))
    in->begin = from + p->begin;
  if (!isnan(p->end))
    in->end = from + p->end;
  w->psi = sqrt(2 * fmax(p->V, 0)); // below zero by rounding
  w->force += p->impulse / v->m->k;
  if (p->impulse > 0)
    announce_impulse(v, c, p->impulse / v->m->k);
  if (p->impulse > 0 && in->modal)
    apply_to_modes(v, c, p->impulse);
}

void turn_alone(const island_view *v, int c, double from, double T) {
  const passage p = pass(v, c, inside_of(v, c)->masses, v->collisions.work[c].goal, T);
  take(v, c, &p, from);
}

// --- Together -----------------------------------------------------------------------------------

// Contacts that have many turns, and those that have one.
static bool in_group(const island_view *v, int c, bool often) {
  return takes_turns(v, c) && inside_of(v, c)->often == often;
}

static bool is_often(const island_view *v, int c) {
  return in_group(v, c, true);
}

// Whether no contact beside it touches in this turn. Then its masses move as the law says; pressed
// from both sides a light one would oscillate within the turn, and lose energy by that.
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
static bool improve(const island_view *v, bool often, double T, bool first) {
  const link_set *set = &v->collisions;
  double change = 0;
  double most = 0;
  bool finite = true;
  for (int c = 0; c < set->count; ++c) {
    if (!in_group(v, c, often))
      continue;
    sub_sample_work *in = inside_of(v, c);
    double goal = set->work[c].goal;
    for (int e = set->row[c].first; e <= set->row[c].last; ++e)
      if (e != c && in_group(v, e, often))
        goal -= collision_weight(v, c, e) * inside_of(v, e)->turn.impulse / v->m->k;
    const double before = in->turn.impulse;
    if (first || goal != in->turn_goal)
      in->turn = pass(v, c, !often || touches_alone(v, c, T) ? in->masses : 0, goal, T);
    in->turn_goal = goal;
    const double root = sqrt(collision_weight(v, c, c));
    change = fmax(change, root * fabs(in->turn.impulse - before));
    most = fmax(most, root * in->turn.impulse);
    finite = finite && isfinite(in->turn.impulse); // fmax() passes over what is not a number
  }
  return finite && change <= round_tolerance * most;
}

static bool find_impulses(const island_view *v, bool often, double T) {
  for (int round = 0; round < most_rounds; ++round)
    if (improve(v, often, T, round == 0))
      return true;
  return false;
}

// One turn of all contacts between masses, from where the impulses of the last one would lead.
static void turn_together(const island_view *v, double from, double T, double last_T, int turn) {
  const link_set *set = &v->collisions;
  for (int c = 0; c < set->count; ++c)
    if (is_often(v, c))
      inside_of(v, c)->turn.impulse *= last_T > 0 ? T / last_T : 0;
  const bool converged = find_impulses(v, true, T);
  for (int i = 0; i < set->count; ++i) {
    const int c = (v->s->head->n + turn) % 2 == 0 ? i : set->count - 1 - i;
    if (!is_often(v, c))
      continue;
    if (converged)
      take(v, c, &inside_of(v, c)->turn, from);
    else
      turn_alone(v, c, from, T);
  }
}

// How long the next turn should be: a part of the shortest contact that touches, or until the next
// one does.
static double turn_wanted(const island_view *v) {
  const link_set *set = &v->collisions;
  double wanted = INFINITY;
  for (int c = 0; c < set->count; ++c) {
    if (!is_often(v, c))
      continue;
    const double x = inside_of(v, c)->next;
    const double w = set->work[c].goal / (2 * v->m->k);
    if (x <= 0 && w <= 0)
      continue;
    const push_law push = law_of(v, c);
    const double part = exact_duration(&push, inside_of(v, c)->masses, x, w) / TURNS_OF_IMPACT;
    const double until = fmax(-x, 0) / w;
    wanted = fmin(wanted, x <= 0 && until > part / 16 ? until : part);
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
      take(v, c, &inside_of(v, c)->turn, 0);
    else if (in_group(v, c, false))
      turn_alone(v, c, 0, v->m->k);
  }
}

// Contacts on grids, and those of the contact rule. Where the impulses of the former are not found
// they join the latter, or act one after the other if those had their turn.
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
  const bool together = find_impulses(v, false, v->m->k);
  if (!together && !rule_first)
    join_rule(v);
  take_once(v, together);
  if (!strong && !rule_first)
    collisions_solve_beside(v);
}

void turns_take(const island_view *v) {
  const link_set *set = &v->collisions;
  const double k = v->m->k;
  int often = 0;
  for (int c = 0; c < set->count; ++c)
    often += is_often(v, c);
  double t = 0;
  double last = 0;
  bool before = true; // the middle
  for (int turn = 0; often > 0 && t < k; ++turn) {
    if (before && t >= k / 2) {
      take_middle(v);
      before = false;
    }
    const double left = k - t;
    double T = set->count > 1 ? turn_wanted(v) : left;
    if (turn >= FREE_TURNS)
      T = fmax(T, left / fmax(MOST_TURNS - turn, 1));
    if (before && set->count > often)
      T = fmin(T, k / 2 - t);
    if (T >= left * (1 - 1e-9))
      T = left;
    turn_together(v, t, T, last, turn);
    t = T == left ? k : t + T;
    last = T;
  }
  if (before)
    take_middle(v);
}
