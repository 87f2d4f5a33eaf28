// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The equations of motion at an instant (theory 16.17),
//
//   M v' = grad(v' M v / 2) - M' v - grad V - C v + contacts + pulls
//
// for outputs and for integrators, and the energies.

#include "methods/mechanism/system.h"

#include "base/dense.h"
#include <math.h>
#include <string.h>

// --- Energies -----------------------------------------------------------------------------------

// Of a link's parts, which move with the velocity of their points in the plane.
static mechanism_energy parts_energy(const mechanism_system *p, const link_frames *f,
                                     const double *v, const mechanism_link *l) {
  mechanism_energy sum = {0, 0};
  for (int k = l->first_part; k < l->first_part + l->parts; ++k) {
    const link_part *part = &p->part[k];
    difference x[2];
    difference angle;
    double speed[3] = {0};
    point_plane(f, &part->at, x);
    point_angle(f, &part->at, &angle);
    for (int i = 0; i < p->coordinates; ++i) {
      speed[0] += x[0].g[i] * v[i];
      speed[1] += x[1].g[i] * v[i];
      speed[2] += angle.g[i] * v[i];
    }
    sum.kinetic += (part->mass * (speed[0] * speed[0] + speed[1] * speed[1]) +
                    part->inertia * speed[2] * speed[2]) /
                   2;
    sum.potential += p->gravity * part->mass * x[1].at[0];
  }
  return sum;
}

mechanism_energy link_energy(const mechanism_system *p, const link_frames *f,
                             const mechanism_motion *m, int link) {
  const mechanism_link *l = &p->link[link];
  const double angle = m->q[l->angle];
  mechanism_energy sum = parts_energy(p, f, m->v, l);
  const felt_law stop = {.c = l->stop[1]};
  sum.potential += l->spring[0] * angle + l->spring[1] * angle * angle / 2;
  sum.potential += l->stops ? felt_energy(&stop, l->stop[0] - angle) : 0;
  for (int a = l->flex; a < l->flex + l->axials + l->transverses; ++a)
    for (int b = l->flex; b < l->flex + l->axials + l->transverses; ++b)
      sum.potential += m->q[a] * p->stiffness[a][b] * m->q[b] / 2;
  return sum;
}

mechanism_energy mass_energy(const mechanism_system *p, const mechanism_motion *m, int mass) {
  const mechanism_mass *b = &p->mass[mass];
  const double q = m->q[b->coordinate];
  const double v = m->v[b->coordinate];
  return (mechanism_energy){.kinetic = b->mass * v * v / 2,
                            .potential = p->stiffness[b->coordinate][b->coordinate] * q * q / 2 +
                                         p->gravity * b->mass * q};
}

mechanism_energy string_energy(const mechanism_system *p, const string_turn *turns,
                               const mechanism_motion *m, int string) {
  const mechanism_string *s = &p->string[string];
  mechanism_energy sum = {0, 0};
  for (int j = 0; j < s->modes; ++j) {
    const double q = m->u[s->first + j];
    const double v = m->du[s->first + j];
    sum.kinetic += v * v / 2;
    sum.potential += turns[s->turn + j].omega2 * q * q / 2;
  }
  return sum;
}

// --- Forces -------------------------------------------------------------------------------------

static void add_pin(const mechanism_system *p, const mechanism_motion *m, int i,
                    mechanism_instant *now) {
  const mechanism_link *l = &p->link[i];
  const double rate = m->v[l->angle];
  const double depth = l->stops ? l->stop[0] - m->q[l->angle] : -1;
  const double rub = l->friction * tanh(rate / pin_threshold);
  const double push = depth > 0 ? fmax(l->stop[1] * depth - l->stop[2] * rate, 0) : 0;
  now->a[l->angle] += push - rub - l->spring[0] - l->spring[1] * m->q[l->angle];
  now->lost[i] = rub * rate;
  if (depth > 0)
    now->lost[i] -= (push - l->stop[1] * depth) * rate;
}

static void add_elastic(const mechanism_system *p, const mechanism_motion *m,
                        mechanism_instant *now) {
  for (int i = 0; i < p->coordinates; ++i)
    for (int j = 0; j < p->coordinates; ++j)
      now->a[i] -= p->stiffness[i][j] * m->q[j] + p->damping[i][j] * m->v[j];
  for (int i = 0; i < p->links; ++i) {
    const mechanism_link *l = &p->link[i];
    for (int a = l->angle; a < l->flex + l->axials + l->transverses; ++a)
      for (int b = l->angle; b < l->flex + l->axials + l->transverses; ++b)
        now->lost[i] += m->v[a] * p->damping[a][b] * m->v[b];
  }
}

static void add_weights(const mechanism_system *p, const link_frames *f, mechanism_instant *now) {
  for (int k = 0; p->gravity != 0 && k < p->parts; ++k) {
    difference x[2];
    point_plane(f, &p->part[k].at, x);
    for (int i = 0; i < p->coordinates; ++i)
      now->a[i] -= p->gravity * p->part[k].mass * x[1].g[i];
  }
  for (int k = 0; k < p->masses; ++k)
    now->a[p->mass[k].coordinate] -= p->gravity * p->mass[k].mass;
}

static void add_pulls(const mechanism_system *p, const link_frames *f, const mechanism_motion *m,
                      const double *pull, mechanism_instant *now) {
  for (int k = 0; k < p->pulls; ++k) {
    const mechanism_pull *of = &p->pull[k];
    difference x[2];
    if (of->coordinate >= 0) {
      now->a[of->coordinate] += pull[k];
      now->work += pull[k] * m->v[of->coordinate];
      continue;
    }
    point_plane(f, &of->at, x);
    for (int i = 0; i < p->coordinates; ++i) {
      now->a[i] += pull[k] * x[of->axis].g[i];
      now->work += pull[k] * x[of->axis].g[i] * m->v[i];
    }
  }
}

// grad(v' M v / 2) - M' v; row j of M' v is twice the change of v' M e_j / 2 along v.
static void add_inertia(const mechanism_system *p, const link_frames *f, const mechanism_motion *m,
                        mechanism_instant *now) {
  difference form;
  double unit[MOST_COORDINATES] = {0};
  inertia_form(f, m->v, m->v, &form);
  for (int i = 0; i < p->coordinates; ++i)
    now->a[i] += form.g[i];
  for (int j = 0; j < p->coordinates; ++j) {
    unit[j] = 1;
    inertia_form(f, m->v, unit, &form);
    unit[j] = 0;
    for (int i = 0; i < p->coordinates; ++i)
      now->a[j] -= 2 * form.g[i] * m->v[i];
  }
}

static void divide_by_mass(const mechanism_system *p, mechanism_scratch *room, double *a) {
  const int n = p->coordinates;
  double *rows = room->rows;
  for (int i = 0; i < n; ++i) {
    const double root = sqrt(room->M[i][i]);
    for (int j = 0; j < n; ++j)
      rows[i * (n + 1) + j] = room->M[i][j] / (root * sqrt(room->M[j][j]));
    rows[i * (n + 1) + n] = a[i] / root;
  }
  const bool good = dense_eliminate(rows, n);
  for (int i = 0; i < n; ++i)
    a[i] = good ? rows[i * (n + 1) + n] / rows[i * (n + 1) + i] / sqrt(room->M[i][i]) : (double)NAN;
}

void mechanism_accelerate(const mechanism_system *p, const mechanism_motion *m, const double *pull,
                          mechanism_scratch *room, mechanism_instant *now) {
  const link_frames *f = &room->frames;
  memset(now->a, 0, sizeof now->a);
  memset(now->lost, 0, sizeof now->lost);
  now->work = 0;
  frames_make(p, m->q, m->q, &room->frames);
  inertia_matrix(f, room->M);
  for (int i = 0; i < p->links; ++i)
    add_pin(p, m, i, now);
  add_elastic(p, m, now);
  add_weights(p, f, now);
  add_pulls(p, f, m, pull, now);
  add_inertia(p, f, m, now);
  for (int t = 0; t < p->touches; ++t)
    now->touch[t] = touch_read(p, f, m, t, now->a);
  divide_by_mass(p, room, now->a);
}
