// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Friction between a bow and a body (theory 5.1, 5.5 to 5.12). Two laws:
//
// Exponential: F = f_B Phi(v), Phi(v) = sqrt(2a) v exp(1/2 - a v^2). With G(v) = v + grip Phi(v),
// grip = S f_B, a step solves G(v) = q. G rises everywhere if U = grip 2 sqrt(2a) / e < 1. Beyond
// that it rises to v_1, falls to v_2 and rises again, with v_1 < sqrt(3/2a) < v_2: a point may
// stick up to v_1 and slip from v_2 on, and keeps its branch for as long as there is a root on it
// (hysteresis). Phi is concave below its inflection sqrt(3/2a), where it is sqrt(3)/e, and convex
// beyond. (S. Bilbao, Numerical Sound Synthesis, 2009, sections 4.3.1 and 7.4.)
//
// Elasto-plastic: bristles bend by z (m) and yield,
//
//   dz/dt = v (1 - alpha(v, z) z / z_ss(v)) = lambda v,   F = s_0 z + s_1 lambda+ v + s_2 v
//   z_ss = sgn(v) [f_C + (f_S - f_C) exp(-(v / v_S)^2)] / s_0,  f_C = mu_C f_N,  f_S = mu_S f_N
//   alpha = 0 up to the breakaway z_ba = 0.7 f_C / s_0, 1 from z_ss on, and between them half a
//   sine
//
// where lambda+ = max(lambda, 0): bristles bent beyond z_ss spring back against the sliding, and as
// the law is printed s_1 lambda v^2 < 0 would give energy. With lambda+ each term of
// F v - d(s_0 z^2 / 2)/dt = s_0 z v (1 - lambda) + s_1 lambda+ v^2 + s_2 v^2 is dissipation.
// (P. Dupont et al., IEEE Trans. Autom. Control 47, 2002; S. Willemsen et al., DAFx 2019.) It is
// advanced by the midpoint rule: dz/dt and F belong to the mean bend z~, so that the stored energy
// s_0 z^2 / 2 changes by exactly s_0 z~ dz. Given z~ the velocity is explicit, as dz/dt = 2 (z~ -
// z) / k; one unknown is left, between z~ = 0 and the purely elastic response.

#include "contacts/friction.h"
#include "base/bounds.h"
#include "base/bracket.h"
#include "base/constants.h"
#include "base/elementary.h"

#include <math.h>

static const double e = 2.71828182845904523536;
static const double root_e = 1.64872127070012814685;
static const double root_3 = 1.73205080756887729353;

friction_curve friction_curve_of(double sharpness) {
  return (friction_curve){
      .a = sharpness, .steepest = sqrt(2 * sharpness) * root_e, .slips = sqrt(1.5 / sharpness)};
}

double friction_slope(const friction_curve *c, double v) {
  return c->steepest * real_exp(-c->a * v * v);
}

// --- The exponential law ------------------------------------------------------------------------

/// G(v) = v + grip Phi(v) on one side of the inflection of Phi.
typedef struct {
  const friction_curve *curve;
  double grip, q;
  double low, high; // the side: concave from 0 up to sqrt(3/2a), convex from there on
} branch;

// The step from x to the root, and Phi(v)/v there, with G' = rise and half of G'' = bend at x.
// Newton's step s is improved to third order where it is short beside the bend (Halley's method).
static double improved_step(double step, double rise, double bend) {
  const double bent = step * bend / rise;
  return fabs(bent) <= 0.1 ? step / (1 - bent) : step;
}

static double slope_beside(double slope, double a, double x, double step) {
  const double t = a * step * (2 * x - step);
  return slope * (1 + t * (1 + t / 2 * (1 + t / 3)));
}

// Whether the remainder of a step s is below rounding: the third derivative of G is at most
// 4 a grip (3 + 2 square^2), and the slope leaves out the fourth power of t.
static bool is_last(double a, double x, double grip, double rise, double bend, double q, double s) {
  const double square = 2 * a * x * x;
  const double cubic = bend * bend / rise + a * grip * (2 + 4 * square * square / 3);
  const double t = a * s * (2 * x + s);
  return cubic * s * s * s <= 1e-17 * q && t <= 2e-4;
}

// A point nearer the root than one whose slope is known, without an exponential: by the inverse of
// the series
//
//   G(x + s) = G + G' (s + b_2 s^2 + b_3 s^3 + b_4 s^4),   y = 2 a x^2,   g = grip Phi(x)/x,
//   G' b_2 = g a x (y - 3),   G' b_3 = g a (6 y - 3 - y^2) / 3,
//   G' b_4 = g a^2 x (15 - 10 y + y^2) / 6
//
// where it is short; below A = b_2 r, B = b_3 r^2, C = b_4 r^3 with Newton's step r.
static double nearer(const branch *b, friction_point at) {
  const double a = b->curve->a;
  const double x = at.v;
  const double y = 2 * a * x * x;
  const double grip = b->grip * at.slope;
  const double rise = 1 + grip * (1 - y);
  const double per_rise = 1 / rise;
  const double r = (b->q - x - grip * x) * per_rise;
  const double curved = grip * a * r * per_rise;
  const double A = curved * x * (y - 3);
  const double B = curved * r * (2 * y - 1 - y * y * (1.0 / 3));
  const double C = curved * x * r * (a * r) * (2.5 - y * (10.0 / 6) + y * y * (1.0 / 6));
  if (!(rise > 0 && fabs(A) <= 0.1 && fabs(B) <= 0.01))
    return x;
  return x + r * (1 - A + (2 * A * A - B) + (5 * A * (B - A * A) - C));
}

// Newton's iteration, from the v of `at` or, where G falls there, from the safe end. On either side
// G'' has one sign, so that after its first step it approaches the root from one side. A step whose
// remainder, of third order in it, is below the rounding of G and of the slope is the last, without
// another evaluation. False if it leaves the side: there is no root.
static bool find_root(const branch *b, double safe, friction_point *at) {
  const double a = b->curve->a;
  const bool known = at->slope > 0 && at->v >= b->low && at->v <= b->high;
  double x = within(known ? nearer(b, *at) : at->v, b->low, b->high);
  for (int i = 0; i < 60; ++i) {
    const double slope = friction_slope(b->curve, x);
    const double grip = b->grip * slope;
    const double square = 2 * a * x * x;
    const double rise = 1 + grip * (1 - square);
    if (rise <= 0 && (i > 0 || x == safe))
      return false;
    const double bend = grip * a * x * (square - 3); // G'' / 2
    const double step = improved_step((x + grip * x - b->q) / rise, rise, bend);
    const double next = rise > 0 ? x - step : safe;
    const bool inside = next >= b->low && next <= b->high;
    const double s = fabs(step);
    if (rise > 0 && (inside || s <= 4e-16 * x) && is_last(a, x, grip, rise, bend, b->q, s)) {
      *at = (friction_point){within(next, b->low, b->high), slope_beside(slope, a, x, step)};
      return true;
    }
    if (i > 0 && (safe == b->low ? next > b->high : next < b->low))
      return false;
    x = within(next, b->low, b->high);
  }
  *at = (friction_point){x, friction_slope(b->curve, x)};
  return true;
}

friction_point friction_root(const friction_curve *c, double grip, double q, double before,
                             friction_point near) {
  const double sign = q < 0 ? -1 : 1;
  const double goal = fabs(q);
  if (goal == 0 || !(grip > 0))
    return (friction_point){q, friction_slope(c, q)};
  const double past = sign * before;
  const bool unique = grip * 2 * c->steepest <= e * root_e;                             // U <= 1
  const bool sticks = unique ? goal <= c->slips + grip * root_3 / e : past <= c->slips; // G there
  const branch stick = {c, grip, goal, 0, smaller(c->slips, goal)};
  const branch slip = {c, grip, goal, c->slips, larger(c->slips, goal)};
  friction_point at = {.v = sign * near.v, .slope = near.slope};
  if (!(sticks ? find_root(&stick, 0, &at) : find_root(&slip, slip.high, &at))) {
    at = (friction_point){.v = sticks ? slip.high : 0}; // no root on its branch
    (void)(sticks ? find_root(&slip, slip.high, &at) : find_root(&stick, 0, &at));
  }
  at.v *= sign;
  return at;
}

// --- The elasto-plastic law ---------------------------------------------------------------------

double friction_breakaway(const model_friction *f, double press) {
  return 0.7 * press * f->dynamic_friction / f->bristle_stiffness;
}

// |z_ss(v)|
static double steady_bend(const model_friction *f, double press, double v) {
  const double x = v / f->stribeck;
  return press *
         (f->dynamic_friction + (f->static_friction - f->dynamic_friction) * real_exp(-x * x)) /
         f->bristle_stiffness;
}

// lambda = 1 - alpha(v, z) z / z_ss(v)
static double bending_share(const model_friction *f, double press, double v, double z) {
  const double breakaway = friction_breakaway(f, press);
  const double bend = fabs(z);
  if (v * z <= 0 || bend <= breakaway) // unloading, or still elastic
    return 1;
  const double steady = steady_bend(f, press, v);
  if (bend >= steady)
    return 1 - bend / steady;
  const double middle = (steady + breakaway) / 2;
  const double alpha = (1 + sin(pi * (bend - middle) / (steady - breakaway))) / 2;
  return 1 - alpha * bend / steady;
}

/// One step of a bristle: an equation for the change of its mean bend, z~ - z.
typedef struct {
  const model_friction *f;
  double press, S, q, z, k;
} bristle_step;

// The velocity for a given change, with the damping force `damping` dz/dt.
static double sliding_with(const bristle_step *b, double change, double damping) {
  const model_friction *f = b->f;
  const double rate = 2 * change / b->k;
  return (b->q - b->S * (f->bristle_stiffness * (b->z + change) + damping * rate)) /
         (1 + b->S * f->viscous);
}

// With damping while the bristles bend with the sliding, without it while they spring back against
// it; between the two v = 0.
static double sliding(const bristle_step *b, double change) {
  const double with = sliding_with(b, change, b->f->bristle_damping);
  const double against = sliding_with(b, change, 0);
  if (change * with >= 0)
    return with;
  return change * against < 0 ? against : 0;
}

// The residual of the midpoint rule.
static double bend_residual(const bristle_step *b, double change) {
  const double v = sliding(b, change);
  return change - b->k / 2 * bending_share(b->f, b->press, v, b->z + change) * v;
}

// Without yielding the equation is linear; its mean bend has the sign of the true one and bounds
// it, as yielding bends less.
static double elastic_change(const bristle_step *b) {
  const double damping = b->f->bristle_damping;
  const double at_zero = b->k / 2 * sliding_with(b, 0, damping);
  const double slope = 1 + at_zero - b->k / 2 * sliding_with(b, 1, damping);
  return at_zero / slope;
}

double friction_bristle_slope(const model_friction *f, double share, double k) {
  return f->bristle_stiffness * k / 2 * share + f->bristle_damping * fmax(share, 0) + f->viscous;
}

// With its share the force is linear in the velocity, which is then free of the rounding that
// strong damping adds to sliding().
static bristle settled_bristle(const bristle_step *b, double change) {
  const double v = sliding(b, change);
  const double share = bending_share(b->f, b->press, v, b->z + change);
  const double slope = friction_bristle_slope(b->f, share, b->k);
  const double exact = (b->q - b->S * b->f->bristle_stiffness * b->z) / (1 + b->S * slope);
  return (bristle){.v = slope >= 0 ? exact : v, .share = share};
}

bristle friction_bristle(const model_friction *f, double press, double S, double q, double z,
                         double k) {
  const bristle_step b = {.f = f, .press = press, .S = S, .q = q, .z = z, .k = k};
  const double near = -z; // z~ = 0
  double change = elastic_change(&b);
  bracket between = {.low = smaller(near, change),
                     .high = larger(near, change),
                     .x = near,
                     .f = bend_residual(&b, near)};
  while (bracket_secant(&between, &change, bend_residual(&b, change)))
    ;
  return settled_bristle(&b, change);
}

// (theory 5.9): yielding; damping and film. Neither is negative but by rounding.
double friction_heat(const model_friction *f, double F, double v, double z, double next, double k) {
  const double elastic = f->bristle_stiffness * (z + next) / 2;
  return fmax(elastic * (v * k - (next - z)), 0) + fmax((F - elastic) * v * k, 0);
}
