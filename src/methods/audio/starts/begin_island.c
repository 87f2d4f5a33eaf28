// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How contacts begin (theory 8.17 to 8.23). The step needs du^n, the motion half a step before t_n,
// and what contacts store there. With a the acceleration of the bodies, contacts included,
//
//   du = k v - k^2 a / 2,      M a = M a_f - L^T F,
//
// and a contact that stores
//
//   e = phi(eta) - F travel - X k^2/8 L (a_b + a),  travel = eta - (half-way overlap)
//
// the energy half a step before is that which is written less k^2/8 a_b^T M a_b, whatever the
// forces F = load + X are; a_b is the acceleration under the loads alone. Loads are what other
// forces press on the contact: they make a_b as small as contacts can that do not push more than
// their laws. The rest X is that of the law as far as the step resolves it.
//
// What lies before t_n is taken from the side where the contact is less deep: its past if it
// closes, what is to come if it opens. No contact is begun with the motion that it would have had
// inside an obstacle that it leaves.

#include "methods/audio/links.h"
#include "methods/audio/starts/begin.h"

#include "contacts/psi.h"
#include <math.h>

/// Rounds in which a contact that would store less than nothing gives up force: by itself, then all
/// of them half of it, then all of it.
enum { ROUNDS_ALONE = 8, ROUNDS_HALVED = 14, ROUNDS = 16 };

/// What is less beside the energy of a law, or beside its force, than this may be rounding.
static const double rounding = 1e-14;

static void push(const island_begins *v, const link_beginning *b, double F) {
  link_accelerates(v->m, audio_of(v->s), b->link, F);
  link_rotates_back(v->m, audio_of(v->s), b->link, F);
}

// --- Forces -------------------------------------------------------------------------------------

// The mean force of the law over the half step on its shallow side; of two sides over the past.
static void find_mean(const island_begins *v, link_beginning *b) {
  const double d = b->two_sided || b->linear ? b->ahead : fabs(b->ahead);
  const double lossy = 1 + v->s->values[v->m->link[b->link].contact].damping * b->speed;
  const bool idle = !b->two_sided && !b->linear && (b->eta <= 0 || lossy <= 0);
  b->mean = idle || v->m->first_order_start ? 0 : begin_mean_force(v, b, b->eta - d, b->eta);
}

static void add(const island_begins *v, int link, bool linear, int *count) {
  const audio_state *a = audio_of(v->s);
  const model_link *l = &v->m->link[link];
  const link_nodes nodes = all_nodes_of_link(v->m, a, l);
  link_beginning *b = &a->beginning[(*count)++];
  *b = (link_beginning){.link = link, .linear = linear, .two_sided = !link_pushes_only(v->m, link)};
  b->eta = gather_link(nodes, v->u) + l->offset + contact_closed(v->m, v->s, l->contact);
  begin_speed(v, b);
  if (l->barrier >= 0) {
    b->eta += l->side * v->s->barrier[l->barrier];
  }
  find_mean(v, b);
  b->energy = begin_energy(v, b, b->eta);
  if (b->mean != 0)
    begin_weigh(v, b);
}

static int collect(const island_begins *v) {
  int count = 0;
  for (int n = 0; n < v->links; ++n) {
    const int i = v->link[n];
    if (link_begins(v->m, v->s, i) && link_has_law(v->m, v->s, i))
      add(v, i, false, &count);
    if (link_begins(v->m, v->s, i) && v->s->values[v->m->link[i].contact].linear > 0)
      add(v, i, true, &count);
  }
  return count;
}

// What loads hold of the means: least squares of the accelerations, link after link, from all of
// it.
static void find_loads(const island_begins *v, int count) {
  const audio_state *a = audio_of(v->s);
  link_beginning *list = a->beginning;
  double gained = 0; // of a^T M a
  double left = 1;
  for (int sweep = 0; sweep <= v->sweeps && left > 0; ++sweep) {
    left = sweep == 0;
    for (int i = 0; sweep == 1 && i < count; ++i)
      list[i].pressed = begin_push(v, &list[i]);
    for (int i = 0; i < count; ++i) {
      link_beginning *b = &list[i];
      if (b->mean == 0)
        continue;
      const double at = begin_push(v, b);
      const double wanted = sweep == 0 ? b->mean : b->load + at / b->own;
      const double load = fmin(fmax(wanted, fmin(b->mean, 0)), fmax(b->mean, 0));
      const double more = load - b->load;
      gained += more * (more * b->own - 2 * at);
      left = fmax(left, fabs(more) > rounding * fabs(b->mean));
      b->load = load;
      link_accelerates(v->m, a, b->link, more);
    }
  }
  for (int i = 0; i < count; ++i)
    if (gained > 0) {
      link_accelerates(v->m, a, list[i].link, -list[i].load);
      list[i].load = 0;
    }
}

// The rest of a mean, as far as the step resolves it.
static double rest_of(const island_begins *v, link_beginning *b) {
  const double rest = b->mean - b->load;
  if (b->linear || b->two_sided) {
    const double part = b->own * begin_steepest(v, b) / 4;
    b->resolved = 1 / (1 + part * part);
    return rest * b->resolved;
  }
  const double part = b->own * rest / b->eta;
  return rest / (1 + part * part);
}

// What stands still has no acceleration, not what rounding leaves of it.
static void settle(const island_begins *v, const link_beginning *b) {
  const audio_state *a = audio_of(v->s);
  const link_nodes nodes = nodes_of_link(v->m, a, &v->m->link[b->link]);
  for (int t = 0; t < nodes.count; ++t) {
    const link_term term = nodes.term[t];
    const double pushed = begin_inverse_mass(v->m, term) * term.weight * (b->load + b->rest);
    if (fabs(node_value(a->next, term.node)) <= 10 * rounding * fabs(pushed))
      node_set(a->next, term.node, 0);
  }
}

static void find_rests(const island_begins *v, int count) {
  const audio_state *a = audio_of(v->s);
  for (int i = 0; i < count; ++i)
    a->beginning[i].held = begin_plain_push(v, &a->beginning[i]);
  for (int i = 0; i < count; ++i) {
    link_beginning *b = &a->beginning[i];
    if (b->mean == 0)
      continue;
    b->rest = rest_of(v, b);
    link_accelerates(v->m, a, b->link, b->rest);
    link_rotates_back(v->m, a, b->link, b->load + b->rest);
  }
  for (int i = 0; i < count; ++i)
    settle(v, &a->beginning[i]);
}

// --- Energies -----------------------------------------------------------------------------------

static void find_energy(const island_begins *v, link_beginning *b) {
  b->energy = begin_energy(v, b, b->eta) - (b->load + b->rest) * begin_travel(v, b) -
              b->rest / 8 * (b->held + begin_plain_push(v, b));
}

static void change_rest(const island_begins *v, link_beginning *b, double rest) {
  push(v, b, rest - b->rest);
  b->rest = rest;
}

// The rest with which it would store nothing, while the others stay: e is quadratic in it.
static double rest_of_nothing(const island_begins *v, const link_beginning *b) {
  const double moves = b->plain / 4 + b->modal;
  const double travel = begin_travel(v, b) - moves * b->rest;
  const double c = begin_energy(v, b, b->eta) - b->load * travel;
  const double beside =
      travel + moves * b->load + b->plain / 8 * b->rest + (b->held + begin_plain_push(v, b)) / 8;
  const double side = b->mean < 0 ? -1 : 1;
  const double a = moves - b->plain / 8;
  return c > 0 ? side * 2 * c / (side * beside + sqrt(beside * beside + 4 * a * c)) : 0;
}

static bool stores_too_little(const island_begins *v, const link_beginning *b) {
  return b->energy < -rounding * begin_energy(v, b, b->eta);
}

// One round of giving up force; whether any link had to.
static bool give_up(const island_begins *v, int count, int round) {
  link_beginning *list = audio_of(v->s)->beginning;
  bool any = false;
  for (int i = 0; i < count; ++i) {
    link_beginning *b = &list[i];
    if (b->mean == 0)
      continue;
    find_energy(v, b);
    if (!stores_too_little(v, b))
      continue;
    any = true;
    if (round < ROUNDS_ALONE)
      change_rest(v, b, rest_of_nothing(v, b));
  }
  for (int i = 0; any && round >= ROUNDS_ALONE && i < count; ++i)
    change_rest(v, &list[i], round < ROUNDS_HALVED ? list[i].rest / 2 : 0);
  return any;
}

// Without any force each stores the energy of its law.
static void give_up_all(const island_begins *v, int count) {
  for (int i = 0; i < count; ++i) {
    link_beginning *b = &audio_of(v->s)->beginning[i];
    push(v, b, -(b->load + b->rest));
    b->load = b->rest = 0;
    b->energy = begin_energy(v, b, b->eta);
  }
}

// A link of a run has no overlap of its own: it stores nothing where its bodies do not overlap.
static void clear_slot(const island_begins *v, link_beginning *b) {
  if (slot_of_link(audio_of(v->s), b->link) < 0 || b->eta - begin_travel(v, b) > 0 || b->mean == 0)
    return;
  change_rest(v, b, rest_of_nothing(v, b));
  b->energy = 0;
}

// --- What is kept -------------------------------------------------------------------------------

static void keep(const island_begins *v, const link_beginning *b) {
  audio_state *a = audio_of(v->s);
  const bool none = b->energy <= rounding * begin_energy(v, b, b->eta);
  const double psi = none ? 0 : sqrt(2 * b->energy);
  const double half = b->eta - b->resolved * b->ahead;
  const int slot = slot_of_link(a, b->link);
  if (b->linear) {
    link_at(a, b->link)->stretch = half < 0 ? -psi : psi;
    return;
  }
  const contact_law *law = link_law(v->m, &v->m->link[b->link]);
  *link_psi_at(a, b->link) = b->two_sided && half < 0 && !law->power.printed_branch ? -psi : psi;
  *link_max_at(a, b->link) = fmax(v->node >= 0 ? *link_max_at(a, b->link) : 0, psi);
  if (slot >= 0 || b->two_sided)
    return;
  const gradient_step at = begin_law(v->m, v->s, b->link);
  link_at(a, b->link)->half = psi > 0 ? gradient_overlap(&at, b->energy) : 0;
}

// How fast it closes, how deep it is, and which part of its force others hold (theory 8.13); of a
// mass that is put there, where that takes the largest part of what it has.
static void tell(const island_begins *v, const link_beginning *b) {
  const carom_model *m = v->m;
  const audio_state *a = audio_of(v->s);
  const int contact = m->link[b->link].contact;
  if (!m->contact[contact].impacts || !(b->eta > 0))
    return;
  if (v->node >= 0 || b->eta > v->s->press[contact].overlap) // the speed of the deepest
    v->s->tracker[contact].summary.speed = b->speed;
  if (v->node < 0) {
    carom_initial_overlap *press = &v->s->press[contact];
    press->overlap = fmax(press->overlap, b->eta);
    press->held += b->mean * b->pressed;
    press->rest += b->mean * b->mean * b->own;
    return;
  }
  const double speed =
      node_value(v->speed, v->node) / a->coefficients[m->mass_body[v->node]].stride;
  carom_initial_overlap *placed = &v->s->tracker[contact].placed;
  const carom_initial_overlap now = {.overlap = b->eta,
                                     .held = b->mean > 0 ? 1 + b->pressed / (b->mean * b->own) : 0,
                                     .energy = begin_energy(v, b, b->eta),
                                     .rest = speed * speed / m->inverse_mass[v->node] / 2};
  if ((1 - now.held) * now.energy * placed->rest >= (1 - placed->held) * placed->energy * now.rest)
    *placed = now;
}

// The losses of a law push as well.
static void finish(const island_begins *v, const link_beginning *b) {
  audio_state *a = audio_of(v->s);
  const int slot = slot_of_link(a, b->link);
  const double damping =
      b->two_sided || b->linear ? 0 : v->s->values[v->m->link[b->link].contact].damping;
  const double F = b->load + b->rest;
  push(v, b, damping * b->speed * F);
  *(slot >= 0 ? &a->slot_force[slot] : &step_at(a, b->link)->force) += (1 + damping * b->speed) * F;
  tell(v, b);
}

void links_begin_together(const island_begins *v) {
  const link_beginning *list = audio_of(v->s)->beginning;
  const int count = collect(v);
  bool any = false;
  for (int i = 0; i < count; ++i)
    any = any || list[i].mean != 0;
  if (any) {
    find_loads(v, count);
    find_rests(v, count);
    int round = 0;
    while (round < ROUNDS && give_up(v, count, round))
      ++round;
    if (round == ROUNDS)
      give_up_all(v, count);
  }
  for (int i = 0; i < count; ++i) {
    clear_slot(v, &audio_of(v->s)->beginning[i]);
    keep(v, &list[i]);
  }
  for (int i = 0; i < count; ++i)
    finish(v, &list[i]);
}
