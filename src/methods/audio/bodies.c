// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All bodies together: their coefficients, their free step, external forces, the advance to the
// next sample, and their accounts in the ledger.

#include "methods/audio/bodies.h"
#include "methods/audio/links.h"
#include "methods/audio/stages.h"
#include "methods/audio/starts/begin.h"

#include "base/kernel.h"
#include "bodies/grid.h"
#include "bodies/mass.h"
#include "methods/audio/modes/modes.h"

void body_coefficients(const carom_model *m, carom_state *s, int body) {
  audio_of(s)->coefficients[body] = step_coefficients_of(&m->body[body], &s->material[body], m->k);
}

// A body in double precision.
static body_step view_of(const carom_model *m, const audio_state *a, int body, node_field du,
                         node_field next) {
  const model_body *b = &m->body[body];
  const int first = b->first;
  return (body_step){.m = m,
                     .b = b,
                     .a = a->coefficients[body],
                     .u = a->u.wide + first,
                     .du = du.wide + first,
                     .next = next.wide + first,
                     .scratch = a->row_scratch};
}

// A grid in single precision. Its coefficients are made smaller before they are rounded, so that a
// grid at its limit of stability does not come to lie above it (theory 8.14).
static single_step single_view_of(const carom_model *m, const audio_state *a, int body,
                                  node_field du, node_field next) {
  const model_body *b = &m->body[body];
  const int first = b->first;
  const double below = 1 - 0x1p-23;
  step_coefficients of = a->coefficients[body];
  of.tension *= below;
  of.bending *= below;
  of.internal_loss *= below;
  return (single_step){.m = m,
                       .b = b,
                       .a = of,
                       .u = a->u.narrow + first,
                       .du = du.narrow + first,
                       .next = next.narrow + first,
                       .scratch = (float *)(void *)a->row_scratch};
}

// The sums of du and of increments `former` before it, of a body that has such.
static body_sums sums_of(const carom_model *m, const audio_state *a, int body, node_field former) {
  const layout *row = layout_table[m->body[body].layout];
  if (m->single) {
    const single_step v = single_view_of(m, a, body, a->du, former);
    // cppcheck-suppress returnDanglingLifetime
    return row->single_sums(&v, v.next);
  }
  const body_step v = view_of(m, a, body, a->du, former);
  // cppcheck-suppress returnDanglingLifetime
  return row->sums(&v, v.next);
}

// --- The ledger of bodies -----------------------------------------------------------------------

// |z|^2 and |grad z|^2 of z = du + former du follow from the sums of both.
static double loss_of(const carom_model *m, const carom_state *s, int body, const body_sums *sum) {
  const model_body *b = &m->body[body];
  const material a = s->material[body];
  const body_sums *former = &audio_of(s)->sums[body];
  const double z_z = former->du_du + (sum->du_du + 2 * sum->du_former);
  const double grad_z = former->grad_du + (sum->grad_du + 2 * sum->grad_former);
  return b->node_mass / (2 * m->k) * (a.sigma0 * z_z + a.sigma1 / (b->h * b->h) * grad_z);
}

static void put_energy(account *e, body_energies now) {
  e->before = e->kinetic + e->potential;
  e->kinetic = now.kinetic;
  e->potential = now.potential;
}

// A grid: energy at t_{n-1/2}, and the loss since the half step before.
static void book_grid(const carom_model *m, carom_state *s, int body, const body_sums *sum) {
  account *e = &s->body_account[body];
  const double loss = loss_of(m, s, body, sum);
  put_energy(e, grid_energy(&m->body[body], &s->material[body], m->k, sum));
  audio_of(s)->sums[body] = *sum;
  if (loss != 0)
    sum_add(&e->dissipated, loss);
}

// Masses, when the step advances: at t_{n+1/2}.
static void book_mass(const carom_model *m, carom_state *s, int body) {
  const model_body *b = &m->body[body];
  audio_state *a = audio_of(s);
  account *e = &s->body_account[body];
  const body_step v = view_of(m, a, body, a->next, a->next);
  put_energy(e, layout_table[b->layout]->energy(&v, &s->material[body], s->head->gravity));
  const double z = node_value(a->next, b->first) + node_value(a->du, b->first);
  const double loss = mass_loss(&v.a, b->node_mass, z);
  if (loss != 0)
    sum_add(&e->dissipated, loss);
}

// Grids, where no further step does it in its own sweep; `next` holds the former increments.
void bodies_book(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < m->body_count; ++i) {
    const layout *row = layout_table[m->body[i].layout];
    if (row->sums == NULL)
      continue;
    const body_sums sum = sums_of(m, a, i, a->next);
    book_grid(m, s, i, &sum);
  }
}

static body_energies energy_of(const carom_model *m, const carom_state *s, int body) {
  const audio_state *a = audio_of(s);
  const layout *row = layout_table[m->body[body].layout];
  if (m->single && row->sums != NULL) {
    const body_sums sum = sums_of(m, a, body, a->du);
    return grid_energy(&m->body[body], &s->material[body], m->k, &sum);
  }
  const body_step v = view_of(m, a, body, a->du, a->du);
  // cppcheck-suppress returnDanglingLifetime
  return row->energy(&v, &s->material[body], s->head->gravity);
}

void audio_body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                       double *potential) {
  const audio_state *a = audio_of(s);
  const layout *row = layout_table[m->body[body].layout];
  *kinetic = *potential = 0;
  if (body_is_modal(&m->body[body])) {
    const modal_energies now = modes_energy(m, a, body);
    *kinetic = now.kinetic;
    *potential = now.potential;
  }
  if (row->energy == NULL)
    return;
  const body_energies now = energy_of(m, s, body);
  *kinetic = now.kinetic;
  *potential = now.potential;
}

// The sums of a body whose du has changed between two steps.
void body_resum(const carom_model *m, const carom_state *s, int body) {
  const audio_state *a = audio_of(s);
  if (layout_table[m->body[body].layout]->sums != NULL)
    a->sums[body] = sums_of(m, a, body, a->du);
}

void bodies_open(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->body_count; ++i) {
    account *e = &s->body_account[i];
    e->before = e->kinetic + e->potential;
    audio_body_energy(m, s, i, &e->kinetic, &e->potential);
    body_resum(m, s, i);
  }
}

// --- The free step ------------------------------------------------------------------------------

// Where the ledger is deferred, the sweep of a grid sums its energy before it is overwritten.
static void step_single(const carom_model *m, carom_state *s, int body, node_field next) {
  const audio_state *a = audio_of(s);
  const layout *row = layout_table[m->body[body].layout];
  const single_step v = single_view_of(m, a, body, a->du, next);
  if (s->head->waiting) {
    const body_sums sum = row->single_sums(&v, v.next);
    book_grid(m, s, body, &sum);
  }
  row->single_step(&v);
}

static void step_body(const carom_model *m, carom_state *s, int body, node_field next) {
  const audio_state *a = audio_of(s);
  const layout *row = layout_table[m->body[body].layout];
  const bool booked = s->head->waiting && row->sums != NULL;
  const body_step v = view_of(m, a, body, a->du, next);
  body_sums sum;
  row->step(&v, booked ? &sum : NULL);
  if (booked)
    book_grid(m, s, body, &sum);
}

static void free_step(const carom_model *m, carom_state *s, node_field next) {
  const audio_state *a = audio_of(s);
  masses_step(m, a->coefficients, s->head->gravity, a->u.wide, a->du.wide, next.wide);
  for (int n = 0; n < a->plan.sizes->stepping; ++n) {
    const int i = a->plan.stepping[n];
    if (m->single && layout_table[m->body[i].layout]->single_step != NULL)
      step_single(m, s, i, next);
    else
      step_body(m, s, i, next);
  }
}

// Only the ledger needs the former increments. Without it the new ones overwrite them, so that a
// step uses two arrays instead of three; bodies_advance() puts `next` back.
void bodies_free_step(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  a->spare = a->next;
  if (!s->head->keep_ledger)
    a->next = a->du;
  if (m->modes > 0)
    modes_release(m, s);
  free_step(m, s, a->next);
  if (s->head->waiting) {
    links_energies(m, s);
    ledger_balance(m, s);
  }
}

// The same loops give the starting acceleration: put velocities for increments and the bare
// coefficients of the equation of motion for those of the step, and take the velocity off again.
void bodies_accelerations(const carom_model *m, carom_state *s, node_field acceleration) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    const material of = s->material[i];
    const double h2 = body_is_mass(b) ? 1 : b->h * b->h;
    const double loss = body_is_mass(b) ? mass_start_loss(&a->coefficients[i]) : 2 * of.sigma0;
    a->coefficients[i] = (step_coefficients){.loss = loss,
                                             .tension = of.c2 / h2,
                                             .bending = body_bend(b) / (h2 * h2),
                                             .internal_loss = 2 * of.sigma1 / h2,
                                             .receptance = 1};
  }
  const int nodes = model_nodes(m);
  nodes_put(a->u, 0, nodes, m->start);
  nodes_put(a->du, 0, nodes, m->start_speed);
  free_step(m, s, acceleration);
  nodes_put(a->u, 0, nodes, m->start);
  for (int i = 0; i < nodes; ++i)
    node_add(acceleration, i, -m->start_speed[i]);
  for (int i = 0; i < m->body_count; ++i) // modes do that by themselves
    for (int j = 0; body_is_modal(&m->body[i]) && j < m->body[i].nodes; ++j)
      node_set(acceleration, m->body[i].first + j, 0);
  for (int f = 0; f < m->force_count; ++f) {
    const model_force *force = &m->force[f];
    for (int t = force->first_term; t < force->first_term + force->terms; ++t)
      node_add(acceleration, m->term[t].node,
               begin_inverse_mass(m, m->term[t]) * m->term[t].weight * force_at(m, s, f, 0));
  }
  for (int i = 0; i < m->body_count; ++i)
    body_coefficients(m, s, i);
}

APART static void push_forces(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  const double time = (double)s->head->n * m->k;
  for (int f = 0; f < m->force_count; ++f) {
    const model_force *force = &m->force[f];
    a->push[f] = force_at(m, s, f, time);
    if (a->push[f] == 0)
      continue;
    if (force->modal >= 0)
      modes_push(a, force->modal, a->push[f]);
    for (int t = force->first_term; force->modal < 0 && t < force->first_term + force->terms; ++t)
      node_push(m, a, m->term[t], a->push[f]);
  }
}

// External forces: u^I += b I^T f.
void forces_push(const carom_model *m, carom_state *s) {
  if (m->force_count > 0)
    push_forces(m, s);
}

// --- The advance --------------------------------------------------------------------------------

static void advance_modes(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->body_count; ++i) {
    if (!body_is_modal(&m->body[i]))
      continue;
    account *e = &s->body_account[i];
    const modal_energies now = modes_advance(m, s, i);
    if (!s->head->keep_ledger)
      continue;
    put_energy(e, (body_energies){now.kinetic, now.potential});
    if (now.lost != 0)
      sum_add(&e->dissipated, now.lost);
  }
}

// The ledger keeps the former increments for the next step.
APART static void keep_former(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < m->body_count; ++i)
    if (body_is_mass(&m->body[i]))
      book_mass(m, s, i);
  a->spare = a->du;
  a->du = a->next;
  s->head->swapped = !s->head->swapped;
  s->head->waiting = true;
}

// n <- n + 1; barriers take their predicted positions.
void bodies_advance(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < m->mass_body_count; ++i)
    node_add(a->u, i, node_value(a->next, i));
  if (m->modes > 0)
    advance_modes(m, s);
  if (s->head->keep_ledger)
    keep_former(m, s);
  a->next = a->spare;
  for (int n = 0; n < a->plan.sizes->standing; ++n) {
    const int i = a->plan.standing[n];
    s->barrier[i] += a->barrier_next[i];
    a->barrier_step[i] = a->barrier_next[i];
  }
  ++s->head->n;
}
