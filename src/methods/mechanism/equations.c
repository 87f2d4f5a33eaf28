// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The equations of a step (theory 16.15 and 16.16). With v = (v0 + v1) / 2, q1 = q0 + h v and
// discrete gradients D,
//
//   M(q1) v1 - M(q0) v0 = h (D[v0' M v1 / 2] - D V - C v - sum f D[overlap] - friction + pulls)
//
// so that its product with v is, to rounding,
//
//   T1 + V1 - T0 - V0 = -h v' C v - friction - what felt stores and loses + work of the pulls.

#include "methods/mechanism/scheme.h"

#include <math.h>
#include <string.h>

// --- Links: springs, stops, pins ----------------------------------------------------------------

// The mean torque of a stop over a step, and its derivative by the angle at the end. Its damping
// counts what of the way is pressed, so that the torque begins with 0.
static double stop_torque(const mechanism_link *l, double from, double to, double h,
                          double *slope) {
  const felt_law law = {.c = l->stop[1]};
  const double x = l->stop[0] - from;
  const double y = l->stop[0] - to;
  *slope = 0;
  if (x <= 0 && y <= 0)
    return 0;
  const felt_step at = felt_over(&law, x, y, h);
  const double torque = at.force + l->stop[2] * (fmax(y, 0) - fmax(x, 0)) / h;
  *slope = torque > 0 ? at.slope + (y > 0 ? l->stop[2] / h : 0) : 0;
  return fmax(torque, 0);
}

static double stop_energy(const mechanism_link *l, double angle) {
  const felt_law law = {.c = l->stop[1]};
  return felt_energy(&law, l->stop[0] - angle);
}

// What a link's pin takes; its part of the matrix is kept.
static double pin_torque(step_context *w, int i) {
  const mechanism_link *l = &w->p->link[i];
  const double h = w->p->h;
  const double q0 = w->m->q[l->angle];
  const double q1 = w->q1[l->angle];
  const double rate = w->mean[l->angle];
  double torque = l->spring[0] + l->spring[1] * (q0 + q1) / 2;
  double stiff = h * h / 4 * l->spring[1];
  const double friction = w->m->pin[i];
  if (friction > 0) {
    const double t = tanh(rate / l->threshold);
    torque += friction * t;
    stiff += h / 2 * friction * (1 - t * t) / l->threshold;
    w->lost[i] += h * friction * t * rate;
  }
  if (l->stops) {
    double slope = 0;
    const double push = stop_torque(l, q0, q1, h, &slope);
    torque -= push;
    stiff += h * h / 2 * slope;
    w->lost[i] += push * (q0 - q1) - (stop_energy(l, q1) - stop_energy(l, q0));
  }
  w->stiff[i] = stiff;
  return torque;
}

// --- Forces on points ---------------------------------------------------------------------------

static void add_pulls(step_context *w, double *r) {
  const mechanism_system *p = w->p;
  w->work = 0;
  for (int i = 0; i < p->pulls; ++i) {
    const mechanism_pull *pull = &p->pull[i];
    difference x[2];
    if (pull->coordinate >= 0) {
      r[pull->coordinate] -= p->h * w->pull[i];
      w->work += w->pull[i] * (w->q1[pull->coordinate] - w->m->q[pull->coordinate]);
      continue;
    }
    point_plane(&w->scratch->frames, &pull->at, x);
    const difference *along = &x[pull->axis];
    for (int k = 0; k < p->coordinates; ++k)
      r[k] -= p->h * w->pull[i] * along->g[k];
    w->work += w->pull[i] * (along->at[1] - along->at[0]);
  }
}

static void add_gravity(const step_context *w, double *r) {
  const mechanism_system *p = w->p;
  for (int k = 0; p->gravity != 0 && k < p->weights; ++k) {
    difference x[2];
    point_plane(&w->scratch->frames, &p->weight[k].at, x);
    for (int i = 0; i < p->coordinates; ++i)
      r[i] += p->h * p->gravity * p->weight[k].mass * x[1].g[i];
  }
  for (int k = 0; k < p->masses; ++k)
    r[p->mass[k].coordinate] += p->h * p->gravity * p->mass[k].mass;
}

// --- Shanks and springs of masses ---------------------------------------------------------------

// Stiffness and damping join the coordinates of one link, or act on one mass.
static void add_elastic(const step_context *w, int first, int count, double *r) {
  const mechanism_system *p = w->p;
  for (int i = first; i < first + count; ++i)
    for (int j = first; j < first + count; ++j)
      r[i] +=
          p->h * (p->stiffness[i][j] * (w->m->q[j] + w->q1[j]) / 2 + p->damping[i][j] * w->mean[j]);
}

// --- The equations ------------------------------------------------------------------------------

static void add_bodies(step_context *w, double *r) {
  const mechanism_system *p = w->p;
  memset(w->lost, 0, sizeof w->lost);
  for (int i = 0; i < p->links; ++i) {
    const mechanism_link *l = &p->link[i];
    r[l->angle] += p->h * pin_torque(w, i);
    if (l->transverses > 0)
      add_elastic(w, l->angle, 1 + l->axials + l->transverses, r);
  }
  for (int i = 0; i < p->masses; ++i)
    add_elastic(w, p->mass[i].coordinate, 1, r);
}

static void add_touches(const step_context *w, double *r) {
  const mechanism_system *p = w->p;
  for (int t = 0; t < p->touches; ++t) {
    const touch_step *s = &w->scratch->touch[t];
    for (int i = 0; s->active && i < p->coordinates; ++i)
      r[i] += p->h * (s->force * s->acts[i] + s->rubbing * s->tangent[i]);
  }
}

void step_residual(step_context *w, const double *v1, double *r) {
  const mechanism_system *p = w->p;
  mechanism_scratch *scratch = w->scratch;
  double form[MAX_COORDINATES];
  for (int i = 0; i < p->coordinates; ++i) {
    w->mean[i] = (w->m->v[i] + v1[i]) / 2;
    w->q1[i] = w->m->q[i] + p->h * w->mean[i];
  }
  poses_make(p, w->q1, v1, &scratch->end);
  frames_make(&scratch->begin, &scratch->end, &scratch->frames);
  inertia_momentum(&scratch->end, r);
  inertia_form(&scratch->frames, w->m->v, v1, form);
  for (int i = 0; i < p->coordinates; ++i)
    r[i] -= scratch->momentum[i] + p->h * form[i];
  add_bodies(w, r);
  add_gravity(w, r);
  add_pulls(w, r);
  if (!touches_evaluate(p, w->string_modes, &scratch->frames, w->m, scratch->reach, scratch->touch))
    r[0] = NAN; // nowhere near a solution
  add_touches(w, r);
}

// --- Their matrix -------------------------------------------------------------------------------

static void add_touch_matrix(const step_context *w, const touch_step *s,
                             double matrix[][MAX_COORDINATES]) {
  const int n = w->p->coordinates;
  const double h = w->p->h;
  const double share = s->force > 0 ? s->rubbing / s->force : 0;
  for (int i = 0; i < n; ++i) {
    const double rises = h * h / 2 * s->rise * (s->acts[i] + share * s->tangent[i]);
    const double rubs = h / 2 * s->force * s->rub_slope * s->tangent[i];
    for (int j = 0; (rises != 0 || rubs != 0) && j < n; ++j)
      matrix[i][j] += rises * s->normal[j] + rubs * s->tangent[j];
  }
}

void step_matrix(const step_context *w, double matrix[][MAX_COORDINATES]) {
  const mechanism_system *p = w->p;
  const double h = p->h;
  for (int i = 0; i < p->coordinates; ++i)
    for (int j = 0; j < p->coordinates; ++j)
      matrix[i][j] =
          w->scratch->M[i][j] + h * h / 4 * p->stiffness[i][j] + h / 2 * p->damping[i][j];
  for (int i = 0; i < p->links; ++i)
    matrix[p->link[i].angle][p->link[i].angle] += w->stiff[i];
  for (int t = 0; t < p->touches; ++t)
    if (w->scratch->touch[t].active)
      add_touch_matrix(w, &w->scratch->touch[t], matrix);
}
