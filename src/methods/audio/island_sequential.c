// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Islands with exact contacts (theory 4.3, 6.10 and 6.11). Contacts act sequentially, each later
// one seeing D^I less twice what the earlier ones moved it: for impulses that is w - W p / k^2, the
// speed by then, and all contacts together take what the bodies give, in any order and with any
// number of turns. Contacts of the contact rule take their turn with a slope bounded as in
// island_collisions.c, so that they do not pull either.
//
// Between masses a contact may have many turns of a fraction of the sample each, which makes chains
// of short contacts converge. A grid responds once a sample: over shorter parts it would act like a
// node, a mass that only the grid has. Exact contacts that touch a grid, and those of the contact
// rule, have one turn, in the middle of the sample.
//
// Modes can be subdivided: where an island holds exact contacts between masses and modes and
// nothing else, the modes turn through parts of the sample, half a part before each impulse and
// half a part after.

#include "methods/audio/island.h"
#include "methods/audio/skyline.h"
#include "methods/audio/sub_sample.h"
#include <math.h>
#include <string.h>

/// Turns for the shortest contact between masses, and in a sample.
enum { TURNS = 32, MOST_TURNS = 128 };

static bool is_exact(const island_view *v, int c) {
  return v->collisions.link[c].exact;
}

static int link_of(const island_view *v, int c) {
  return (int)(v->collisions.link - v->m->link) + c;
}

static sub_sample_work *inside_of(const island_view *v, int c) {
  return &audio_of(v->s)->inside[link_of(v, c)];
}

static sub_sample_memory *memory_of(const island_view *v, int c) {
  return &audio_of(v->s)->sub_sample[link_of(v, c)];
}

static push_law law_of(const island_view *v, int c) {
  const model_link *link = &v->collisions.link[c];
  return (push_law){.law = &v->m->contact[link->contact].law,
                    .a = v->s->values[link->contact],
                    .scale = link->scale};
}

// The inverse mass of the masses in a contact, in one step; and whether modes or grids are in it.
static double inverse_mass_in(const island_view *v, int c, sub_sample_work *in) {
  const model_link *link = &v->collisions.link[c];
  double sum = 0;
  bool grids = false;
  const link_nodes nodes = nodes_of_link(v->m, audio_of(v->s), link);
  for (int t = 0; t < nodes.count; ++t) {
    const link_term term = nodes.term[t];
    if (body_is_mass(&v->m->body[term.body]))
      sum += term.weight * term.weight * audio_of(v->s)->coefficients[term.body].receptance *
             v->m->inverse_mass[term.node];
    else
      grids = true;
  }
  in->often = !grids && link->modals == 0;
  in->modal = !grids && link->modals > 0;
  return sum / (v->m->k * v->m->k);
}

// Neither touches nor will in this step.
static bool idle(const island_view *v, int c) {
  const link_memory *p = &v->collisions.past[c];
  const link_work *w = &v->collisions.work[c];
  if (is_exact(v, c)) {
    const sub_sample_memory *in = memory_of(v, c);
    const double way =
        inside_of(v, c)->modal ? fmax(w->goal / 2, v->m->k * in->fastest) : w->goal / 2;
    return in->xi <= 0 && in->xi + way <= 0;
  }
  return collision_idle(p, w->goal);
}

// A contact under a steady load: that is about the mean of its recent force. Sub-sample resolution
// would oscillate with w = +-a k/2, and Hunt-Crossley loss would let the masses creep; they enter
// with their mean velocity instead.
static bool is_steadily_loaded(const island_view *v, int c) {
  const link_memory *p = &v->collisions.past[c];
  const double outside = v->collisions.work[c].goal - 2 * p->deta; // k^2 times the acceleration
  const double push = collision_weight(v, c, c) * memory_of(v, c)->push;
  return outside > push / 2 && outside < 4 * push;
}

static void begin(const island_view *v, int c) {
  collision_begin(v, c);
  if (!is_exact(v, c))
    return;
  sub_sample_work *in = inside_of(v, c);
  sub_sample_memory *kept = memory_of(v, c);
  in->next = kept->xi;
  in->spent = in->peak = 0;
  in->begin = in->end = NAN;
  in->masses = inverse_mass_in(v, c, in);
  kept->fastest = fmax(0.999 * kept->fastest, v->collisions.work[c].goal / (2 * v->m->k));
  if (in->often && is_steadily_loaded(v, c))
    in->masses = 0;
}

// Announces an impulse to all contacts of the island, this one included.
static void announce_impulse(const island_view *v, int c, double force) {
  const link_set *set = &v->collisions;
  for (int e = set->row[c].first; e <= set->row[c].last; ++e) {
    const double moved = collision_weight(v, e, c) * force;
    set->work[e].goal -= 2 * moved;
    set->work[e].shift += moved;
  }
}

// One turn of an exact contact, over the part of the sample that begins at `from`.
static void apply_to_modes(const island_view *v, int c, double impulse);

static void take_turn(const island_view *v, int c, double from, double T) {
  link_work *w = &v->collisions.work[c];
  sub_sample_work *in = inside_of(v, c);
  const double k = v->m->k;
  const double all = collision_weight(v, c, c) / (k * k);
  const push_law push = law_of(v, c);
  const inverse_masses moves = {.mass = fmin(in->masses, all), .grid = fmax(all - in->masses, 0)};
  const passage p = exact_pass(&push, moves, in->next, w->psi * w->psi / 2, w->goal / (2 * k), T);
  in->next = p.xi;
  in->spent += p.loss;
  in->peak = fmax(in->peak, p.peak);
  if (!isnan(p.begin) && isnan(in->begin))
    in->begin = from + p.begin;
  if (!isnan(p.end))
    in->end = from + p.end;
  w->psi = sqrt(2 * p.V);
  w->force += p.impulse / k;
  if (p.impulse > 0)
    announce_impulse(v, c, p.impulse / k);
  if (p.impulse > 0 && in->modal)
    apply_to_modes(v, c, p.impulse);
}

// Turns in a sample: enough for the shortest contact between masses, unless it is the only one.
static int turns_in_sample(const island_view *v) {
  const link_set *set = &v->collisions;
  double shortest = INFINITY;
  int often = 0;
  for (int c = 0; c < set->count; ++c) {
    if (!is_exact(v, c) || !inside_of(v, c)->often)
      continue;
    ++often;
    const push_law push = law_of(v, c);
    const double masses = inside_of(v, c)->masses;
    const double w = set->work[c].goal / (2 * v->m->k);
    if (!idle(v, c) && masses > 0)
      shortest = fmin(shortest, exact_duration(&push, masses, memory_of(v, c)->xi, w));
  }
  if (set->count < 2 || often == 0)
    return 1;
  const double wanted = ceil(TURNS * v->m->k / shortest);
  return wanted >= MOST_TURNS ? MOST_TURNS : wanted > 1 ? (int)wanted : 1;
}

static void sweep(const island_view *v) {
  const link_set *set = &v->collisions;
  const int rounds = turns_in_sample(v);
  const double T = v->m->k / rounds;
  for (int r = 0; r < rounds; ++r)
    for (int i = 0; i < set->count; ++i) {
      const int c = (v->s->head->n + r) % 2 == 0 ? i : set->count - 1 - i;
      if (is_exact(v, c) && inside_of(v, c)->often)
        take_turn(v, c, r * T, T);
      else if (r == rounds / 2 && is_exact(v, c))
        take_turn(v, c, 0, v->m->k);
      else if (r == rounds / 2)
        collision_take_turn(v, c);
    }
}

// --- Modes --------------------------------------------------------------------------------------

static bool is_modal(const island_view *v, int body) {
  return body_is_modal(&v->m->body[body]) &&
         v->m->body[body].modes.first_link == (int)(v->collisions.link - v->m->link);
}

// Whether modes may turn through parts of this sample: exact contacts between masses and modes, and
// no other links.
static bool modes_may_turn(const island_view *v) {
  const link_set *set = &v->collisions;
  bool modal = false;
  for (int c = 0; c < set->count; ++c) {
    if (!is_exact(v, c) || !(inside_of(v, c)->often || inside_of(v, c)->modal))
      return false;
    modal = modal || inside_of(v, c)->modal;
  }
  return modal && v->linears.count == 0;
}

// The part of a contact's closing speed that modes contribute.
static double speed_of_modes(const island_view *v, int c) {
  const audio_state *a = audio_of(v->s);
  const model_link *link = &v->collisions.link[c];
  double sum = 0;
  for (int i = 0; i < link->modals; ++i) {
    const modal_point *p = &v->m->modal[link->modal[i]];
    const double *rows = v->m->bank + p->rows;
    sum += modal_sums(modal_row(rows, POINT_SPEED, p->length), rows, p->length,
                      a->modal_q_ahead + p->first, a->modal_y_ahead + p->first);
  }
  return sum;
}

// Modes take an impulse at once.
static void apply_to_modes(const island_view *v, int c, double impulse) {
  const model_link *link = &v->collisions.link[c];
  for (int i = 0; i < link->modals; ++i) {
    const modal_point *p = &v->m->modal[link->modal[i]];
    modal_push(v->m->bank + p->rows, p->length, -impulse, audio_of(v->s)->modal_y_ahead + p->first);
  }
}

// Copies the modes of the island, at t_{n-1/2}, and replaces their mean speed over the sample by
// the present one.
static void modes_begin(const island_view *v) {
  audio_state *a = audio_of(v->s);
  const link_set *set = &v->collisions;
  for (int c = 0; c < set->count; ++c)
    for (int i = 0; i < set->link[c].modals; ++i)
      set->work[c].goal -= modes_moved(v->m, a, set->link[c].modal[i]);
  for (int i = 0; i < v->m->body_count; ++i) {
    const int first = v->m->body[i].modes.first_mode;
    const size_t size = (size_t)v->m->body[i].modes.length * sizeof(double);
    if (!is_modal(v, i))
      continue;
    memcpy(a->modal_q_ahead + first, a->modal_q + first, size);
    memcpy(a->modal_y_ahead + first, a->modal_y + first, size);
    modes_forces(v->m, a, i);
    a->modes_ahead[i] = true;
  }
  for (int c = 0; c < set->count; ++c)
    set->work[c].goal += 2 * v->m->k * speed_of_modes(v, c);
}

// Turns all modes of the island, under the external forces, and updates the closing speeds of its
// contacts.
static void turn_modes(const island_view *v, int which) {
  audio_state *a = audio_of(v->s);
  const double k = v->m->k;
  const link_set *set = &v->collisions;
  for (int c = 0; c < set->count; ++c)
    set->work[c].goal -= 2 * k * speed_of_modes(v, c);
  for (int i = 0; i < v->m->body_count; ++i) {
    const model_body *b = &v->m->body[i];
    if (!is_modal(v, i))
      continue;
    const double *bank = v->m->bank + b->modes.first_bank;
    const double *f = a->modal_f + b->modes.first_mode;
    double *q = a->modal_q_ahead + b->modes.first_mode;
    double *y = a->modal_y_ahead + b->modes.first_mode;
    if (!v->s->head->keep_ledger) {
      modal_advance(bank, which, b->modes.length, f, q, y);
      continue;
    }
    const double lost = modal_advance_booked(bank, which, b->modes.length, f, q, y).lost;
    if (lost != 0)
      sum_add(&v->s->body_account[i].dissipated, lost);
  }
  for (int c = 0; c < set->count; ++c)
    set->work[c].goal += 2 * k * speed_of_modes(v, c);
}

// Parts of the sample for the shortest contact, a power of two.
static int parts_of_sample(const island_view *v, int *which) {
  const double k = v->m->k;
  double shortest = INFINITY;
  for (int c = 0; c < v->collisions.count; ++c) {
    const push_law push = law_of(v, c);
    const double w = memory_of(v, c)->fastest;
    if (!idle(v, c))
      shortest = fmin(shortest, exact_duration(&push, collision_weight(v, c, c) / (k * k),
                                               memory_of(v, c)->xi, w));
  }
  int parts = 1;
  for (*which = TURN_HALF; *which < TURN_COUNT - 1 && parts < TURNS * k / shortest; ++*which)
    parts *= 2;
  return parts;
}

static void sweep_with_modes(island_view v) {
  const link_set *set = &v.collisions;
  v.W = v.sharp;
  int which = TURN_HALF;
  const int parts = parts_of_sample(&v, &which);
  const double T = v.m->k / parts;
  modes_begin(&v);
  turn_modes(&v, which);
  for (int r = 0; r < parts; ++r) {
    for (int i = 0; i < set->count; ++i)
      take_turn(&v, (v.s->head->n + r) % 2 == 0 ? i : set->count - 1 - i, r * T, T);
    turn_modes(&v, r < parts - 1 ? which - 1 : which); // a whole part, or its last half
  }
}

void sequential_solve(const island_view *v, bool count) {
  const link_set *set = &v->collisions;
  bool quiet = true;
  for (int c = 0; c < set->count; ++c) {
    begin(v, c);
    quiet = quiet && idle(v, c);
  }
  if (quiet) {
    for (int c = 0; c < set->count; ++c) {
      set->work[c].psi = 0;
      if (is_exact(v, c))
        inside_of(v, c)->next = fmin(memory_of(v, c)->xi + set->work[c].goal / 2, 0);
    }
    return;
  }
  for (int i = 0; i < set->count; ++i)
    collision_part(v, v->s->head->n % 2 == 0 ? i : set->count - 1 - i);
  if (modes_may_turn(v))
    sweep_with_modes(*v);
  else
    sweep(v);
  collisions_release_held(v);
  for (int c = 0; c < set->count; ++c) {
    link_work *w = &set->work[c];
    if (count)
      v->s->counts[set->link[c].contact].solves += w->force > 0;
  }
}
