// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Impacts of one mass and a wall, run in the engine, and pictures of them.

#ifndef CAROM_BOOK_IMPACT_H
#define CAROM_BOOK_IMPACT_H

#include "reproduce/reproduce.h"
#include <carom/impact.h>

/// How a mass is thrown against the wall; x is towards the wall and zero at it.
typedef struct {
  carom_impact impact;
  const char *method, *corrections;
  double gravity; // towards the wall, m/s2
  double rate;    // Hz
  double until;   // s; 0 is until the end of the first impact
} throw;

enum { MOST_BOUNCES = 16 };

/// What came of it, sample by sample.
typedef struct {
  int count;
  double *t, *x, *v, *f, *H; // s, m, m/s, N, J; H = T + V
  double deepest;            // m
  double rise;               // largest gain of H from one sample to the next, J
  int bounces;
  double begin[MOST_BOUNCES], speed_out[MOST_BOUNCES]; // of each impact
  double time;                                         // of the first one, s
} trace;

/// False if memory is out. Freed by trace_free() in either case.
bool trace_run(const throw *of, trace *to);
void trace_free(trace *t);

/// The closed form of an impact at moments spread evenly over its velocities.
bool trace_exact(const carom_impact *of, int count, trace *to);

/// A curve of a picture; and a panel of some, one of four in a picture of two by two.
typedef struct {
  const double *x, *y;
  int count, colour;
  const char *name; // in the legend; NULL if it has none
} curve;

typedef struct {
  const char *x_label, *y_label;
  int curves;
  curve curve[9];
} chart;

/// Draws charts, two in a row (or one in a row if `wide`).
void report_chart(report *r, const char *title, const chart *charts, int count, bool wide);

#endif
