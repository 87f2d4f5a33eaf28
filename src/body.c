// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All bodies together: their coefficients, their free step, what forces from outside add, and the
// advance to the next sample.

#include "body.h"

#include <math.h>
#include <string.h>

static const double two_pi = 6.28318530717958647692;

// lose, pull, bend and rub over 1 + sigma_0 k; see mass.c, line.c and plate.c.
void body_coefficients(const carom_model *m, carom_state *s, int body) {
  const model_body *b = &m->body[body];
  const material a = s->material[body];
  const double k = m->k;
  const double h2 = b->grid == GRID_POINT ? 1 : b->h * b->h;
  const double over = 1 / (1 + a.sigma0 * k);
  s->motion[body] = (motion){.lose = 2 * a.sigma0 * k * over,
                             .pull = a.pull * k * k / h2 * over,
                             .bend = b->bend * k * k / (h2 * h2) * over,
                             .rub = 2 * a.sigma1 * k / h2 * over,
                             .receptance = k * k * over};
}

static void free_step(const carom_model *m, const carom_state *s, const double *u, const double *du,
                      double *next) {
  masses_free_step(m, s->motion, s->head->gravity, u, du, next);
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    const int first = b->first;
    if (b->grid == GRID_LINE)
      line_free_step(b, s->motion[i], u + first, du + first, next + first, s->row_scratch);
    else if (b->grid == GRID_PLATE)
      plate_free_step(b, s->motion[i], s->lap + first, du + first, next + first, s->row_scratch);
  }
}

// Lap u of the start; later ones come with the advance. As `next` is zero, nothing moves here.
static void first_laps(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->body_count; ++i) {
    const int first = m->body[i].first;
    if (m->body[i].grid == GRID_PLATE)
      plate_advance(&m->body[i], s->u + first, s->next + first, s->lap + first);
  }
}

void bodies_free_step(const carom_model *m, carom_state *s) {
  if (s->head->n == 0)
    first_laps(m, s);
  free_step(m, s, s->u, s->du, s->next);
}

// The same loops give the starting acceleration: put velocities for increments and the bare
// coefficients of the equation of motion for those of the step, and take the velocity off again.
void bodies_accelerations(const carom_model *m, carom_state *s, double *acceleration) {
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    const material a = s->material[i];
    const double h2 = b->grid == GRID_POINT ? 1 : b->h * b->h;
    s->motion[i] = (motion){.lose = 2 * a.sigma0,
                            .pull = a.pull / h2,
                            .bend = b->bend / (h2 * h2),
                            .rub = 2 * a.sigma1 / h2,
                            .receptance = 1};
  }
  first_laps(m, s);
  free_step(m, s, m->start, m->start_speed, acceleration);
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
    for (int t = force->first_term; t < force->first_term + force->terms; ++t) {
      const link_term term = m->term[t];
      s->next[term.node] +=
          s->motion[term.body].receptance * m->inverse_mass[term.node] * term.weight * s->push[f];
    }
  }
}

// Energies at the half step are counted here, where u and its increments are at hand.
static void advance(const carom_model *m, carom_state *s, int body) {
  const model_body *b = &m->body[body];
  const material a = s->material[body];
  double *u = s->u + b->first;
  double *lap = s->lap + b->first;
  const double *next = s->next + b->first;
  const bool count = s->head->keep_ledger;
  account *e = &s->body_account[body];
  if (count)
    e->before = e->kinetic + e->potential;
  switch (b->grid) {
  case GRID_POINT:
    u[0] += next[0];
    if (count)
      mass_energy(b, a, m->k, s->head->gravity, u[0], next[0], &e->kinetic, &e->potential);
    break;
  case GRID_LINE:
    line_advance(b, u, next);
    if (count)
      line_energy(b, a, m->k, u, next, &e->kinetic, &e->potential);
    break;
  case GRID_PLATE:
    if (count)
      plate_advance_counted(b, a, m->k, u, next, lap, &e->kinetic, &e->potential);
    else
      plate_advance(b, u, next, lap);
    break;
  case GRID_NONE:
    break;
  }
}

// u^{n+1} = u^n + du^{n+1}; barriers go where they were foreseen to be.
void bodies_advance(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->body_count; ++i)
    advance(m, s, i);
  double *old = s->du;
  s->du = s->next;
  s->next = old;
  s->head->swapped = !s->head->swapped;
  for (int i = 0; i < m->body_count; ++i)
    if (m->body[i].grid == GRID_NONE) {
      s->barrier[i] += s->barrier_next[i];
      s->barrier_step[i] = s->barrier_next[i];
    }
  ++s->head->n;
}

void body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                 double *potential) {
  const model_body *b = &m->body[body];
  const double *u = s->u + b->first;
  const double *du = s->du + b->first;
  *kinetic = *potential = 0;
  switch (b->grid) {
  case GRID_POINT:
    mass_energy(b, s->material[body], m->k, s->head->gravity, u[0], du[0], kinetic, potential);
    break;
  case GRID_LINE:
    line_energy(b, s->material[body], m->k, u, du, kinetic, potential);
    break;
  case GRID_PLATE:
    plate_energy(b, s->material[body], m->k, u, du, kinetic, potential);
    break;
  case GRID_NONE:
    break;
  }
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
