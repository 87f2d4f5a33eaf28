// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A string that wraps a bridge, as a travelling wave. Lengths in units of the string's, times in
// those in which waves run through it.

#ifndef CAROM_LEVEL_MAP_H
#define CAROM_LEVEL_MAP_H

#include "contacts/bridge.h"

/// Places of the first cycle whose periods are tabulated.
enum { CYCLE_PLACES = 256 };

/// What does not change.
typedef struct {
  bridge of;
  wrapped_shape start;             // at rest
  double cycle;                    // 2 - 2 gamma at the start: after that the level there is back
  double low, high;                // levels G' between which the contact point moves
  double first;                    // the level at the start of a cycle
  double change;                   // of G over a cycle, m
  double square;                   // integral of G'^2 over the first cycle, m2
  double lost;                     // when pure wrapping ends; INFINITY if it never does
  double lost_theta;               // the level of the first cycle that ends it
  double lost_reflects;            // and at which reflection
  double period[CYCLE_PLACES + 1]; // T of the levels of the first cycle, evenly spaced
} level_map;

/// The wave at p.
typedef struct {
  double G;     // m
  double level; // G'
  double slope; // G''
  double Q;     // integral of G'^2 since the start
} wave_point;

/// The contact point at a time.
typedef struct {
  double gamma;
  double level; // G'(t + gamma), half the slope of the string there
} contact_point;

/// Displacement, velocity, acceleration and slope at a point of the string.
typedef struct {
  double y, y_t, y_tt, y_x;
} string_point;

/// What follows from bridge and start.
void level_map_prepare(level_map *m);

wave_point level_map_at(const level_map *m, double p);

contact_point level_map_contact(const level_map *m, double t);

string_point level_map_string(const level_map *m, contact_point at, double x, double t);

/// Kinetic and potential energy in units of T / L, m2. Their sum is exact.
void level_map_energy(const level_map *m, contact_point at, double t, double *kinetic,
                      double *potential);

#endif
