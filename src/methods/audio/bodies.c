// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All bodies together: their coefficients, their free step, what forces from outside add, and the
// advance to the next sample.

#include "bodies/body.h"
#include "bodies/modal_step.h"

#include <math.h>
#include <string.h>

static const double two_pi = 6.28318530717958647692;

// lose, pull, bend and rub over 1 + sigma_0 k; see mass.c, line.c and plate.c.
void body_coefficients(const carom_model *m, carom_state *s, int body) {
  const model_body *b = &m->body[body];
  const material a = s->material[body];
  const double k = m->k;
  const double h2 = b->grid == LAYOUT_POINT ? 1 : b->h * b->h;
  const double over = b->grid == LAYOUT_MODES ? 1 : 1 / (1 + a.sigma0 * k);
  s->motion[body] = (motion){.lose = 2 * a.sigma0 * k * over,
                             .pull = a.pull * k * k / h2 * over,
                             .bend = b->bend * k * k / (h2 * h2) * over,
                             .rub = 2 * a.sigma1 * k / h2 * over,
                             .receptance = k * k * over};
}

// --- What bodies store and lose -----------------------------------------------------------------

// The sums of line.c and plate.c.
static void energy_of(const carom_model *m, const carom_state *s, int body, const body_sums *sum,
                      double *kinetic, double *potential) {
  const model_body *b = &m->body[body];
  const material a = s->material[body];
  const double k = m->k;
  const double h2 = b->h * b->h;
  const double half = b->node_mass / 2;
  *kinetic = half * (sum->speed / (k * k) - a.sigma1 / (k * h2) * sum->rub);
  *potential = half * (a.pull / h2 * sum->stretch + b->bend / (h2 * h2) * sum->curve);
}

// |z|^2 and |D z|^2 of z = du + former du are made of the sums of both.
static double loss_of(const carom_model *m, const carom_state *s, int body, const body_sums *sum) {
  const model_body *b = &m->body[body];
  const material a = s->material[body];
  const body_sums *former = &s->sums[body];
  const double speed = former->speed + (sum->speed + 2 * sum->pace);
  const double rub = former->rub + (sum->rub + 2 * sum->drag);
  return b->node_mass / (2 * m->k) * (a.sigma0 * speed + a.sigma1 / (b->h * b->h) * rub);
}

// Energy at t_{n-1/2}, and what was lost on the way there from the half step before.
static void count_grid(const carom_model *m, carom_state *s, int body, const body_sums *sum) {
  account *e = &s->body_account[body];
  const double loss = loss_of(m, s, body, sum);
  e->before = e->kinetic + e->potential;
  energy_of(m, s, body, sum, &e->kinetic, &e->potential);
  s->sums[body] = *sum;
  if (loss != 0)
    sum_add(&e->dissipated, loss);
}

// --- The free step ------------------------------------------------------------------------------

static row_places places_of(const carom_model *m, const model_body *b) {
  return (row_places){.inside = m->inside + b->first_place, .rim = m->rim + b->first_place};
}

// Where the ledger waits, bodies are summed up on the way, before they move.
static void free_step(const carom_model *m, carom_state *s, double *next) {
  double *u = s->u;
  const double *du = s->du;
  body_sums sum;
  masses_step(m, s->motion, s->head->gravity, u, du, next);
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    const int first = b->first;
    const row_places places = places_of(m, b);
    if (s->head->waiting && b->grid == LAYOUT_LINE)
      sum = line_sums(b, &places, u + first, du + first, next + first);
    if (b->grid == LAYOUT_LINE)
      line_step(b, &places, s->motion[i], u + first, du + first, next + first, s->row_scratch);
    else if (b->grid == LAYOUT_PLATE)
      plate_step(b, &places, s->motion[i], u + first, du + first, next + first, s->row_scratch,
                 s->head->waiting ? &sum : NULL);
    else if (b->grid == LAYOUT_MODES)
      modal_begin(m, s, i, next);
    if (s->head->waiting && (b->grid == LAYOUT_LINE || b->grid == LAYOUT_PLATE))
      count_grid(m, s, i, &sum);
  }
}

// Only the ledger needs the former increments. Without it the new ones take their place, so that a
// step goes through two arrays instead of three; bodies_advance() puts `next` back.
void bodies_free_step(const carom_model *m, carom_state *s) {
  s->spare = s->next;
  if (!s->head->keep_ledger)
    s->next = s->du;
  free_step(m, s, s->next);
  if (s->head->waiting)
    ledger_balance(m, s);
}

// The same loops give the starting acceleration: put velocities for increments and the bare
// coefficients of the equation of motion for those of the step, and take the velocity off again.
void bodies_accelerations(const carom_model *m, carom_state *s, double *acceleration) {
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    const material a = s->material[i];
    const double h2 = b->grid == LAYOUT_POINT ? 1 : b->h * b->h;
    s->motion[i] = (motion){.lose = 2 * a.sigma0,
                            .pull = a.pull / h2,
                            .bend = b->bend / (h2 * h2),
                            .rub = 2 * a.sigma1 / h2,
                            .receptance = 1};
  }
  const size_t size = (size_t)model_nodes(m) * sizeof(double);
  memcpy(s->u, m->start, size);
  memcpy(s->du, m->start_speed, size);
  free_step(m, s, acceleration);
  memcpy(s->u, m->start, size);
  for (int i = 0; i < model_nodes(m); ++i)
    acceleration[i] -= m->start_speed[i];
  for (int f = 0; f < m->force_count; ++f) {
    const model_force *force = &m->force[f];
    for (int t = force->first_term; t < force->first_term + force->terms; ++t)
      acceleration[m->term[t].node] +=
          m->inverse_mass[m->term[t].node] * m->term[t].weight * force_at(m, s, f, 0);
  }
  for (int i = 0; i < m->body_count; ++i)
    body_coefficients(m, s, i);
}

// A pluck rises like half a cosine and lets go; a strike falls again like the other half.
static double gesture_at(const model_force *force, double time) {
  const double phase = (time - force->begin) / force->length;
  if (phase < 0 || phase > 1)
    return 0;
  return force->amplitude * (1 - cos(two_pi / 2 * force->swings * phase)) / 2;
}

double force_at(const carom_model *m, const carom_state *s, int index, double time) {
  const model_force *force = &m->force[index];
  if (force->swings > 0)
    return gesture_at(force, time);
  if (force->points > 0)
    return s->amplitude[index] * breakpoints_at(m->point + force->first_point, force->points, time);
  return s->amplitude[index] * sin(two_pi * force->frequency * time);
}

// u^I takes in the forces from outside: du += b I^T f.
void forces_push(const carom_model *m, carom_state *s) {
  const double time = (double)s->head->n * m->k;
  for (int f = 0; f < m->force_count; ++f) {
    const model_force *force = &m->force[f];
    s->push[f] = force_at(m, s, f, time);
    if (s->push[f] == 0)
      continue;
    for (int t = force->first_term; t < force->first_term + force->terms; ++t)
      node_push(m, s, m->term[t], s->push[f]);
    for (int t = force->first_term; t < force->first_term + force->terms; ++t)
      if (m->body[m->term[t].body].grid == LAYOUT_MODES)
        s->moved[m->term[t].body] = MODES_PUSHED;
  }
}

// --- The advance, and the ledger of bodies ------------------------------------------------------

static body_sums sums_of(const carom_model *m, const carom_state *s, int body, double *du,
                         double *former) {
  const model_body *b = &m->body[body];
  const int first = b->first;
  const row_places places = places_of(m, b);
  if (b->grid == LAYOUT_LINE)
    return line_sums(b, &places, s->u + first, du + first, former + first);
  if (b->grid == LAYOUT_PLATE)
    return plate_sums(b, s->u + first, du + first, former + first);
  return (body_sums){0};
}

// The same of what has no grid, as it moves on: at t_{n+1/2}.
static void count(const carom_model *m, carom_state *s, int body) {
  const model_body *b = &m->body[body];
  account *e = &s->body_account[body];
  if (b->grid == LAYOUT_POINT) {
    const double z = s->next[b->first] + s->du[b->first];
    const double loss = b->node_mass * s->material[body].sigma0 / (2 * m->k) * z * z;
    e->before = e->kinetic + e->potential;
    mass_energy(b, s->material[body], m->k, s->head->gravity, s->u[b->first], s->next[b->first],
                &e->kinetic, &e->potential);
    if (loss != 0)
      sum_add(&e->dissipated, loss);
  } else if (b->grid == LAYOUT_MODES) {
    e->before = e->kinetic + e->potential;
    modal_energy(m, body, s->u + b->first, s->next + b->first, &e->kinetic, &e->potential);
  }
}

// Bodies with a grid, when no step is there to do it on the way; `next` holds the former
// increments.
void bodies_book(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->body_count; ++i)
    if (m->body[i].grid == LAYOUT_LINE || m->body[i].grid == LAYOUT_PLATE) {
      const body_sums sum = sums_of(m, s, i, s->du, s->next);
      count_grid(m, s, i, &sum);
    }
}

// n <- n + 1; barriers go where they were foreseen to be.
void bodies_advance(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->mass_body_count; ++i)
    s->u[i] += s->next[i];
  for (int i = 0; m->rotation_count > 0 && i < m->body_count; ++i)
    if (m->body[i].grid == LAYOUT_MODES)
      modal_advance(m, s, i);
  if (s->head->keep_ledger) {
    for (int i = 0; i < m->body_count; ++i)
      count(m, s, i);
    s->spare = s->du;
    s->du = s->next;
    s->head->swapped = !s->head->swapped;
    s->head->waiting = true;
  }
  s->next = s->spare;
  for (int i = 0; i < m->body_count; ++i)
    if (m->body[i].grid == LAYOUT_NONE) {
      s->barrier[i] += s->barrier_next[i];
      s->barrier_step[i] = s->barrier_next[i];
    }
  ++s->head->n;
}

void body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                 double *potential) {
  const model_body *b = &m->body[body];
  *kinetic = *potential = 0;
  if (model_is_modal(m)) {
    event_body_energy(m, s, body, kinetic, potential);
    return;
  }
  if (model_is_classic(m) && b->grid == LAYOUT_POINT) {
    classic_energy(m, s, kinetic, potential);
  } else if (b->grid == LAYOUT_POINT) {
    mass_energy(b, s->material[body], m->k, s->head->gravity, s->u[b->first], s->du[b->first],
                kinetic, potential);
  } else if (b->grid == LAYOUT_MODES) {
    modal_energy(m, body, s->u + b->first, s->du + b->first, kinetic, potential);
  } else if (b->grid != LAYOUT_NONE) {
    const body_sums sum = sums_of(m, s, body, s->du, s->du);
    energy_of(m, s, body, &sum, kinetic, potential);
  }
}

// The ledger starts from here.
void body_open(const carom_model *m, carom_state *s, int body) {
  account *e = &s->body_account[body];
  e->before = e->kinetic + e->potential;
  body_energy(m, s, body, &e->kinetic, &e->potential);
  s->sums[body] = sums_of(m, s, body, s->du, s->du);
}

// --- Barriers -----------------------------------------------------------------------------------

double barrier_at(const carom_model *m, const carom_state *s, int body, double time) {
  const model_body *b = &m->body[body];
  if (b->swings)
    return b->position + b->amplitude * sin(two_pi * b->frequency * time);
  const int live = b->position_live;
  if (live >= 0 && s->by_hand[live])
    return s->live[live];
  if (live >= 0 && m->live[live].points > 0)
    return breakpoints_at(m->point + m->live[live].first_point, m->live[live].points, time);
  return b->position;
}
