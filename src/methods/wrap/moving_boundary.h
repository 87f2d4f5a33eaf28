// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A string over a parabolic bridge as a moving boundary (theory 14.15 to 14.31; C. P. Vyasarayani,
// thesis, 2009, chapter 4, corrected). Lengths along the string are in units of its length L, time
// in L/c with c^2 = T / rho A, displacements in m and energies in m2 times T/L:
//
//   bridge y_B = alpha x (b - x), gamma1 <= x <= gamma2; the string lies on it up to x = gamma and
//   is s + sum_k beta_k psi_k from there to 1, with l = 1 - gamma,
//   s = S (1 - x), S = y_B(gamma) / l, psi_k = sqrt(2/l) sin(k pi (x - gamma) / l)
//
// In phase I gamma stays at gamma1, in phase III at gamma2; in phase II it moves, and the string is
// tangent to the bridge: sum k pi sqrt2 beta_k = H(gamma).

#ifndef CAROM_MOVING_BOUNDARY_H
#define CAROM_MOVING_BOUNDARY_H

#include "scene/words.h"
#include <carom/status.h>
#include <stdbool.h>

enum { WRAP_MODES = 16 };

typedef enum { PHASE_FREE = 1, PHASE_WRAPPING, PHASE_WRAPPED } wrap_phase;

/// What does not change.
typedef struct {
  int modes; // N, 1 to WRAP_MODES
  wrap_rules rules;
  double alpha, b;       // m, and in L
  double gamma1, gamma2; // ends of the bridge, in L
  bool endless;          // gamma2 is where the slope no longer tells where the string leaves it
  double size;           // of the motion, by which errors are measured, m
  double tolerance;      // of a step, relative to that
  // Integrals of the shapes, without powers of l (theory 14.20, 14.21): J1[j][k] = l <psi_j,g,
  // psi_k>, J2[j][k] = l^2 <psi_j,gg, psi_k>, K[j][k] = l^2 <psi_j,g, psi_k,g>, where ,g is
  // d/dgamma
  double J1[WRAP_MODES][WRAP_MODES], J2[WRAP_MODES][WRAP_MODES], K[WRAP_MODES][WRAP_MODES];
  double c[WRAP_MODES]; // k pi sqrt2
} wrap_system;

/// A configuration and its rate of change: doubles only, so that a vector of 2 N + 3 numbers can be
/// integrated.
typedef struct {
  double beta[WRAP_MODES], gamma;
  double beta_speed[WRAP_MODES], gamma_speed;
  double pressed; // integral of the contact force over time, in T
} wrap_point;

/// All that changes.
typedef struct {
  wrap_point at;
  double time;       // in L/c
  double step;       // proposed next
  double gained;     // by switches since it was last booked
  double begin;      // of the present phase
  double speed_in;   // |gamma'| then
  double peak;       // largest contact force since, in T
  double ends;       // when wrapping is over, in L/c; INFINITY while that is not in sight
  long long phase;   // a wrap_phase
  long long failure; // a carom_status
} wrap_motion;

/// A phase that has ended.
typedef struct {
  double begin, end, peak, impulse, speed_in, speed_out, lost;
} wrap_stay;

/// Counts, and what is told of every phase that ends.
typedef struct {
  long long steps, right_sides, failures, switches;
  void *user;
  void (*ended)(void *user, const wrap_stay *stay);
} wrap_watch;

/// Functions of gamma alone (theory 14.16, 14.17, 14.19); ' is d/dgamma.
typedef struct {
  double l;
  double S, S1, S2; // S, S', S''
  double H, H1, H2;
} wrap_geometry;

wrap_geometry wrap_geometry_at(const wrap_system *p, double gamma);

/// The tables and c, of which the number of modes is set.
void wrap_tables(wrap_system *p);

/// sum k pi sqrt2 x_k
double wrap_tangent(const wrap_system *p, const double *x);

/// The contact length at which the string is tangent with these beta, between gamma1 and gamma2, by
/// Newton's method from a guess.
double wrap_contact(const wrap_system *p, const double *beta, double guess);

/// a_k = <y,g , psi_k>, how a moving boundary enters mode k (theory 14.22), and |y,g|^2.
void wrap_coupling(const wrap_system *p, const wrap_point *at, double *a);
double wrap_inertia(const wrap_system *p, const wrap_point *at);

/// Accelerations in phase II, by the rules: of beta, then of gamma.
void wrap_accelerate(const wrap_system *p, const wrap_point *at, double *beta, double *gamma);

/// Kinetic and potential energy, in m2.
double wrap_kinetic(const wrap_system *p, const wrap_motion *f);
double wrap_potential(const wrap_system *p, const wrap_motion *f);

/// Velocities where phase II ends, and where it begins at that phase's end (theory 14.27, 14.28).
void wrap_leave(const wrap_system *p, wrap_point *at);
void wrap_enter(const wrap_system *p, wrap_point *at, wrap_phase from);

/// The force on the bridge in T (theory 14.29).
double wrap_force(const wrap_system *p, const wrap_motion *f);

/// runge_kutta.c: one step of phase II, `to` is where it leads; the error over what is allowed.
double wrap_try(const wrap_system *p, const wrap_point *from, double step, wrap_point *to);

/// phases.c: the phase of the present beta; and on to a time, or until the model no longer holds.
void wrap_begin(const wrap_system *p, wrap_motion *f);
void wrap_advance(const wrap_system *p, wrap_motion *f, double until, wrap_watch *w);

/// shape.c: displacement, velocity, acceleration or slope at x. Those of time in c/L.
typedef enum { WRAP_Y, WRAP_Y_T, WRAP_Y_TT, WRAP_Y_X } wrap_reading;
double wrap_read(const wrap_system *p, const wrap_motion *f, wrap_reading what, double x);

/// Whether the string lies above the bridge where it is free, and on its near end.
bool wrap_lies_above(const wrap_system *p, const wrap_motion *f);

#endif
