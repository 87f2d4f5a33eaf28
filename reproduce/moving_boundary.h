// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The string on a bridge by the equations of C. P. Vyasarayani's thesis, chapter 4, as printed or
// corrected, apart from the engine. Phase II: the string is wrapped up to gamma, b = 0.05.

#ifndef CAROM_REPRODUCE_MOVING_BOUNDARY_H
#define CAROM_REPRODUCE_MOVING_BOUNDARY_H

enum { BOUNDARY_MODES = 16 };

/// What is taken as printed.
enum {
  AS_CORRECTED = 0,
  PRINTED_4_60 = 1, // the right side without its minus sign
  PRINTED_4_61 = 2, // beta_k and its rate outside the sums over j
  PRINTED_4_62 = 4, // J_1kj for J_1jk in C
  PRINTED_4_69 = 8, // the string's velocity: -2 gamma not multiplied by gamma - 1
  PRINTED_4_83 = 16 // beta_k outside the sum over j at the switch from phase I
};

typedef struct {
  unsigned printed;
  int modes;
  double beta[BOUNDARY_MODES], rate[BOUNDARY_MODES];
  double gamma, gamma_rate;
} boundary;

/// At rest with that amplitude of the first mode, the contact length by the transversality
/// condition (4.65).
boundary boundary_start(int modes, double beta, unsigned printed);

/// One step of the Runge-Kutta method of fourth order.
void boundary_step(boundary *s, double step);

/// Displacement (4.68) and velocity (4.69) of the free part, gamma <= x <= 1.
double boundary_place(const boundary *s, double x);
double boundary_velocity(const boundary *s, double x);

/// The state behind the switch from phase I to phase II: the string has the modal coordinates beta
/// and rates `before` (4.77, 4.83, 4.85).
boundary boundary_enter(int modes, const double *beta, const double *before, unsigned printed);

/// The kinetic energy of the free part, by Simpson's rule.
double boundary_kinetic(const boundary *s);

#endif
