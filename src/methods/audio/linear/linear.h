// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene about its rest: all bodies, and what joins them, for motions e^{s t}.

#ifndef CAROM_AUDIO_LINEAR_H
#define CAROM_AUDIO_LINEAR_H

#include "model/compile.h"
#include "model/layout.h"

/// A body in the scene: its coordinates among all, and its band among all bands.
typedef struct {
  int body;
  int first;
  size_t first_band;
  material given; // with all its losses
  linear_body of;
} linear_part;

/// A link that pulls and pushes about rest: K eta + loss, averaged as the step does (theory 17.6).
typedef struct {
  int link;
  int first_term, terms;
  int part[2];      // bodies it touches, or -1
  size_t answer[2]; // where the answers of each of them begin
  double stiffness; // K, N/m
  double sigma;     // sigma_x, N s/m
  double inertia;   // J of springs.c, N/m
} linear_link;

typedef struct {
  int coordinate;
  int part;
  double weight;
} linear_term;

typedef struct {
  const carom_model *m;
  carom_memory memory;
  int alone;     // the one body that is in it, or -1
  bool pressed;  // with collisions that overlap at t = 0
  double losses; // factor of all losses: 1, or 0 without
  int n, parts, links, terms;
  size_t bands;   // numbers of all bands
  size_t answers; // and of all answers
  double work;    // to factor them
  bool too_large;
  linear_part *part;
  int *part_of; // of a body, or -1
  linear_link *link;
  linear_term *term;
  unsigned char *block;
  size_t size;
  // At one motion:
  linear_motion at;
  phasor *factor;  // of all bands
  phasor *answer;  // B^-1 L^T, link by link, on the bodies that it touches
  phasor *reduced; // 1 + R kappa
  phasor *kappa;
  phasor *eta;
  double *signs; // S R S
  int *pivot;
} linear_scene;

/// More links are not solved together; nor bands that take more operations to factor.
enum { LINEAR_LINKS_MOST = 1500 };
static const double linear_work_most = 5e8;

/// The linear scene of a model or of one that is being compiled; false if memory is out, or if it
/// is too large for that, which `too_large` tells.
bool linear_open(linear_scene *l, const carom_model *m);
void linear_close(linear_scene *l);

/// With the collisions that overlap as the scene starts, for motions that are small beside that.
bool linear_open_pressed(linear_scene *l, const carom_model *m);

/// The same of one body by itself.
bool linear_open_alone(linear_scene *l, const carom_model *m, int body);

/// All losses times a factor.
void linear_lose(linear_scene *l, double losses);

/// Another material of a part.
void linear_set(linear_scene *l, int part, const material *now);

/// Factors T of the whole at a motion; returns how many of its eigenvalues are negative, if it is
/// real.
int linear_factor(linear_scene *l, phasor s);

/// v becomes T^-1 v.
void linear_solve(const linear_scene *l, phasor *v);

/// v^T T(s) v, of all or without one part's own T.
phasor linear_product(linear_scene *l, phasor s, const phasor *v);

/// to = M v, with the masses that the scene has without losses.
void linear_masses(const linear_scene *l, const phasor *v, phasor *to);

/// A mode: v^T M v = 1.
typedef struct {
  phasor s; // 1/s
  phasor *v;
} linear_mode;

/// Finds the lowest modes that swing, by rising frequency, with n coordinates each in `v`; returns
/// how many, -1 if memory is out.
int linear_find(linear_scene *l, int count, linear_mode *modes, phasor *v);

/// The same without losses, in which they are found first.
int linear_find_still(linear_scene *l, int count, linear_mode *modes, phasor *v);

/// Follows a mode from s and v to that of the present material and losses, until s moves by less
/// than a part of it: what is left is of the third power. False if none that swings is found.
bool linear_refine(linear_scene *l, linear_mode *mode, phasor *work, double enough);

/// |v^T M w|: 1 if both are the same mode, 0 if they have nothing in common; `work` has n.
double linear_likeness(const linear_scene *l, const phasor *v, const phasor *w, phasor *work);

/// What of the kinetic energy of a mode is a part's.
double linear_share(const linear_scene *l, const phasor *v, int part);

#endif
