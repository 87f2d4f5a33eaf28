// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Kinetic energy of the links (theory 16.9): T = v' M(q) v / 2 with
//
//   M = sum m B' B + constant,      velocity of a part in its link's frame = B(q) v
//
// where the constant part has the rotary inertias, since angles are linear in the coordinates.
// Turning the frame does not change M: it depends on the angles between links and on the bend of
// shanks, not on the angle of a link on the ground. The columns of B are the place of the part from
// the pins of its chain to the ground, turned left, and the shapes of its shank.

#include "methods/mechanism/kinematics.h"

#include <math.h>
#include <string.h>

enum { MAX_SPAN = MAX_LINKS + 2 * MAX_SHAPES };

// --- At an instant ------------------------------------------------------------------------------

/// The columns of B that are not 0, in the plane.
typedef struct {
  int count;
  int coordinate[MAX_SPAN];
  double column[MAX_SPAN][2];
} point_columns;

static void add_column(point_columns *to, int coordinate, double x, double y) {
  to->coordinate[to->count] = coordinate;
  to->column[to->count][0] = x;
  to->column[to->count][1] = y;
  ++to->count;
}

static void add_shapes(const link_poses *at, const link_point *point, point_columns *to) {
  const mechanism_link *l = &at->p->link[point->link];
  const link_pose *is = &at->link[point->link];
  const double *c = at->q + l->flex + l->axials;
  double turned[2] = {1, 0};
  for (int i = 0; i < l->axials; ++i)
    add_column(to, l->flex + i, is->cosine * point->axial[i], is->sine * point->axial[i]);
  if (point->offset[0] != 0 || point->offset[1] != 0)
    pose_bend(at, point, turned);
  const double x = turned[0] * point->offset[0] - turned[1] * point->offset[1];
  const double y = turned[1] * point->offset[0] + turned[0] * point->offset[1];
  for (int i = 0; i < l->transverses; ++i) {
    double r[2] = {-point->slope[i] * y, point->transverse[i] + point->slope[i] * x};
    for (int j = 0; j < l->transverses; ++j)
      r[0] -= point->shorten[i][j] * c[j];
    add_column(to, l->flex + l->axials + i, is->cosine * r[0] - is->sine * r[1],
               is->sine * r[0] + is->cosine * r[1]);
  }
}

static void columns_of(const link_poses *at, const link_point *point, point_columns *to) {
  double x[2];
  pose_place(at, point, x);
  to->count = 0;
  for (int a = point->link; a >= 0; a = at->p->link[a].parent)
    add_column(to, at->p->link[a].angle, at->link[a].at[1] - x[1], x[0] - at->link[a].at[0]);
  if (at->p->link[point->link].transverses > 0)
    add_shapes(at, point, to);
}

void inertia_matrix(const link_poses *at, double M[][MAX_COORDINATES]) {
  const mechanism_system *p = at->p;
  const int n = p->coordinates;
  point_columns B;
  for (int i = 0; i < n; ++i)
    memcpy(M[i], p->constant_mass[i], (size_t)n * sizeof M[i][0]);
  for (int k = 0; k < p->point_masses; ++k) {
    columns_of(at, &p->point[k].at, &B);
    for (int i = 0; i < B.count; ++i)
      for (int j = 0; j < B.count; ++j)
        M[B.coordinate[i]][B.coordinate[j]] +=
            p->point[k].mass * (B.column[i][0] * B.column[j][0] + B.column[i][1] * B.column[j][1]);
  }
}

void inertia_momentum(const link_poses *at, double *momentum) {
  const mechanism_system *p = at->p;
  const int n = p->coordinates;
  point_columns B;
  for (int i = 0; i < n; ++i) {
    momentum[i] = 0;
    for (int j = 0; j < n; ++j)
      momentum[i] += p->constant_mass[i][j] * at->v[j];
  }
  for (int k = 0; k < p->point_masses; ++k) {
    double speed[2] = {0, 0};
    columns_of(at, &p->point[k].at, &B);
    for (int i = 0; i < B.count; ++i)
      for (int c = 0; c < 2; ++c)
        speed[c] += p->point[k].mass * B.column[i][c] * at->v[B.coordinate[i]];
    for (int i = 0; i < B.count; ++i)
      momentum[B.coordinate[i]] += B.column[i][0] * speed[0] + B.column[i][1] * speed[1];
  }
}

// --- Over a step --------------------------------------------------------------------------------

/// A velocity in a link's frame: at both ends of the step, and its gradient by the angles of the
/// links between it and the first, then by the coordinates of its shank.
typedef struct {
  double at[2][2];
  double g[2][MAX_SPAN];
} local_velocity;

/// A link and its chain to the ground.
typedef struct {
  const link_frames *f;
  const mechanism_link *l;
  int link, depth, span;
  int up[MAX_LINKS]; // from the link to the first
} link_chain;

static link_chain chain_of(const link_frames *f, int link) {
  const mechanism_link *l = &f->p->link[link];
  link_chain to = {.f = f, .l = l, .link = link};
  for (int a = link; a >= 0; a = f->p->link[a].parent)
    to.up[to.depth++] = a;
  to.span = to.depth - 1 + l->axials + l->transverses;
  return to;
}

static double rate_of(const mechanism_system *p, int link, const double *v) {
  double rate = 0;
  for (int a = link; a >= 0; a = p->link[a].parent)
    rate += v[p->link[a].angle];
  return rate;
}

// From the frame of one link to that of another.
static rotation between(const link_frames *f, int from, int to) {
  double angle[2];
  double both[2][2];
  for (int k = 0; k < 2; ++k) {
    const link_pose *a = &f->end[k]->link[from];
    const link_pose *b = &f->end[k]->link[to];
    angle[k] = a->angle - b->angle;
    both[k][0] = a->cosine * b->cosine + a->sine * b->sine;
    both[k][1] = a->sine * b->cosine - a->cosine * b->sine;
  }
  return rotation_over(angle[0], angle[1], both[0], both[1]);
}

// The velocity of a link's pin, in the link's frame, for coordinates changing at the rates v.
static void pin_velocity(const link_chain *chain, const double *v, local_velocity *w) {
  const mechanism_system *p = chain->f->p;
  memset(w->at, 0, sizeof w->at);
  for (int c = 0; c < 2; ++c)
    memset(w->g[c], 0, (size_t)chain->span * sizeof w->g[c][0]);
  for (int j = 1; j < chain->depth; ++j) {
    const double rate = rate_of(p, chain->up[j], v);
    const double *pin = p->link[chain->up[j - 1]].pin;
    const double x = -rate * pin[1];
    const double y = rate * pin[0];
    const rotation over = between(chain->f, chain->up[j], chain->link);
    for (int k = 0; k < 2; ++k) {
      const link_pose *a = &chain->f->end[k]->link[chain->up[j]];
      const link_pose *b = &chain->f->end[k]->link[chain->link];
      const double cosine = a->cosine * b->cosine + a->sine * b->sine;
      const double sine = a->sine * b->cosine - a->cosine * b->sine;
      w->at[k][0] += cosine * x - sine * y;
      w->at[k][1] += sine * x + cosine * y;
    }
    for (int i = 0; i < j; ++i) { // the angle between is less the sum of these
      w->g[0][i] += over.turning[1] * x + over.turning[0] * y;
      w->g[1][i] -= over.turning[0] * x - over.turning[1] * y;
    }
  }
}

// Adds how fast the point moves in its link's frame.
static void add_flexing(const link_chain *chain, const link_point *at, const local_point *r,
                        const double *v, local_velocity *w) {
  const mechanism_link *l = chain->l;
  const int first = chain->depth - 1 + l->axials;
  const double *dc = v + l->flex + l->axials;
  double bending = 0;
  double along = 0;
  double across = 0;
  for (int i = 0; i < l->axials; ++i)
    along += at->axial[i] * v[l->flex + i];
  for (int i = 0; i < l->transverses; ++i) {
    double shorter = 0;
    for (int j = 0; j < l->transverses; ++j)
      shorter += at->shorten[i][j] * dc[j];
    w->g[0][first + i] -= shorter;
    for (int k = 0; k < 2; ++k)
      w->at[k][0] -= shorter * chain->f->end[k]->q[l->flex + l->axials + i];
    bending += at->slope[i] * dc[i];
    across += at->transverse[i] * dc[i];
  }
  for (int k = 0; k < 2; ++k) {
    w->at[k][0] += along - bending * r->offset[k][1];
    w->at[k][1] += across + bending * r->offset[k][0];
  }
  for (int i = 0; i < l->transverses; ++i) {
    w->g[0][first + i] -= bending * r->turning[1] * at->slope[i];
    w->g[1][first + i] += bending * r->turning[0] * at->slope[i];
  }
}

// B(q) v
static void point_velocity(const link_chain *chain, const link_point *at, const local_point *r,
                           const double *v, double rate, local_velocity *w) {
  const int flex = chain->l->axials + chain->l->transverses;
  for (int k = 0; k < 2; ++k) {
    w->at[k][0] -= rate * r->at[k][1];
    w->at[k][1] += rate * r->at[k][0];
  }
  for (int i = 0; i < flex; ++i) {
    w->g[0][chain->depth - 1 + i] -= rate * r->g[1][i];
    w->g[1][chain->depth - 1 + i] += rate * r->g[0][i];
  }
  if (flex > 0)
    add_flexing(chain, at, r, v, w);
}

// Adds the gradient of m w_a . w_b / 2.
static void add_product(const link_chain *chain, double mass, const local_velocity *a,
                        const local_velocity *b, double *gradient) {
  for (int c = 0; c < 2; ++c) {
    const double mean_a = mass * (a->at[0][c] + a->at[1][c]) / 4;
    const double mean_b = mass * (b->at[0][c] + b->at[1][c]) / 4;
    for (int i = 0; i < chain->depth - 1; ++i)
      gradient[chain->f->p->link[chain->up[i]].angle] += mean_a * b->g[c][i] + mean_b * a->g[c][i];
    for (int i = chain->depth - 1; i < chain->span; ++i)
      gradient[chain->l->flex + i - chain->depth + 1] += mean_a * b->g[c][i] + mean_b * a->g[c][i];
  }
}

void inertia_form(const link_frames *f, const double *a, const double *b, double *gradient) {
  const mechanism_system *p = f->p;
  memset(gradient, 0, (size_t)p->coordinates * sizeof *gradient);
  for (int i = 0; i < p->links; ++i) {
    const link_chain chain = chain_of(f, i);
    if (chain.span == 0) // constant
      continue;
    local_velocity pin[2];
    const double rate[2] = {rate_of(p, i, a), rate_of(p, i, b)};
    pin_velocity(&chain, a, &pin[0]);
    pin_velocity(&chain, b, &pin[1]);
    for (int k = chain.l->first_point; k < chain.l->first_point + chain.l->point_masses; ++k) {
      local_point r;
      local_velocity of_a = pin[0];
      local_velocity of_b = pin[1];
      point_local(f, &p->point[k].at, &r);
      point_velocity(&chain, &p->point[k].at, &r, a, rate[0], &of_a);
      point_velocity(&chain, &p->point[k].at, &r, b, rate[1], &of_b);
      add_product(&chain, p->point[k].mass, &of_a, &of_b, gradient);
    }
  }
}
