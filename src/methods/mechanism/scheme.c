// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The step (theory 16.15 and 16.16). With v = (v0 + v1) / 2, q1 = q0 + h v and discrete gradients
// D,
//
//   M(q1) v1 - M(q0) v0 = h (D[v0' M v1 / 2] - D V - C v - sum f D[overlap] - friction + pulls)
//
// so that its product with v is, to rounding,
//
//   T1 + V1 - T0 - V0 = -h v' C v - friction - what felt stores and loses + work of the pulls.
//
// Unknown are the velocities v1. Newton's method solves for them, from v0 and its last gain, with a
// matrix that has the masses and all that is stiff; where a full correction does not bring the
// equations closer it is halved.

#include "methods/mechanism/motion.h"

#include "base/dense.h"
#include <math.h>
#include <string.h>

enum { MOST_ITERATIONS = 60 };

/// A step under way.
typedef struct {
  const mechanism_system *p;
  const string_turn *turns;
  const mechanism_motion *m;
  const double *pull;
  mechanism_scratch *room;
  double q1[MOST_COORDINATES], mean[MOST_COORDINATES];
  double lost[MOST_LINKS]; // by pins, springs' stops and shanks, J
  double work;
} under_way;

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

// What a link's pin takes, and its part of the matrix.
static double pin_torque(under_way *w, int i, double *stiff) {
  const mechanism_link *l = &w->p->link[i];
  const double h = w->p->h;
  const double q0 = w->m->q[l->angle];
  const double q1 = w->q1[l->angle];
  const double rate = w->mean[l->angle];
  double torque = l->spring[0] + l->spring[1] * (q0 + q1) / 2;
  *stiff += h * h / 4 * l->spring[1];
  if (l->friction > 0) {
    const double t = tanh(rate / pin_threshold);
    torque += l->friction * t;
    *stiff += h / 2 * l->friction * (1 - t * t) / pin_threshold;
    w->lost[i] += h * l->friction * t * rate;
  }
  if (l->stops) {
    double slope = 0;
    const double push = stop_torque(l, q0, q1, h, &slope);
    torque -= push;
    *stiff += h * h / 2 * slope;
    w->lost[i] += push * (q0 - q1) - (stop_energy(l, q1) - stop_energy(l, q0));
  }
  return torque;
}

// --- Forces on points ---------------------------------------------------------------------------

static void add_pulls(under_way *w, double *r) {
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
    point_plane(&w->room->frames, &pull->at, x);
    const difference *along = &x[pull->axis];
    for (int k = 0; k < p->coordinates; ++k)
      r[k] -= p->h * w->pull[i] * along->g[k];
    w->work += w->pull[i] * (along->at[1] - along->at[0]);
  }
}

static void add_gravity(const under_way *w, double *r) {
  const mechanism_system *p = w->p;
  for (int k = 0; p->gravity != 0 && k < p->parts; ++k) {
    difference x[2];
    point_plane(&w->room->frames, &p->part[k].at, x);
    for (int i = 0; i < p->coordinates; ++i)
      r[i] += p->h * p->gravity * p->part[k].mass * x[1].g[i];
  }
  for (int k = 0; k < p->masses; ++k)
    r[p->mass[k].coordinate] += p->h * p->gravity * p->mass[k].mass;
}

static void add_touch(under_way *w, const touch_step *s, double *r) {
  const int n = w->p->coordinates;
  const double h = w->p->h;
  const double share = s->force > 0 ? s->rubbing / s->force : 0;
  for (int i = 0; i < n; ++i) {
    const double acts = s->acts[i] + share * s->tangent[i];
    const double rises = h * h / 2 * s->rise * acts;
    const double rubs = h / 2 * s->force * s->turn * s->tangent[i];
    r[i] += h * s->force * acts;
    for (int j = 0; j < n; ++j)
      w->room->matrix[i][j] += rises * s->normal[j] + rubs * s->tangent[j];
  }
}

// --- The equations ------------------------------------------------------------------------------

// r: what the equations of the step miss with velocities v1 at its end, N s; the matrix too.
static void residual(under_way *w, const double *v1, double *r) {
  const mechanism_system *p = w->p;
  mechanism_scratch *room = w->room;
  const int n = p->coordinates;
  const double h = p->h;
  double form[MOST_COORDINATES];
  memset(w->lost, 0, sizeof w->lost);
  for (int i = 0; i < n; ++i) {
    w->mean[i] = (w->m->v[i] + v1[i]) / 2;
    w->q1[i] = w->m->q[i] + h * w->mean[i];
  }
  poses_make(p, w->q1, v1, &room->end);
  frames_make(&room->begin, &room->end, &room->frames);
  inertia_momentum(&room->end, r);
  inertia_form(&room->frames, w->m->v, v1, form);
  for (int i = 0; i < n; ++i) {
    r[i] -= room->momentum[i] + h * form[i];
    for (int j = 0; j < n; ++j) {
      const double force =
          p->stiffness[i][j] * (w->m->q[j] + w->q1[j]) / 2 + p->damping[i][j] * w->mean[j];
      r[i] += h * force;
      room->matrix[i][j] =
          room->M[i][j] + h * h / 4 * p->stiffness[i][j] + h / 2 * p->damping[i][j];
    }
  }
  for (int i = 0; i < p->links; ++i) {
    const int a = p->link[i].angle;
    r[a] += h * pin_torque(w, i, &room->matrix[a][a]);
  }
  add_gravity(w, r);
  add_pulls(w, r);
  touches_evaluate(p, w->turns, &room->frames, w->m, room->reach, room->touch);
  for (int t = 0; t < p->touches; ++t)
    if (room->touch[t].active)
      add_touch(w, &room->touch[t], r);
}

// --- Newton's method ----------------------------------------------------------------------------

// |r| with each component over the root of its mass.
static double size_of(const under_way *w, const double *r) {
  double sum = 0;
  for (int i = 0; i < w->p->coordinates; ++i)
    sum += r[i] * r[i] / w->room->M[i][i];
  return sqrt(sum);
}

/// What r is small against: momenta and the impulses of felt; and what of it is rounding, since
/// felt of slope f' turns the rounding of places into forces.
typedef struct {
  double scale, rounding;
} residual_size;

static residual_size size_against(const under_way *w, const double *v1) {
  const double place = 2e-16 * w->p->extent; // m
  double sum = 1e-60;
  double noise = 0;
  for (int i = 0; i < w->p->coordinates; ++i) {
    const double mass = w->room->M[i][i];
    sum += mass * (w->m->v[i] * w->m->v[i] + v1[i] * v1[i]);
    for (int t = 0; t < w->p->touches; ++t) {
      const touch_step *s = &w->room->touch[t];
      if (!s->active)
        continue;
      const double acts = w->p->h * s->acts[i];
      sum += acts * acts * s->force * s->force / mass;
      noise += acts * acts * s->rise * s->rise * place * place / mass;
    }
  }
  return (residual_size){.scale = sqrt(sum), .rounding = sqrt(noise)};
}

static bool correction(under_way *w, const double *r, double *step) {
  const int n = w->p->coordinates;
  mechanism_scratch *room = w->room;
  for (int i = 0; i < n; ++i) {
    const double root = sqrt(room->M[i][i]);
    for (int j = 0; j < n; ++j)
      room->rows[i * (n + 1) + j] = room->matrix[i][j] / (root * sqrt(room->M[j][j]));
    room->rows[i * (n + 1) + n] = -r[i] / root;
  }
  if (!dense_eliminate(room->rows, n))
    return false;
  for (int i = 0; i < n; ++i)
    step[i] = room->rows[i * (n + 1) + n] / room->rows[i * (n + 1) + i] / sqrt(room->M[i][i]);
  return true;
}

// The whole matrix by difference quotients, where r belongs to v1. It has the curvature of contacts
// besides: of a knuckle that rolls over the edge of a jack, say.
static void differentiate(under_way *w, const double *v1, const double *r, double scale) {
  const int n = w->p->coordinates;
  double moved[MOST_COORDINATES];
  double there[MOST_COORDINATES];
  double matrix[MOST_COORDINATES][MOST_COORDINATES];
  memcpy(moved, v1, (size_t)n * sizeof *moved);
  for (int j = 0; j < n; ++j) {
    const double step = 1e-7 * fmax(fabs(v1[j]), scale / sqrt(w->room->M[j][j]));
    moved[j] = v1[j] + step;
    residual(w, moved, there);
    for (int i = 0; i < n; ++i)
      matrix[i][j] = (there[i] - r[i]) / (moved[j] - v1[j]);
    moved[j] = v1[j];
  }
  for (int i = 0; i < n; ++i)
    memcpy(w->room->matrix[i], matrix[i], (size_t)n * sizeof matrix[i][0]);
}

// Corrects v1, by as much of `step` as brings the equations closer; returns the error then.
static double correct(under_way *w, double *v1, const double *step, double error, double *r) {
  const int n = w->p->coordinates;
  double tried[MOST_COORDINATES];
  double next = error;
  double share = 1;
  for (int halvings = 0; halvings < 12; ++halvings, share /= 2) {
    for (int i = 0; i < n; ++i)
      tried[i] = v1[i] + share * step[i];
    residual(w, tried, r);
    next = size_of(w, r);
    if (next < error) {
      memcpy(v1, tried, (size_t)n * sizeof *v1);
      return next;
    }
  }
  residual(w, v1, r);
  return error;
}

static bool solve(under_way *w, double *v1, int *iterations) {
  double r[MOST_COORDINATES];
  double step[MOST_COORDINATES];
  residual(w, v1, r);
  double error = size_of(w, r);
  bool slow = false;
  for (*iterations = 0; *iterations < MOST_ITERATIONS; ++*iterations) {
    const residual_size size = size_against(w, v1);
    if (!(error > 1e-14 * size.scale + size.rounding))
      return isfinite(error);
    if (slow)
      differentiate(w, v1, r, size.scale);
    if (!correction(w, r, step))
      return false;
    const double next = correct(w, v1, step, error, r);
    if (next > 0.5 * error && next < 1e-11 * size.scale) // no closer than that
      return true;
    if (!(next < error) && slow)
      return error < 1e-9 * size.scale;
    slow = next > 0.2 * error && *iterations > 1;
    error = next;
  }
  return error < 1e-9 * size_against(w, v1).scale;
}

// --- The books ----------------------------------------------------------------------------------

// What a shank loses: the links have blocks of their own in the matrix of damping.
static void book_shanks(const under_way *w, mechanism_books *books) {
  const mechanism_system *p = w->p;
  for (int i = 0; i < p->links; ++i) {
    const mechanism_link *l = &p->link[i];
    const int own[2] = {l->angle, l->flex + l->axials + l->transverses};
    books->lost[i] = w->lost[i];
    for (int a = own[0]; a < own[1]; ++a)
      for (int b = own[0]; b < own[1]; ++b)
        books->lost[i] += p->h * w->mean[a] * p->damping[a][b] * w->mean[b];
  }
  for (int i = 0; i < p->masses; ++i) {
    const int c = p->mass[i].coordinate;
    books->mass_lost[i] = p->h * p->damping[c][c] * w->mean[c] * w->mean[c];
  }
}

static void book_touches(const under_way *w, mechanism_books *books) {
  for (int t = 0; t < w->p->touches; ++t) {
    const touch_step *s = &w->room->touch[t];
    if (!s->active)
      continue;
    const felt_law *law = &w->p->touch[t].law;
    const double stored = felt_energy(law, s->overlap[1]) - felt_energy(law, s->overlap[0]);
    books->felt[t] =
        s->force * (s->overlap[1] - s->overlap[0]) - stored + s->rubbing * s->slip * w->p->h;
    books->missing[t] = s->missing;
  }
}

static void advance_strings(const under_way *w, mechanism_motion *m, mechanism_books *books) {
  const mechanism_system *p = w->p;
  for (int i = 0; i < p->strings; ++i) {
    string_load load = {.count = 0};
    for (int t = 0; t < p->touches; ++t) {
      const touch_step *s = &w->room->touch[t];
      if (p->touch[t].faces != FACES_STRING || p->touch[t].string != i || !s->active)
        continue;
      load.x[load.count][0] = s->x[0];
      load.x[load.count][1] = s->x[1];
      load.force[load.count++] = p->touch[t].side * s->force;
    }
    books->string_lost[i] = string_advance(p, w->turns, i, m->u, m->du, &load);
  }
}

bool mechanism_step(const mechanism_system *p, const string_turn *turns, mechanism_motion *m,
                    const double *pull, mechanism_scratch *room, mechanism_books *books) {
  const int n = p->coordinates;
  under_way w = {.p = p, .turns = turns, .m = m, .pull = pull, .room = room};
  double v1[MOST_COORDINATES] = {0};
  poses_make(p, m->q, m->v, &room->begin);
  inertia_matrix(&room->begin, room->M);
  inertia_momentum(&room->begin, room->momentum);
  for (int t = 0; t < p->touches; ++t)
    if (p->touch[t].faces == FACES_SEGMENT)
      room->touch[t].overlap[0] = touch_overlap(&p->touch[t], &room->begin);
  for (int i = 0; i < p->strings; ++i)
    room->reach[i] = string_reach(p, turns, i, m->u, m->du);
  for (int i = 0; i < n; ++i)
    v1[i] = m->v[i] + m->gain[i];
  *books = (mechanism_books){0};
  if (!solve(&w, v1, &books->iterations))
    return false;
  book_shanks(&w, books);
  book_touches(&w, books);
  books->work = w.work;
  advance_strings(&w, m, books);
  for (int i = 0; i < n; ++i)
    m->gain[i] = v1[i] - m->v[i];
  memcpy(m->q, w.q1, (size_t)n * sizeof *m->q);
  memcpy(m->v, v1, (size_t)n * sizeof *m->v);
  return true;
}
