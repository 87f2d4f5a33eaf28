// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a bow does to a point that slides past it with the relative velocity v (m/s). The point
// responds to a force F (N) as v + S F = q (theory 5.4): S is its mobility, q its velocity without
// the bow.

#ifndef CAROM_FRICTION_H
#define CAROM_FRICTION_H

#include "model/model.h"

friction_curve friction_curve_of(double sharpness);

/// Phi(v) / v, which is positive everywhere; Phi rises to 1 at v = 1 / sqrt(2a) and falls off
/// beyond.
double friction_slope(const friction_curve *c, double v);

/// The velocity of a point, and Phi(v) / v there.
typedef struct {
  double v, slope;
} friction_point;

/// The velocity with v + grip Phi(v) = q, where grip = S times the bow's force. While grip is small
/// there is one; beyond that the point stays on the branch it was on `before`, sticking or
/// slipping. The root is sought from `near`, whose slope is 0 where it is not known.
friction_point friction_root(const friction_curve *c, double grip, double q, double before,
                             friction_point near);

/// The bend up to which bristles only bend, under the normal force `press`; m.
double friction_breakaway(const model_friction *f, double press);

/// A step of a bristle: the velocity, and the part of it that bends the bristle.
typedef struct {
  double v;     // m/s
  double share; // lambda = 1 - alpha z / z_ss: dz/dt = lambda v
} bristle;

/// The elasto-plastic law: the velocity for a bristle bent by z at the beginning of a step of k
/// seconds, under the normal force `press`.
bristle friction_bristle(const model_friction *f, double press, double S, double q, double z,
                         double k);

/// What is added per velocity to the force s_0 z of the step's beginning, given its share; N s/m.
double friction_bristle_slope(const model_friction *f, double share, double k);

/// The heat of a step of k seconds with the force F at the velocity v, which takes a bristle from z
/// to `next`; J.
double friction_heat(const model_friction *f, double F, double v, double z, double next, double k);

#endif
