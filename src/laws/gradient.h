// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One step of a collision between the half-way overlaps x = (eta^n + eta^{n-1})/2 and x + D/2, by
// the discrete gradient of its energy; gradient.c has the equations.

#ifndef CAROM_GRADIENT_H
#define CAROM_GRADIENT_H

#include "laws/laws.h"

/// Where the law of a link is bounded: from the knee on it is straight.
typedef struct {
  double knee;      // INFINITY where it is not bounded, m
  double steepest;  // phi'' from there on, N/m
  double force;     // phi' at the knee, N
  double energy;    // phi there, J
  double resisting; // R: the part of W that responds like a wave resistance, m/N
  double turning;   // what of W turns round with the contact: of masses; all of it if it is more
  double share;     // theta of a rigid contact; below 0: of one with a mass, by its own rule
} law_bound;

/// How the bodies of a link respond to it.
typedef struct {
  double resisting; // R, m/N
  double turning;   // W of masses, m/N
  double fading;    // part of the energy at half the rate that is lost soon: 0 to 1
  double bending;   // part of the stiffness of a node that is bending, of the stiffer one: 0 to 1
  bool struck;      // one of them is a mass
  bool along;       // it lies along a body: R is 0
  bool lossless;    // no numerical loss
  bool given;       // the law is taken as it is, whether the bodies can answer it or not
} link_response;

law_bound law_bound_of(const contact_law *law, double stiffness, const link_response *r);

/// The law of one link in one step.
typedef struct {
  const contact_law *law;
  const law_bound *bound;
  double stiffness; // K times the link's scale
  double loss;      // mu / 2k, 1/m
  double theta;     // share of numerical loss: 0 is exact in energy
  double x;         // half-way overlap at t_{n-1/2}, m
  double W;         // own receptance, m/N
  law_point from;   // the law at x, once it is settled
} gradient_step;

/// Steps of Newton's iteration, and the part of |x| + |D| that ends it; or the part of the overlap
/// it has reached, as the next step would be the square of that.
enum { GRADIENT_TRIALS = 40 };
#define GRADIENT_TOLERANCE 1e-7
#define GRADIENT_LAST      1e-5

/// Overlaps that differ by less than this part are almost the same.
#define GRADIENT_NEAR 1e-3

/// A change of overlap that is none: its inverse would not be finite.
#define GRADIENT_NONE 1e-300

/// What is less beside its terms than this may be rounding.
#define GRADIENT_ROUNDING 1e-12

/// How much of phi'' W the loss misses within a step, by the square of its mean speed alone; and
/// the most that is made up for.
#define GRADIENT_MISSED     0.125
#define GRADIENT_MISSED_MAX 0.5

/// The bounded law at an overlap, and psi there; the overlap at which it stores E; and its mean
/// force (phi(y) - phi(x)) / (y - x).
law_point gradient_at(const gradient_step *p, double x);
double gradient_psi(const gradient_step *p, double x);
double gradient_overlap(const gradient_step *p, double E);
double gradient_between(const gradient_step *p, double x, double y);

/// F and dF/dD for a change D.
typedef struct {
  double F, slope;
} gradient_push;

gradient_push gradient_push_at(const gradient_step *p, double D);

/// The D of a contact by itself: D + W F(D) = goal, given one that is near.
double gradient_solve(const gradient_step *p, double goal, double near);

/// The same from the beginning of a step, with x, theta and loss still to be found: x is replaced
/// by where the law stores psi^2/2 if other contacts have left less than half of psi(x), as from x
/// the gradient would ask for energy that is not there. Returns D and puts the factor by which mu
/// has been changed into `damping`.
double gradient_settle(gradient_step *p, double psi, double goal, double *damping);

/// g and h of the step with the change D: psi+ = psi + g D/2, F = g psi + (g^2/4 + h) D.
typedef struct {
  double g;
  double h;         // all of it
  double numerical; // the part of h that is numerical loss
} gradient_slopes;

gradient_slopes gradient_slopes_at(const gradient_step *p, double psi, double D);

/// The term of g that returns psi to psi(x), which it misses by `error`, without overshoot; zero
/// where it is not defined.
double gradient_drift(double error, double psi, double D, double weight, double steepest);

/// The same of a step that has just been settled.
gradient_slopes gradient_slopes_settled(const gradient_step *p, double psi, double D);

#endif
