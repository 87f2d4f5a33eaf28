// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Points of links (theory 16.5 and 16.6). With angles theta relative to parents, phi = sum theta to
// the x axis, and pins r in the parents' frames,
//
//   O_i = O_parent + R(phi_parent) r_i,      x = O_i + R(phi_i) rho
//
// and rho as link_point has it: the shank's shapes are (s/l)^i along it and (s/l)^(i+1) across it,
// and bending by v shortens it by (1/2) int v'^2 ds.

#include "methods/mechanism/system.h"

#include <string.h>

// --- Frames -------------------------------------------------------------------------------------

static void coordinate_of(const link_frames *f, int i, difference *to) {
  difference_constant(to, f->p->coordinates, 0);
  to->at[0] = f->q[0][i];
  to->at[1] = f->q[1][i];
  to->g[i] = 1;
}

// x = origin + R r
static void turned(const link_frames *f, int link, const difference r[2], difference x[2]) {
  const int n = f->p->coordinates;
  x[0] = f->origin[link][0];
  x[1] = f->origin[link][1];
  difference_add_product(&x[0], n, 1, &f->cosine[link], &r[0]);
  difference_add_product(&x[0], n, -1, &f->sine[link], &r[1]);
  difference_add_product(&x[1], n, 1, &f->sine[link], &r[0]);
  difference_add_product(&x[1], n, 1, &f->cosine[link], &r[1]);
}

void frames_make(const mechanism_system *p, const double *q0, const double *q1, link_frames *f) {
  const int n = p->coordinates;
  f->p = p;
  f->q[0] = q0;
  f->q[1] = q1;
  for (int i = 0; i < p->links; ++i) { // parents come first
    const mechanism_link *l = &p->link[i];
    difference pin[2];
    for (int k = 0; k < 2; ++k)
      difference_constant(&pin[k], n, l->pin[k]);
    coordinate_of(f, l->angle, &f->angle[i]);
    if (l->parent >= 0)
      difference_add(&f->angle[i], n, 1, &f->angle[l->parent]);
    difference_turn(&f->cosine[i], &f->sine[i], n, &f->angle[i]);
    if (l->parent >= 0)
      turned(f, l->parent, pin, f->origin[i]);
    else
      memcpy(f->origin[i], pin, sizeof pin);
  }
}

// --- Points -------------------------------------------------------------------------------------

// The bend of the cross-section at a point, rad.
static void bend_of(const link_frames *f, const link_point *at, difference *bend) {
  const mechanism_link *l = &f->p->link[at->link];
  difference_constant(bend, f->p->coordinates, 0);
  for (int j = 0; j < l->transverses; ++j) {
    const int c = l->flex + l->axials + j;
    bend->at[0] += at->slope[j] * f->q[0][c];
    bend->at[1] += at->slope[j] * f->q[1][c];
    bend->g[c] = at->slope[j];
  }
}

// The axis of the shank: linear shapes, and the shortening, whose gradient is that at the mean.
static void add_axis(const link_frames *f, const link_point *at, difference r[2]) {
  const mechanism_link *l = &f->p->link[at->link];
  const int flex = l->flex + l->axials;
  for (int k = 0; k < 2; ++k) {
    const double *q = f->q[k];
    for (int i = 0; i < l->axials; ++i)
      r[0].at[k] += at->axial[i] * q[l->flex + i];
    for (int i = 0; i < l->transverses; ++i) {
      double shorter = 0;
      for (int j = 0; j < l->transverses; ++j)
        shorter += at->shorten[i][j] * q[flex + j];
      r[0].at[k] -= shorter * q[flex + i] / 2;
      r[0].g[flex + i] -= shorter / 2;
      r[1].at[k] += at->transverse[i] * q[flex + i];
    }
  }
  for (int i = 0; i < l->axials; ++i)
    r[0].g[l->flex + i] += at->axial[i];
  for (int i = 0; i < l->transverses; ++i)
    r[1].g[flex + i] += at->transverse[i];
}

void point_local(const link_frames *f, const link_point *at, difference r[2]) {
  const int n = f->p->coordinates;
  difference bend;
  difference cosine;
  difference sine;
  difference_constant(&r[0], n, at->along);
  difference_constant(&r[1], n, 0);
  if (f->p->link[at->link].transverses == 0) {
    for (int k = 0; k < 2; ++k) {
      r[0].at[k] += at->offset[0];
      r[1].at[k] += at->offset[1];
    }
    return;
  }
  add_axis(f, at, r);
  if (at->offset[0] == 0 && at->offset[1] == 0)
    return;
  bend_of(f, at, &bend);
  difference_turn(&cosine, &sine, n, &bend);
  difference_add(&r[0], n, at->offset[0], &cosine);
  difference_add(&r[0], n, -at->offset[1], &sine);
  difference_add(&r[1], n, at->offset[0], &sine);
  difference_add(&r[1], n, at->offset[1], &cosine);
}

void point_plane(const link_frames *f, const link_point *at, difference x[2]) {
  difference r[2];
  point_local(f, at, r);
  turned(f, at->link, r, x);
}

// r = R' (x - origin)
void point_into(const link_frames *f, int link, const difference x[2], difference r[2]) {
  const int n = f->p->coordinates;
  difference from[2] = {x[0], x[1]};
  for (int k = 0; k < 2; ++k) {
    difference_add(&from[k], n, -1, &f->origin[link][k]);
    difference_constant(&r[k], n, 0);
  }
  difference_add_product(&r[0], n, 1, &f->cosine[link], &from[0]);
  difference_add_product(&r[0], n, 1, &f->sine[link], &from[1]);
  difference_add_product(&r[1], n, -1, &f->sine[link], &from[0]);
  difference_add_product(&r[1], n, 1, &f->cosine[link], &from[1]);
}

void point_angle(const link_frames *f, const link_point *at, difference *angle) {
  bend_of(f, at, angle);
  difference_add(angle, f->p->coordinates, 1, &f->angle[at->link]);
}

// --- Values alone -------------------------------------------------------------------------------

static void local_at(const link_frames *f, const link_point *at, int end, double r[2]) {
  const mechanism_link *l = &f->p->link[at->link];
  const double *e = f->q[end] + l->flex;
  const double *c = e + l->axials;
  double bend = 0;
  r[0] = at->along;
  r[1] = 0;
  for (int i = 0; i < l->axials; ++i)
    r[0] += at->axial[i] * e[i];
  for (int i = 0; i < l->transverses; ++i) {
    double shorter = 0;
    for (int j = 0; j < l->transverses; ++j)
      shorter += at->shorten[i][j] * c[j];
    r[0] -= shorter * c[i] / 2;
    r[1] += at->transverse[i] * c[i];
    bend += at->slope[i] * c[i];
  }
  const double cosine = bend == 0 ? 1 : cos(bend);
  const double sine = bend == 0 ? 0 : sin(bend);
  r[0] += cosine * at->offset[0] - sine * at->offset[1];
  r[1] += sine * at->offset[0] + cosine * at->offset[1];
}

void point_at(const link_frames *f, const link_point *at, int end, double x[2]) {
  const int link = at->link;
  double r[2];
  local_at(f, at, end, r);
  const double cosine = f->cosine[link].at[end];
  const double sine = f->sine[link].at[end];
  x[0] = f->origin[link][0].at[end] + cosine * r[0] - sine * r[1];
  x[1] = f->origin[link][1].at[end] + sine * r[0] + cosine * r[1];
}

void point_back(const link_frames *f, int link, int end, double x[2]) {
  const double dx = x[0] - f->origin[link][0].at[end];
  const double dy = x[1] - f->origin[link][1].at[end];
  x[0] = f->cosine[link].at[end] * dx + f->sine[link].at[end] * dy;
  x[1] = f->cosine[link].at[end] * dy - f->sine[link].at[end] * dx;
}

// --- Making points ------------------------------------------------------------------------------

link_point point_on_shank(const mechanism_system *p, int link, double fraction) {
  const mechanism_link *l = &p->link[link];
  link_point at = {.link = link, .along = l->from + fraction * l->length};
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
