// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A mass thrown against a wall, in the engine or in closed form.

#ifndef CAROM_THROW_H
#define CAROM_THROW_H

#include <carom/rebound.h>
#include <stdbool.h>

/// How a mass is thrown against the wall; x is towards the wall and zero at it.
typedef struct {
  carom_hunt_crossley impact;
  const char *method, *corrections;
  double gravity; // towards the wall, m/s2
  double rate;    // Hz
  double until;   // s; 0 is until the end of the first impact
} throw_setup;

enum { MOST_BOUNCES = 16 };

/// The throw, sample by sample.
typedef struct {
  int count;
  double *t, *x, *v, *f, *H; // s, m, m/s, N, J; H = T + V
  double deepest;            // m
  double rise;               // largest gain of H from one sample to the next, J
  int bounces;
  double begin[MOST_BOUNCES], speed_out[MOST_BOUNCES]; // of each impact
  double time;                                         // of the first one, s
} throw;

/// Runs it in the engine. False if memory is out. Freed by throw_free() in either case.
bool throw_run(const throw_setup *of, throw *to);
void throw_free(throw *t);

/// The closed form of an impact, at velocities spread from the first to the last.
bool throw_closed_form(const carom_hunt_crossley *of, int count, throw *to);

#endif
