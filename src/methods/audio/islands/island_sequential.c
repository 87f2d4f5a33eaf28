// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Islands with exact contacts (theory 4.3, 6.1 and 6.10 to 6.15). Contacts act in substeps
// (island_substeps.c), which together take from the bodies what they give, in any order and with
// any number of substeps. Where exact contacts are pressed by a steady load they take part in the
// solve of the contact rule instead (island_collisions.c), in which contacts and stacks rest.
//
// Modes can be subdivided: where an island holds exact contacts between masses and modes and
// nothing else, the modes rotate through parts of the sample, half a part before each impulse and
// half a part after.

#include "contacts/psi.h"
#include "methods/audio/islands/inside.h"
#include "methods/audio/islands/skyline.h"
#include "methods/audio/links.h"
#include "methods/audio/modes/modes.h"
#include <math.h>
#include <string.h>

/// Parts of a sample for the shortest contact on modes.
enum { FRACTIONS_OF_IMPACT = 32 };

/// Samples of steady load after which a contact counts as pressed, and on modes, which are
/// subdivided otherwise.
static const int pressed_after = 10;
static const int pressed_after_on_modes = 100;

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
bool contact_idle(const island_view *v, int c) {
  const link_memory *p = &v->collisions.past[c];
  const link_work *w = &v->collisions.work[c];
  if (is_exact(v, c)) {
    const sub_sample_memory *in = memory_of(v, c);
    const double travel =
        inside_of(v, c)->modal ? fmax(w->goal / 2, v->m->k * in->fastest) : w->goal / 2;
    return in->xi <= 0 && in->xi + travel <= 0;
  }
  return collision_idle(p, w->goal);
}

static void begin(const island_view *v, int c) {
  collision_begin(v, c);
  if (!is_exact(v, c))
    return;
  sub_sample_work *in = inside_of(v, c);
  sub_sample_memory *kept = memory_of(v, c);
  in->next = kept->xi;
  in->spent = in->moment = in->pull = 0;
  in->now = no_event;
  in->events = in->impacts = in->crowd = 0;
  in->masses = inverse_mass_in(v, c, in);
  in->substep = (passage){.impulse = kept->push * v->m->k};
  in->weight = collision_weight(v, c, c);
  kept->fastest = fmax(0.999 * kept->fastest, v->collisions.work[c].goal / (2 * v->m->k));
  in->pressed = kept->steady >= (in->modal ? pressed_after_on_modes : pressed_after);
}

static bool is_pressed(const island_view *v, int c) {
  return is_exact(v, c) && inside_of(v, c)->pressed;
}

// The force a contact was about to push with before this step.
static double recent_force(const island_view *v, int c) {
  const link_memory *p = &v->collisions.past[c];
  if (is_exact(v, c))
    return memory_of(v, c)->push;
  if (!(p->half > 0))
    return 0;
  const double beside = law_ratio(link_law(v->m, &v->collisions.link[c]), p->half);
  return beside / 2 * p->psi * p->psi / p->half;
}

// Whether what accelerates a contact, apart from contacts that strike it, is about what it pushes
// against. Hard contacts under a load may part and land again within every few samples.
static bool is_loaded(const island_view *v, int c) {
  const link_set *set = &v->collisions;
  const double push = collision_weight(v, c, c) * memory_of(v, c)->push;
  double load = set->work[c].goal - 2 * memory_of(v, c)->moved;
  for (int e = set->row[c].first; e <= set->row[c].last; ++e)
    if (e != c && (is_pressed(v, e) || !is_exact(v, e)))
      load -= collision_weight(v, c, e) * recent_force(v, e);
  return load > push / 2 && load < 4 * push;
}

// --- Pressed contacts ---------------------------------------------------------------------------

// The force with which a contact in substeps may push in this sample: what it did of late, or what
// turns its masses round.
static double likely_force(const island_view *v, int c) {
  return fmax(memory_of(v, c)->push, v->collisions.work[c].goal / collision_weight(v, c, c));
}

// Whether contact e, which has substeps, may disturb the pressed contact c.
static bool disturbs(const island_view *v, int e, int c) {
  return fabs(collision_weight(v, c, e)) * likely_force(v, e) >
         collision_weight(v, c, c) * memory_of(v, c)->push / 2;
}

static bool is_disturbed(const island_view *v, int c) {
  const link_set *set = &v->collisions;
  if (!inside_of(v, c)->loaded)
    return true;
  for (int e = set->row[c].first; e <= set->row[c].last; ++e)
    if (e != c && takes_substeps(v, e) && !contact_idle(v, e) && disturbs(v, e, c))
      return true;
  return false;
}

// Pressed contacts that others disturb in this sample have substeps like these, and may disturb
// more. Returns whether any contact has substeps.
static bool choose_pressed(const island_view *v) {
  const link_set *set = &v->collisions;
  for (bool changed = true; changed;) {
    changed = false;
    for (int c = 0; c < set->count; ++c)
      if (is_pressed(v, c) && is_disturbed(v, c)) {
        inside_of(v, c)->pressed = false;
        changed = true;
      }
  }
  bool any = false;
  for (int c = 0; c < set->count; ++c)
    if (takes_substeps(v, c)) {
      set->work[c].role = TURNS;
      any = any || !contact_idle(v, c);
    }
  return any;
}

// The overlap of a pressed contact is that of the energy it stores.
static void finish_pressed(const island_view *v, int c) {
  const link_work *w = &v->collisions.work[c];
  sub_sample_work *in = inside_of(v, c);
  const push_law push = law_of(v, c);
  in->next = w->psi > 0 ? exact_overlap(&push, w->psi * w->psi / 2)
                        : fmin(memory_of(v, c)->xi + w->seen / 2, 0);
  in->now.peak = w->force;
}

// --- Modes --------------------------------------------------------------------------------------

static bool is_modal(const island_view *v, int body) {
  return body_is_modal(&v->m->body[body]) &&
         v->m->body[body].modes.first_link == (int)(v->collisions.link - v->m->link);
}

// Whether modes may rotate through parts of this sample: exact contacts between masses and modes,
// and no other links.
static bool modes_may_rotate(const island_view *v) {
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
    const double *rows = rows_of_point(v->m, a, link->modal[i]);
    sum += modal_sums(modal_row(rows, POINT_SPEED, p->length), rows, p->length,
                      a->modal_q_ahead + p->first, a->modal_y_ahead + p->first);
  }
  return sum;
}

// Modes take an impulse at once.
void apply_to_modes(const island_view *v, int c, double impulse) {
  const audio_state *a = audio_of(v->s);
  const model_link *link = &v->collisions.link[c];
  for (int i = 0; i < link->modals; ++i) {
    const modal_point *p = &v->m->modal[link->modal[i]];
    modal_push(rows_of_point(v->m, a, link->modal[i]), p->length, -impulse,
               a->modal_y_ahead + p->first);
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
static void rotate_modes(const island_view *v, int which) {
  audio_state *a = audio_of(v->s);
  const double k = v->m->k;
  const link_set *set = &v->collisions;
  for (int c = 0; c < set->count; ++c)
    set->work[c].goal -= 2 * k * speed_of_modes(v, c);
  for (int i = 0; i < v->m->body_count; ++i) {
    const model_body *b = &v->m->body[i];
    if (!is_modal(v, i))
      continue;
    const double *bank = bank_of_body(v->m, a, i);
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

// Fractions of the sample for the shortest contact, a power of two.
static int fractions_of_sample(const island_view *v, int *which) {
  const double k = v->m->k;
  double shortest = INFINITY;
  for (int c = 0; c < v->collisions.count; ++c) {
    const push_law push = law_of(v, c);
    const double w = memory_of(v, c)->fastest;
    if (!contact_idle(v, c))
      shortest = fmin(shortest, exact_duration(&push, collision_weight(v, c, c) / (k * k),
                                               memory_of(v, c)->xi, w));
  }
  int fractions = 1;
  for (*which = ROTATION_HALF;
       *which < ROTATION_COUNT - 1 && fractions < FRACTIONS_OF_IMPACT * k / shortest; ++*which)
    fractions *= 2;
  return fractions;
}

static void sweep_with_modes(island_view v) {
  const link_set *set = &v.collisions;
  v.W = v.sharp;
  int which = ROTATION_HALF;
  const int fractions = fractions_of_sample(&v, &which);
  const double T = v.m->k / fractions;
  modes_begin(&v);
  rotate_modes(&v, which);
  for (int r = 0; r < fractions; ++r) {
    for (int i = 0; i < set->count; ++i)
      substep_alone(&v, (v.s->head->n + r) % 2 == 0 ? i : set->count - 1 - i, r * T, T);
    rotate_modes(&v, r < fractions - 1 ? which - 1 : which); // a whole part, or its last half
  }
}

// Neither touches nor will: it moves with the bodies.
static void rest(const island_view *v, int c) {
  v->collisions.work[c].psi = 0;
  if (is_exact(v, c))
    inside_of(v, c)->next = fmin(memory_of(v, c)->xi + v->collisions.work[c].goal / 2, 0);
}

void sequential_solve(const island_view *v, bool count) {
  const link_set *set = &v->collisions;
  bool quiet = true;
  for (int c = 0; c < set->count; ++c) {
    begin(v, c);
    quiet = quiet && contact_idle(v, c);
  }
  for (int c = 0; c < set->count; ++c) {
    if (is_exact(v, c))
      inside_of(v, c)->loaded = is_loaded(v, c);
    if (quiet)
      rest(v, c);
  }
  if (quiet)
    return;
  const bool substeps = choose_pressed(v);
  for (int i = 0; i < set->count; ++i)
    collision_release(v, v->s->head->n % 2 == 0 ? i : set->count - 1 - i);
  moments_prepare(v);
  if (substeps && modes_may_rotate(v))
    sweep_with_modes(*v);
  else
    substeps_take(v);
  collisions_release_held(v);
  for (int c = 0; c < set->count; ++c) {
    if (is_pressed(v, c))
      finish_pressed(v, c);
    if (count)
      v->s->counts[set->link[c].contact].solves += set->work[c].force > 0;
  }
}
