// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The equations of motion at an instant (theory 16.17),
//
//   M v' = grad(v' M v / 2) - M' v - grad V - C v + contacts + pulls
//
// for outputs and for integrators, and the energies.

#include "methods/mechanism/motion.h"

#include "base/dense.h"
#include <math.h>
#include <string.h>

// --- Energies -----------------------------------------------------------------------------------

mechanism_energy link_energy(const mechanism_system *p, const link_poses *at, int link) {
  const mechanism_link *l = &p->link[link];
  const double angle = at->q[l->angle];
  const felt_law stop = {.c = l->stop[1]};
  mechanism_energy sum = {0, l->spring[0] * angle + l->spring[1] * angle * angle / 2};
  for (int k = l->first_point; k < l->first_point + l->point_masses; ++k) {
    const point_mass *point = &p->point[k];
    const point_pose is = pose_point(at, &point->at);
    sum.kinetic += (point->mass * (is.speed[0] * is.speed[0] + is.speed[1] * is.speed[1]) +
                    point->inertia * is.rate * is.rate) /
                   2;
    sum.potential += p->gravity * point->mass * is.at[1];
  }
  sum.potential += l->stops ? felt_energy(&stop, l->stop[0] - angle) : 0;
  for (int a = l->flex; a < l->flex + l->axials + l->transverses; ++a)
    for (int b = l->flex; b < l->flex + l->axials + l->transverses; ++b)
      sum.potential += at->q[a] * p->stiffness[a][b] * at->q[b] / 2;
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

mechanism_energy string_energy(const mechanism_system *p, const string_mode *string_modes,
                               const mechanism_motion *m, int string) {
  const mechanism_string *s = &p->string[string];
  mechanism_energy sum = {0, 0};
  for (int j = 0; j < s->modes; ++j) {
    const double q = m->u[s->first + j];
    const double v = m->du[s->first + j];
    sum.kinetic += v * v / 2;
    sum.potential += string_modes[s->first_mode + j].omega2 * q * q / 2;
  }
  return sum;
}

// --- Forces -------------------------------------------------------------------------------------

static void add_pin(const mechanism_system *p, const mechanism_motion *m, int i,
                    mechanism_instant *now) {
  const mechanism_link *l = &p->link[i];
  const double rate = m->v[l->angle];
  const double depth = l->stops ? l->stop[0] - m->q[l->angle] : -1;
  const double rub = m->pin[i] * tanh(rate / l->threshold);
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
  for (int k = 0; p->gravity != 0 && k < p->weights; ++k) {
    difference x[2];
    point_plane(f, &p->weight[k].at, x);
    for (int i = 0; i < p->coordinates; ++i)
      now->a[i] -= p->gravity * p->weight[k].mass * x[1].g[i];
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
  double form[MAX_COORDINATES];
  double unit[MAX_COORDINATES] = {0};
  inertia_form(f, m->v, m->v, form);
  for (int i = 0; i < p->coordinates; ++i)
    now->a[i] += form[i];
  for (int j = 0; j < p->coordinates; ++j) {
    unit[j] = 1;
    inertia_form(f, m->v, unit, form);
    unit[j] = 0;
    for (int i = 0; i < p->coordinates; ++i)
      now->a[j] -= 2 * form[i] * m->v[i];
  }
}

static void divide_by_mass(const mechanism_system *p, mechanism_scratch *scratch, double *a) {
  const int n = p->coordinates;
  double *rows = scratch->rows;
  for (int i = 0; i < n; ++i) {
    const double root = sqrt(scratch->M[i][i]);
    for (int j = 0; j < n; ++j)
      rows[i * (n + 1) + j] = scratch->M[i][j] / (root * sqrt(scratch->M[j][j]));
    rows[i * (n + 1) + n] = a[i] / root;
  }
  const bool good = dense_eliminate(rows, n);
  for (int i = 0; i < n; ++i)
    a[i] =
        good ? rows[i * (n + 1) + n] / rows[i * (n + 1) + i] / sqrt(scratch->M[i][i]) : (double)NAN;
}

void mechanism_accelerate(const mechanism_system *p, const mechanism_motion *m, const double *pull,
                          mechanism_scratch *scratch, mechanism_instant *now) {
  const link_frames *f = &scratch->frames;
  memset(now->a, 0, sizeof now->a);
  memset(now->lost, 0, sizeof now->lost);
  now->work = 0;
  poses_make(p, m->q, m->v, &scratch->poses);
  frames_make(&scratch->poses, &scratch->poses, &scratch->frames);
  inertia_matrix(&scratch->poses, scratch->M);
  for (int i = 0; i < p->links; ++i)
    add_pin(p, m, i, now);
  add_elastic(p, m, now);
  add_weights(p, f, now);
  add_pulls(p, f, m, pull, now);
  add_inertia(p, f, m, now);
  for (int t = 0; t < p->touches; ++t) {
    now->touch[t] = touch_read(p, &scratch->poses, m, t);
    touch_act(p, f, t, &now->touch[t], now->a);
  }
  divide_by_mass(p, scratch, now->a);
}
