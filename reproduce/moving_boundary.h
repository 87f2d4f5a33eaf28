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
  PRINTED_4_60 = 1,  // the right side without its minus sign
  PRINTED_4_61 = 2,  // beta_k and its rate outside the sums over j
  PRINTED_4_62 = 4,  // J_1kj for J_1jk in C
  PRINTED_4_69 = 8,  // the string's velocity: -2 gamma not multiplied by gamma - 1
  PRINTED_4_83 = 16, // phase I to II: beta_k outside the sum over j
  PRINTED_4_92 = 32, // phase II to III, and to I (4.99): without the rate of gamma
  PRINTED_4_95 = 64  // phase III to II: beta_k outside the sum, J_1kj, another sign and factor
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

/// The state behind a switch to phase II at gamma, 0 from phase I (4.77, 4.83, 4.85) or b from
/// phase III (4.94 to 4.96): the string has the modal coordinates beta with the rates `before`.
boundary boundary_enter(int modes, double gamma, const double *beta, const double *before,
                        unsigned printed);

/// The rates of the modal coordinates behind a switch from phase II (4.92, 4.99).
void boundary_leave(const boundary *s, double *after, unsigned printed);

/// The width of the bridge: phase III begins at gamma = b.
extern const double boundary_width;

/// The kinetic energy of the free part, by Simpson's rule.
double boundary_kinetic(const boundary *s);

#endif
