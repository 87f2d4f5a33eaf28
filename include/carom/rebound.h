// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file rebound.h
/// One impact in closed form: a free mass hits a wall whose force is K x^alpha (1 + mu v), the law
/// of a collision with `damping` mu (Hunt and Crossley). For two free masses take m1 m2 / (m1 + m2)
/// and their relative speed. mu = 0 and mu -> 0 are the same.

#ifndef CAROM_REBOUND_H
#define CAROM_REBOUND_H

#include <carom/api.h>

CAROM_BEGIN

/// Mass and wall. All results are NaN unless mass, stiffness and speed_in are positive, exponent at
/// least 1 and damping not negative.
typedef struct {
  double mass;      ///< m, kg
  double stiffness; ///< K, N/m^alpha
  double exponent;  ///< alpha
  double damping;   ///< mu, s/m
  double speed_in;  ///< m/s, positive
} carom_hunt_crossley;

/// The results.
typedef struct {
  double speed_out;    ///< m/s, positive; relative error below 1e-14
  double approximate;  ///< m/s, the same by a formula in elementary functions, up to 2 % off
  double compression;  ///< the largest x, m
  double contact_time; ///< s; relative error below 1e-11 for mu v up to 79
  double peak_force;   ///< N
  double energy_lost;  ///< J
} carom_rebound;

/// How an impact ends. [audio]
carom_rebound carom_hunt_crossley_solve(const carom_hunt_crossley *impact);

/// speed_out / speed_in as a function of mu speed_in alone, and its approximation. [audio]
double carom_hunt_crossley_restitution(double mu_speed);
double carom_hunt_crossley_restitution_approximate(double mu_speed);

/// During the impact: the compression (m), force (N) and time since the beginning (s) at the moment
/// at which the compression grows with `velocity` m/s. It falls from speed_in to -speed_out, so
/// that it identifies the moment; beyond these two it is taken as the nearer one. Compression
/// against velocity is the phase portrait, force against compression the hysteresis loop. [audio]
double carom_hunt_crossley_compression(const carom_hunt_crossley *impact, double velocity);
double carom_hunt_crossley_force(const carom_hunt_crossley *impact, double velocity);
double carom_hunt_crossley_time(const carom_hunt_crossley *impact, double velocity);

CAROM_END

#endif
