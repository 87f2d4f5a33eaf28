// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Points of links over a step (theory 16.5, 16.6 and 16.8). With angles theta relative to parents,
// Theta = sum theta to the x axis, and pins r in the parents' frames,
//
//   x = sum R(Theta_l) r_l + R(Theta) rho          over the links l on the way to the ground,
//
// and rho as link_point has it: the shank's shapes are (s/l)^i along it and (s/l)^(i+1) across it,
// and bending by v shortens it by (1/2) int v'^2 ds. Since R1 - R0 = dR (Theta1 - Theta0), the
// gradient by an angle theta is the sum of dR_l r_l over the links l beyond its pin, and dR rho.

#include "methods/mechanism/kinematics.h"

#include <math.h>
#include <string.h>

// --- Rotations ----------------------------------------------------------------------------------

// sin b - sin a = 2 cos((a + b) / 2) sin((b - a) / 2) = (cos a + cos b) tan((b - a) / 2)
rotation rotation_over(double angle0, double angle1, const double from[2], const double to[2]) {
  const double half = (angle1 - angle0) / 2;
  const double square = half * half;
  rotation is = {.mean = {(from[0] + to[0]) / 2, (from[1] + to[1]) / 2}};
  double ratio = 1 + square * (1.0 / 3 + square * (2.0 / 15 + square * (17.0 / 315))); // tan x / x
  if (fabs(half) > 0.5) {
    const double share = sin(half) / half;
    is.turning[0] = share * cos((angle0 + angle1) / 2);
    is.turning[1] = share * sin((angle0 + angle1) / 2);
    return is;
  }
  if (fabs(half) > 0.01)
    ratio = tan(half) / half;
  is.turning[0] = is.mean[0] * ratio;
  is.turning[1] = is.mean[1] * ratio;
  return is;
}

// dR r
static void rotate(const rotation *by, const double r[2], double to[2]) {
  to[0] = -by->turning[1] * r[0] - by->turning[0] * r[1];
  to[1] = by->turning[0] * r[0] - by->turning[1] * r[1];
}

void frames_make(const link_poses *from, const link_poses *to, link_frames *f) {
  f->p = to->p;
  f->end[0] = from;
  f->end[1] = to;
  for (int i = 0; i < f->p->links; ++i) {
    const link_pose *a = &from->link[i];
    const link_pose *b = &to->link[i];
    f->rotation[i] = rotation_over(a->angle, b->angle, (double[2]){a->cosine, a->sine},
                                   (double[2]){b->cosine, b->sine});
  }
}

// --- Points in their links ----------------------------------------------------------------------

// The axis of the shank: linear shapes, and the shortening, whose gradient is that at the mean.
static void add_axis(const link_frames *f, const link_point *at, local_point *to) {
  const mechanism_link *l = &f->p->link[at->link];
  for (int k = 0; k < 2; ++k) {
    const double *e = f->end[k]->q + l->flex;
    const double *c = e + l->axials;
    for (int i = 0; i < l->axials; ++i)
      to->at[k][0] += at->axial[i] * e[i];
    for (int i = 0; i < l->transverses; ++i) {
      double shorter = 0;
      for (int j = 0; j < l->transverses; ++j)
        shorter += at->shorten[i][j] * c[j];
      to->at[k][0] -= shorter * c[i] / 2;
      to->at[k][1] += at->transverse[i] * c[i];
      to->g[0][l->axials + i] -= shorter / 2;
    }
  }
  for (int i = 0; i < l->axials; ++i)
    to->g[0][i] = at->axial[i];
  for (int i = 0; i < l->transverses; ++i)
    to->g[1][l->axials + i] = at->transverse[i];
}

static double bend_at(const mechanism_link *l, const link_point *at, const double *q) {
  double bend = 0;
  for (int i = 0; i < l->transverses; ++i)
    bend += at->slope[i] * q[l->flex + l->axials + i];
  return bend;
}

// The offset, which turns with the cross-section.
static void add_offset(const link_frames *f, const link_point *at, local_point *to) {
  const mechanism_link *l = &f->p->link[at->link];
  double bend[2];
  double both[2][2];
  for (int k = 0; k < 2; ++k) {
    bend[k] = bend_at(l, at, f->end[k]->q);
    pose_bend(f->end[k], at, both[k]);
    to->offset[k][0] = both[k][0] * at->offset[0] - both[k][1] * at->offset[1];
    to->offset[k][1] = both[k][1] * at->offset[0] + both[k][0] * at->offset[1];
    to->at[k][0] += to->offset[k][0];
    to->at[k][1] += to->offset[k][1];
  }
  const rotation over = rotation_over(bend[0], bend[1], both[0], both[1]);
  rotate(&over, at->offset, to->turning);
  for (int i = 0; i < l->transverses; ++i)
    for (int k = 0; k < 2; ++k)
      to->g[k][l->axials + i] += at->slope[i] * to->turning[k];
}

void point_local(const link_frames *f, const link_point *at, local_point *to) {
  const mechanism_link *l = &f->p->link[at->link];
  const bool rigid = l->transverses == 0;
  for (int k = 0; k < 2; ++k) {
    to->at[k][0] = at->along + (rigid ? at->offset[0] : 0);
    to->at[k][1] = rigid ? at->offset[1] : 0;
    for (int i = 0; i < l->axials + l->transverses; ++i)
      to->g[k][i] = 0;
  }
  if (rigid)
    return;
  memset(to->offset, 0, sizeof to->offset);
  memset(to->turning, 0, sizeof to->turning);
  add_axis(f, at, to);
  if (at->offset[0] != 0 || at->offset[1] != 0)
    add_offset(f, at, to);
}

// --- Points in the plane ------------------------------------------------------------------------

void point_plane(const link_frames *f, const link_point *at, difference x[2]) {
  const mechanism_link *l = &f->p->link[at->link];
  const rotation *over = &f->rotation[at->link];
  local_point r;
  double moved[2];
  double more[2];
  point_local(f, at, &r);
  for (int k = 0; k < 2; ++k) {
    const link_pose *is = &f->end[k]->link[at->link];
    x[0].at[k] = is->at[0] + is->cosine * r.at[k][0] - is->sine * r.at[k][1];
    x[1].at[k] = is->at[1] + is->sine * r.at[k][0] + is->cosine * r.at[k][1];
    memset(x[k].g, 0, (size_t)f->p->coordinates * sizeof x[k].g[0]);
  }
  rotate(over, (double[2]){(r.at[0][0] + r.at[1][0]) / 2, (r.at[0][1] + r.at[1][1]) / 2}, moved);
  for (int i = 0; i < l->axials + l->transverses; ++i) {
    x[0].g[l->flex + i] = over->mean[0] * r.g[0][i] - over->mean[1] * r.g[1][i];
    x[1].g[l->flex + i] = over->mean[1] * r.g[0][i] + over->mean[0] * r.g[1][i];
  }
  for (;;) {
    x[0].g[l->angle] = moved[0];
    x[1].g[l->angle] = moved[1];
    if (l->parent < 0)
      return;
    rotate(&f->rotation[l->parent], l->pin, more);
    moved[0] += more[0];
    moved[1] += more[1];
    l = &f->p->link[l->parent];
  }
}

// The gradient of a link's pin is taken off that of x.
static void less_pin(const link_frames *f, int link, double g[2][MAX_COORDINATES]) {
  const mechanism_link *l = &f->p->link[link];
  double moved[2] = {0, 0};
  double more[2];
  while (l->parent >= 0) {
    rotate(&f->rotation[l->parent], l->pin, more);
    moved[0] += more[0];
    moved[1] += more[1];
    l = &f->p->link[l->parent];
    g[0][l->angle] -= moved[0];
    g[1][l->angle] -= moved[1];
  }
}

// r = R' (x - origin)
void point_into(const link_frames *f, int link, const difference x[2], difference r[2]) {
  const int n = f->p->coordinates;
  const rotation *over = &f->rotation[link];
  double g[2][MAX_COORDINATES];
  double mean[2] = {0, 0};
  for (int k = 0; k < 2; ++k) {
    double at[2] = {x[0].at[k], x[1].at[k]};
    const double *pin = f->end[k]->link[link].at;
    mean[0] += (at[0] - pin[0]) / 2;
    mean[1] += (at[1] - pin[1]) / 2;
    pose_back(f->end[k], link, at);
    r[0].at[k] = at[0];
    r[1].at[k] = at[1];
    memcpy(g[k], x[k].g, (size_t)n * sizeof g[k][0]);
  }
  less_pin(f, link, g);
  for (int i = 0; i < n; ++i) {
    r[0].g[i] = over->mean[0] * g[0][i] + over->mean[1] * g[1][i];
    r[1].g[i] = over->mean[0] * g[1][i] - over->mean[1] * g[0][i];
  }
  for (int a = link; a >= 0; a = f->p->link[a].parent) {
    const int angle = f->p->link[a].angle;
    r[0].g[angle] += over->turning[0] * mean[1] - over->turning[1] * mean[0];
    r[1].g[angle] -= over->turning[0] * mean[0] + over->turning[1] * mean[1];
  }
}

void point_angle(const link_frames *f, const link_point *at, difference *angle) {
  const mechanism_link *l = &f->p->link[at->link];
  memset(angle->g, 0, (size_t)f->p->coordinates * sizeof angle->g[0]);
  for (int k = 0; k < 2; ++k)
    angle->at[k] = f->end[k]->link[at->link].angle + bend_at(l, at, f->end[k]->q);
  for (int i = 0; i < l->transverses; ++i)
    angle->g[l->flex + l->axials + i] = at->slope[i];
  for (int a = at->link; a >= 0; a = f->p->link[a].parent)
    angle->g[f->p->link[a].angle] = 1;
}

// --- Making points ------------------------------------------------------------------------------

link_point point_on_shank(const mechanism_system *p, int link, double fraction) {
  const mechanism_link *l = &p->link[link];
  link_point at = {.link = link,
                   .tip = l->transverses > 0 && fraction == 1,
                   .along = l->from + fraction * l->length};
  for (int i = 0; i < l->axials; ++i)
    at.axial[i] = pow(fraction, i + 1);
  for (int i = 0; i < l->transverses; ++i) {
    at.transverse[i] = pow(fraction, i + 2);
    at.slope[i] = (i + 2) * pow(fraction, i + 1) / l->length;
    for (int j = 0; j < l->transverses; ++j)
      at.shorten[i][j] = (i + 2) * (j + 2) * pow(fraction, i + j + 3) / ((i + j + 3) * l->length);
  }
  return at;
}

link_point point_of(const mechanism_system *p, int link, double x, double y) {
  const mechanism_link *l = &p->link[link];
  const double fraction = l->transverses == 0 ? 0 : fmin(fmax((x - l->from) / l->length, 0), 1);
  link_point at = point_on_shank(p, link, fraction);
  at.offset[0] = x - at.along;
  at.offset[1] = y;
  return at;
}
