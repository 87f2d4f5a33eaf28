// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Where links are and how they move at an instant, by walking the chains from the ground
// (theory 16.5):
//
//   O_i' = O_parent' + phi_parent' e_z x R(phi_parent) r_i,     x' = O_i' + phi_i' e_z x R rho + R
//   rho'

#include "methods/mechanism/kinematics.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// All slopes of the shapes at the end: i + 1 over the length.
static void tip_of(const link_poses *to, const mechanism_link *l, link_pose *is) {
  double bend = 0;
  for (int i = 0; i < l->transverses; ++i)
    bend += (i + 2) / l->length * to->q[l->flex + l->axials + i];
  is->tip[0] = bend == 0 ? 1 : cos(bend);
  is->tip[1] = bend == 0 ? 0 : sin(bend);
}

void pose_bend(const link_poses *at, const link_point *point, double turned[2]) {
  const mechanism_link *l = &at->p->link[point->link];
  double bend = 0;
  for (int i = 0; !point->tip && i < l->transverses; ++i)
    bend += point->slope[i] * at->q[l->flex + l->axials + i];
  turned[0] = bend == 0 ? 1 : cos(bend);
  turned[1] = bend == 0 ? 0 : sin(bend);
  if (point->tip)
    memcpy(turned, at->link[point->link].tip, sizeof at->link[0].tip);
}

void poses_make(const mechanism_system *p, const double *q, const double *v, link_poses *to) {
  to->p = p;
  to->q = q;
  to->v = v;
  for (int i = 0; i < p->links; ++i) { // parents come first
    const mechanism_link *l = &p->link[i];
    const link_pose *on = l->parent >= 0 ? &to->link[l->parent] : NULL;
    link_pose *is = &to->link[i];
    *is = (link_pose){.angle = q[l->angle], .rate = v[l->angle], .at = {l->pin[0], l->pin[1]}};
    if (on != NULL) {
      const double x = on->cosine * l->pin[0] - on->sine * l->pin[1];
      const double y = on->sine * l->pin[0] + on->cosine * l->pin[1];
      is->angle += on->angle;
      is->rate += on->rate;
      is->at[0] = on->at[0] + x;
      is->at[1] = on->at[1] + y;
      is->speed[0] = on->speed[0] - on->rate * y;
      is->speed[1] = on->speed[1] + on->rate * x;
    }
    is->cosine = cos(is->angle);
    is->sine = sin(is->angle);
    tip_of(to, l, is);
  }
}

/// A point in its link's frame, its velocity there, and the bend of the cross-section with its
/// rate.
typedef struct {
  double r[2], rate[2];
  double bend, bending;
} point_flex;

static point_flex flex_of(const link_poses *at, const link_point *point) {
  const mechanism_link *l = &at->p->link[point->link];
  const double *e = at->q + l->flex;
  const double *de = at->v + l->flex;
  const double *c = e + l->axials;
  const double *dc = de + l->axials;
  point_flex is = {.r = {point->along, 0}};
  for (int i = 0; i < l->axials; ++i) {
    is.r[0] += point->axial[i] * e[i];
    is.rate[0] += point->axial[i] * de[i];
  }
  for (int i = 0; i < l->transverses; ++i) {
    double shorter = 0;
    for (int j = 0; j < l->transverses; ++j)
      shorter += point->shorten[i][j] * c[j];
    is.r[0] -= shorter * c[i] / 2;
    is.rate[0] -= shorter * dc[i];
    is.r[1] += point->transverse[i] * c[i];
    is.rate[1] += point->transverse[i] * dc[i];
    is.bend += point->slope[i] * c[i];
    is.bending += point->slope[i] * dc[i];
  }
  double turned[2] = {1, 0};
  if (point->offset[0] != 0 || point->offset[1] != 0)
    pose_bend(at, point, turned);
  const double x = turned[0] * point->offset[0] - turned[1] * point->offset[1];
  const double y = turned[1] * point->offset[0] + turned[0] * point->offset[1];
  is.r[0] += x;
  is.r[1] += y;
  is.rate[0] -= is.bending * y;
  is.rate[1] += is.bending * x;
  return is;
}

point_pose pose_point(const link_poses *at, const link_point *point) {
  const link_pose *l = &at->link[point->link];
  point_flex flex = {.r = {point->along + point->offset[0], point->offset[1]}};
  if (at->p->link[point->link].transverses > 0)
    flex = flex_of(at, point);
  const double x = l->cosine * flex.r[0] - l->sine * flex.r[1];
  const double y = l->sine * flex.r[0] + l->cosine * flex.r[1];
  return (point_pose){
      .at = {l->at[0] + x, l->at[1] + y},
      .speed = {l->speed[0] - l->rate * y + l->cosine * flex.rate[0] - l->sine * flex.rate[1],
                l->speed[1] + l->rate * x + l->sine * flex.rate[0] + l->cosine * flex.rate[1]},
      .angle = l->angle + flex.bend,
      .rate = l->rate + flex.bending};
}

void pose_place(const link_poses *at, const link_point *point, double x[2]) {
  const link_pose *l = &at->link[point->link];
  const mechanism_link *of = &at->p->link[point->link];
  const double *c = at->q + of->flex + of->axials;
  double turned[2] = {1, 0};
  double r[2] = {point->along, 0};
  for (int i = 0; i < of->axials; ++i)
    r[0] += point->axial[i] * at->q[of->flex + i];
  for (int i = 0; i < of->transverses; ++i) {
    double shorter = 0;
    for (int j = 0; j < of->transverses; ++j)
      shorter += point->shorten[i][j] * c[j];
    r[0] -= shorter * c[i] / 2;
    r[1] += point->transverse[i] * c[i];
  }
  if (of->transverses > 0 && (point->offset[0] != 0 || point->offset[1] != 0))
    pose_bend(at, point, turned);
  r[0] += turned[0] * point->offset[0] - turned[1] * point->offset[1];
  r[1] += turned[1] * point->offset[0] + turned[0] * point->offset[1];
  x[0] = l->at[0] + l->cosine * r[0] - l->sine * r[1];
  x[1] = l->at[1] + l->sine * r[0] + l->cosine * r[1];
}

void pose_back(const link_poses *at, int link, double x[2]) {
  const link_pose *l = &at->link[link];
  const double dx = x[0] - l->at[0];
  const double dy = x[1] - l->at[1];
  x[0] = l->cosine * dx + l->sine * dy;
  x[1] = l->cosine * dy - l->sine * dx;
}

point_pose pose_read(const link_poses *at, int link, const point_pose *point) {
  if (link < 0)
    return *point;
  const link_pose *l = &at->link[link];
  const double x = point->at[0] - l->at[0];
  const double y = point->at[1] - l->at[1];
  const double u = point->speed[0] - l->speed[0] + l->rate * y;
  const double v = point->speed[1] - l->speed[1] - l->rate * x;
  return (point_pose){.at = {l->cosine * x + l->sine * y, l->cosine * y - l->sine * x},
                      .speed = {l->cosine * u + l->sine * v, l->cosine * v - l->sine * u},
                      .angle = point->angle - l->angle,
                      .rate = point->rate - l->rate};
}
