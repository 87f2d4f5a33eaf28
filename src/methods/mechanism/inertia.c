// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Kinetic energy of the links (theory 16.9): T = v' M(q) v / 2 with
//
//   M = sum m B' B + constant,      velocity of a part in its link's frame = B(q) v
//
// where the constant part has the rotary inertias, since angles are linear in the coordinates.
// Turning the frame does not change M, so that a link on the ground needs no sine or cosine.

#include "methods/mechanism/system.h"

#include <string.h>

// Velocity of a link's pin in the link's own frame, for coordinates changing at the rates v.
static void pin_velocity(const link_frames *f, int link, const double *v, difference w[2]) {
  const mechanism_system *p = f->p;
  const int n = p->coordinates;
  difference_constant(&w[0], n, 0);
  difference_constant(&w[1], n, 0);
  for (int a = p->link[link].parent, child = link; a >= 0; child = a, a = p->link[a].parent) {
    double rate = 0; // of the angle of link a
    for (int b = a; b >= 0; b = p->link[b].parent)
      rate += v[p->link[b].angle];
    difference turn = f->angle[a]; // from a's frame to this one
    difference cosine;
    difference sine;
    difference_add(&turn, n, -1, &f->angle[link]);
    difference_turn(&cosine, &sine, n, &turn);
    const double x = -rate * p->link[child].pin[1];
    const double y = rate * p->link[child].pin[0];
    difference_add(&w[0], n, x, &cosine);
    difference_add(&w[0], n, -y, &sine);
    difference_add(&w[1], n, x, &sine);
    difference_add(&w[1], n, y, &cosine);
  }
}

static double turning_rate(const mechanism_system *p, int link, const double *v) {
  double rate = 0;
  for (int b = link; b >= 0; b = p->link[b].parent)
    rate += v[p->link[b].angle];
  return rate;
}

// Adds how fast the point moves in its link's frame: bilinear in q and v, but for the turn of the
// offset.
static void add_flexing(const link_frames *f, const link_point *at, const double *v,
                        difference w[2]) {
  const mechanism_link *l = &f->p->link[at->link];
  const int n = f->p->coordinates;
  const int flex = l->flex + l->axials;
  double bending = 0;
  difference bend;
  difference_constant(&bend, n, 0);
  for (int i = 0; i < l->axials; ++i)
    for (int k = 0; k < 2; ++k)
      w[0].at[k] += at->axial[i] * v[l->flex + i];
  for (int i = 0; i < l->transverses; ++i) {
    double shorter = 0;
    for (int j = 0; j < l->transverses; ++j)
      shorter += at->shorten[i][j] * v[flex + j];
    w[0].g[flex + i] -= shorter;
    bending += at->slope[i] * v[flex + i];
    bend.g[flex + i] = at->slope[i];
    for (int k = 0; k < 2; ++k) {
      w[0].at[k] -= shorter * f->q[k][flex + i];
      w[1].at[k] += at->transverse[i] * v[flex + i];
      bend.at[k] += at->slope[i] * f->q[k][flex + i];
    }
  }
  if (at->offset[0] == 0 && at->offset[1] == 0)
    return;
  difference cosine;
  difference sine;
  difference_turn(&cosine, &sine, n, &bend);
  difference_add(&w[0], n, -bending * at->offset[0], &sine);
  difference_add(&w[0], n, -bending * at->offset[1], &cosine);
  difference_add(&w[1], n, bending * at->offset[0], &cosine);
  difference_add(&w[1], n, -bending * at->offset[1], &sine);
}

// B(q) v
static void part_velocity(const link_frames *f, const link_part *part, const difference r[2],
                          const difference pin[2], const double *v, difference w[2]) {
  const mechanism_system *p = f->p;
  const double rate = turning_rate(p, part->at.link, v);
  w[0] = pin[0];
  w[1] = pin[1];
  difference_add(&w[0], p->coordinates, -rate, &r[1]);
  difference_add(&w[1], p->coordinates, rate, &r[0]);
  if (p->link[part->at.link].transverses > 0)
    add_flexing(f, &part->at, v, w);
}

void inertia_form(const link_frames *f, const double *a, const double *b, difference *form) {
  const mechanism_system *p = f->p;
  const int n = p->coordinates;
  difference_constant(form, n, 0);
  for (int i = 0; i < p->links; ++i) {
    const mechanism_link *l = &p->link[i];
    if (l->parent < 0 && l->transverses == 0) // constant
      continue;
    difference pin[2][2];
    pin_velocity(f, i, a, pin[0]);
    pin_velocity(f, i, b, pin[1]);
    for (int k = l->first_part; k < l->first_part + l->parts; ++k) {
      difference r[2];
      difference of_a[2];
      difference of_b[2];
      point_local(f, &p->part[k].at, r);
      part_velocity(f, &p->part[k], r, pin[0], a, of_a);
      part_velocity(f, &p->part[k], r, pin[1], b, of_b);
      for (int c = 0; c < 2; ++c)
        difference_add_product(form, n, p->part[k].mass / 2, &of_a[c], &of_b[c]);
    }
  }
}

// Pins of all links above a link, in its own frame and from its own pin, m.
typedef double ancestor_pins[MOST_LINKS][2];

static void pins_of(const link_frames *f, int link, ancestor_pins pins) {
  const double cosine = f->cosine[link].at[1];
  const double sine = f->sine[link].at[1];
  for (int a = link; a >= 0; a = f->p->link[a].parent) {
    const double dx = f->origin[a][0].at[1] - f->origin[link][0].at[1];
    const double dy = f->origin[a][1].at[1] - f->origin[link][1].at[1];
    pins[a][0] = cosine * dx + sine * dy;
    pins[a][1] = cosine * dy - sine * dx;
  }
}

// Columns of B: those of the shank are the gradient of r, an angle turns about its pin.
static void part_columns(const link_frames *f, const link_part *part, ancestor_pins pins,
                         double B[2][MOST_COORDINATES]) {
  const mechanism_system *p = f->p;
  difference r[2];
  point_local(f, &part->at, r);
  for (int c = 0; c < 2; ++c)
    memcpy(B[c], r[c].g, (size_t)p->coordinates * sizeof *B[c]);
  for (int a = part->at.link; a >= 0; a = p->link[a].parent) {
    B[0][p->link[a].angle] = pins[a][1] - r[1].at[1];
    B[1][p->link[a].angle] = r[0].at[1] - pins[a][0];
  }
}

void inertia_matrix(const link_frames *f, double M[][MOST_COORDINATES]) {
  const mechanism_system *p = f->p;
  const int n = p->coordinates;
  for (int i = 0; i < n; ++i)
    memcpy(M[i], p->constant_mass[i], (size_t)n * sizeof M[i][0]);
  for (int l = 0; l < p->links; ++l) {
    ancestor_pins pins;
    pins_of(f, l, pins);
    for (int k = p->link[l].first_part; k < p->link[l].first_part + p->link[l].parts; ++k) {
      double B[2][MOST_COORDINATES];
      part_columns(f, &p->part[k], pins, B);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          M[i][j] += p->part[k].mass * (B[0][i] * B[0][j] + B[1][i] * B[1][j]);
    }
  }
}

void inertia_momentum(const link_frames *f, const double *v, double *momentum) {
  const mechanism_system *p = f->p;
  const int n = p->coordinates;
  for (int i = 0; i < n; ++i) {
    momentum[i] = 0;
    for (int j = 0; j < n; ++j)
      momentum[i] += p->constant_mass[i][j] * v[j];
  }
  for (int l = 0; l < p->links; ++l) {
    ancestor_pins pins;
    pins_of(f, l, pins);
    for (int k = p->link[l].first_part; k < p->link[l].first_part + p->link[l].parts; ++k) {
      double B[2][MOST_COORDINATES];
      double speed[2] = {0};
      part_columns(f, &p->part[k], pins, B);
      for (int i = 0; i < n; ++i)
        for (int c = 0; c < 2; ++c)
          speed[c] += p->part[k].mass * B[c][i] * v[i];
      for (int i = 0; i < n; ++i)
        momentum[i] += B[0][i] * speed[0] + B[1][i] * speed[1];
    }
  }
}
